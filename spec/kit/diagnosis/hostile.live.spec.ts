/**
 * How long a diagnosis keeps its thread at a time, of requests that were made to keep it busy: by the processor's clock, and
 * apart from the quick specs, which run beside one another.
 */

import { processorMs } from '../../../scripts/processorMs.ts'
import { type Case, examine } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'
import { request, unfit } from './hostile.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

const cost = suite('hostile requests: what a step of them costs')

const json = (value: unknown): string => JSON.stringify(value)
const members = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`m${i}`, 0]))

const hostile: Readonly<Record<string, Partial<Case>>> = {
  'a body a hundred levels deep': { body: bytes(`${'['.repeat(120)}${'1,'.repeat(8000)}1${']'.repeat(120)}`) },
  'members and objects': { body: bytes(json({ ...members, all: Array.from({ length: 2500 }, () => ({})) })) },
  'objects of one member': { body: bytes(json(Array.from({ length: 2000 }, () => ({ a: 1 })))) },
  'escapes in 300 parameters': { target: `/v1?${'&%20'.repeat(300)}` },
  'escapes in 2,000 parameters': { target: `/v1?${'&%20'.repeat(2000)}` },
  '4,000 segments': { target: `/${'a/'.repeat(4000)}` },
  'six long parameters': { target: `/v1?${Array.from({ length: 6 }, (_, i) => `${i}=${'x'.repeat(1200)}`).join('&')}` },
}

for (const [name, change] of Object.entries(hostile))
  cost(`no step is long: ${name}`, () => {
    const examination = examine(request({ ...change, authorization: [line(unfit)] }), hash)
    let longest = 0
    for (let i = 0; i < 400; i++) {
      const before = processorMs()
      const step = examination.next()
      longest = Math.max(longest, processorMs() - before)
      if (step.done === true) break
    }
    assert.ok(longest < 300, `${longest} ms`)
  })
