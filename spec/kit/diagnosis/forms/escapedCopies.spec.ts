/** A body that a caller escaped as a whole before signing: line ends and letters became escapes, quotation marks stayed. */
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'

const reportOn = (body: string, signedBody: string): Report => {
  const authorization = [line(signatureOf(`POST\n/v1/jobs\n${now}\nn-1\n${signedBody}`))]
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const bytes = new Uint8Array(Buffer.from(body))
  return diagnose({ method: 'POST', target: '/v1/jobs', authorization, body: bytes, keys, now }, hash, 300_000_000)
}

/** What JSON writes for each unit, without the escapes of quotation marks and backslashes. */
const escapedUnit = (unit: string): string => {
  if (unit === '"' || unit === '\\') return unit
  const isBeyond = unit.charCodeAt(0) > 0x7f
  return isBeyond ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : JSON.stringify(unit).slice(1, -1)
}

const escapedCopy = (body: string): string =>
  Array.from({ length: body.length }, (_, i) => escapedUnit(body[i] as string)).join('')

const copies = suite('a body that was escaped as a whole')

const values: ReadonlyArray<unknown> = [
  { name: 'Ünïcode – résumé 😀.pdf', url: 'https://a.example/b' },
  ['ä', { deep: { text: '漢字', tab: 1 } }],
  { plain: 'ASCII alone' },
]

for (const indent of [2, 4, '\t'])
  copies(`for all letters, slashes and line ends: found and proven; indent ${JSON.stringify(indent)}`, () => {
    for (const value of values) {
      const body = JSON.stringify(value, null, indent)
      const escaped = escapedCopy(body)
      for (const signed of [escaped, escaped.replaceAll('/', '\\/')]) {
        const { exact, findings } = reportOn(body, signed)
        assert.ok(exact, signed)
        assert.equal(
          findings.map(({ id }) => id),
          ['body-quoted'],
          signed,
        )
        assert.match(findings[0]?.what ?? '', /signed the body with escapes/)
      }
    }
  })

copies('escapes only within the strings of JSON are the work of a serializer', () => {
  const body = JSON.stringify({ name: 'résumé' })
  const { findings } = reportOn(body, escapedCopy(body))
  assert.equal(
    findings.map(({ id }) => id),
    ['body-reserialized'],
  )
})
