/** The same operation on several parts of the text to sign: each set of parts, and only the parts that the operation changes. */
import fc from 'fast-check'
import { sayDetail, translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { textOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { partsAlike, partsAlikeTelling } from '../../../../src/kit/diagnosis/forms/partsAlike.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { now } from '../../../support/planting.ts'
import { reportOnText, rightDraft } from '../../../support/signedText.ts'
import { assert, forAll, inTurn, suite } from '../../../support/suite.ts'
import { restOfEnglish } from '../chinese/reading.ts'

const alike = suite('the same operation on several parts')

interface Sent {
  readonly target: string
  readonly nonce: string
  readonly body: string
}

const sentOnes: fc.Arbitrary<Sent> = fc.record(
  {
    target: fc.constantFrom('/', '/v1/Jobs', '/v1/jobs?q=A%20b&x="1"'),
    nonce: fc.stringMatching(/^[0-9A-Za-z-]{1,20}$/),
    body: fc.oneof(fc.constantFrom('', '{"a":"B c"}', 'é & <b>', '1'), fc.string({ unit: 'grapheme' })),
  },
  { noNullPrototype: true },
)

/** The five parts of a text: four lines, and the rest. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const lines = text.split('\n')
  return [...lines.slice(0, 4), lines.slice(4).join('\n')]
}

const partNames = ['method', 'target', 'timestamp', 'nonce', 'body']

alike('for all requests: each text once; at least two parts differ, and the detail names just these', () =>
  forAll([sentOnes], { numRuns: 20 }, (sent) => {
    const draft = rightDraft(sent)
    const right = partsOf(Buffer.from(textOf(draft)).toString())
    const texts = new Set<string>()
    for (const [detail, bytes, rare] of partsAlike(draft, hash)) {
      const text = Buffer.from(bytes).toString()
      const parts = partsOf(text)
      const changed = partNames.filter((_, i) => parts[i] !== right[i])
      const [, names = ''] = /: ([a-z, ]+?)(?:, by .+)?$/.exec(detail) ?? []
      const named = names.split(/, | and /)
      assert.equal([named, rare], [changed, 'late'], detail)
      assert.ok(changed.length > 1 && !texts.has(text), detail)
      texts.add(text)
    }
  }),
)

alike('for all requests: a text that is wanted is among the forms that are made', () =>
  forAll([sentOnes, fc.nat()], { numRuns: 20 }, (sent, seed) => {
    const forms = [...partsAlike(rightDraft(sent), hash)]
    const [, wanted] = forms[seed % forms.length] ?? ['', new Uint8Array()]
    const made = [...partsAlike(rightDraft(sent), hash, wanted)]
    assert.ok(made.some(([, bytes]) => Buffer.compare(bytes, wanted) === 0))
    assert.ok(made.length <= forms.length)
  }),
)

const sent: Sent = { target: '/v1/Jobs?q=A%20b', nonce: 'n-1', body: '{"k":"A b"}' }

const reportOn = (signed: Uint8Array | string): Report => reportOnText(signed, { target: sent.target, body: sent.body })

alike('each form is found, is one exact finding, and names the parts', () => {
  const forms = [...partsAlike(rightDraft(sent), hash)]
  for (const [detail, signed] of inTurn(
    3,
    forms.filter((_, i) => i % 13 === 0),
  )) {
    const { exact, findings, alternatives } = reportOn(signed)
    assert.ok(exact && findings.length === 1, JSON.stringify([detail, findings, alternatives]))
    const [found] = findings
    if (found?.detail === detail) assert.is(found.what, partsAlikeTelling(detail)?.what)
  }
})

for (const [signed, what] of [
  [
    `POST\n/v1/Jobs?q=A%20b\n${now}\nN-1\n{"K":"A B"}`,
    'the nonce and body in another form than it sent them: each in upper case',
  ],
  [
    `POST\n/v1/jobs?q=a%20b\n${now}\nn-1\n{"k":"a b"}`,
    'the target and body in another form than it sent them: each in lower case',
  ],
  [
    `"POST"\n"/v1/Jobs?q=A%20b"\n"${now}"\n"n-1"\n{"k":"A b"}`,
    'the method, target, timestamp and nonce in another form than it sent them: each as a string of JSON',
  ],
  [
    `POST\n/v1/Jobs?q=A%20b\n${now}\nbi0x\neyJrIjoiQSBiIn0=`,
    'the nonce and body in another form than it sent them: each in Base64',
  ],
] as const)
  alike(`signed: ${what}`, () => assert.is(reportOn(signed).findings[0]?.what, `The caller signed ${what}.`))

alike('the words of each operation are Chinese too', () => {
  for (const [detail] of partsAlike(rightDraft({ ...sent, body: '<é> & \'"+' }), hash)) {
    const { what, remedy } = partsAlikeTelling(detail) ?? { what: '', remedy: '' }
    const chinese = translate(`${what} ${remedy}`)
    assert.equal([restOfEnglish(chinese ?? what), restOfEnglish(sayDetail(detail))], [[], []], `${detail}: ${chinese}`)
  }
})
