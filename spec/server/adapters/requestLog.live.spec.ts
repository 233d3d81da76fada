/** A logger of requests, pino-http, in front of `verified`: the line of logs.md keeps a bearer token out of the log. */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { Writable } from 'node:stream'
import express, { type Handler } from 'express'
import { verified } from '../../../src/server/adapters/express.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { installedTools } from '../../support/installedTools.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'

const { load } = await installedTools('spec/server/tools')
const { pinoHttp } = await load<{ pinoHttp: (options: object, stream: Writable) => Handler }>('pino-http')

/** What is logged of one request with a token, which must be taken. */
const logged = async (options: object): Promise<string> => {
  let log = ''
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += chunk
      done()
    },
  })
  const verifier = await createVerifier({ keys: {}, tokens: { 'app-1': 'a-token-of-app-1' } })
  const app = express()
    .use(pinoHttp(options, stream))
    .use(verified(verifier))
    .use((_req, res) => void res.send('taken'))
  await withServer(createServer(app as RequestListener), async ({ url }) => {
    const answer = await fetch(`${url}/v1/jobs`, { headers: { Authorization: 'Bearer a-token-of-app-1' } })
    assert.is(await answer.text(), 'taken')
  })
  return log
}

/** The options in `pinoHttp({ … })` of the guide, which are JSON but for their quotes. */
const shown = (): object => {
  const [, options = ''] = /`pinoHttp\((.*?)\)`/.exec(readFileSync('src/server/logs.md', 'utf8')) ?? []
  return JSON.parse(options.replaceAll("'", '"').replaceAll(/(\w+):/g, '"$1":'))
}

const logging = suite('pino-http')

logging('writes the token, unless it is told not to', async () => {
  assert.match(await logged({}), 'a-token-of-app-1')
  const log = await logged(shown())
  assert.match(log, '"url":"/v1/jobs"')
  assert.not.match(log, 'a-token-of-app-1')
  assert.not.match(log, 'authorization')
})
