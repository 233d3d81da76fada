/** Mistakes that programs in many languages and tools make at first sight: each is found alone, and told in its own words. */
import fc from 'fast-check'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { onlyFinding, reportOnText } from '../../support/signedText.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { findingOn } from './forms/changes.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

const habits = suite('habits of languages and tools')

const job = fc.stringMatching(/^[a-z]{3,8}$/).map((text) => `{"text":"${text}","seed":7}`)
const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE')

habits('for all methods: the classes of Ktor and Akka are told by their text', () =>
  forAll([methods, fc.constantFrom('HttpMethod(value=%)', 'HttpMethod(%)')], { numRuns: 6 }, (method, printing) => {
    const printed = printing.replace('%', method)
    const { id, what } = onlyFinding(reportOnText(`${printed}\n/v1/jobs\n${now}\nn-1\n`, { method }))
    assert.is(id, 'parts-labelled')
    assert.ok(what.startsWith(`The caller signed ${printed} as the method.`), what)
  }),
)

for (const number of ['0', '1', '2'])
  habits(`the method as the number ${number} of an enumeration`, () => {
    const { id, what } = onlyFinding(reportOnText(`${number}\n/v1/jobs\n${now}\nn-1\n`, {}))
    assert.is(id, 'parts-labelled')
    assert.match(what, new RegExp(`^The caller signed the number ${number} as the method`))
  })

habits('no other number is tried as the method', () => {
  assert.not.ok(reportOnText(`17\n/v1/jobs\n${now}\nn-1\n`, {}).recovered)
})

for (const separator of ['#(lf)', '{{newline}}', '10', ' \r\n', ',', ' | '])
  habits(`${JSON.stringify(separator)} between the parts is quoted`, () => {
    const text = ['POST', '/v1/jobs', now, 'n-1', '{"seed":7}'].join(separator)
    const { id, what } = onlyFinding(reportOnText(text, { body: '{"seed":7}' }))
    assert.is(id, 'separator-other')
    assert.is(what, `The caller joined the parts with ${JSON.stringify(separator)} instead of a line feed.`)
  })

for (const [separator, name] of [
  [' ', 'a space'],
  ['\r', 'a carriage return'],
] as const)
  habits(`${name} between the parts is named`, () => {
    const text = ['POST', '/v1/jobs', now, 'n-1', '{"seed":7}'].join(separator)
    const { what } = onlyFinding(reportOnText(text, { body: '{"seed":7}' }))
    assert.is(what, `The caller joined the parts with ${name} instead of a line feed.`)
  })

habits('for all bodies: a list round them is named', () =>
  forAll([job], { numRuns: 2 }, (json) => {
    assert.match(
      findingOn({ body: json }, { body: `[${json}]` }).what,
      /^The caller signed the body as the only item of a list, between/,
    )
  }),
)

const appIdNames = ['client_id', 'clientId']

habits('for all names of the app id in other schemes: the name is told, and no item is called missing', () =>
  forAll([fc.constantFrom(...appIdNames)], { numRuns: 2 }, (name) => {
    const signature = signatureOf(`GET\n/v1/jobs\n${now}\nn-1\n`)
    const authorization = [line(signature).replace('app_id=', `${name}=`)]
    const report = diagnose(
      { method: 'GET', target: '/v1/jobs', authorization, body: new Uint8Array(), keys, now },
      hash,
    )
    assert.is(onlyFinding(report).what, `The item app_id of the header is called ${name}.`)
  }),
)

for (const end of ['', '\r\n'])
  habits(`a byte order mark and CR LF${end === '' ? '' : ', also after the body'}: a StreamWriter wrote both`, () => {
    const text = `\ufeff${['POST', '/v1/jobs', now, 'n-1', '{"seed":7}'].join('\r\n')}${end}`
    const { id, what, remedy } = onlyFinding(reportOnText(text, { body: '{"seed":7}' }))
    assert.is(id, 'text-encoded')
    assert.match(
      what,
      /^The caller signed a byte order mark before the string to sign, and ended (?:its|the) lines with CR LF/,
    )
    assert.match(remedy, /without a byte order mark/)
  })

habits('an equals sign before the whole text', () => {
  const { id, what } = onlyFinding(reportOnText(`=POST\n/v1/jobs\n${now}\nn-1\n{}`, { body: '{}' }))
  assert.is(id, 'parts-labelled')
  assert.match(what, /^The caller signed an equals sign before the method/)
})

for (const [text, words] of [
  [`"POST\n/v1/jobs\n${now}\nn-1\n{}"`, /^The caller signed the string to sign in quotation marks/],
  [`"POST"\n"/v1/jobs"\n"${now}"\n"n-1"\n"{}"`, /^The caller signed each part in quotation marks/],
] as const)
  habits(`quotation marks: ${words.source.slice(19)}`, () => {
    assert.match(onlyFinding(reportOnText(text, { body: '{}' })).what, words)
  })

habits('for all buffers: a text that was cut, and a NUL after it', () =>
  forAll([fc.constantFrom(256, 512)], { numRuns: 2 }, (size) => {
    const body = JSON.stringify({ text: 'dawn '.repeat(120), seed: 7 })
    const whole = Buffer.from(`POST\n/v1/jobs\n${now}\nn-1\n${body}`)
    const signed = Buffer.concat([whole.subarray(0, size - 1), Buffer.of(0)])
    const { what, remedy } = onlyFinding(reportOnText(signed, { body }))
    assert.match(what, /^The caller signed only the first \d+ bytes of the body, and a NUL byte after them/)
    assert.match(remedy, /larger buffer/)
  }),
)

const tools = ['{{ $json.body }}', '{{bundle.inputData.body}}', '{request.content}', '{{ body }}']

for (const placeholder of tools)
  habits(`${placeholder} in place of the body`, () => {
    const { id, what } = findingOn({ body: '{"seed":7}' }, { body: placeholder })
    assert.is(id, 'part-unfilled')
    assert.ok(what.startsWith(`The caller signed ${placeholder} instead of the body.`), what)
  })

habits('for all bodies: the object of Postman that holds the body', () =>
  forAll([job, fc.boolean()], { numRuns: 4 }, (json, hasOptions) => {
    const options = hasOptions ? { options: { raw: { language: 'json' } } } : {}
    const signed = JSON.stringify({ mode: 'raw', raw: json, ...options })
    const { id, what, remedy } = findingOn({ body: json }, { body: signed })
    assert.is(id, 'body-other')
    assert.match(what, /pm\.request\.body/)
    assert.match(remedy, /pm\.request\.body\.raw/)
  }),
)

const query = fc
  .array(fc.stringMatching(/^[a-z]{1,4}=[a-z0-9]{1,4}$/), { minLength: 2, maxLength: 3 })
  .map((pairs) => pairs.join('&'))

habits('for all queries: &#038; of WordPress', () =>
  forAll([query], { numRuns: 3 }, (parameters) => {
    const signed = `/v1/jobs?${parameters.replaceAll('&', '&#038;')}`
    const { id, what } = findingOn({ target: `/v1/jobs?${parameters}` }, { target: signed })
    assert.is(id, 'html-entities')
    assert.is(what, 'The caller signed &#038; in place of &, but sent &.')
  }),
)

habits('for all queries: the query escaped as a whole', () =>
  forAll([query], { numRuns: 3 }, (parameters) => {
    const signed = `/v1/jobs?${encodeURIComponent(parameters)}`
    const { what, remedy } = findingOn({ target: `/v1/jobs?${parameters}` }, { target: signed })
    assert.match(what, /^The caller escaped the whole query before it signed it/)
    assert.match(remedy, /Escape only the names and values/)
  }),
)

habits('one parameter with an escaped ampersand in its value is no query that was escaped as a whole', () => {
  const { what } = findingOn({ target: '/v1/jobs?q=a&b=c' }, { target: '/v1/jobs?q=a%26b%3Dc' })
  assert.not.match(what, /the whole query/)
})

habits('JSON as Jackson indents it, and the path without its query: two mistakes', () => {
  const body = '{"text":"dawn","items":[{"seed":7}]}'
  const signed = '{\n  "text" : "dawn",\n  "items" : [ {\n    "seed" : 7\n  } ]\n}'
  const { exact, findings } = reportOnText(`POST\n/v1/jobs\n${now}\nn-1\n${signed}`, { target: '/v1/jobs?a=1', body })
  assert.equal([exact, findings.map(({ id }) => id)], [true, ['target-without-query', 'body-reserialized']])
})

habits('letters that a database wrote as an inverted question mark', () => {
  const body = '{"text":"é 灯"}'
  const signed = Buffer.concat([Buffer.from('{"text":"'), Buffer.of(0xe9, 0x20, 0xbf), Buffer.from('"}')])
  const text = Buffer.concat([Buffer.from(`POST\n/v1/jobs\n${now}\nn-1\n`), signed])
  assert.is(onlyFinding(reportOnText(text, { body })).id, 'body-encoding')
})

for (const origin of [
  'http://api.example:8080',
  'https://api.example:8443',
  'http://testserver',
  'http://localhost:3000',
])
  habits(`${origin} before the path`, () => {
    const { id, what } = onlyFinding(
      reportOnText(`GET\n${origin}/v1/jobs\n${now}\nn-1\n`, { method: 'GET', host: 'api.example' }),
    )
    assert.is(id, 'target-with-origin')
    assert.ok(what.includes(origin), what)
  })

habits('a placeholder in the path and no query: both are told', () => {
  const { what, remedy } = findingOn({ target: '/v1/jobs/8812?x=1' }, { target: '/v1/jobs/{{id}}' })
  assert.match(what, /\{\{id\}\} instead of 8812.*without the query/)
  assert.match(remedy, /query/)
})
