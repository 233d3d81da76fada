/** Whatever a grammar says of a value that it draws, our own parsers say as well, and so does the second implementation. */
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { standard } from '../../../src/core/AuthType.ts'
import { ours, type Policies } from '../../../src/core/Policies.ts'
import { hex } from '../../../src/kit/conformance/content.ts'
import { createPort } from '../../../src/kit/conformance/port.ts'
import type { Inputs, Op } from '../../../src/kit/conformance/Vector.ts'
import { arbitraryOf } from '../../../src/kit/testing/arbitraries/Values.ts'
import { baseUrlsOfRequests } from '../../../src/kit/values/baseUrl.ts'
import { joined, over, type Samples } from '../../../src/kit/values/Grammar.ts'
import * as header from '../../../src/kit/values/header.ts'
import { jobs, readRules } from '../../../src/kit/values/jobs.ts'
import { json } from '../../../src/kit/values/json.ts'
import { longKeys, publicKeys } from '../../../src/kit/values/keys.ts'
import * as parts from '../../../src/kit/values/parts.ts'
import { createPlain } from '../../support/plain/plain.ts'
import { suite } from '../../support/suite.ts'

const noPolicies = Object.fromEntries(Object.keys(ours).map((name) => [name, false])) as unknown as Policies
const port = createPort({ version: '1', policies: noPolicies })
const plain = createPlain()

const labels = suite('the grammars of values')

/** Each way of a grammar is drawn so often. */
const agrees = <O extends Op, A>(
  name: string,
  draws: number,
  samples: Samples<A>,
  op: O,
  to: (value: A) => Inputs[O],
): void =>
  labels(`${name}: every label is that of both implementations`, async () => {
    for (const way of samples)
      for (const { value, passes, rule, name: change } of fc.sample(arbitraryOf(way), draws)) {
        const input = JSON.parse(JSON.stringify(to(value)))
        const told = `${rule} (${change}): ${JSON.stringify(input).slice(0, 300)}`
        const [mine, other] = [await port.answer(op, input), plain.answer(op, input)]
        assert.is(mine.outcome !== 'reject' && mine.outcome !== 'error', passes, `ours: ${told}`)
        assert.is(other.outcome !== 'reject' && other.outcome !== 'error', passes, `the plain one: ${told}`)
        assert.is(way.marks.passes, passes, told)
      }
  })

const right = { method: 'POST', url: '/v1/jobs', timestamp: '1', nonce: 'n', body: { hex: '' } }
const credentials = { authType: standard, appId: 'app-1', nonce: 'n', timestamp: '1', signature: 'AAAA' }
const line = (authorization: ReadonlyArray<string>) => ({ authType: standard, authorization })

agrees('method', 100, parts.methods, 'stringToSign', (method) => ({ ...right, method }))
agrees('URL', 20, parts.urls, 'stringToSign', (url) => ({ ...right, url }))
agrees('timestamp', 100, parts.timestamps, 'stringToSign', (timestamp) => ({ ...right, timestamp }))
agrees('nonce', 100, parts.nonces, 'stringToSign', (nonce) => ({ ...right, nonce }))
agrees('body', 20, parts.bodies, 'stringToSign', (body) => ({
  ...right,
  body: typeof body === 'string' ? { utf16: Buffer.from(body, 'utf16le').swap16().toString('hex') } : hex(body),
}))
agrees('app id', 100, parts.appIds, 'formatAuthorization', (appId) => ({ ...credentials, appId }))
agrees('auth type', 100, header.authTypes, 'formatAuthorization', (authType) => ({ ...credentials, authType }))
agrees('signature', 30, header.signatures, 'formatAuthorization', (signature) => ({ ...credentials, signature }))
agrees('token', 300, header.tokens, 'formatAuthorization', (token) => ({ token }))
agrees('header', 20, header.headers, 'parseAuthorization', line)
const lenient = joined(header.items, header.lenientWritings, (items, written) => written(standard, items))
agrees('header of a policy', 20, lenient, 'parseAuthorization', line)
agrees('public key', 3, [...publicKeys, ...longKeys], 'importKey', (pem) => ({ use: 'verify', pem }))
const asJson = over([...jobs, ...readRules.flat()], (job) => Uint8Array.from(Buffer.from(JSON.stringify(job))))
agrees('job', 10, asJson, 'decodeJob', (body) => ({ body: hex(body) }))
agrees('JSON', 5, json, 'decodeJob', (body) => ({ body: hex(body) }))
const sent = {
  edition: 'international',
  credentials: { token: 'a' },
  authType: standard,
  timestamp: '1',
  nonce: 'n',
} as const
agrees('base URL', 20, baseUrlsOfRequests, 'request', (baseUrl) => ({ ...sent, baseUrl, body: { hex: '' } }))

labels.run()
