// Our own implementation as a port of the web platform. `npm run evidence -- runtimes` tests real browsers and workers.

import { ours, type Policies } from '../../../src/core/Policies.ts'
import { createPort as createNodePort } from '../../../src/kit/conformance/port.ts'
import { allPassed } from '../../../src/kit/conformance/reports/tally.ts'
import { createPort } from '../../../src/kit/conformance/web.ts'
import { assert, suite } from '../../support/suite.ts'
import { caseOf, few, onlyOn, packaged, reportOn } from './ports/cases.ts'

/** Under WebCrypto the whole suite exceeds a spec's time limit; `evidence -- runtimes` runs it. */
const some = [...few, ...packaged.vectors.flatMap(({ id, expect }) => (expect.policy === undefined ? [] : [id]))]

const port = suite('our own port on the web platform')

for (const [words, policies] of [
  ['our policies', ours],
  ['no policy', onlyOn([])],
  ['every policy but missing-null', { ...onlyOn(Object.keys(ours)), 'missing-null': false }],
] as const) {
  port(`is conformant under ${words}`, async () => {
    const report = await reportOn(createPort({ version: '0', policies }), { ids: some })
    const failed = report.cases.flatMap(({ id, verdict, failure }) =>
      verdict === 'pass' ? [] : [`${id}: ${failure?.message}`],
    )
    assert.equal(failed, [])
    assert.ok(allPassed(report))
    const taken = Object.keys(ours).filter((name) => policies[name as keyof Policies])
    assert.equal(report.policies, taken)
  })
}

port('gives the same answers as the port on Node, including traces', async () => {
  const web = createPort({ version: '0' })
  const node = createNodePort({ version: '0' })
  const ids = ['string-to-sign/five-parts', 'authorization/usual', 'rsa/plain', 'keys/public', 'wire/bytes']
  for (const { op, input } of ids.map(caseOf)) assert.equal(await web.answer(op, input), await node.answer(op, input))
})

port('its creation refuses the policy missing-null, with the reason', () => {
  const policies = { ...ours, 'missing-null': true }
  assert.throws(() => createPort({ version: '0', policies }), /^.*missing-null needs node:crypto.*$/)
})

port('names its platform', () => {
  assert.match(createPort({ version: '0' }).hello.language, /^TypeScript on (?:the web platform|Node\.js)/)
  assert.match(createNodePort({ version: '0' }).hello.language, /^TypeScript on Node \d+\./)
})
