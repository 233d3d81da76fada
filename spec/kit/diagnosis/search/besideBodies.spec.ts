/** Two mistakes of which one is a rare form: a variable of the target without its value, and a body that was written anew. */
import fc from 'fast-check'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { search } from '../../../../src/kit/diagnosis/search/search.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { rightDraft } from '../../../support/signedText.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const pretty = '{\n  "name": "red fox",\n  "n": 1\n}'
const compact = JSON.stringify(JSON.parse(pretty))

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** The report on a request with the indented body, of which another target and the compact body were signed. */
const reportOn = (target: string, signed: string): Report => {
  const authorization = [line(signatureOf(`POST\n${signed}\n${now}\nn-1\n${compact}`))]
  return diagnose({ method: 'POST', target, authorization, body: new Uint8Array(Buffer.from(pretty)), keys, now }, hash)
}

const beside = suite('a rare form beside a usual body')

const names = fc.constantFrom('base_url', 'BASE_URL', 'baseUrl', 'host', 'APP_URL', 'appUrl', 'API_URL', 'endpoint')
const places = fc.constantFrom('{{x}}', `$${'{x}'}`, '{x}', '$x')

beside('for all variables before the target, and a compact body: both mistakes, exactly', () =>
  forAll([names, places, fc.constantFrom('/v1/jobs', '/')], { numRuns: 3 }, (name, place, target) => {
    const base = place.replace('x', () => name)
    const { exact, findings } = reportOn(target, base + target)
    const told = findings.map(({ id, detail }) => `${id} (${detail})`)
    assert.equal(told, ['body-reserialized (compact)', `part-unfilled (${base} before the target)`])
    assert.ok(exact)
    assert.match(findings[1]?.what ?? '', /before the path\. This is a variable for the address of the service/)
  }),
)

for (const [sent, signed] of [
  ['/v1/jobs/8812', '/v1/jobs/{jobId}'],
  ['/v1/jobs/8812', `/v1/jobs/$${'{job_id}'}`],
  ['/v1/jobs?page=2', '/v1/jobs?page={{page}}'],
  ['/v1/jobs?page=2&size=9', '/v1/jobs?page=2&size={size}'],
] as const)
  beside(`${signed} for ${sent}, and a compact body: both mistakes, exactly`, () => {
    const { exact, findings } = reportOn(sent, signed)
    assert.equal(findings.map(({ id }) => id).toSorted(), ['body-reserialized', 'target-other'])
    assert.ok(exact)
  })

/** The texts of up to two mistakes. */
const countTexts = (body: string): number => {
  const right = rightDraft({ target: '/v1/jobs/8812', body })
  const searching = search({ expected: [right], matches: () => false, hash, maxMistakes: 2 })
  let step = searching.next()
  while (step.done !== true) step = searching.next()
  return step.value.tried
}

beside('not: a variable in a notation that few tools have', () => {
  assert.not.ok(reportOn('/v1/jobs', '@(base_url)/v1/jobs').recovered)
})

beside('these texts are few: of some 390,000 texts by two mistakes, a thousand', () => {
  const texts = countTexts(pretty)
  assert.ok(texts < 400_000, `${texts} texts`)
})
