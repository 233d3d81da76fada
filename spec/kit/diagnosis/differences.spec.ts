/** The words by two texts claim no more than the texts show. Each test has the nearest case in which the words fit. */
import { bodyDifference, brokenLetters } from '../../../src/kit/diagnosis/bodyDifference.ts'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { contentDifferences } from '../../../src/kit/diagnosis/contentDifference.ts'
import { draftOf } from '../../../src/kit/diagnosis/Draft.ts'
import { editDistance } from '../../../src/kit/diagnosis/difference.ts'
import { doubleSlash, hyphens, trailingSlash } from '../../../src/kit/diagnosis/directions.ts'
import { escapeDifference } from '../../../src/kit/diagnosis/escapeDifference.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { chunkedText } from '../../../src/kit/diagnosis/forms/chunks.ts'
import { guesses } from '../../../src/kit/diagnosis/guesses.ts'
import { authorizationLines } from '../../../src/kit/diagnosis/headerParts.ts'
import { jsonDifference } from '../../../src/kit/diagnosis/jsonDifference.ts'
import { withoutUser } from '../../../src/kit/diagnosis/secrets.ts'
import { targetDifference } from '../../../src/kit/diagnosis/targetDifference.ts'
import { tellingOf } from '../../../src/kit/diagnosis/tellingOf.ts'
import { trimmedFields, trimmedValues } from '../../../src/kit/diagnosis/trimmedDifference.ts'
import { signedUnquoted } from '../../../src/kit/diagnosis/unquotedVariable.ts'
import { hash, line, publicKey } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'

const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
const body = (signed: string, sent: string) => bodyDifference(utf8(signed), utf8(sent), 'differs')

const differences = suite('words by two texts')

/** The sentence has Chinese too. */
const isSaid = (sentence = ''): void => assert.match(say(sentence), /[\u4e00-\u9fff]/, sentence)

const timesApart = (seconds: number): string => {
  const view = { method: 'GET', target: '/', timestamp: '1700000000', nonce: 'n', body: utf8(''), appId: 'a' }
  const right = draftOf(view)
  const signed = { ...right, timestamp: String(1_700_000_000 + seconds) }
  return tellingOf({ id: 'timestamp-drift', detail: '' }, signed, right, true)?.what ?? ''
}

differences('a time that only one body has is no second reading of the clock', () => {
  assert.not.match(body('at 1700000000 x', 'at  x')?.what ?? '', 'clock')
  assert.match(body('at 1700000000 x', 'at 1700000001 x')?.what ?? '', 'read its clock twice')
  assert.match(body('at 1700000000000 x', 'at 1700000059999 x')?.what ?? '', 'read its clock twice')
  assert.match(body('2023-11-14T22:13:20Z', '2023-11-14T22:13:21Z')?.what ?? '', 'read its clock twice')
})

differences('numbers that look like times, and times that are far apart, are no two readings of a clock', () => {
  for (const [signed, sent] of [
    ['{"phone":"15012345678"}', '{"phone":"15012345679"}'],
    ['{"order":2012345678}', '{"order":1698765432}'],
    ['{"id":"1700000000 1700000000"}', '{"id":"1700000001 1800000000"}'],
    ['{"at":1700000000}', '{"at":1700000000000}'],
    ['2023-11-14T22:13:20', '2023-11-15T06:13:20'],
    ['2023-99-99T22:13:20', '2023-99-99T22:13:21'],
  ] as const)
    assert.not.match(body(signed, sent)?.what ?? '', 'clock', signed)
})

differences('an empty segment of the signed path is told as one, and its cause as a guess', () => {
  for (const [signed, sent] of [
    ['/v1//log', '/v1/7/log'],
    ['/v1/', '/v1/7'],
  ] as const) {
    const telling = targetDifference(signed, sent)
    assert.match(telling?.what ?? '', 'In segment 2 of the path, the caller signed nothing, but 7 was sent. Perhaps')
    isSaid(telling?.what)
    isSaid(telling?.remedy)
  }
})

differences('what two texts do not show is told as a guess', () => {
  for (const telling of [
    trimmedFields(['a=1'], ['a=1+'], 'form'),
    trimmedValues('{"a":null}', '{"a":""}'),
    trimmedValues('{"a":"x"}', '{"a":"x "}'),
  ]) {
    assert.match(telling?.what ?? '', 'Perhaps it signed the values after')
    isSaid(telling?.what)
  }
  for (const seconds of [28_800, 28_801]) {
    assert.match(timesApart(seconds), `${seconds} s earlier: perhaps `)
    isSaid(timesApart(seconds))
  }
  for (const sent of ['{"a":  "x  y"}', '{"a": "x y"}']) {
    const signed = sent.includes('  ') ? '{"a": "x y"}' : '{"a":"xy"}'
    assert.match(signedUnquoted(signed, sent)?.what ?? '', 'Either its program')
    assert.match(signedUnquoted(signed, sent)?.remedy ?? '', 'with all its white space')
  }
})

differences('the end that was cut off is shown in its letters, and counted if it is no text', () => {
  assert.is(body('un caf', 'un café!')?.detail, 'without "é!" at its end')
  const half = bodyDifference(utf8('un caf'), utf8('un café').subarray(0, 7), 'differs')
  assert.is(half?.detail, 'without 1 byte at its end')
  isSaid(half?.what)
})

differences('letters are broken only if all other letters are intact, to the end', () => {
  assert.is(brokenLetters('é中bXXXX', 'é\ufffdb'), undefined)
  assert.is(brokenLetters('é中b', 'é\ufffdb')?.detail, '中 sent as U+FFFD')
  assert.is(brokenLetters('é中b中b', 'é\ufffdb\ufffdb')?.detail, '中 and 中 sent as U+FFFD')
})

differences('a letter that lies in two chunks is told as one, also if it is the only letter beyond ASCII', () => {
  for (const [letter, cut] of [
    ['é', 1],
    ['中', 1],
    ['中', 2],
    ['😊', 1],
    ['😊', 2],
    ['😊', 3],
  ] as const) {
    const text = `{"prompt":"a ${letter} b"}`
    const bytes = Buffer.from(text)
    const border = bytes.indexOf(Buffer.from(letter)) + cut
    const inChunks = bytes.subarray(0, border).toString() + bytes.subarray(border).toString()
    const [detail = ''] = [...chunkedText(text, inChunks)].find(([, broken]) => broken === inChunks) ?? []
    const telling = brokenLetters(inChunks, text, detail)
    assert.match(telling?.what ?? '', `The caller sent ${letter}, but signed the replacement character`, detail)
    assert.match(telling?.remedy ?? '', /First join the bytes of all chunks/)
    // Not: another form, such as another encoding, led to the text.
    assert.is(brokenLetters(inChunks, text, 'us-ascii'), undefined)
  }
})

differences('a target that was signed up to an escaped # was decoded before it was parsed', () => {
  for (const [signed, sent, hash] of [
    ['/users/user', '/users/user%231145/items?limit=3', '%23'],
    ['/users/', '/users/%23', '%23'],
    ['/v1?tag=c', '/v1?tag=c%23&b=2', '%23'],
    ['/v1/a', '/v1/a%2523b', '%2523'],
  ] as const) {
    const telling = targetDifference(signed, sent)
    assert.match(telling?.what ?? '', `The caller signed the target only up to ${hash}, an escaped #.`, sent)
    assert.is(telling?.detail, `only up to ${hash}`)
    isSaid(telling?.what)
    isSaid(telling?.remedy)
  }
})

differences('not: another escape, or a # elsewhere', () => {
  for (const [signed, sent] of [
    ['/users/user', '/users/user%24/items'],
    ['/users/user', '/users/user%2/items'],
    ['/users', '/users/user%23'],
    ['/users/user%23', '/users/user%23/items'],
  ] as const)
    assert.not.match(targetDifference(signed, sent)?.what ?? '', 'fragment', sent)
})

differences('escapes that only the signed target has are these, and no statement on the other escapes', () => {
  const what = escapeDifference('/a%20b?x=%2B%7E', '/a%20b?x=%2B~')?.what ?? ''
  assert.match(what, 'It signed the target with these escapes, which did not arrive.')
  isSaid(what)
})

const originWords = (origin: string): string => {
  const view = { method: 'GET', target: '/v1', timestamp: '1700000000', nonce: 'n', body: utf8(''), appId: 'a' }
  const right = draftOf(view)
  const signed = { ...right, target: `${origin}/v1` }
  return tellingOf({ id: 'target-with-origin', detail: origin }, signed, right, true)?.what ?? ''
}

differences('a port that a language writes for no port is named; a port of its own is none', () => {
  for (const scheme of ['https://', 'http://', '//', ''])
    for (const port of ['-1', 'None', 'null', 'undefined']) {
      const what = originWords(`${scheme}h.example:${port}`)
      assert.match(what, `The URL has no port, and the program wrote ${port} for it.`)
      isSaid(what)
    }
  for (const origin of ['http://h.example:8080', 'http://h.example', 'h.example:1', 'http://h.example:'])
    assert.not.match(originWords(origin), 'no port', origin)
})

differences('white space is before or after the target, or within it', () => {
  const within = targetDifference('/v1/ jobs', '/v1/jobs')
  assert.match(within?.what ?? '', 'white space within the target')
  isSaid(within?.what)
  assert.match(targetDifference(' /v1/jobs', '/v1/jobs')?.what ?? '', 'before or after the target')
})

differences('a line feed at the end of a target without a query is white space, and no query on its own line', () => {
  for (const blank of ['\n', '\r\n', '\t', ' ']) {
    const telling = targetDifference(`/v1/jobs${blank}`, '/v1/jobs')
    assert.match(telling?.what ?? '', 'white space before or after the target, such as the line end of a file')
    assert.is(telling?.detail, JSON.stringify(`/v1/jobs${blank}`))
  }
  // Not: the query stands on the next line.
  const ownLine = targetDifference('/v1/jobs\nw=400', '/v1/jobs?w=400')
  assert.match(ownLine?.what ?? '', 'signed the query on a separate line')
})

differences('one placeholder or several, in the singular and the plural', () => {
  const several = targetDifference('/v1/jobs?a={x}&b={y}', '/v1/jobs?a=1&b=2')
  assert.match(several?.what ?? '', 'with a={x} and b={y}. These are placeholders')
  isSaid(several?.what)
  assert.match(targetDifference('/v1/jobs?a={x}', '/v1/jobs?a=1')?.what ?? '', 'with a={x}. This is a placeholder')
})

differences('a parameter that is missing and another order are both named', () => {
  const both = targetDifference('/v1/jobs?b=1&a=2', '/v1/jobs?a=2&b=1&c=3')
  assert.match(both?.what ?? '', 'without c=3.')
  assert.match(both?.what ?? '', 'The order of the other parameters differs too.')
  isSaid(both?.what)
  assert.not.match(targetDifference('/v1/jobs?a=2&b=1', '/v1/jobs?a=2&c=3&b=1')?.what ?? '', 'order')
})

differences('names that are numbers have an order as well', () => {
  const reordered = jsonDifference('{"2":1,"1":2}', '{"1":2,"2":1}')
  assert.match(`${reordered?.detail} ${reordered?.what}`, 'members in another order')
  assert.is(jsonDifference('{"2":1,"1":2}', '{"2":1,"1":2}'), undefined)
})

differences('a slash that moved is none too many', () => {
  assert.is(doubleSlash('/a//b/c', '/a/b//c'), undefined)
  assert.match(doubleSlash('/a//b', '/a/b')?.what ?? '', 'signed two slashes')
  assert.is(trailingSlash('/a/?x=1', '/a?x=2'), undefined)
  assert.match(trailingSlash('/a/?x=1', '/a?x=1')?.what ?? '', 'with a slash at its end')
})

differences('a nonce in braces is no nonce with hyphens', () => {
  const nonce = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const braces = hyphens(`{${nonce}}`, nonce)
  assert.match(braces?.what ?? '', 'in braces')
  isSaid(braces?.what)
  assert.match(hyphens(nonce.replaceAll('-', ''), nonce)?.what ?? '', 'without hyphens')
})

differences('a time zone is as far from UTC as a real one, and at most 14 hours', () => {
  for (const seconds of [900, 1_800, 8_100, 259_200, 51_300])
    assert.not.match(timesApart(seconds), 'local time', String(seconds))
  for (const seconds of [19_800, 50_400, -28_800]) assert.match(timesApart(seconds), 'local time', String(seconds))
})

differences('a clock that Date shows: each sentence is whole', () => {
  const now = 1_700_000_010
  const wordsAt = (timestamp: number, date: number): string => {
    const request = {
      method: 'GET',
      target: '/',
      authorization: [line('AAAA', 'n', timestamp)],
      body: utf8(''),
      keys: [{ key: publicKey(2048, 'app-1') }],
      now,
      headers: [['date', new Date(date * 1000).toUTCString()]] as const,
    }
    return diagnose(request, hash, 0).findings.find(({ evidence }) => evidence === 'clock')?.what ?? ''
  }
  const old = wordsAt(now - 3600, now)
  assert.match(
    old,
    'the timestamp is 3600 s older, so it is not the time of sending. This is exactly 1 h, so perhaps local time',
  )
  const both = wordsAt(now - 3600, now - 3600)
  assert.match(
    both,
    'Either this clock is wrong by 3600 s, or the request was delayed for as long. This is exactly 1 h',
  )
  assert.not.match(wordsAt(now - 3700, now), 'This is')
  const ahead = wordsAt(now + 3600, now + 3600)
  assert.match(ahead, 'Either this clock is wrong by 3600 s, or the clock of the service is behind by as much.')
  assert.not.match(ahead, 'delayed')
  for (const words of [old, both, ahead]) isSaid(words)
})

differences('zlib is seen at each level, and no text begins so', () => {
  const isSeen = (first: ReadonlyArray<number>): boolean =>
    guesses({
      method: 'POST',
      target: '/',
      authorization: [],
      keys: [],
      body: Uint8Array.of(...first, 0xab, 0xff, 0x10),
    }).some(({ id }) => id === 'body-compressed')
  for (const second of [0x01, 0x9c, 0xda]) assert.ok(isSeen([0x78, second]), String(second))
  assert.not(isSeen([0x78, 0x5e]))
})

differences('no cut divides a character, and a character is one', () => {
  for (const text of contentDifferences('\u{1f600}'.repeat(30), 1))
    assert.not.match(text, /\\ud83d|[\ud800-\udbff](?![\udc00-\udfff])/)
  assert.equal([editDistance('', '\u{1f600}'), editDistance('a', '\u{1f600}'), editDistance('ab', 'b')], [1, 1, 1])
})

differences('the user and the password are removed with or without a scheme', () => {
  for (const url of ['https://user:pw@host/x', '//user:pw@host/x', 'user:pw@host/x'])
    assert.not.match(withoutUser(url), 'pw')
  for (const url of ['https://host/a@b', '/v1/a@b', 'host/x?y=a@b']) assert.is(withoutUser(url), url)
})

differences('blanks round a value of the Authorization field are removed', () => {
  assert.equal(authorizationLines('Authorization: \t SVC a  b \t\n\n'), ['SVC a  b'])
})
