/** Two mistakes in one target, and a target that is the one of the called URL: the words say what the bytes show, and no label of a search. */
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { reencodings } from '../../../src/kit/diagnosis/forms/percent.ts'
import { tellingOf } from '../../../src/kit/diagnosis/tellingOf.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { rightDraft } from '../../support/signedText.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const two = suite('two mistakes in one target')

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

const findingsOn = (target: string, signed: string, url?: string) =>
  diagnose(
    {
      method: 'GET',
      target,
      url,
      authorization: [line(signatureOf(`GET\n${signed}\n${now}\nn-1\n`), 'n-1')],
      body: new Uint8Array(),
      keys,
      now,
    },
    hash,
    100_000_000,
  ).findings

const isSaid = (sentence: string): void => assert.match(say(sentence), /[\u4e00-\u9fff]/, sentence)

const fields = fc.tuple(fc.constantFrom('red%20fox', 'it%27s%20on', 'a%3Ab%20c'), fc.constantFrom('1', '20'))

two('for all queries: another order and spaces as +, told by the names and by the characters', () =>
  forAll([fields, fc.constantFrom(0, 1, 2)], { numRuns: 30 }, ([text, number], order) => {
    const sent = [`account=${number}`, 'retry=1', `text=${text}`]
    const signed = [
      [sent[2], sent[0], sent[1]],
      [sent[1], sent[2], sent[0]],
      [sent[1], sent[0], sent[2]],
    ][order] as ReadonlyArray<string>
    const right = rightDraft({ target: `/v1/jobs?${sent.join('&')}` })
    const draft = { ...right, target: `/v1/jobs?${signed.join('&').replaceAll('%20', '+')}` }
    const told = (id: string, detail: string) => tellingOf({ id, detail }, draft, right, false)
    const escapes = told('target-reencoded', 'escapes in lower case, spaces as + (for example UrlEncode of .NET)')
    assert.is(escapes?.detail, '+ where %20 was sent')
    const reordered = told('query-reordered', 'in another order (variant 10)')
    const names = signed.map((field) => field.replace(/=.*/, '')).join(', ')
    assert.is(reordered?.detail, names)
    assert.match(
      reordered?.what ?? '',
      new RegExp(`in the order ${names}, but they arrived in the order account, retry, text`),
    )
    for (const telling of [escapes, reordered]) {
      isSaid(telling?.what ?? '')
      isSaid(telling?.remedy ?? '')
    }
  }),
)

two('for all targets: a form in lower case changes a letter of an escape, and one with + a space', () =>
  forAll([fc.array(fc.constantFrom('a', '%20', '%27', '%3A', '%2F', '+', '&b='), { maxLength: 6 })], {}, (pieces) => {
    const target = `/f?a=${pieces.join('')}`
    for (const [label, text] of reencodings(target)) {
      if (text === target) continue
      if (label.includes('lower case')) assert.match(target, /%(?:[0-9][A-F]|[A-F])/, label)
      if (label.includes('spaces as +')) assert.match(target, /%20|\+| /, label)
    }
  }),
)

two('the signed target is that of the URL: what the program did before signing is no cause', () => {
  for (const [signed, sent] of [
    ['/v1/objects?path=my/key/cat.png&v=2', '/v1/objects?path=my%2Fkey%2Fcat.png&v=2'],
    ['/v1/objects?name=a%3Ab', '/v1/objects?name=a:b'],
    ['/v1/objects?b=1&a=2', '/v1/objects?a=2&b=1'],
    ['/v1/objects/', '/v1/objects'],
  ] as const) {
    const [found] = findingsOn(sent, signed, `https://api.example.com${signed}`)
    assert.match(found?.what ?? '', /the target of its URL, but/)
    assert.match(found?.what ?? '', /the client|something on the way/)
    assert.not.match(found?.what ?? '', /before signing|its program/i)
    assert.not.match(found?.remedy ?? '', /^Sign the (?:query|target) exactly as it is sent/)
    isSaid(found?.what ?? '')
  }
})
