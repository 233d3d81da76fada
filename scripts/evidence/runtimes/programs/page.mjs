// The matrix's program for a page: the port and the claims. An import map names the package's entry points.
import * as client from 'countersign/client'
import { createPort } from 'countersign/conformance'
import { memoryGuard } from 'countersign/guards/memory'
import * as server from 'countersign/server'
import { answeringAll } from './answering.mjs'
import { claims, loads } from './claims.mjs'
import { webGuards } from './webGuards.mjs'

globalThis.matrix = {
  port: answeringAll(createPort),
  claims: async ({ can, odd, entries, foreign }) => {
    const keys = await (await fetch('/vectors/keys.json')).json()
    const told = await loads((specifier) => import(specifier), entries, foreign)
    const guards = webGuards(memoryGuard)
    return claims({ client, server, guards, keys, can, odd, baseUrl: location.origin }, told)
  },
}
