/**
 * The vectors and the catalogue of mistakes tell of the same mistakes: each entry has a case, and what a case signs in
 * place of what it sends is a form that the catalogue knows.
 */

import { createHash, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../src/core/Authorization.ts'
import * as Signature from '../../src/core/Signature.ts'
import type { Hash } from '../../src/effects/Hash.ts'
import { toBytes } from '../../src/kit/conformance/content.ts'
import { readSuite } from '../../src/kit/conformance/suite.ts'
import type { Inputs, Vector } from '../../src/kit/conformance/Vector.ts'
import { catalogue } from '../../src/kit/diagnosis/catalogue.ts'
import { type Draft, draftOf, message } from '../../src/kit/diagnosis/Draft.ts'
import type { Mistake } from '../../src/kit/diagnosis/Mistake.ts'
import { assert, suite } from '../support/suite.ts'

const { vectors, flags } = readSuite()
const hash: Hash = (name, bytes) => createHash(name).update(bytes).digest()

/** What the caller says it called, where a mistake cannot be told from the request alone. */
const called: Readonly<Record<string, string>> = {
  'target/signed-with-fragment': 'https://jobs.example/v1/jobs#part',
  'target/prefix-added': 'https://jobs.example/api/v1/jobs',
}

/** What the verifier of a case sees, and whether something was signed with the app's key. */
const seen = ({
  id,
  input,
}: {
  readonly id: string
  readonly input: Inputs['verify']
}): { right: Draft; signed: (bytes: Uint8Array) => boolean } | undefined => {
  const step = input.steps.at(-1)
  const header = Authorization.parse(step?.authorization[0] ?? '')
  if (step === undefined || E.isLeft(header) || header.right._tag === 'Bearer') return undefined
  const { appId, nonce, timestamp, signature } = header.right
  const key = input.keys.find((k) => k.appId === appId)?.key
  if (key === undefined) return undefined
  const right = draftOf({
    method: step.method,
    target: step.target,
    timestamp: String(timestamp),
    nonce,
    body: toBytes(step.body),
    appId,
    host: 'jobs.example',
    ...(id === 'body/compressed' ? { decoded: gunzipSync(toBytes(step.body)) } : {}),
    url: called[id] ?? `https://jobs.example${step.target}`,
  })
  return { right, signed: (bytes) => verify('sha256', bytes, key, Signature.toBytes(signature)) }
}

const reached = (mistake: Mistake, { id, input }: Vector<'verify'>): boolean => {
  const at = seen({ id, input })
  if (at === undefined) return false
  return [...mistake.variations(at.right, hash)].some(
    ({ signed }) => signed._tag === 'Draft' && at.signed(message({ ...at.right, ...signed.change }, hash)),
  )
}

const both = suite('the catalogue and the vectors')

both('every mistake of the catalogue is a flag of some case', () => {
  // That a key is unknown is what remains when no other explanation fits; `other-key` is the case. A header in
  // another form, what is written round a signature, and a signature that has lost its bytes, no leniency of one check
  // would let through. How a list of a query, a form or XML is written, and what a shell does, is no rule of this scheme. A port is never told another URL, and what has hundreds of forms no leniency would accept.
  const without = [
    'timestamp-format',
    'parts-labelled',
    'part-missing',
    'part-unfilled',
    'text-encoded',
    'nonce-encoding',
    'html-entities',
    'unknown-key',
    'target-other',
    'query-respelled',
    'form-reencoded',
    'body-lost',
    'header-several',
    'header-name',
    'xml-reserialized',
    'body-through-shell',
    'header-form',
    'signature-printed',
    'signature-as-text',
    'signature-truncated',
    'signature-not-rsa',
  ]
  const ids = catalogue.map(({ id }) => id).filter((id) => !without.includes(id))
  const found = ids.filter((id) => !Object.hasOwn(flags, id) || !vectors.some((v) => v.flags.includes(id)))
  assert.equal(found, [])
})

both('flags.json has words for each id that a finding can have', () => {
  const missing = catalogue.map(({ id }) => id).filter((id) => !Object.hasOwn(flags, id))
  assert.equal(missing, [])
})

both('what a case signs in place of what it sends is a form of the mistake that it is about', () => {
  const told: Array<string> = []
  const reachable = catalogue.filter(
    ({ candidateOnly, variations, part }) => !candidateOnly && variations !== undefined && part !== 'key',
  )
  for (const mistake of reachable) {
    const cases = vectors.filter(
      (v): v is Vector<'verify'> =>
        v.op === 'verify' && v.fault === 'signature' && v.flags[0] === mistake.id && v.expect.policy === undefined,
    )
    if (cases.length > 0 && !cases.some((v) => reached(mistake, v)))
      told.push(`${mistake.id}: ${cases.map(({ id }) => id)}`)
  }
  assert.equal(told, [])
})
