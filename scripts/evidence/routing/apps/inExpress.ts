/** An app of any framework, mounted in an app of Express. */
import type { RequestListener } from 'node:http'
import express, { type Handler } from 'express'
import type { App } from './App.ts'

/** The app at the path /api of an app of Express. */
export const inExpress = ({ build, ...app }: App<RequestListener>): App<RequestListener> => ({
  ...app,
  name: 'mounted in an app of Express',
  anyCase: true,
  anyEnd: true,
  build: async (verifier) => {
    const inner = (await build(verifier)) as Handler
    return express().set('env', 'test').use('/api', inner) as RequestListener
  },
})
