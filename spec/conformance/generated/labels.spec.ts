/** A generator says of each text whether the rules let it pass: two parsers that share no code say the same. */
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { Samples } from '../../../src/conformance/generated/Generator.ts'
import { authTypes, tokenSamples } from '../../../src/conformance/generated/headers.ts'
import { appIds, methods, nonces, targets, timestamps } from '../../../src/conformance/generated/parts.ts'
import type { Inputs } from '../../../src/conformance/Vector.ts'
import * as AppId from '../../../src/core/AppId.ts'
import * as AuthType from '../../../src/core/AuthType.ts'
import * as Method from '../../../src/core/Method.ts'
import * as Nonce from '../../../src/core/Nonce.ts'
import * as RequestTarget from '../../../src/core/RequestTarget.ts'
import * as Timestamp from '../../../src/core/Timestamp.ts'
import * as Token from '../../../src/core/Token.ts'
import { createPlain } from '../../support/plain/plain.ts'
import { suite } from '../../support/suite.ts'

const plain = createPlain()
const parts = { method: 'POST', url: '/v1/jobs', timestamp: '1700000000', nonce: 'n-1', body: { hex: '' } }
const { method: _, url: __, body: ___, ...signed } = parts
const credentials = { ...signed, authType: AuthType.standard as string, appId: 'app-1', signature: 'AAAA' }

const signs = (some: Partial<Inputs['stringToSign']>): boolean =>
  plain.answer('stringToSign', { ...parts, ...some }).outcome === 'value'
const writes = (some: Partial<typeof credentials> | { readonly token: string }): boolean =>
  plain.answer('formatAuthorization', 'token' in some ? some : { ...credentials, ...some }).outcome === 'value'

type Parser = (text: string) => E.Either<unknown, unknown>
const all: Readonly<Record<string, readonly [samples: Samples, parse: Parser, plain: (text: string) => boolean]>> = {
  method: [methods, Method.parse, (method) => signs({ method })],
  target: [targets, RequestTarget.parse, (url) => signs({ url })],
  timestamp: [timestamps, Timestamp.parse, (timestamp) => writes({ timestamp })],
  nonce: [nonces, Nonce.parse, (nonce) => writes({ nonce })],
  'app id': [appIds, AppId.parse, (appId) => writes({ appId })],
  'auth type': [authTypes, AuthType.parse, (authType) => writes({ authType })],
  token: [tokenSamples, Token.parse, (token) => writes({ token })],
}

const labels = suite('the label of each generated text')

for (const [name, [samples, parse, isTaken]] of Object.entries(all))
  labels(`${name}: is what both parsers say`, () => {
    for (const way of samples)
      fc.assert(
        fc.property(way, ({ value, rule, passes }) => {
          assert.is(E.isRight(parse(value)), passes, `core: ${rule}: ${JSON.stringify(value)}`)
          assert.is(isTaken(value), passes, `plain: ${rule}: ${JSON.stringify(value)}`)
        }),
        { seed: 7, numRuns: 300 },
      )
  })

labels.run()
