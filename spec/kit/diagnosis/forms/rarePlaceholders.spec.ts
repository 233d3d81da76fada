/** Placeholders of one part or of several: variables of tools, names in the notations of templates, and calls that were never made. */
import { reportInChinese } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { rarePlaceholders } from '../../../../src/kit/diagnosis/forms/rarePlaceholders.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'

const body = '{"a":1}'
const rightLines = ['POST', '/v1/jobs', String(now), 'n-1', body] as const

const reportOn = (signedText: string): Report => {
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const authorization = [line(signatureOf(signedText))]
  const sent = { method: 'POST', target: '/v1/jobs', authorization, body: new Uint8Array(Buffer.from(body)) }
  return diagnose({ ...sent, keys, now }, hash)
}

const suiteOf = suite('placeholders')

const parts = ['method', 'target', 'timestamp', 'nonce', 'body'] as const

const ofOnePart = [
  ['timestamp', '{{$timestamp}}'],
  ['timestamp', `$${'{__time(/1000,)}'}`],
  ['timestamp', "{% now 'unix', '' %}"],
  ['timestamp', '%TIMESTAMP%'],
  ['nonce', '{{$guid}}'],
  ['nonce', '{{ nonce }}'],
  ['nonce', '<<nonce>>'],
  ['nonce', '" + nonce + "'],
  ['method', '%METHOD%'],
  ['target', '{{ path }}'],
  ['body', '@body.json'],
] as const

for (const [part, placeholder] of ofOnePart)
  suiteOf(`${placeholder} in place of the ${part}`, () => {
    const { exact, findings } = reportOn(rightLines.with(parts.indexOf(part), placeholder).join('\n'))
    assert.ok(exact)
    assert.is(findings[0]?.id, 'part-unfilled')
    const words = `The caller signed ${placeholder} instead of the ${part}. This is a variable or a placeholder`
    assert.ok(findings[0]?.what.startsWith(words), findings[0]?.what)
  })

suiteOf('for all placeholders of a part: a wanted text leaves that one alone', () => {
  for (const part of parts) {
    const all = rarePlaceholders(part)
    assert.is(new Set(all).size, all.length)
    for (const placeholder of all) assert.equal(rarePlaceholders(part, placeholder), [placeholder])
    assert.equal(rarePlaceholders(part, 'n-1'), [])
  }
})

const ofSeveralParts = [
  ['{{timestamp}}\n{{nonce}}', 2, 'signed {{timestamp}} and {{nonce}} in place of timestamp and nonce'],
  ['{timestamp}\n{nonce}\n{body}', 2, 'signed {timestamp}, {nonce} and {body} in place of timestamp, nonce and body'],
  ['%s\n%s\n%s\n%s\n%s', 0, 'signed %s in place of method, target, timestamp, nonce and body'],
  ['{0}\n{1}\n{2}\n{3}\n{4}', 0, 'signed {0}, {1}, {2}, {3} and {4} in place of'],
] as const

for (const [placeholders, start, words] of ofSeveralParts)
  suiteOf(`several parts: ${words}`, () => {
    const end = start + placeholders.split('\n').length
    const report = reportOn([...rightLines.slice(0, start), placeholders, ...rightLines.slice(end)].join('\n'))
    assert.ok(report.exact)
    assert.match(report.findings[0]?.what ?? '', words)
    assert.not.match(reportInChinese(report).findings[0]?.what ?? '', /signed/)
  })

for (const lineFeed of ['\n', '\\n'])
  suiteOf(`the head in one literal of single quotes, line feeds as ${JSON.stringify(lineFeed)}`, () => {
    const head = ['$method', '$path', '$timestamp', '$nonce'].map((name) => name + lineFeed).join('')
    const { exact, findings } = reportOn(head + body)
    assert.ok(exact)
    assert.match(findings[0]?.what ?? '', 'signed $method, $path, $timestamp and $nonce in place of method, target,')
  })

suiteOf('a call that was not made is told as such', () => {
  const { findings } = reportOn(rightLines.with(2, '$(date +%s)').join('\n'))
  assert.match(findings[0]?.what ?? '', 'the text of a call or a command, and it was not run')
})

suiteOf('names of the parts with URL in capitals', () => {
  const names = ['Method', 'URL', 'Timestamp', 'Nonce', 'Body']
  const { exact, findings } = reportOn(rightLines.map((part, i) => `${names[i]}: ${part}`).join('\n'))
  assert.ok(exact)
  assert.match(findings[0]?.what ?? '', 'a name before each part: Method, URL, Timestamp, Nonce, Body')
})
