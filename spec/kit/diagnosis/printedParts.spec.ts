/** What programs print in place of a part: the words quote it, and name no other text, tool or proxy. */
import fc from 'fast-check'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Finding } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { findingOn, reportOn } from './forms/changes.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

const words = suite('words for what programs print')

const job = fc.stringMatching(/^[a-z]{3,8}$/).map((text) => `{"text":"${text}","seed":7}`)

const nothings = ['None', 'nil', 'undefined', 'null', '<nil>', "b''", 'map[]', '%!s(<nil>)']

words('for all texts of a missing value: the text is named, and no other, whether a body was sent or none', () =>
  forAll([fc.constantFrom(...nothings), fc.boolean(), job], { numRuns: 12 }, (printed, isSent, json) => {
    // Go prints an empty map and a missing argument only where there is no body.
    if (isSent && ["b''", 'map[]', '<nil>', 'nil', '%!s(<nil>)'].includes(printed)) return
    const found = findingOn({ body: isSent ? json : '' }, { body: printed })
    assert.is(found.id, 'body-printed')
    assert.ok(found.what.includes(`signed ${printed}`), found.what)
    assert.not.match(found.what, /\[object Object\]|\b(?:Python|Java|Scala|Ruby|Lua)\b/)
    assert.match(found.remedy, isSent ? /Make the text of the body first/ : /sign nothing after the fourth line feed/)
  }),
)

words('an argument that a format of Go lacks: the text is quoted, and each part needs an argument', () => {
  for (const printed of ['%!s(MISSING)', '%!v(MISSING)', '%!d(MISSING)'])
    for (const body of ['', '{"seed":7}']) {
      const found = findingOn({ body }, { body: printed })
      assert.is(found.id, 'part-unfilled', printed)
      assert.is(
        found.what,
        `The caller signed ${printed} instead of the body. Go prints this if a format has more verbs than arguments.`,
      )
    }
  assert.is(findingOn({ body: '' }, { body: '%!s(<nil>)' }).id, 'body-printed')
})

const wraps = [
  ['Optional("', '")', 'Optional("…")'],
  ['Optional[', ']', 'Optional[…]'],
  ['Some(', ')', 'Some(…)'],
] as const

words('for all values that may be missing: the wrap is named, round a body, a query and a timestamp', () =>
  forAll([fc.constantFrom(...wraps), job], { numRuns: 6 }, ([open, close, name], json) => {
    const body = open.endsWith('"') ? json.replaceAll('"', '\\"') : json
    const ofBody = findingOn({ body: json }, { body: open + body + close })
    assert.ok(ofBody.what.startsWith(`The caller signed the body in ${name}, `), ofBody.what)
    const ofQuery = findingOn({ target: '/v1/jobs?a=1&b=x' }, { target: `/v1/jobs?${open}a=1&b=x${close}` })
    assert.ok(ofQuery.what.startsWith(`The caller signed the query in ${name}, `), ofQuery.what)
    for (const { remedy } of [ofBody, ofQuery]) assert.match(remedy, /^Take the value out first\. Then/)
    assert.not.match(ofQuery.remedy, /prox/)
  }),
)

words('a timestamp in Optional: the wrap is named', () => {
  const authorization = [line(signatureOf(`GET\n/v1/jobs\nOptional(${now})\nn-1\n`))]
  const { findings, exact } = diagnose(
    { method: 'GET', target: '/v1/jobs', authorization, body: new Uint8Array(), keys, now },
    hash,
  )
  assert.ok(exact)
  assert.match(findings[0]?.what ?? '', /signed Optional\(1700000000\) as the timestamp\. Optional\(…\) is how/)
})

words('an object in place of the query: JavaScript is named, and no proxy', () => {
  const found = findingOn({ target: '/v1/jobs?a=1' }, { target: '/v1/jobs?[object Object]' })
  assert.match(found.what, /^The caller signed \[object Object\] in place of the query, .* JavaScript/)
  assert.not.match(found.remedy, /prox/)
})

for (const printed of ['System.Net.Http.StringContent', 'Array', '[object ReadableStream]', '22 bytes'])
  words(`${printed} in place of the body is quoted`, () => {
    const found = findingOn({ body: '{"text":"dawn","seed":7}'.slice(0, 24) }, { body: printed.replace('22', '24') })
    assert.is(found.id, 'body-printed')
    assert.ok(found.what.includes(`It signed ${printed.replace('22', '24')}, which`), found.what)
  })

words('a text of several lines is not quoted in a sentence', () => {
  const found = findingOn(
    { body: '{"a":{"b":1}}' },
    { body: 'Array\n(\n    [a] => Array\n        (\n            [b] => 1\n        )\n\n)\n' },
  )
  assert.match(found.what, /^The caller signed the text that print_r of PHP prints for the value of the body/)
})

const variables = fc.constantFrom('$body', '#{payload}', '{body}', '{{body}}', '#{data}', '%(body)s')

words('for all variables in place of the body: the variable is named, and Postman only for its own notation', () =>
  forAll([variables, job], { numRuns: 6 }, (variable, json) => {
    const found = findingOn({ body: json }, { body: variable })
    assert.is(found.id, 'part-unfilled')
    assert.ok(found.what.startsWith(`The caller signed ${variable} instead of the body.`), found.what)
    assert.is(/Postman/.test(found.remedy), variable.startsWith('{{'))
  }),
)

words('for all variables within the body: Postman only for its own notation', () =>
  forAll([fc.constantFrom('#{seed}', '{{seed}}')], { numRuns: 2 }, (variable) => {
    const found = findingOn({ body: '{"seed":"7"}' }, { body: `{"seed":"${variable}"}` })
    assert.ok(found.what.includes(`the body with ${variable} instead`), found.what)
    assert.is(/Postman/.test(found.remedy), variable.startsWith('{{'))
  }),
)

const impossible: ReadonlyArray<readonly [signed: string, sent: string]> = [
  ['v1/jobs', '/v1/jobs'],
  ['/v1/jobs/a b', '/v1/jobs/a%20b'],
  ['%2Fv1%2Fjobs', '/v1/jobs'],
  ['%2Fv1%2Fjobs%3Fa%3D1%26b%3D2', '/v1/jobs?a=1&b=2'],
]

for (const [signed, sent] of impossible)
  words(`${signed} cannot be sent as a target, so no proxy has changed it`, () => {
    const { what, remedy }: Finding = findingOn({ target: sent }, { target: signed })
    assert.not.match(`${what} ${remedy}`, /prox|on the way/i)
  })

words('a target that can be sent may have been changed by a proxy', () => {
  const { remedy } = findingOn({ target: '/v1/jobs?a=x%20y' }, { target: '/v1/jobs?a=x+y' })
  assert.match(remedy, /proxy/)
})

for (const [target, name] of [
  ['/v1/jobs', 'path'],
  ['/v1/jobs?a=1&b=2', 'target'],
] as const)
  words(`${target}, escaped as a whole: the words say so`, () => {
    const found = findingOn({ target }, { target: encodeURIComponent(target) })
    assert.ok(found.what.startsWith(`The caller escaped the whole ${name} before it signed it, also its slashes`))
    assert.match(found.remedy, /Escape only (?:the names and values|what is between two slashes)/)
  })

words('an equals sign before the body names JMeter and n8n', () => {
  const found = findingOn({ body: '{"seed":7}' }, { body: '={"seed":7}' })
  assert.match(found.what, /^The caller signed an equals sign before the body/)
  assert.match(found.what, /JMeter.*n8n/)
})

words('two line feeds after the body are several', () => {
  assert.match(findingOn({ body: '{"seed":7}' }, { body: '{"seed":7}\n\n' }).what, /but did not send them\./)
})

words('for all JSON: on lines and with a line feed, the second explanation says each thing once', () =>
  forAll([job], { numRuns: 3 }, (json) => {
    const signed = `${JSON.stringify(JSON.parse(json), null, 4)}\n`
    const { findings, alternatives } = reportOn({ body: json }, { body: signed })
    assert.match(findings[0]?.what ?? '', /with a line feed after it/)
    const [serialized, lineFeed] = alternatives[0] ?? []
    assert.not.match(`${serialized?.detail} ${serialized?.what}`, /line feed/)
    assert.match(lineFeed?.what ?? '', /^The caller signed a line feed after the body, but did not send it\.$/)
  }),
)

words('a text that lacks only its last line feed was not cut by a buffer', () => {
  // The whole text has 81 bytes, so that a buffer of 80 bytes would cut the same.
  const head = `GET\n/v1/jobs?limit=20&status=RUNNING\n${now}\n${'n'.repeat(32)}`
  assert.is(head.length, 80)
  const authorization = [line(signatureOf(head), 'n'.repeat(32))]
  const { findings, exact } = diagnose(
    { method: 'GET', target: '/v1/jobs?limit=20&status=RUNNING', authorization, body: new Uint8Array(), keys, now },
    hash,
  )
  assert.equal([exact, findings.map(({ id }) => id)], [true, ['final-line-feed-missing']])
})
