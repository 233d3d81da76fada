/** What a text of another layout has of the request, and causes that several programs share. */
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { type Draft, draftOf, standard } from '../../../src/kit/diagnosis/Draft.ts'
import { tellingOf } from '../../../src/kit/diagnosis/tellingOf.ts'
import { otherLayout } from '../../../src/kit/diagnosis/tellings/joinedTexts.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const parts = suite('parts in another spelling')

const draft = (change: Partial<Record<'target' | 'url' | 'body', string>> = {}): Draft => {
  const { body = '', ...others } = change
  return draftOf({
    method: 'GET',
    target: '/v1/p?limit=20',
    timestamp: '1770146105',
    nonce: '44-59',
    appId: 'a',
    ...others,
    body: Buffer.from(body),
  })
}

const wordsOn = (text: string): string => {
  const right = draft()
  const { what } = otherLayout({ ...right, layout: { ...standard, text: Buffer.from(text) } }, right)
  assert.not.match(say(what), /The caller|These parts|Between its/)
  return what
}

parts('a part in another spelling is there, and what is between the parts is told', () => {
  for (const [text, words] of [
    ['get /v1/p?limit=20', /without the timestamp and nonce .*method in lower case\. Between its parts is a space\.$/],
    ['GET|1770146105000|/v1/p', /without the nonce .* the path without the query and the timestamp in milliseconds\.$/],
    ['1770146105:4459:GET:/v1/p', /the path without the query and the nonce without hyphens\. Between .* ":"\.$/],
    ['1770146105https://a.b/v1/p?limit=20GET', /in another spelling: the whole URL\.$/],
  ] as const)
    assert.match(wordsOn(text), words)
})

parts('for all words: a short word within another one is no method', () =>
  forAll([fc.stringMatching(/^[a-z]{1,5}$/)], (word) => {
    assert.match(wordsOn(`${word}get 1770146105`), 'without the method, target and nonce')
  }),
)

const tellingFor = (id: string, detail: string, signed: Draft, right: Draft) => {
  const telling = tellingOf({ id, detail }, signed, right, true)
  for (const sentence of [telling?.what ?? '', telling?.remedy ?? ''])
    assert.not.match(say(sentence), /The caller|Write|Sign /)
  return `${telling?.detail} ${telling?.what} ${telling?.remedy}`
}

parts('a mark between fields that may be data has its escape, and the URL shows who changed it', () => {
  const signed = draft({ target: '/f?u=a;b=2' })
  const found = tellingFor('query-respelled', 'fields joined by a semicolon', signed, draft({ target: '/f?u=a&b=2' }))
  assert.match(found, 'If a semicolon belongs to a value, write %3B')
  assert.not.match(found, 'something after the caller')
  const called = draft({ target: '/f?u=a&b=2', url: 'https://h/f?u=a;b=2' })
  assert.match(
    tellingFor('query-respelled', 'fields joined by a semicolon', signed, called),
    'something after the caller',
  )
})

parts('entities that several libraries write name none of them', () => {
  const signed = draft({ body: '{"l":"[&quot;a&quot;,&lt;]"}' })
  const right = draft({ body: '{"l":"[\\"a\\",<]"}' })
  const found = tellingFor('body-other', 'strings with entities of Ruby or lodash', signed, right)
  assert.match(found, /HTML entities, such as &quot;.* an input filter .* Sign the text that is not escaped/)
  assert.not.match(found, /Ruby|lodash/)
})

parts('a digest behind the name of its hash is no form', () => {
  const signed = draft({ body: 'SHA-256=cx6hCxwYxX+H34JS1M3V4fgva1UpjHdPPLT+1ZvznF4=' })
  assert.not.match(tellingFor('body-other', 'another', signed, draft({ body: '{"a":1}' })), 'a form')
})
