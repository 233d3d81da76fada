/** Words that name the one thing in which the signed and the sent text differ, and no other cause that looks like it. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Finding } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { reportOnText, type Sent } from '../../support/signedText.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { findingOn } from './forms/changes.ts'

const named = suite('a difference that is named')

const segment = fc.stringMatching(/^[a-z][a-z0-9]{1,5}$/)

named('for all prefixes: one that was lost with the question mark or the query is no text that was cut', () =>
  forAll([segment, segment, fc.constantFrom('?', '?&', '?a=1&b=2')], { numRuns: 5 }, (prefix, name, query) => {
    fc.pre(prefix !== name)
    const { what, remedy } = findingOn({ target: `/${prefix}/v1/${name}${query}` }, { target: `/v1/${name}` })
    const end = query === '?' ? 'the question mark after it' : 'the query'
    assert.is(what, `The caller signed only /v1/${name}: neither the prefix /${prefix} of the path nor ${end}.`)
    assert.is(/question mark/.test(remedy), query === '?')
  }),
)

named('a path that was escaped as a whole is told as the path, and only with its query as the target', () => {
  const whatOf = (target: string, signed: string): string => findingOn({ target }, { target: signed }).what
  assert.match(whatOf('/v1/jobs', '%2Fv1%2Fjobs'), /escaped the whole path/)
  assert.match(whatOf('/v1/jobs?a=1&b=2', '%2Fv1%2Fjobs?a=1&b=2'), /escaped the whole path/)
  assert.match(whatOf('/v1/jobs?a=1&b=2', '%2Fv1%2Fjobs%3Fa%3D1%26b%3D2'), /escaped the whole target/)
})

// ---- The header

/** The findings on a request that was signed with the right nonce and sent with this one. */
const findingsOnNonce = (nonce: string): ReadonlyArray<Finding> => {
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const authorization = [line(signatureOf(`GET\n/v1/jobs\n${now}\nn-1\n`), nonce)]
  const request = { method: 'GET', target: '/v1/jobs', authorization, body: new Uint8Array(), keys, now }
  return diagnose(request, hash, 10_000_000).findings
}

const masks = fc.tuple(fc.constantFrom('', 'a1', '7f3e'), fc.constantFrom('***', '********', '•••', '…', '██', '...'))

named('for all nonces with masked characters: they are told as masked, and not as made of wrong characters', () =>
  forAll([masks], { numRuns: 5 }, ([start, mask]) => {
    const [found] = findingsOnNonce(start + mask)
    assert.is(found?.id, 'nonce-alphabet')
    assert.ok(found?.what.startsWith(`The nonce in the header has ${mask} in place of characters.`), found?.what)
    assert.match(found?.remedy ?? '', /^Take the request as it was sent/)
  }),
)

named('for all characters that no nonce has: the character and its place are named', () =>
  forAll([segment, fc.constantFrom('.', '!', '~', 'é', '@')], { numRuns: 5 }, (start, character) => {
    const [found] = findingsOnNonce(`${start}${character}1`)
    assert.is(found?.id, 'nonce-alphabet')
    assert.match(found?.detail ?? '', new RegExp(`at character ${start.length + 1}$`))
    assert.ok(found?.what.includes(character), found?.what)
  }),
)

// ---- Escapes

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const marked = fc.string({ unit: fc.constantFrom('a', ' ', '&', '<', '>'), minLength: 2, maxLength: 8 })

named('for all texts with entities: the words name one that was signed, and no quotation mark that is not there', () =>
  forAll([marked, fc.boolean()], { numRuns: 8 }, (text, isJson) => {
    fc.pre(/[&<>]/.test(text))
    const body = isJson ? `{"text":"${text}"}` : `text ${text}`
    const escaped = body.replace(/[&<>]/g, (mark) => entities[mark] ?? mark)
    const found = findingOn({ body }, { body: escaped })
    const [, entity = ''] = /HTML entities, such as (&\w+;), but/.exec(found.what) ?? []
    assert.ok(escaped.includes(entity), found.what)
    assert.not.match(found.what + found.detail, /quot/)
  }),
)

const escapable = fc.string({ unit: fc.constantFrom('a', '\n', '"', '\\', '\t'), minLength: 1, maxLength: 5 })

named('for all strings of JSON that were escaped once more: the strings are told, and not the body', () =>
  forAll([fc.array(escapable, { minLength: 1, maxLength: 3 })], { numRuns: 5 }, (strings) => {
    fc.pre(strings.some((text) => /[\n"\\\t]/.test(text)))
    const again = strings.map((text) => JSON.stringify(text))
    const [body, signed] = [strings, again].map((list) => JSON.stringify({ list }))
    const found = findingOn({ body: body ?? '' }, { body: signed ?? '' })
    const count = strings.length === 1 ? 'one string' : `${strings.length} strings`
    assert.match(found.what, new RegExp(`^The caller signed the JSON with additional .*escapes in ${count}, but`))
  }),
)

// ---- Bodies

const multipart = (value: string): string =>
  `--b-7\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n--b-7\r\nContent-Disposition: form-data; name="b"\r\n\r\n2\r\n--b-7--\r\n`

named('for all multipart forms: one that was signed before its last boundary needs no larger buffer', () =>
  forAll([segment, fc.constantFrom(4, 9, 11)], { numRuns: 5 }, (value, missing) => {
    const body = multipart(value)
    const found = findingOn({ body }, { body: body.slice(0, -missing) })
    assert.match(found.what, /its last boundary/)
    assert.not.match(found.what, /buffer/)
    assert.match(found.remedy, /whole form once/)
  }),
)

named('members that hold nothing were left out by no list of names', () => {
  const empty = findingOn({ body: '{"a":{"list":[{"x":""}],"a":2},"b":1}' }, { body: '{"a":{"a":2},"b":1}' })
  assert.match(empty.what, /members within the JSON that hold nothing were left out/)
  const full = findingOn({ body: '{"a":{"list":[{"x":"7"}],"a":2},"b":1}' }, { body: '{"a":{"a":2},"b":1}' })
  assert.match(full.what, /a list as replacer/)
})

const phpTexts: ReadonlyArray<readonly [sent: string, signed: string]> = [
  ['{"o":{},"a":1}', '{"o":[],"a":1}'],
  ['{"o":{},"a":"x/y"}', '{"o":[],"a":"x\\/y"}'],
  ['{"a":1.0,"b":"x/é"}', '{"a":1,"b":"x\\/\\u00e9"}'],
  ['{"a":"x/y"}', '{"a":"x\\/y"}'],
]

for (const [sent, signed] of phpTexts)
  named(`${signed} for ${sent}: PHP decoded the JSON and encoded it again`, () => {
    const { what, remedy } = findingOn({ body: sent }, { body: signed })
    assert.match(what, /json_encode/)
    assert.match(remedy, /^In PHP, do not decode the JSON and encode it again/)
  })

named('escapes of letters alone, and escapes that only the sent text has, are no sign of PHP', () => {
  assert.not.match(findingOn({ body: '{"a":"é"}' }, { body: '{"a":"\\u00e9"}' }).remedy, /PHP/)
  assert.not.match(findingOn({ body: '{"a":"x\\/y"}' }, { body: '{"a":"x/y"}' }).remedy, /PHP/)
})

// ---- Printed values, and variables

const printedMaps = ['{:a=>1, :b=>2}', '{"a"=>"1", "b"=>"2"}', "{'a': '1', 'b': '2'}", '{a=1, b=2}', 'map[a:1 b:2]']

for (const printed of printedMaps)
  named(`${printed} in place of the query: it was printed, and no proxy is blamed`, () => {
    const { what, remedyFor } = findingOn({ target: '/v1/jobs?a=1&b=2' }, { target: `/v1/jobs?${printed}` })
    assert.match(what, 'Its program printed the parameters as an object, a map or a list')
    assert.is(remedyFor, undefined)
  })

named('for all targets with an escaped #: the decoded one that ends before it is known, and told so', () =>
  forAll([segment, fc.constantFrom('/v1/%C3%A9/', '/v1/jobs?q=a%20')], { numRuns: 5 }, (name, start) => {
    const target = `${start}${name}%23${name}`
    const { what } = findingOn({ target }, { target: decodeURIComponent(start) + name })
    assert.match(what, /^The caller decoded the target, and then signed it only up to the #\./)
  }),
)

named('for all names: variables in the query and in the body are told together', () =>
  forAll([segment, fc.constantFrom('{{x}}', '$'.concat('{x}'))], { numRuns: 4 }, (name, notation) => {
    const variable = notation.replace('x', () => name)
    const found = findingOn(
      { target: `/v1/jobs?${name}=abc`, body: `{"${name}":"abc","n":7}` },
      { target: `/v1/jobs?${name}=${variable}`, body: `{"${name}":"${variable}","n":7}` },
    )
    assert.is(found.id, 'part-unfilled')
    assert.ok(found.what.startsWith(`The caller signed the query and the body with variables, such as ${variable}.`))
  }),
)

named('for all values of JSON in Optional of Swift: it is named', () =>
  forAll([segment], { numRuns: 3 }, (text) => {
    const body = `{"id":"${text}","n":7}`
    for (const signed of [`{"id":"Optional(\\"${text}\\")","n":7}`, `{"id":"Optional("${text}")","n":Optional(7)}`])
      assert.match(findingOn({ body }, { body: signed }).what, /Swift/)
  }),
)

// ---- The join

named('a text with all five parts and the host lacks no part', () => {
  const sent: Sent = { body: '{"seed":7}', host: 'jobs.example.com' }
  const { exact, findings } = reportOnText(`POST\njobs.example.com\n/v1/jobs\n${now}\nn-1\n{"seed":7}`, sent)
  assert.ok(exact)
  assert.equal(
    findings.map(({ id }) => id),
    ['parts-labelled'],
  )
})

const findingsOnText = (text: string, sent: Sent): ReadonlyArray<Finding> => reportOnText(text, sent).findings

named('for all parts: one that was empty is named', () =>
  forAll([fc.constantFrom('timestamp', 'target')], { numRuns: 2 }, (name) => {
    const [target, timestamp] = name === 'target' ? ['', now] : ['/v1/jobs', '']
    const [found] = findingsOnText(`POST\n${target}\n${timestamp}\nn-1\n{}`, { body: '{}' })
    assert.ok(found?.what.startsWith(`The caller signed an empty line in place of the ${name}.`), found?.what)
  }),
)

named('names before the parts, a list of the parts, and a part that was signed twice', () => {
  const [labelled] = findingsOnText(`method: POST\nurl: /v1/jobs\ntimestamp: ${now}\nnonce: n-1\nbody: {}`, {
    body: '{}',
  })
  assert.match(labelled?.what ?? '', 'a name before each part: method, url, timestamp, nonce, body.')
  const [list] = findingsOnText(JSON.stringify(['POST', '/v1/jobs', String(now), 'n-1', '{}']), { body: '{}' })
  assert.match(list?.what ?? '', 'as a program prints a list: "[" before them')
  const [twice] = findingsOnText(`POST\n/v1/jobs\n${now}\nn-1\n{}{}`, { body: '{}' })
  assert.match(twice?.what ?? '', 'The caller signed the body twice')
})

named('for all hashes of the body: hash and writing are named', () => {
  for (const [hashName, shown] of [
    ['md5', 'MD5'],
    ['sha256', 'SHA-256'],
  ] as const)
    for (const [encoding, written] of [
      ['hex', 'hexadecimal digits'],
      ['base64', 'Base64'],
    ] as const) {
      const digest = createHash(hashName).update('{"seed":7}').digest(encoding)
      const { what } = findingOn({ body: '{"seed":7}' }, { body: digest })
      assert.is(what, `The caller signed the ${shown} of the body in ${written} instead of the body.`)
    }
})

named('for all blanks at an end of the body, and for typographic marks in it: they are known', () =>
  forAll([segment, fc.constantFrom(' ', '\t')], { numRuns: 3 }, (text, blank) => {
    const body = `{"text":"${text}"}`
    assert.match(findingOn({ body }, { body: body + blank }).what, /white space at its end/)
    const typographic = `{\u201ctext\u201d:\u201c${text}\u201d}`
    assert.match(findingOn({ body }, { body: typographic }).what, /typographic quotation marks/)
    assert.match(findingOn({ body: typographic }, { body }).what, /typographic ones were sent/)
  }),
)

named('a space behind the target fills no column', () => {
  assert.match(findingOn({}, { target: '/v1/jobs ' }).what, /white space before or after the target/)
})

named('an auth type that is wrong, or that is missing, is named with the right one', () => {
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const right = line(signatureOf(`GET\n/v1/jobs\n${now}\nn-1\n`))
  const whatOn = (authorization: string): string =>
    diagnose(
      { method: 'GET', target: '/v1/jobs', authorization: [authorization], body: new Uint8Array(), keys, now },
      hash,
    ).findings[0]?.what ?? ''
  assert.match(
    whatOn(right.replace('SVC-SHA256-RSA', 'Bearer')),
    'begins with Bearer, and not with the auth type SVC-SHA256-RSA',
  )
  assert.match(whatOn(right.replace('SVC-SHA256-RSA ', '')), 'the auth type SVC-SHA256-RSA is missing')
  assert.match(whatOn(`Authorization: ${right}`), 'begins with the name of the header')
  assert.is(whatOn(right.replace('app_id=app-1,', '')), 'The header lacks app_id.')
})
