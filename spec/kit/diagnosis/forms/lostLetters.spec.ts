/**
 * Letters that an encoding does not have: whatever is written in their place, for each character, each UTF-16 unit or each byte,
 * the text that was signed is found.
 */
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { draftOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { utf8 } from '../../../../src/kit/diagnosis/forms/charsets.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'

const letters = suite('letters that an encoding does not have')

const sent = '{"a":"é😀狐"}'
const right = draftOf({ method: 'POST', target: '/v1/jobs', timestamp: '1', nonce: 'n', body: utf8(sent), appId: 'a' })
const bodiesOf = (id: string): ReadonlyArray<string> =>
  [...(catalogue.find((mistake) => mistake.id === id)?.variations(right, hash) ?? [])].flatMap(({ signed }) =>
    signed._tag === 'Draft' && signed.change.body !== undefined
      ? [Buffer.from(signed.change.body).toString('latin1')]
      : [],
  )

/** How many replacements an encoder writes. */
const units: Readonly<Record<string, (c: string) => number>> = {
  'each character': () => 1,
  'each UTF-16 unit': (c) => c.length,
  'each byte of UTF-8': (c) => Buffer.byteLength(c),
}
const beyond = { ASCII: /[^\0-\u007f]/gu, 'Latin-1': /[^\0-\u00ff]/gu }

for (const [unit, count] of Object.entries(units))
  for (const [charset, lost] of Object.entries(beyond))
    letters(`${charset}, ${unit}: a question mark, a line, a space, a dot, U+FFFD or nothing`, () => {
      const known = bodiesOf('body-encoding')
      for (const replacement of ['?', '_', ' ', '.', Buffer.from('\ufffd').toString('latin1'), '']) {
        const signed = sent.replace(lost, (c) => replacement.repeat(count(c)))
        assert.ok(known.includes(signed), signed)
      }
    })

letters('their numbers, as entities of HTML', () => {
  const known = bodiesOf('html-entities')
  for (const signed of [
    '{"a":"&#233;&#128512;&#29392;"}',
    '{"a":"&#xe9;&#x1f600;&#x72d0;"}',
    '{"a":"&#xE9;&#x1F600;&#x72D0;"}',
  ])
    assert.ok(known.includes(signed), signed)
})

letters('Encoding.ASCII of .NET, two question marks for an emoji: told exactly', () => {
  const body = '{"request_id":"1","title":"fox 😀"}'
  const signature = signatureOf(`POST\n/v1/jobs\n${now}\nn-1\n${body.replace('😀', '??')}`)
  const report = diagnose(
    {
      method: 'POST',
      target: '/v1/jobs',
      authorization: [line(signature)],
      body: utf8(body),
      keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }],
      now,
    },
    hash,
  )
  assert.equal([report.exact, report.findings.map(({ id }) => id)], [true, ['body-encoding']])
})
