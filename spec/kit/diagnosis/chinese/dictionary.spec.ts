/** How a text finds its Chinese: whole, by a template, by its sentences, or not at all. */
import fc from 'fast-check'
import { dictionary, slotsOf } from '../../../../src/kit/diagnosis/chinese/dictionary.ts'
import { languageFor } from '../../../../src/kit/diagnosis/chinese/language.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const { translate, sayList } = dictionary([
  {
    'the body is larger than {limit:number} bytes': '请求体超过 {limit} 字节',
    'the header has {faults:list}': '请求头中有{faults}',
    '{mark} before {place:phrase}': '{place}前面的 {mark}',
    '{mark} behind {thing:known}': '{thing}后面的 {mark}',
    '{before} and {after} round {place:known}': '{place}两侧的 {before} 和 {after}',
    'the line': '整行',
    'the target': '请求目标',
    'Sign anew.': '请重新签名。',
    '{theirs} where {ours} was sent': '发送的是 {ours}，签名的是 {theirs}',
    '{seconds:number} s': '{seconds} 秒',
    '{seconds:number} s, about {hours} h': '{seconds} 秒（约 {hours} 小时）',
  },
])

const looking = suite('a dictionary of phrases')

looking('keeps what a placeholder stands for, and translates what it calls a phrase or a list', () => {
  assert.is(translate('the body is larger than 1,024 bytes'), '请求体超过 1,024 字节')
  assert.is(translate('the header has " before the line'), '请求头中有整行前面的 "')
  assert.is(
    translate('the header has " before the line, , before the target and \' before x'),
    '请求头中有整行前面的 "、请求目标前面的 ,、x 前面的 \'',
  )
})

looking('reads a clause as a sentence as well, and sentences one after the other', () => {
  assert.is(translate('The body is larger than 9 bytes.'), '请求体超过 9 字节。')
  assert.is(translate('The body is larger than 9 bytes. Sign anew.'), '请求体超过 9 字节。请重新签名。')
})

looking('finds the items of a list, also those that hold a separator, and keeps what it does not know', () => {
  assert.is(
    sayList('" and , round the line, x behind the target, {{a}} and the line'),
    '整行两侧的 " 和 ,、请求目标后面的 x、{{a}}、整行',
  )
  assert.is(sayList('a, b'), 'a、b')
})

looking(
  'an item of a list is the longest phrase with these separators, and no phrase takes in the item after it',
  () => {
    assert.is(sayList('7200 s, about 2 h'), '7200 秒（约 2 小时）')
    assert.is(sayList('7200 s, about 2 h, the line and 7 s'), '7200 秒（约 2 小时）、整行、7 秒')
    assert.is(sayList('7 s, a before the line'), '7 秒、整行前面的 a')
  },
)

looking('a part that has to be known and is not: the phrase does not fit', () => {
  assert.is(translate('x behind the line'), '整行后面的 x')
  assert.is(translate('x behind it'), undefined)
})

looking('a text that the table lacks has no Chinese, nor has one of which it has a part', () => {
  for (const text of ['', 'the body', 'Sign anew. And so on.', 'the body is larger than ten bytes', 'x where was sent'])
    assert.is(translate(text), undefined, text)
})

looking('for all values without the words round them: a template gives them back', () =>
  forAll([fc.string({ minLength: 1 }), fc.string({ minLength: 1 })], (theirs, ours) => {
    // Blanks at the end of a value are those of the English words round it.
    fc.pre(!`${theirs}${ours}`.includes('w') && theirs.trim() === theirs && ours.trim() === ours)
    assert.is(translate(`${theirs} where ${ours} was sent`), `发送的是 ${ours}，签名的是 ${theirs}`)
  }),
)

looking('for all texts: the work is that of one look at each phrase, and the answer a text or none', () =>
  forAll([fc.string({ unit: fc.constantFrom(' where ', ' was sent', '. ', 'A', ', ', ' and ', '1') })], (text) => {
    assert.ok(['string', 'undefined'].includes(typeof translate(text)))
    assert.ok(typeof sayList(text) === 'string')
  }),
)

looking('names and kinds of placeholders', () =>
  assert.equal(slotsOf('{a:number} of {b} {c:list} {} {D} {{x}}'), [
    { name: 'a', kind: 'number' },
    { name: 'b', kind: 'verbatim' },
    { name: 'c', kind: 'list' },
    { name: 'x', kind: 'verbatim' },
  ]),
)

const asking = suite('the language that a reader asks for')

for (const [accepted, language] of [
  [undefined, 'en'],
  ['', 'en'],
  ['zh', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['zh-Hant-TW', 'zh'],
  ['en-GB,zh;q=0.5', 'en'],
  ['zh,en', 'zh'],
  ['en,zh', 'en'],
  ['fr, ZH ; q=0.1', 'zh'],
  ['fr', 'en'],
  ['zh;q=0', 'en'],
  ['zhx', 'en'],
  ['*', 'en'],
] as const)
  asking(`${accepted} is ${language}`, () => assert.is(languageFor(accepted), language))

asking('for all headers: one of the two', () =>
  forAll([fc.string({ unit: fc.constantFrom('zh', 'en', ',', ';', 'q=', '0', '.', '1', '-', ' ') })], (accepted) =>
    assert.ok(['en', 'zh'].includes(languageFor(accepted))),
  ),
)
