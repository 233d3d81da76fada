/** What stands between the parts, and what is left behind the last: any joint with any end. */
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const body = '{"a":1}'

const joints = byTurns(3, suite('joints and ends'))

/** Joints of programs: literals in single quotes, formats, lists. */
const between = ['\\n', '\\r\\n', ';', '||', ', ', '#', '\t', '::']
const ends = ['\n', '\r\n', '\\n', '\\r\\n']

for (const joint of between)
  joints(`for all ends behind a body, also the joint itself: ${JSON.stringify(joint)}`, () => {
    for (const end of new Set([joint, ...ends])) {
      const text = ['POST', '/v1/jobs', now, 'n-1', body].join(joint) + end
      const { exact, findings } = diagnose(
        {
          method: 'POST',
          target: '/v1/jobs',
          authorization: [line(signatureOf(text))],
          body: new Uint8Array(Buffer.from(body)),
          keys,
          now,
        },
        hash,
        100_000_000,
      )
      const told = `${findings.map(({ id, detail, what }) => `${id} (${detail}) ${what}`).join()}`
      assert.ok(exact, `${JSON.stringify([joint, end])}: ${told}`)
      // Both are told, by one finding or by two.
      assert.ok(findings.length === 2 || told.includes(`signed ${JSON.stringify(end)} behind the body`), told)
    }
  })
