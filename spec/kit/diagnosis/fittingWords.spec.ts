/** Words that fit: a finding names the fact that both texts show, and its remedy is one that this caller can follow. */
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { type Draft, draftOf, standard } from '../../../src/kit/diagnosis/Draft.ts'
import { editDifference } from '../../../src/kit/diagnosis/editDifference.ts'
import { escapeDifference } from '../../../src/kit/diagnosis/escapeDifference.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { jsonDifference } from '../../../src/kit/diagnosis/jsonDifference.ts'
import type { Finding } from '../../../src/kit/diagnosis/Report.ts'
import { reportWords } from '../../../src/kit/diagnosis/reportWords.ts'
import { shownText } from '../../../src/kit/diagnosis/search/provenText.ts'
import { targetDifference } from '../../../src/kit/diagnosis/targetDifference.ts'
import { tellingOf } from '../../../src/kit/diagnosis/tellingOf.ts'
import { hash, line, now, publicKey } from '../../support/planting.ts'
import { reportOnText, type Sent, textToSign } from '../../support/signedText.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { findingOn } from './forms/changes.ts'

const fitting = suite('words that fit')

const findingsOnText = (text: string, sent: Sent): ReadonlyArray<Finding> => {
  const { exact, findings } = reportOnText(text, sent)
  assert.ok(exact, JSON.stringify([text, findings]))
  return findings
}

const names = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '+'), minLength: 1, maxLength: 6 })

fitting('for all paths: a space signed and a plus sign sent have two causes and one remedy', () =>
  forAll([names, fc.constantFrom(' ', '%20')], { numRuns: 4 }, (name, space) => {
    const target = `/files/x+${name}`
    const found = findingOn({ target }, { target: target.replaceAll('+', space) })
    assert.match(
      found.what,
      /the client wrote it as \+, or it has a plus sign and the signing code took it for a space\./,
    )
    assert.match(found.remedy, /^In a path, write a space as %20 and a plus sign as \+\./)
    const written = findingOn({ target: target.replaceAll('+', '%20') }, { target })
    assert.match(written.remedy, /^Write a space of the path as %20/)
  }),
)

fitting('the same of a query: a space may be written as +', () =>
  assert.match(findingOn({ target: '/f?q=a+b' }, { target: '/f?q=a%20b' }).remedy, /write each space as %20/),
)

fitting('a line feed before the body, and one on both sides', () => {
  const body = '{"a":1}'
  const [before] = findingsOnText(textToSign({ body: `\n${body}` }), { body })
  assert.match(before?.what ?? '', /begins with a line feed, and the body that it sent does not\.$/)
  const both = findingsOnText(textToSign({ body: `\n${body}\n` }), { body })
  assert.ok(
    both.some(({ what }) => /begins with a line feed and ends with one/.test(what)),
    JSON.stringify(both),
  )
  const [joined] = findingsOnText(textToSign({ body }).replaceAll('\n', '|'), { body })
  assert.not.match(joined?.what ?? '', /begins with a line feed/)
})

fitting('a symbol, a keyword or an atom as the method: the remedy has the method that is right', () => {
  for (const method of ['GET', 'PUT'])
    for (const signed of [`:${method.toLowerCase()}`, `:${method}`]) {
      const [found] = findingsOnText(textToSign({ method: signed }), { method })
      assert.match(found?.what ?? '', new RegExp(`^The caller signed ${signed} as the method, .*Clojure.*Ruby.*Elixir`))
      assert.ok(found?.remedy.endsWith(`upper case, and sign ${method}.`), found?.remedy)
    }
  const [quoted] = findingsOnText(textToSign({ method: '"PUT"' }), { method: 'PUT' })
  assert.not.match(quoted?.what ?? '', /keyword/)
})

fitting('a body of GET that was not signed: first of all send none', () => {
  const [get] = findingsOnText(textToSign({ method: 'GET' }), { method: 'GET', body: '{"a":1}' })
  assert.match(get?.remedy ?? '', /^Send no body with GET/)
  const [post] = findingsOnText(textToSign({}), { body: '{"a":1}' })
  assert.match(post?.remedy ?? '', /^Sign the body too/)
})

fitting('the query as JSON in the place of the body: the JSON is shown, and GET has no body', () => {
  const target = '/v1/orders?market=ETH-EUR&size=20'
  for (const json of ['{"market":"ETH-EUR","size":20}', '{"market": "ETH-EUR", "size": "20"}'])
    for (const method of ['GET', 'POST']) {
      const [found] = findingsOnText(textToSign({ method, target, body: json }), { method, target })
      assert.ok(found?.what.includes(json), found?.what)
      assert.match(found?.detail ?? '', json.includes(': ') ? /: with spaces$/ : /: compact, no quotes round size$/)
      assert.match(found?.remedy ?? '', method === 'GET' ? /^Sign nothing after .*GET sends no body/ : /^Sign the body/)
    }
})

const letters = fc.string({ unit: fc.constantFrom('é', '中', 'ü', 'א'), minLength: 1, maxLength: 4 })

fitting('for all letters: the side whose text is encoded twice is named', () =>
  forAll([letters], { numRuns: 4 }, (word) => {
    const once = Buffer.from(`{"name":"${word}"}`)
    const twice = Buffer.from(once.toString('latin1'))
    const sentTwice = findingOn({ body: new Uint8Array(twice) }, { body: new Uint8Array(once) })
    assert.match(sentTwice.what, /^The caller signed the body in UTF-8, but it arrived encoded in UTF-8 twice/)
    const signedTwice = findingOn({ body: new Uint8Array(once) }, { body: new Uint8Array(twice) })
    assert.match(signedTwice.what, /^The caller sent the body in UTF-8, and signed it encoded in UTF-8 twice/)
  }),
)

fitting('other encodings keep their words', () => {
  const latin = findingOn({ body: '{"name":"é"}' }, { body: new Uint8Array(Buffer.from('{"name":"é"}', 'latin1')) })
  assert.not.match(latin.what, /twice/)
})

fitting('for all repeated parameters: the name, and how often it was signed and sent', () =>
  forAll([fc.constantFrom('versions', 'tag'), fc.integer({ min: 2, max: 4 })], { numRuns: 4 }, (name, count) => {
    const once = `/v1/jobs?${name}=&size=5`
    const found = findingOn({ target: once + `&${name}=`.repeat(count - 1) }, { target: once })
    const times = count === 2 ? 'twice' : `${count} times`
    assert.ok(
      found.what.startsWith(`The caller signed the parameter ${name} of the query once, but sent it ${times}`),
      found.what,
    )
  }),
)

fitting('a byte order mark alone is one cause, whatever the body is', () => {
  for (const body of ['<?xml version="1.0" encoding="utf-8"?>\n<a b="c">d</a>', '{"a":[1,2]}', 'a=1&b=2', 'text é']) {
    assert.is(findingOn({ body: `\ufeff${body}` }, { body }).id, 'body-bom')
    assert.is(findingOn({ body }, { body: `\ufeff${body}` }).id, 'body-bom')
  }
})

fitting('a remedy names the client of User-Agent, or none; without a User-Agent, those that are known', () => {
  const remedyFor = (agent: string | undefined): string =>
    findingsOnText(textToSign({}), { body: '{}', agent })[0]?.remedy ?? ''
  assert.match(remedyFor('axios/1.7.7'), /axios sends it if data is \{\}\. If the request should have/)
  assert.not.match(remedyFor('Mozilla/4.0 (compatible; Win32; WinHttp.WinHttpRequest.5)'), /axios|requests|\.NET/)
  assert.match(remedyFor('python-requests/2.32.3'), /no body: Python requests sends it for json=\{\}\. /)
  assert.match(remedyFor(undefined), /axios .*, Python requests .* and PostAsJsonAsync/)
})

fitting('dot segments that were resolved are named as such, also where --url has them', () => {
  const signed = '/v1/42/drafts/../jobs?size=10'
  const target = '/v1/42/jobs?size=10'
  const [found] = findingsOnText(textToSign({ target: signed }), { target, url: `https://api.example.com${signed}` })
  assert.match(found?.what ?? '', /dot segments.*resolved them/)
  const other = findingsOnText(textToSign({ target: '/v2/jobs' }), { target, url: 'https://api.example.com/v2/jobs' })
  assert.match(other[0]?.what ?? '', /^The caller signed \/v2\/jobs, the target of its URL, .*Perhaps/)
})

/** What is told if this target was signed, with its URL, and another one arrived. */
const calledWords = (signed: string, target: string): string => {
  const [found] = findingsOnText(textToSign({ target: signed }), { target, url: `https://api.example.com${signed}` })
  return `${found?.what} ${found?.remedy}`
}

fitting('for all queries: what did not arrive of the URL that was signed is named, and no redirect is blamed', () =>
  forAll([fc.constantFrom('status=open', 'offset=50'), fc.boolean()], { numRuns: 4 }, (lostField, isCut) => {
    const arrived = isCut ? '/v1/search?limit=100' : '/v1/search'
    const lostEnd = `${isCut ? '&' : '?'}${lostField}`
    const told = calledWords(arrived + lostEnd, arrived)
    assert.ok(told.includes(`did not arrive: ${lostEnd}. Either the client did not send it`), told)
    assert.not.match(told, /redirect/)
    assert.is(/A shell ends a command/.test(told), isCut)
  }),
)

fitting('a variable of the URL without its value is told as such', () =>
  assert.match(calledWords('/v1/orders/{{order_no}}/ship', '/v1/orders/SO-2019/ship'), /placeholder of a template/),
)

fitting('dot segments at the start of the path are no prefix', () => {
  const told = calledWords('/a/mcp/../../b/mcp', '/b/mcp')
  assert.match(told, /dot segments/)
  assert.match(calledWords('/a/mcp/b/mcp', '/b/mcp'), /prefix/)
})

const get = { method: 'GET', target: '/requests?x=1' }

const wordsOn = (text: string, sent: Sent): string =>
  findingsOnText(text, sent)
    .map(({ what, remedy }) => `${what} ${remedy}`)
    .join(' ')

fitting('a text of another form: which parts it has, in which order, and what stands between them', () => {
  const headers = [
    ['host', 'api.example.com'],
    ['date', 'Tue, 14 Nov 2023 22:13:20 GMT'],
  ] as const
  const body = '{"a":1}'
  const onHost = { ...get, headers, host: 'api.example.com' }
  const rows: ReadonlyArray<readonly [text: string, sent: Sent, words: RegExp]> = [
    [
      `${now}POST/v1/jobs${body}`,
      { body },
      /signed timestamp, method, target and body, in this order, with nothing between them\. It signed no nonce\. Sign method, target, timestamp, nonce and body, in this order/,
    ],
    [
      `${now}.${body}`,
      { body },
      /signed timestamp and body, in this order, with "\." between them\. It signed no method, target and nonce\./,
    ],
    [`POST\n${now}\nn-1\n${body}`, { body }, /^The caller's string to sign has no target\. Sign all five parts\./],
    [
      `GET /requests?x=1 HTTP/1.1\n${now}\nn-1\n`,
      get,
      /the request line of HTTP as one line: the method, the target and HTTP\/1\.1, with a space between them\. .* leave out HTTP\/1\.1\.$/,
    ],
    [
      `${now}\nn-1\nPOST /v1/jobs HTTP/1.1\n${body}`,
      { body },
      /the method, the target and HTTP\/1\.1 in one line, as on the request line of HTTP\. It signed the lines in this order: timestamp, nonce, request line and body\. Sign method, target, /,
    ],
    [`timestamp: ${now}\n`, { body }, /^The caller's string to sign has no method, target, nonce and body\./],
    [`Timestamp=${now}&Nonce=n-1`, { body }, /^The caller's string to sign has no method, target and body\./],
    [`GET /requests?x=1\n${now}\nn-1\n`, get, /the method and the target in one line, with a space between them\./],
    [
      `(request-target): get /requests?x=1\nhost: api.example.com\ndate: ${headers[1][1]}`,
      onHost,
      /the text of HTTP Signatures, the draft before RFC 9421 \(Cavage\)/,
    ],
    [
      `"@method": GET\n"@authority": api.example.com\n"@path": /requests\n"@signature-params": ("@method" "@authority" "@path");created=${now};keyid="app-1"`,
      onHost,
      /the signature base of HTTP Message Signatures \(RFC 9421\)/,
    ],
    [`hawk.1.header\n${now}\nn-1\nGET\n/requests?x=1\napi.example.com\n443\n\n\n`, onHost, /another scheme: Hawk\./],
  ]
  for (const [text, sent, words] of rows) assert.match(wordsOn(text, sent), words, text)
})

fitting('one value whose letters differ in case is named, and nothing else', () => {
  const rows = [
    [
      '/gateway.do?charset=UTF-8',
      '/gateway.do?charset=utf-8',
      /signed charset=utf-8 in the target, but charset=UTF-8 was sent/,
    ],
    ['/a/Jobs?x=1&y=2', '/a/jobs?x=1&y=2', /signed jobs in the target, but Jobs was sent/],
    ['/V1/Jobs', '/v1/jobs', /signed the target in lower case/],
  ] as const
  for (const [target, signed, words] of rows) assert.match(findingOn({ target }, { target: signed }).what, words)
})

fitting('what to do next begins with the guess, and asks for the URL only where a target may differ', () => {
  const nextOn = (sent: Sent): string =>
    reportWords(reportOnText('something else', sent, 20_000_000), { keys: 1 }).next ?? ''
  const json = [['content-type', 'application/json']] as const
  const ofBody = nextOn({ body: '{"a":"??? ??"}', headers: json })
  assert.match(ofBody, /^Check first what this request suggests\. Ask the caller to print/)
  assert.not.match(ofBody, /--url/)
  assert.match(nextOn({ body: '{"a":1}', headers: json }), /^Ask the caller to print .*--signed.* Give the URL/)
  const ofTarget = nextOn({ target: '/v1/jobs/undefined', body: '{"a":1}', headers: json })
  assert.match(ofTarget, /^Check first what this request suggests\./)
  assert.match(ofTarget, /--url/)
})

/** The sentences have Chinese too. */
const isSaid = (...sentences: ReadonlyArray<string | undefined>): void => {
  for (const sentence of sentences) assert.match(say(sentence ?? ''), /[\u4e00-\u9fff]/, sentence)
}

const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

/** The telling of this text, if the caller shows it. */
const tellingOfShown = (id: string, signed: Partial<Draft>, detail: string, body = '') => {
  const view = {
    method: 'GET',
    target: '/v1/jobs?x=hello%3Dworld',
    timestamp: '1700000000',
    nonce: 'n-1',
    body: utf8(body),
    appId: 'a',
  }
  const right = draftOf(view)
  return tellingOf({ id, detail }, { ...right, ...signed }, right, true)
}

fitting('for all parameters that were signed and not sent: perhaps the caller added them only where it signed', () =>
  forAll(
    [fc.constantFrom('token', 'page', 'signature', 'sign', 'sig', 'x-api-signature'), fc.constantFrom('', '=', '=7')],
    { numRuns: 18 },
    (name, value) => {
      const told = targetDifference(`/v1/maps?zoom=11&${name}${value}`, '/v1/maps?zoom=11')
      assert.match(told?.what ?? '', /Either the caller added it only where it signed, or the client or a proxy/)
      assert.match(
        told?.remedy ?? '',
        name.includes('sig')
          ? /^Do not sign a parameter for the signature/
          : /^Do not sign a parameter that is not sent\./,
      )
      isSaid(told?.what, told?.remedy)
    },
  ),
)

fitting('an encoded value that was sent decoded was not escaped twice', () => {
  const told = escapeDifference('/v1/jobs/9?v=a%2Bb%3Dc%2525%26e', '/v1/jobs/9?v=a+b=c%25&e')
  assert.match(told?.what ?? '', /signed the target with its escapes, but it arrived decoded/)
  assert.match(told?.remedy ?? '', /^Send the target exactly as it is signed/)
  isSaid(told?.what, told?.remedy)
  assert.match(escapeDifference('/v1?q=a%252Bb%2Bc', '/v1?q=a%2Bb+c')?.what ?? '', /escaped the target twice/)
})

fitting('for all ends of a path or a query: two causes of a part that was signed alone', () => {
  const pairs = [
    ['/v1/criterion/', '/v1/criterion/grp-1?type=SD'],
    ['/v1/jobs?text=he', '/v1/jobs?text=hello'],
    ['/v1/jobs?a=1&b', '/v1/jobs?a=1&b=2'],
  ] as const
  for (const [signed, sent] of pairs) {
    const told = targetDifference(signed, sent)
    assert.match(told?.what ?? '', /Either its signing code has another (?:path|query) than its client, or it cuts/)
    isSaid(told?.what)
  }
})

fitting('an ampersand in the path separates no parameters', () => {
  const inPath = escapeDifference('/v1/files/C#%20&%20F@work.txt', '/v1/files/C%23%20%26%20F%40work.txt')
  assert.match(inPath?.what ?? '', /It signed the path without these escapes\.$/)
  assert.match(inPath?.remedy ?? '', /^Escape each segment of the path once\./)
  isSaid(inPath?.what, inPath?.remedy)
  assert.match(escapeDifference('/v1?q=a&b=c%20d', '/v1?q=a%26b=c%20d')?.what ?? '', /these are several parameters/)
})

fitting(
  'for all values with an ampersand: the side that lost its escape is named, and the remedy is about that side',
  () =>
    forAll(
      [names, names, fc.constantFrom('%20', '%2F'), fc.constantFrom('target', 'form')],
      (before, after, space, carrier) => {
        const escaped = `s=${before}${space}%26${space}${after}&t=1`
        const broken = escaped.replace('%26', '&')
        const [start, kind] = carrier === 'form' ? ['', 'form' as const] : ['/v1?', 'target' as const]
        const sentBroken = escapeDifference(start + escaped, start + broken, kind)
        assert.match(sentBroken?.what ?? '', /arrived without its escape/)
        assert.match(sentBroken?.remedy ?? '', /^Send the (?:form|target) exactly as it is signed, with %26/)
        const signedBroken = escapeDifference(start + broken, start + escaped, kind)
        assert.match(signedBroken?.what ?? '', /was signed without its escape/)
        assert.match(signedBroken?.remedy ?? '', /^Sign the (?:form|target) exactly as it is sent, with %26/)
        isSaid(sentBroken?.what, sentBroken?.remedy)
        isSaid(signedBroken?.what, signedBroken?.remedy)
      },
    ),
)

const literals = fc
  .tuple(fc.nat({ max: 99 }), fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 20 }))
  .map(([whole, digits]) => `${whole}.${digits.join('')}`)

fitting('for all numbers: the details show their literals, and never the digits of a double', () =>
  forAll([literals, literals], { numRuns: 50 }, (signed, sent) => {
    const told = jsonDifference(`{"s":"a","n":${signed}}`, `{"s":"b","n":${sent}}`)
    const trimmed = jsonDifference(`{"s":"a","n":${signed}}`, `{"s":" a ","n":${signed}0}`)
    assert.not.match(trimmed?.detail ?? '', '/n')
    for (const [number] of (told?.detail ?? '').matchAll(/\d+\.\d+/g))
      assert.ok([signed, sent].includes(number), told?.detail)
  }),
)

fitting('a string that begins as a number is marked is no number', () =>
  assert.is(jsonDifference('{"s":"\uE0001x"}', '{"s":"\uE0002x"}')?.detail, '/s: "\uE0001x" where "\uE0002x" was sent'),
)

fitting('a body that a program printed for a value without a text is the fault, if no body was signed', () => {
  const kinds = {
    '[object Object]': 'an object',
    nil: 'a missing value',
    '[object Promise]': 'a result',
    '[object FormData]': 'an object',
  }
  for (const [body, kind] of Object.entries(kinds)) {
    const [told] = findingsOnText(textToSign({}), { body })
    assert.match(told?.what ?? '', `This is how a program prints ${kind}`)
    assert.match(told?.what ?? '', /so probably the body that was sent is wrong\.$/)
    isSaid(told?.what, told?.remedy)
    const other = tellingOfShown('body-other', { body: utf8('{"a":1}') }, 'another', body)
    assert.match(other?.what ?? '', /signed another body than .* so probably the body that was sent is wrong\.$/)
    isSaid(other?.what, other?.remedy)
  }
  const [missing] = findingsOnText(textToSign({}), { body: 'undefined' })
  assert.match(missing?.remedy ?? '', /turn the value into a text first\./)
  isSaid(missing?.what, missing?.remedy)
})

fitting('the joint of two bodies is not before the body', () => {
  const body = '{"request_id":"150","stages":[]}'
  const { headline } = reportWords(reportOnText(textToSign({ body: body + body }), { body }), { keys: 1 })
  assert.match(headline ?? '', /signed nothing between the two bodies/)
})

fitting('the bytes of a short value in place of the signature: sign first, and compare second', () => {
  const found = diagnose(
    {
      method: 'GET',
      target: '/v1/jobs',
      authorization: [line(Buffer.from(Array.from({ length: 48 }, (_, i) => 37 * i)).toString('base64'))],
      body: new Uint8Array(),
      keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }],
      now,
    },
    hash,
    200_000_000,
  ).findings[0]
  assert.match(found?.remedy ?? '', /^Sign the string to sign .* in Base64\. If the program already does this, compare/)
  isSaid(found?.what, found?.remedy)
})

fitting('white space that no serializer writes is not named by an indentation', () => {
  const signed = '{  \n  "content": {\n  \t"payload": {  \t\t}, \n  \t"type": "x"\n  }\n}'
  const sent = '{"content":{"payload":{},"type":"x"}}'
  assert.match(jsonDifference(signed, sent)?.detail ?? '', 'with white space of no serializer')
  for (const indent of [1, 2, 4, '\t'])
    assert.match(
      jsonDifference(JSON.stringify(JSON.parse(sent), undefined, indent), sent)?.detail ?? '',
      /^indented by/,
    )
})

fitting('a method with the path in one line was changed by no redirect', () => {
  for (const method of ['GET\\/v1/jobs', 'GET/v1/jobs', 'GET /v1/jobs?']) {
    const told = tellingOfShown('method-other', { method }, `signed ${method}`)
    assert.match(told?.what ?? '', /as the first line: no line feed is after the method GET\.$/)
    isSaid(told?.what, told?.remedy)
  }
})

fitting('a text that ends within a part left out no part by its own', () => {
  const text = new Uint8Array(Buffer.from('GET\n/v1/jobs?x=hello'))
  const told = tellingOfShown('part-missing', { layout: { ...standard, text } }, shownText)
  assert.match(told?.what ?? '', /signed only the first 20 of \d+ bytes of the right text/)
  isSaid(told?.what, told?.remedy)
})

fitting('slashes that stand together at several places were merged by the signing code', () => {
  const several = findingOn({ target: '/v1//jobs/docs//a' }, { target: '/v1/jobs/docs/a' })
  assert.match(several.what, /its signing code normalizes the path\.$/)
  assert.match(several.remedy, /^Sign the path exactly as it is sent\. Do not normalize it\./)
  const one = findingOn({ target: '/v1//jobs' }, { target: '/v1/jobs' })
  assert.match(one.remedy, /^Join the base URL and the path with exactly one slash/)
  isSaid(several.what, one.what, one.remedy)
})

fitting('the client may have chosen another method than the one that was signed', () => {
  const [found] = findingsOnText(textToSign({ method: 'GET' }), { method: 'POST' })
  assert.match(
    found?.what ?? '',
    /Either its signing code has another method than its client, or the client chose the method/,
  )
  assert.match(found?.remedy ?? '', /If the method that was signed is right, set the method of the client/)
  isSaid(found?.what, found?.remedy)
})

fitting('a mark for each byte of UTF-8 shows that the bytes were read in another encoding', () => {
  const body = '{"a":"electrónica"}'
  const read = findingOn({ body }, { body: body.replace('ó', '??') })
  assert.match(read.what, /a question mark for each byte of the letters beyond ASCII|\? for each byte of the letters/)
  const written = findingOn({ body }, { body: body.replace('ó', '?') })
  assert.not.match(written.what, /for each byte/)
  isSaid(read.what, read.remedy)
})

fitting('an escaped plus sign that was signed as a space was decoded twice; no remedy asks to escape it', () => {
  for (const space of [' ', '%20']) {
    const told = escapeDifference(`/f?a=1${space}2`, '/f?a=1%2B2')
    assert.match(told?.what ?? '', /decoded once too often: %2B is a plus sign/)
    assert.not.match(told?.remedy ?? '', /as %2B/)
    isSaid(told?.what, told?.remedy)
  }
})

fitting('the JSON escapes that differ are named, and no literal of another language', () => {
  const found = findingOn({ body: '{"text":"\\u001b[31m \\"red\\""}' }, { body: '{"text":"\u001b[31m \\"red\\""}' })
  assert.is(found.detail, 'U+001B where \\u001b was sent')
  assert.match(
    found.what,
    /^The caller signed U\+001B where \\u001b was sent, and the rest of the body as it was sent\./,
  )
  isSaid(found.what, found.remedy)
})

fitting('a target that was sent with the escapes of JSON is mended where it is sent', () => {
  const found = findingOn({ target: '/f?a=1\\u0026b=2\\u0026c=3' }, { target: '/f?a=1&b=2&c=3' })
  assert.match(found.what, /sent \\u0026, the JSON escape of &, in the target, but signed & itself\./)
  assert.match(found.remedy, /sign and send the decoded target\.$/)
  isSaid(found.what, found.remedy)
})

fitting('for all pieces of a target: a quotation shows its backslashes as they were sent', () =>
  forAll([names], (name) => {
    const told = editDifference(`/${name}/x/${name}`, `/${name}\\${name}`, 'target')
    assert.not.match(told?.what ?? '', /\\\\/)
  }),
)
