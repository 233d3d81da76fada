import fc from 'fast-check'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, isQuick, line, read, refuses } from './reading.ts'

/** As Chromium copies it. */
const copied = (url: string, body: string | null): string =>
  `fetch(${JSON.stringify(url)}, ${JSON.stringify(
    {
      headers: { accept: '*/*', authorization: line, 'content-type': 'application/json' },
      referrer: 'https://h.example/',
      body,
      method: body === null ? 'GET' : 'POST',
      mode: 'cors',
      credentials: 'include',
    },
    null,
    2,
  )});`

const call = suite('readFetch')

call('reads what Chromium copies as fetch, and Firefox with its await', () => {
  const body = '{"text":"früh \\" \\u00e9\\n"}'
  for (const text of [
    copied('https://h.example/v1/jobs?a=1&b=%20', body),
    `await ${copied('https://h.example/v1/jobs?a=1&b=%20', body)}`,
  ]) {
    const received = read(text)
    assert.equal([received.method, received.target, received.host], ['POST', '/v1/jobs?a=1&b=%20', 'h.example'])
    assert.equal(received.authorization, [line])
    assert.is(bodyOf(received), body)
    assert.is(received.notes, undefined)
  }
  assert.equal([read(copied('https://h/', null)).method, bodyOf(read(copied('https://h/', null)))], ['GET', ''])
})

call('for all URLs and bodies of a browser: reads what was copied', () =>
  forAll([fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'grapheme' })], (text, body) => {
    const url = new URL(text)
    const received = read(copied(url.href, body))
    assert.is(received.target, url.href.slice(url.origin.length).replace(/#.*$/s, ''))
    assert.is(bodyOf(received), body)
  }),
)

call('reads a call of a program, as long as it holds literals', () => {
  const received = read(`
    const answer = await fetch('/v1/jobs', {
      method: 'post', // fetch writes it in upper case
      headers: new Headers([['Authorization', \`${line}\`]]),
      body: JSON.stringify({ request_id: '1', stages: [], 'n': 1.50, ok: true, }),
    })`)
  assert.equal(
    [received.method, received.target, received.host, received.url],
    ['POST', '/v1/jobs', undefined, undefined],
  )
  assert.equal(received.authorization, [line])
  assert.is(bodyOf(received), '{"request_id":"1","stages":[],"n":1.5,"ok":true}')
  // Not so `patch`, which fetch sends as it is.
  assert.is(read("fetch('https://h/', { method: 'patch' })").method, 'patch')
  // The letter A as \x41, an emoji as \u{1f600}, an escaped quotation mark, and a line that goes on in the next one.
  assert.is(bodyOf(read(`fetch('https://h/', { body: '\\x41\\u{1f600}\\'\\\n' })`)), "A😀'")
})

call('writes the URL as a browser does', () => {
  assert.is(read('fetch("https://h/a/../b c/é?q=ü x#f")').target, '/b%20c/%C3%A9?q=%C3%BC%20x')
  assert.match(read('fetch("https://h/a|b")').notes?.join() ?? '', /Libraries write/)
})

call('says at which line something other than a literal stands, or what is missing', () => {
  refuses([
    ['fetch("https://h/", {\n  body })', 'line 2: there is no literal value here'],
    ['fetch("https://h/", {\n  body: JSON.stringify(job) })', 'line 2: there is no literal value here'],
    ['fetch(url)', 'line 1: there is no literal value here'],
    ['fetch(`https://h/$' + '{id}`)', 'line 1: there is no literal value here'],
    ['fetch("https://h/", { "body": "a', 'line 1: a quotation mark opens here'],
    ['fetch("https://h/", {', 'paste the whole call'],
    ['fetch("ftp://h/")', 'does not begin with http'],
    ['fetch({})', 'the URL is not a string'],
    ['fetch("https://h/", { body: [] })', 'must be strings'],
    ['fetch("https://h/", { body: "\\u{110000}" })', 'is not the code of a character'],
    [`fetch(${'['.repeat(200)}`, 'too many levels'],
  ])
})

call('answers in linear time', () => {
  for (const unit of ['[', '{', '"', '/*', '//', ' ', '\\', '`${', 'a:', 'JSON.stringify(', '"a",'])
    isQuick(readRequest, 'fetch(', unit)
})
