/**
 * Texts that programs of other services signed: backslashes before marks, fields without & between them, values that were added to names,
 * the length of the body, and UTF-8 that was read as GB2312. Each is found, proven and told in words that are true of it.
 */
import fc from 'fast-check'
import { whiteSpaceRound } from '../../../../src/kit/diagnosis/bodyDifference.ts'
import { say } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { fieldsDifference } from '../../../../src/kit/diagnosis/fieldsDifference.ts'
import { backslashMarks } from '../../../../src/kit/diagnosis/forms/backslashMarks.ts'
import type { Finding } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const programs = suite('texts of other programs')

const isSaid = ({ what, remedy }: Finding): void => {
  for (const sentence of [what, remedy]) assert.match(say(sentence), /[\u4e00-\u9fff]/, sentence)
}

const bodies: ReadonlyArray<readonly [sent: string, signed: string, words: RegExp]> = [
  ['{"at":"10:53:35"}', '{"at":"10\\:53\\:35"}', /a backslash before each : in the strings/],
  ['{"at":"10:53"}', '{"at"\\:"10\\:53"}', /a backslash before each :, but/],
  ['{"a":"x.y"}', '\\{"a":"x\\.y"\\}', /\(for example re\.escape of Python\)/],
  ['at=10:45:24&b=1', 'at=10\\:45:24&b=1', /only the first : as \\:/],
  ['price=0.000001&b=1', 'price=1.0e-6&b=1', /price=1\.0e-6, but price=0\.000001 was sent/],
  ['a=1&b=2', 'a=1b=2', /^Between the fields, the caller signed nothing, where & was sent\.$/],
  ['b=1&a=2', 'a=2;b=1', /a semicolon, where & was sent\. It sorted the fields, too\.$/],
  ['{"s":"测试商品"}', '{"s":"娴?璇?????"}', /read the UTF-8 bytes of the body as gb2312/],
  ['', '0', /signed 0 in place of the body\. This is the length of the body in bytes/],
  ['{"a":1}', '7', /signed 7 in place of the body/],
  [
    '{"s":"Buy ","q":18676.0}',
    '{"s":"Buy","q":18676}',
    /signed trimmed strings, .* The numbers have another form, too\.$/,
  ],
  ['{"s":"Buy "}', '{"s":"Buy"}', /signed trimmed strings, (?!.*The numbers)/],
  ['{"a":1}  \n', '{"a":1}', /without the white space at its end, but it arrived with this white space/],
  ['a=false&b=2&c=true', 'a=False&b=2&c=True', /a=False where a=false was sent and c=True where .* Python writes/],
  ['{"b":"a\\u003cb","a":1}', '{"a":1,"b":"a<b"}', /^(?!.*form of a serializer \(encoding\/json of Go)/],
  ['{"a":1,"b":"a\\u003cb"}', '{"b":"a<b","a":1}', /in the form of a serializer \(encoding\/json of Go\)/],
]

for (const [sent, signed, words] of bodies)
  programs(`the body ${signed.slice(0, 30)} signed for ${JSON.stringify(sent.slice(0, 30))}`, () => {
    const found = findingOn({ body: sent }, { body: signed })
    assert.match(found.what, words)
    isSaid(found)
  })

const targets: ReadonlyArray<readonly [sent: string, signed: string, words: RegExp]> = [
  ['/hello?age&name=jack', '/hello?age=true&name=jack', /signed age=true, but age was sent/],
  ['/search?hello=world&foo=bar', '/search?hello=worldfoo=bar', /signed nothing, where & was sent/],
]

for (const [sent, signed, words] of targets)
  programs(`the target ${signed} signed for ${sent}`, () => {
    const found = findingOn({ target: sent }, { target: signed })
    assert.match(found.what, words)
    isSaid(found)
  })

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const anyBody = fc.constantFrom('{"k":"v"}', 'text of a body', '{"a":[1,2,3],"b":"c"}')
const anyPart = fc.constantFrom('method', 'target', 'timestamp', 'nonce', 'body', 'end')

programs('for all bodies and places: a line with the length of the body is told with its place', () =>
  forAll([anyBody, anyPart, fc.boolean()], { numRuns: 6 }, (body, place, isNamed) => {
    const added = isNamed ? `Content-Length: ${body.length}` : String(body.length)
    const parts = { method: 'POST', target: '/v1/jobs', timestamp: String(now), nonce: 'n-1', body }
    const lines = Object.entries(parts).flatMap(([name, text]) => (name === place ? [added, text] : [text]))
    const signed = [...lines, ...(place === 'end' ? [added] : [])].join('\n')
    const authorization = [line(signatureOf(signed))]
    const request = {
      method: 'POST',
      target: '/v1/jobs',
      authorization,
      body: new Uint8Array(Buffer.from(body)),
      keys,
      now,
    }
    const { exact, findings } = diagnose(request, hash, 200_000_000)
    assert.ok(exact, JSON.stringify(findings))
    const [found] = findings
    assert.is(found?.id, 'parts-labelled')
    assert.match(found?.what ?? '', place === 'end' ? /after the body/ : new RegExp(`before the ${place}`))
    assert.ok(found?.what.includes(`one line more, ${added}, `), found?.what)
    if (found !== undefined) isSaid(found)
  }),
)

programs('white space round a body is told where it is, on the side that has it', () => {
  const wordsOn = (signed: string, sent: string): string => whiteSpaceRound(signed, sent)?.what ?? ''
  assert.match(
    wordsOn(' {} ', '{}'),
    /signed the body with white space at its beginning and the end, but it arrived without/,
  )
  assert.match(wordsOn('{}', '\t{}'), /without the white space at its beginning, but it arrived with/)
  for (const [signed, sent] of [
    ['{}', '{}\n'],
    ['{ }', '{}'],
    [' {}', '{} '],
    [' ', ''],
  ] as const)
    assert.is(wordsOn(signed, sent), '', JSON.stringify([signed, sent]))
})

programs('other values of fields are not told as those of Python', () => {
  const wordsOn = (signed: string, sent: string): string =>
    fieldsDifference(signed.split('&'), sent.split('&'), 'x', 'form')?.what ?? ''
  assert.match(wordsOn('a=9&b=2&c=8', 'a=1&b=2&c=3'), /^Other values of the fields were signed: a=9 where .* sent\.$/)
  assert.not.match(wordsOn('a=TRUE&b=2&c=True', 'a=true&b=2&c=true'), /Python/)
  assert.match(wordsOn('a=None', 'a=null'), /Python/)
})

programs('for all JSON: a backslash is written before each colon of a value, and before no other character', () =>
  forAll([fc.array(fc.string({ unit: fc.constantFrom('a', ':', ',', '"') }))], (values) => {
    const json = JSON.stringify(Object.fromEntries(values.map((value, i) => [`n:${i}`, value])))
    const written =
      [...backslashMarks(json)].find(([detail]) => detail === 'backslashes at : in the strings')?.[1] ?? ''
    assert.is(written.replaceAll('\\:', ':'), json)
    assert.is(written.split('\\:').length - 1, values.join('').split(':').length - 1)
  }),
)
