/**
 * How long a diagnosis keeps its thread at a time, of a request that was made to keep it busy: by the processor's clock, and
 * apart from the quick specs, which run beside one another.
 */

import * as assert from 'uvu/assert'
import { examine } from '../../src/diagnosis/examine.ts'
import { hash } from '../../src/node/hash.ts'
import { suite } from '../support/suite.ts'
import { line, request, unfit } from './hostile.ts'

const cost = suite('hostile requests: what a step of them costs')

cost('no step is long, even for what is indented a hundred levels deep', () => {
  const body = `${'['.repeat(120)}${'1,'.repeat(8000)}1${']'.repeat(120)}`
  const examination = examine(request({ authorization: [line(unfit)], body: new Uint8Array(Buffer.from(body)) }), hash)
  let longest = 0
  for (let i = 0; i < 400; i++) {
    const before = process.cpuUsage()
    const step = examination.next()
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    if (step.done === true) break
  }
  assert.ok(longest < 300, `${longest} ms`)
})

cost.run()
