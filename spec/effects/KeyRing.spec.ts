import type { Fingerprint } from '../../src/core/Fingerprint.ts'
import type { Signature } from '../../src/core/Signature.ts'
import * as KeyRing from '../../src/effects/KeyRing.ts'
import { assert, suite } from '../support/suite.ts'

const signature = 'AAAA' as Signature

/** A key that records its calls. */
const noting = (name: string, asked: Array<string>, offersParts: boolean): KeyRing.VerificationKey => ({
  fingerprint: name as Fingerprint,
  signatureLength: 3,
  validity: {},
  verify: ({ head, body }) => {
    asked.push(`${name} ${head}${Buffer.from(body)}`)
    return name === 'right'
  },
  ...(offersParts && {
    begin: (head: string) => {
      let text = head
      return {
        update: (part: Uint8Array) => {
          text += new TextDecoder().decode(part)
        },
        end: () => {
          asked.push(`${name} ${text} in parts`)
          return name === 'right'
        },
      }
    },
  }),
})

const beginning = suite('KeyRing.begin')

beginning('gives every key the whole message, as parts or as one copy', async () => {
  const asked: Array<string> = []
  const keys = [
    noting('a', asked, false),
    noting('b', asked, true),
    noting('c', asked, false),
    noting('right', asked, false),
  ]
  const checks = KeyRing.begin('head ')(keys)
  const part = Buffer.from('one ')
  for (const { update } of checks) update(part)
  part.write('two ') // A part may be overwritten after use.
  for (const { update } of checks) update(part)
  const answers = []
  for (const { end } of checks) answers.push(await end(signature))
  assert.equal(answers, [false, false, false, true])
  assert.equal(asked, ['a head one two ', 'b head one two  in parts', 'c head one two ', 'right head one two '])
})

beginning('keeps one copy for all keys, and none if every key takes parts', () => {
  const parts = Array.from({ length: 32 }, () => new Uint8Array(2 ** 20))
  const grown = (keys: ReadonlyArray<KeyRing.VerificationKey>): number => {
    const before = process.memoryUsage().arrayBuffers
    const checks = KeyRing.begin('')(keys)
    for (const part of parts) for (const { update } of checks) update(part)
    const after = process.memoryUsage().arrayBuffers
    assert.is(checks.length, 4)
    return (after - before) / 2 ** 20
  }
  const four = (offersParts: boolean) => Array.from({ length: 4 }, () => noting('a', [], offersParts))
  // 32 MiB in a buffer of at most twice that, plus the smaller buffers that it outgrew, if none is collected: 127 in all.
  assert.ok(grown(four(false)) < 150, 'kept once')
  assert.ok(grown(four(true)) < 1, 'not kept')
})
