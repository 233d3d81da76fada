/** Variables of tools that make their values up: any of the values of a text, in the words of one tool. */
import { drawOf } from '../../../support/planting.ts'
import { assert, byTurns, suite } from '../../../support/suite.ts'
import { findingOn, inLatin1, signedBy } from './changes.ts'

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** What each tool's documents call the values of these kinds. */
const tools: Readonly<Record<string, readonly [uuid: string, seconds: string, integer: string]>> = {
  Postman: ['{{$guid}}', '{{$timestamp}}', '{{$randomInt}}'],
  'Postman, its other name': ['{{$randomUUID}}', '{{$timestamp}}', '{{$randomInt}}'],
  'REST Client': ['{{$guid}}', '{{$timestamp}}', '{{$randomInt 0 1000}}'],
  'HTTP Client of JetBrains': ['{{$random.uuid}}', '{{$timestamp}}', '{{$random.integer}}'],
  JMeter: [`$${'{__UUID()}'}`, `$${'{__time(/1000)}'}`, `$${'{__Random(1,1000)}'}`],
  Insomnia: ["{% uuid 'v4' %}", "{% now 'unix', '' %}", "{% faker 'randomInt' %}"],
  Apifox: ['{{$string.uuid}}', '{{$date.timestamp}}', '{{$number.int}}'],
  Artillery: ['{{ $uuid }}', '{{ $timestamp }}', '{{ $randomNumber(1,100) }}'],
}

/** The places of the three values, in texts that a tool sends. */
const texts: Readonly<Record<string, (uuid: string, seconds: string, integer: string) => string>> = {
  'compact JSON': (a, b, c) => `{"id":"${a}","at":${b},"count":${c},"name":"north"}`,
  'JSON for people': (a, b, c) => `{\n  "id": "job-${a}",\n  "at": "${b}",\n  "more": [{"n": "job-${c}"}]\n}`,
  XML: (a, b, c) => `<job id="${a}"><at>${b}</at><n>${c}</n></job>`,
  'a form': (a, b, c) => `id=${a}&at=${b}&n=${c}`,
}

const variables = byTurns(2, suite('variables of tools that make their values up'))

for (const [where, text] of Object.entries(texts))
  variables(`for all tools and all choices of the values: they stood in ${where}`, () => {
    const sent = text(uuid, '1700000123', '417')
    const signed = signedBy(['part-unfilled'], 'body', { body: sent })
    for (const [tool, names] of Object.entries(tools))
      for (let chosen = 1; chosen < 8; chosen++) {
        const values = [uuid, '1700000123', '417'].map((value, i) => ((chosen >> i) & 1 ? (names[i] as string) : value))
        const template = text(...(values as [string, string, string]))
        assert.ok(signed.has(inLatin1(template)), `${tool}: ${template}`)
      }
  })

variables('in a query and in a path, as they are and percent-encoded', () => {
  const signed = signedBy(['target-other'], 'target', { target: `/v1/jobs/${uuid}?at=1700000123&n=417` })
  for (const [, [id, seconds, integer]] of Object.entries(tools))
    for (const write of [(text: string) => text, encodeURIComponent]) {
      for (const template of [
        `/v1/jobs/${write(id)}?at=1700000123&n=417`,
        `/v1/jobs/${uuid}?at=${write(seconds)}&n=${write(integer)}`,
        `/v1/jobs/${write(id)}?at=${write(seconds)}&n=${write(integer)}`,
      ])
        assert.ok(signed.has(template), template)
    }
})

variables('beside variables of the caller', () => {
  const sent = `{"id":"${uuid}","zoneId":"7f3","name":"north"}`
  const signed = signedBy(['part-unfilled'], 'body', { body: sent })
  for (const template of [
    `{"id":"{{$guid}}","zoneId":"{{zoneId}}","name":"north"}`,
    `{"id":"{{$guid}}","zoneId":"{{zoneId}}","name":"{{name}}"}`,
  ])
    assert.ok(signed.has(template), template)
})

variables('every variable that was signed is named', () => {
  const sent = `{"id":"${uuid}","n":417}`
  const found = findingOn({ body: sent }, { body: '{"id":"{{$guid}}","n":{{$randomInt}}}' })
  assert.is(found.id, 'part-unfilled')
  assert.match(found.what, /\{\{\$guid\}\} and \{\{\$randomInt\}\} instead of values/)
  const target = '/v1/jobs?id=417&at=1700000123'
  const other = findingOn({ target }, { target: '/v1/jobs?id={{$randomInt}}&at={{$timestamp}}' })
  assert.match(other.what, /id=\{\{\$randomInt\}\} and at=\{\{\$timestamp\}\}\. These are placeholders of a template/)
})

variables('a long text has no more forms than a thousand', () => {
  const { below } = drawOf(1)
  const body = JSON.stringify(Array.from({ length: 400 }, () => ({ n: below(1000) })))
  assert.ok(signedBy(['part-unfilled'], 'body', { body }).size < 5000)
})

variables('within a longer string: for all tools, digits after a word', () => {
  const text = (seconds: string, integer: string): string =>
    `{"email":"user${integer}@example.com","ref":"run${seconds}","name":"north"}`
  const signed = signedBy(['part-unfilled'], 'body', { body: text('1700000123', '482') })
  for (const [tool, [, seconds, integer]] of Object.entries(tools)) {
    assert.ok(signed.has(inLatin1(text('1700000123', integer))), tool)
    assert.ok(signed.has(inLatin1(text(seconds, '482'))), tool)
    assert.ok(signed.has(inLatin1(text(seconds, integer))), tool)
  }
})

variables('within a longer string: the address of a service, a name in a sentence', () => {
  const sent = '{"hook":"https://hooks.example.com/in?a=1","title":"Hello Anna, welcome","n":1}'
  for (const [value, variable] of [
    ['https://hooks.example.com', '{{baseUrl}}'],
    ['hooks.example.com', '{{host}}'],
    ['Anna', '{{$randomFirstName}}'],
  ] as const) {
    const found = findingOn({ body: sent }, { body: sent.replace(value, () => variable) })
    assert.is(found.id, 'part-unfilled')
    assert.ok(found.what.includes(`${variable} instead of a value`), found.what)
  }
})
