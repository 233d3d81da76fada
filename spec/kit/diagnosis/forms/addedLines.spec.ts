/** One line more in the text to sign, and an empty line in another order of the parts: each is found, and told with its place. */
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { type Draft, textOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { addedLineTelling, rareLineAdded } from '../../../../src/kit/diagnosis/forms/addedLines.ts'
import { emptyLineTelling, ordersWithEmptyLine } from '../../../../src/kit/diagnosis/forms/emptyLines.ts'
import { isMeant } from '../../../../src/kit/diagnosis/search/products.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { now } from '../../../support/planting.ts'
import { onlyFinding, reportOnText, rightDraft, type Sent } from '../../../support/signedText.ts'
import { assert, inTurn, suite } from '../../../support/suite.ts'
import { restOfEnglish } from '../chinese/reading.ts'

const lines = suite('one line more')

const host = 'api.example:8443'
const target = '/v1/jobs?a=1'
const job = '{"k":1}'

const sentWith = (body: string): Sent => ({ target, host, body })

const draftWith = (body: string): Draft => rightDraft(sentWith(body))

const whatOn = (signed: Uint8Array | string): string => onlyFinding(reportOnText(signed, sentWith(job))).what

lines('each added line is found as one exact mistake, in its words', () => {
  const draft = draftWith(job)
  const forms = [...rareLineAdded(draft, hash)]
  for (const [detail, layout] of inTurn(
    2,
    forms.filter((_, i) => i % 19 === 0),
  ))
    assert.is(whatOn(textOf({ ...draft, layout })), addedLineTelling(detail)?.what, detail)
})

lines('no added line makes the text of the parts, or of a part twice in succession', () => {
  const draft = draftWith(job)
  const signedLines = [draft.method, draft.target, draft.timestamp, draft.nonce]
  for (const [detail, layout] of rareLineAdded(draft, hash)) {
    const text = Buffer.from(textOf({ ...draft, layout }))
      .toString()
      .split('\n')
    for (const part of signedLines)
      assert.not.ok(
        text.some((each, i) => each === part && text[i + 1] === part),
        detail,
      )
  }
})

lines('every order of the parts, and of the parts without the body, has an empty line at each place', () => {
  for (const body of [job, '']) {
    const draft = draftWith(body)
    const meant = ordersWithEmptyLine().filter(([, layout]) => isMeant(layout, draft.body))
    const texts = new Set(meant.map(([, layout]) => Buffer.from(textOf({ ...draft, layout })).toString()))
    assert.is(texts.size, meant.length)
    for (const places of [draft.method, draft.target, draft.timestamp, draft.nonce].flatMap((first) => [
      ['', first],
      [first, ''],
    ]))
      assert.ok([...texts].some((text) => text.startsWith(`${places.join('\n')}\n`)))
  }
})

lines(
  'an empty line in another order is found in its words; a compound form is reported beside the two mistakes',
  () => {
    const forms = ordersWithEmptyLine().filter((_, i) => i % 37 === 0)
    for (const body of [job, '']) {
      const draft = draftWith(body)
      const meant = forms.filter(([, layout]) => isMeant(layout, draft.body))
      for (const [detail, layout, , traits] of inTurn(2, meant)) {
        // Without a body, a line feed more may be at its end.
        if (body === '' && layout.order.at(-1) === 'body') continue
        const { exact, findings, alternatives } = reportOnText(textOf({ ...draft, layout }), sentWith(body))
        const told = [findings, ...alternatives].filter(([found]) => found?.what === emptyLineTelling(detail)?.what)
        assert.is(told.length, 1, `${detail} ${JSON.stringify([findings, alternatives])}`)
        assert.is(exact, traits === undefined, detail)
      }
    }
  },
)

for (const [signed, what] of [
  [
    `POST\n${host}\n${target}\n${now}\nn-1\n${job}`,
    'The caller signed one line more, the host, before the target. Other schemes have such a line.',
  ],
  [
    `POST\n${target}\n${now}\nn-1\nnull\n${job}`,
    'The caller signed one line more, null, before the body. It may be an empty value that was signed as one more part.',
  ],
  [
    `POST\n${target}\nn-1\n${now}\n/v1/jobs\n${job}`,
    'The caller signed the parts in this order: method, target, nonce, timestamp and body. It signed one line more, the path, before the body. Other schemes have such a line.',
  ],
  [
    `${now}\nn-1\n\nPOST\n${target}\n${job}`,
    'The caller signed the parts in this order: timestamp, nonce, method, target and body. It signed an empty line before the method.',
  ],
  [
    `POST\n${target}\n\n${now}\nn-1`,
    'The caller signed the parts in this order: method, target, timestamp and nonce. It signed an empty line before the timestamp. It signed no body, or the body was still empty.',
  ],
] as const)
  lines(`signed ${JSON.stringify(signed)}`, () => assert.is(whatOn(signed), what))

lines('the words are Chinese too, but for what was signed', () => {
  const draft = { ...draftWith(job), url: 'http://a.example/x', contentType: 'application/json;v=1' }
  const tellings = [
    ...Array.from(rareLineAdded(draft, hash), ([detail]) => addedLineTelling(detail)),
    ...ordersWithEmptyLine().map(([detail]) => emptyLineTelling(detail)),
  ]
  for (const telling of tellings) {
    const english = `${telling?.what} ${telling?.remedy}`
    assert.equal(restOfEnglish(translate(english) ?? english), [], english)
  }
})
