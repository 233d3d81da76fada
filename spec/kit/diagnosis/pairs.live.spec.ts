/**
 * Two mistakes made together: bodies of 0.4 to 8 KiB, keys of 2048 to 4096 bits. And signatures that are no signatures.
 *
 * A sample of them, the same each time; `COUNTERSIGN_ALL=1 npm test -- --limit=600 pairs` takes all 2,000 and all 100,000.
 */

import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { assertFound, assertNamedAlone } from '../../support/finding.ts'
import { drawOf, keySizes, line, now, plantable, publicKey } from '../../support/planting.ts'
import { assert, byTurns, drawn, suite } from '../../support/suite.ts'

const alone = byTurns(3, suite('each mistake alone'))

for (const mistake of plantable)
  alone(`${mistake.id}, in its first forms`, () => assertNamedAlone(mistake, drawn(20, 4)))

const pairs = suite('pairs of mistakes')

pairs('are found, 90 of 100 at least', () => assertFound({ count: drawn(2000, 40), mistakes: 2, first: 1 }, 0.9))

const never = suite('signatures of chance')

never('belong to no key, and their reports are never exact', () => {
  const keys = keySizes.map((bits) => publicKey(bits, 'app-1')).slice(1)
  // One in 65,536 looks like PSS with the longest salt, and is reported as a guess.
  let likePss = 0
  for (let seed = 0; seed < drawn(100_000, 600); seed++) {
    const { below } = drawOf(seed)
    // Large keys are slow, so few are tried.
    const key = keys[seed % 300 < 298 ? 0 : (seed % 2) + 1] as (typeof keys)[number]
    const bytes = Uint8Array.from({ length: key.signatureLength }, () => below(256))
    // Half of them are less than the modulus, so that they open.
    if (seed % 2 === 0) bytes[0] = 0
    const authorization = [line(Buffer.from(bytes).toString('base64'))]
    const sent = { method: 'POST', target: '/v1/jobs', authorization, body: new Uint8Array(0), keys: [{ key }], now }
    const report = diagnose(sent, hash)
    assert.not.ok(report.exact, authorization[0])
    const [first] = report.findings
    if (first?.id === 'pss-padding') likePss++
    else assert.equal([report.findings.length, first?.id], [1, 'unknown-key'], authorization[0])
  }
  assert.ok(likePss < 10, `${likePss}`)
})
