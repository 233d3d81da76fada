/** Words that depend on the language of the caller, and on the side that has another encoding. */
import { constants, createSign, privateEncrypt } from 'node:crypto'
import fc from 'fast-check'
import { translate } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { holdsSecret } from '../../../src/kit/diagnosis/secrets.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { rsa } from '../../support/keys.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { findingOn } from './forms/changes.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

interface Sent {
  readonly body?: string
  readonly agent?: string
  readonly method?: string
  /** The whole line, if the signature does not stand in it as usual. */
  readonly authorization?: string
}

/** The report on a request for /v1/jobs in which this text was signed. */
const reportOf = (
  text: string,
  { body = '', agent, method = 'POST', authorization = line(signatureOf(text)) }: Sent,
): Report =>
  diagnose(
    {
      method,
      target: '/v1/jobs',
      authorization: [authorization],
      body: new Uint8Array(Buffer.from(body)),
      headers: agent === undefined ? [] : [['user-agent', agent]],
      keys,
      now,
    },
    hash,
    200_000_000,
  )

const words = suite('words of the language')

const shells = ['curl/8.5.0', 'Wget/1.21', 'HTTPie/3.2']
const others = ['okhttp/4.9', 'python-requests/2.32.3', 'GuzzleHttp/7', 'Go-http-client/1.1']

words(
  'a backslash and an n: a shell needs printf, another client real line feeds, an unknown client one of both',
  () => {
    const remedyFor = (agent?: string): string =>
      reportOf(`POST\\n/v1/jobs\\n${now}\\nn-1\\n`, agent === undefined ? {} : { agent }).findings[0]?.remedy ?? ''
    for (const agent of shells) {
      assert.match(remedyFor(agent), /printf/, agent)
      assert.not.match(remedyFor(agent), /In most languages/, agent)
    }
    for (const agent of others) assert.not.match(remedyFor(agent), /printf/, agent)
    assert.match(remedyFor(), /double quotes\. In a shell, write the text with printf\./)
  },
)

words(
  'a line end after the body: Go has its encoder, a shell its files, and no other client is told of either alone',
  () => {
    const wordsFor = (agent?: string, lineEnd = '\n'): string => {
      const [found] = reportOf(`POST\n/v1/jobs\n${now}\nn-1\n{"a":1}`, {
        body: `{"a":1}${lineEnd}`,
        ...(agent === undefined ? {} : { agent }),
      }).findings
      return `${found?.what} ${found?.remedy}`
    }
    assert.match(wordsFor('Go-http-client/1.1'), /Encode of a json\.Encoder.* json\.Marshal/)
    assert.match(wordsFor('curl/8.5.0'), /here-document/)
    for (const agent of [undefined, 'okhttp/4.9'])
      assert.match(
        wordsFor(agent),
        /Either the signing code trims the body, or the line end is from a file or from a serial/,
      )
    // Neither Go nor a shell writes a CR LF.
    for (const agent of [undefined, 'Go-http-client/1.1', 'curl/8.5.0']) {
      assert.match(wordsFor(agent, '\r\n'), /Either the signing code trims the body, or the line end is from a file\./)
      assert.not.match(wordsFor(agent, '\r\n'), /json\.Encoder|here-document|serializer/)
    }
  },
)

/** What languages print for `{"k":"v","n":7}`. */
const printed: Readonly<Record<string, (word: string) => string>> = {
  Python: (word) => `{'k': '${word}', 'n': 7}`,
  Ruby: (word) => `{"k"=>"${word}", "n"=>7}`,
}

words('for all printed values: the language and its serializer, and nothing of other languages', () =>
  forAll(
    [fc.constantFrom(...Object.keys(printed)), fc.stringMatching(/^[a-z]{3,8}$/)],
    { numRuns: 6 },
    (language, word) => {
      const found = findingOn({ body: `{"k":"${word}","n":7}` }, { body: printed[language]?.(word) ?? '' })
      assert.is(
        found.what,
        `The caller signed the text that ${language} prints for the value of the body, not the body itself.`,
      )
      assert.match(found.remedy, language === 'Python' ? /json\.dumps/ : /to_json/)
      assert.not.match(found.remedy, /no body/)
    },
  ),
)

/** Ways to sign the members of an object in place of its JSON, and their words. */
const memberTexts: Readonly<Record<string, (members: Readonly<Record<string, string>>) => string>> = {
  'The caller signed the members of the JSON as a form (name=value with & between them), in the order of the JSON.': (
    members,
  ) => String(new URLSearchParams(members)),
  'The caller signed the members of the JSON as a form (name=value with & between them), sorted by name.': (members) =>
    Object.entries(members)
      .toSorted()
      .map((member) => member.join('='))
      .join('&'),
  'The caller signed the members of the JSON that are not empty as a form (name=value with & between them), sorted by name.':
    (members) =>
      Object.entries(members)
        .toSorted()
        .flatMap(([name, value]) => (value === '' ? [] : `${name}=${value}`))
        .join('&'),
  'The caller signed the members of the JSON as names and values with nothing between them, sorted by name.': (
    members,
  ) => Object.entries(members).toSorted().flat().join(''),
}

words('for all objects: members that were signed as a form are named so, not as what a language prints', () =>
  forAll(
    [fc.constantFrom(...Object.keys(memberTexts)), fc.stringMatching(/^[a-z]{3,8}$/), fc.boolean()],
    { numRuns: 8 },
    (what, word, hasToken) => {
      const members = { zone: word, [hasToken ? 'apiKey' : 'kind']: 'x-12345', mark: '' }
      const signed = memberTexts[what]?.(members) ?? ''
      const report = reportOf(`POST\n/v1/jobs\n${now}\nn-1\n${signed}`, { body: JSON.stringify(members) })
      const [found] = report.findings
      assert.is(found?.what, `${what} But the JSON itself arrived.`)
      assert.match(found?.remedy ?? '', /the bytes of the body itself/)
      assert.match(translate(found?.what ?? '') ?? '', /而到达的是 JSON 本身/)
      assert.ok(!holdsSecret(found?.what ?? '') && !holdsSecret(found?.detail ?? ''))
    },
  ),
)

words('[object Object] is still called so', () =>
  assert.match(findingOn({ body: '{"k":1}' }, { body: '[object Object]' }).what, /\[object Object\]/),
)

words('for all letters of Latin-1: which side has which encoding', () =>
  forAll([fc.stringMatching(/^[à-ü]{3,5}$/)], { numRuns: 6 }, (letters) => {
    const body = `{"name":"${letters}"}`
    const latin = new Uint8Array(Buffer.from(body, 'latin1'))
    assert.is(
      findingOn({ body }, { body: latin }).what,
      'The caller signed the body in latin-1, but it arrived in UTF-8.',
    )
    assert.is(
      findingOn({ body: latin }, { body }).what,
      'The caller signed the body in UTF-8, but it arrived in latin-1.',
    )
  }),
)

words('letters that became question marks are told in one sentence', () =>
  assert.is(
    findingOn({ body: '{"tier":"gold 🥇"}' }, { body: '{"tier":"gold ??"}' }).what,
    'The caller signed a question mark for each letter beyond ASCII: its program converted the text to an encoding that does not have these letters, such as ASCII or latin-1. It sent the body in UTF-8.',
  ),
)

words('another method is named; only GET may come of a redirect', () => {
  const whatOf = (signed: string, method: string): string =>
    reportOf(`${signed}\n/v1/jobs\n${now}\nn-1\n`, { method }).findings[0]?.what ?? ''
  assert.is(whatOf('GET', 'PUT'), 'The caller signed the method GET, but PUT arrived.')
  assert.match(whatOf('PUT', 'GET'), /signed the method PUT, but GET arrived\. A redirect may have changed/)
  for (const [signed, sent] of [
    ['del', 'DELETE'],
    ['OPTIONS', 'GET'],
    ['HEAD', 'GET'],
    ['GET', 'POST'],
  ] as const)
    assert.not.match(whatOf(signed, sent), /redirect/, signed)
  assert.is(
    whatOf('del', 'DELETE'),
    'The caller signed del as the method, but DELETE arrived. Perhaps del is the name of a function of its client.',
  )
})

words('the bytes that Python prints are told without promises', () => {
  const text = `POST\n/v1/jobs\n${now}\nn-1\n`
  const [found] = reportOf(text, { authorization: line(`b'${signatureOf(text)}'`) }).findings
  assert.match(found?.what ?? '', /as Python prints them/)
  assert.not.match(`${found?.what} ${found?.remedy}`, /promise/i)
})

words('for all values: bytes of Python in the query are named, and no proxy is blamed', () =>
  forAll([fc.stringMatching(/^[a-z]{1,9}$/)], { numRuns: 4 }, (value) => {
    const start = '/v1/search?index=logs&q='
    const found = findingOn({ target: start + value }, { target: `${start}b'${value}'` })
    assert.match(found.what, /This is how Python prints bytes\./)
    assert.not.match(found.remedy, /proxy/)
  }),
)

words('a value in single quotes is not bytes of Python', () =>
  assert.not.match(findingOn({ target: '/v1?q=foo' }, { target: "/v1?q='foo'" }).what, /Python prints bytes/),
)

words('a URL in the path whose slashes were merged is to be escaped', () => {
  const merged = findingOn({ target: '/v1/proxy/http:/h/a' }, { target: '/v1/proxy/http://h/a' })
  assert.match(merged.remedy, /%3A%2F%2F/)
  assert.match(findingOn({ target: '/v1/jobs/7' }, { target: '/v1//jobs/7' }).remedy, /Join the base URL/)
})

words('the headline of a right text names what is wrong', () => {
  const text = `POST\n/v1/jobs\n${now}\nn-1\n`
  const { privateKey } = rsa(2048, 'app-1')
  const digest = hash('sha256', new Uint8Array(Buffer.from(text)))
  const bare = privateEncrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, digest).toString('base64')
  const sha512 = createSign('sha512').update(text).sign(privateKey, 'base64')
  for (const signature of [bare, sha512])
    assert.is(
      reportOf(text, { authorization: line(signature) }).headline,
      'signed the right text, but by another algorithm',
    )
  const fraction = `POST\n/v1/jobs\n${now}.25\nn-1\n`
  assert.is(
    reportOf(fraction, { authorization: line(signatureOf(fraction), 'n-1', `${now}.25`) }).headline,
    'the signature is right, but the request was refused for its timestamp',
  )
})

const agents = {
  'python-requests/2.32.3': /json\.dumps|Python/,
  'Go-http-client/1.1': /of Go\b/,
  node: /JSON\.stringify/,
  'GuzzleHttp/7': /of PHP/,
  'okhttp/4.9': /Jackson|Gson/,
  'RestSharp/110': /(?!)/,
} as const

const programsIn = (what: string): ReadonlyArray<string> =>
  Array.from(what.matchAll(/form of a serializer(?: too)?(?: \(([^()]*)\))?/g), ([, names = '']) => names).filter(
    Boolean,
  )

words('for all clients and styles: no serializer of another language is named, unless the text has its marks', () =>
  forAll(
    [
      fc.constantFrom(...(Object.keys(agents) as ReadonlyArray<keyof typeof agents>)),
      fc.constantFrom(
        '{"a": "é/", "b": 7.0}',
        '{"a":"\\u00e9\\/","b":7}',
        '{"a":"é/","b":7}',
        '{"a": "\\u00e9/", "b": 7}',
      ),
      fc.constantFrom('{"a":"é/","b":7}', '{"a":"\\u00e9\\/","b":7}', '{"a": "\\u00e9/", "b": 7}'),
    ],
    { numRuns: 16 },
    (agent, signed, body) => {
      if (signed === body) return
      const [found] = reportOf(`POST\n/v1/jobs\n${now}\nn-1\n${signed}`, { body, agent }).findings
      for (const names of programsIn(found?.what ?? '')) {
        for (const name of names.split(', '))
          assert.ok(agents[agent].test(name) || /of PHP/.test(name), `${agent}: ${found?.what}`)
        if (![signed, body].some((text) => text.includes('\\/'))) assert.match(names, agents[agent])
      }
      assert.match(translate(found?.what ?? '') ?? '', /[\u4e00-\u9fff]/)
    },
  ),
)

words('json.dumps with separators is named for a client of Python', () => {
  const body = '{"a": 1, "b": 2}'
  const [found] = reportOf(`POST\n/v1/jobs\n${now}\nn-1\n{"a":1,"b":2}`, { body, agent: 'python-requests/2' }).findings
  assert.match(found?.what ?? '', 'serializer too (json.dumps of Python with separators)')
})

words('the low bytes of letters: the words name the encoding of Node', () => {
  const body = '{"a":"红色"}'
  const signed = Buffer.concat([Buffer.from(`POST\n/v1/jobs\n${now}\nn-1\n`), Buffer.from(body, 'latin1')])
  const found = reportOf(signed as unknown as string, { body }).findings[0]
  assert.match(found?.what ?? '', "the low byte of each UTF-16 unit of the body, as 'binary' and 'latin1' of Node")
})

words('a text that was escaped twice: what the second encoder escaped besides is named', () => {
  const found = findingOn({ target: '/v1?q=San+F%2c+CA' }, { target: '/v1?q=San%2BF%252c%2BCA' })
  assert.match(found.what, 'It signed %25 where % was sent. The second encoder also wrote %2B where + was sent.')
  assert.match(translate(found.what) ?? '', '%2B')
})

words('many escapes: the first difference of the text is named first', () => {
  const sent = '{"u":"https://a/b","t":"ßäöüéè"}'
  const signed = '{"u":"https:\\/\\/a\\/b","t":"\\u00df\\u00e4\\u00f6\\u00fc\\u00e9\\u00e8"}'
  assert.match(findingOn({ body: sent }, { body: signed }).detail, /^\\\/ where \/ was sent/)
})
