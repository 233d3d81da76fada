/** What programs do to one part of the string to sign: each habit is known for every part, and told in words that name the part. */
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { encodedParts, paddedParts, partsPrinted, printedObjects } from '../../../src/kit/diagnosis/forms/partForms.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, inTurn, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const right = { method: 'POST', target: '/v1/jobs/8812', timestamp: String(now), nonce: 'a1B2-c3D4' }
const body = '{"seed":7}'

type PartName = keyof typeof right
const partNames = Object.keys(right) as ReadonlyArray<PartName>

const reportOn = (changes: Partial<typeof right>, nonce = right.nonce): Report => {
  const { method, target, timestamp, nonce: signedNonce } = { ...right, nonce, ...changes }
  const signature = signatureOf(`${method}\n${target}\n${timestamp}\n${signedNonce}\n${body}`)
  return diagnose(
    {
      method: right.method,
      target: right.target,
      authorization: [line(signature, nonce)],
      body: new Uint8Array(Buffer.from(body)),
      keys,
      now,
    },
    hash,
    100_000_000,
  )
}

const oneFinding = ({ exact, findings, alternatives }: Report): string => {
  assert.ok(exact && findings.length === 1, JSON.stringify([findings, alternatives]))
  return findings[0]?.what ?? ''
}

const parts = suite('what programs do to a part')

for (const name of partNames) {
  parts(`the ${name}: each text that programs print round it is found, and its words name the part`, () => {
    for (const signed of inTurn(4, partsPrinted(right[name])))
      assert.match(oneFinding(reportOn({ [name]: signed })), new RegExp(`\\b${name}\\b|query|path`), signed)
  })

  parts(`the ${name}: each text that programs print for an object is found, and quoted`, () => {
    for (const signed of inTurn(4, printedObjects)) {
      const what = oneFinding(reportOn({ [name]: signed }))
      assert.ok(what.includes(`${signed} instead of the ${name}`), what)
    }
  })

  parts(`the ${name}: blanks and zero bytes up to the length of a column are found`, () => {
    for (const [, signed] of inTurn(4, paddedParts(right[name]))) {
      const what = oneFinding(reportOn({ [name]: signed }))
      assert.match(what, new RegExp(`the ${name} with (?:blanks|zero bytes) after it, ${signed.length} characters`))
    }
  })

  parts(`the ${name}: its encodings and hashes are found`, () => {
    const forms = encodedParts(right[name], hash).filter(([, signed]) => signed !== right[name])
    for (const [, signed] of inTurn(4, forms)) oneFinding(reportOn({ [name]: signed }))
  })
}

for (const [sent, signed, how] of [
  ['7315922048811467523', '7315922048811468000', 'JavaScript'],
  ['7315922048811467523', '7315922048811467776', 'an integer of a double'],
  ['7315922048811467523', '7.315922048811468E18', 'Java'],
  ['7315922048811467523', '7.315922048811468e+18', 'Python'],
  ['7315922048811467523', '7.3159220488115E+18', 'echo of PHP'],
  ['7315922048811467523', '7315922048811460000', 'a spreadsheet'],
  ['7315922048811467523', '7315922222558740480', 'a float of 32 bits'],
  ['7315922048811467523', '2147483647', 'the largest integer of a column'],
  ['1700013584482', '1,700,013,584,482', 'a number in groups'],
  ['004821', '0000000000004821', 'a number of 16 digits'],
] as const)
  parts(`a nonce of digits that was read as a number: ${how}`, () =>
    assert.match(oneFinding(reportOn({ nonce: signed }, sent)), /read the nonce as a (?:floating-point )?number/),
  )

parts('a nonce with the app id before it or the timestamp after it: both nonces are shown', () => {
  for (const signed of [`app-1-${right.nonce}`, `${right.nonce}${now}`])
    assert.is(
      oneFinding(reportOn({ nonce: signed })),
      `The caller signed ${signed} as the nonce, but sent ${right.nonce}.`,
    )
})
