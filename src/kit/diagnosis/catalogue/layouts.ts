/**
 * The string to sign in another form as a whole: names in front of the parts, a list or an object in place of the lines,
 * parts that were left out or never filled in, another encoding. There are hundreds of forms, so each stands alone.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { type Draft, type Layout, rewritable, standard } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { htmlForms } from '../forms/htmlEntities.ts'
import {
  bases,
  labelled,
  listed,
  nothing,
  oauth,
  once,
  parameters,
  placeholders,
  schemes,
  templates,
} from '../forms/layouts.ts'
import type { Form } from '../forms/Respelling.ts'
import { htmlTexts, textEncodings } from '../forms/wholeText.ts'
import type { Mistake, Rare, Variation } from '../Mistake.ts'
import { part, signs } from './mistake.ts'

/** Other layouts than the standard one, each of which stands alone unless they are few. */
function* inPlace({ layout }: Draft, forms: Iterable<Form<Layout>>, rare: Rare = 'alone'): Generator<Variation> {
  if (layout !== standard) return
  for (const [detail, other] of forms) yield part(detail, { layout: other }, rare)
}

/** Lines left out: every choice that no other mistake makes. */
const leftOut: ReadonlyArray<Form<Layout>> = Array.from({ length: 31 }, (_, bits) =>
  standard.order.filter((__, i) => (bits >> i) & 1),
)
  .filter(
    (order) =>
      order.length > 0 && !['method,target,timestamp,nonce', 'method,target,timestamp,body'].includes(order.join()),
  )
  .flatMap((order) =>
    (order.length === 1 ? ['\n'] : ['\n', '.', '']).map((separator) => [
      `only ${order.join(', ')}${separator === '\n' ? '' : `, ${JSON.stringify(separator)} between them`}`,
      { ...standard, order, separator, ...(order.includes('body') ? {} : { bodiless: 'any' as const }) },
    ]),
  )

const isWhole = ({ order }: Layout): boolean => standard.order.every((piece) => order.includes(piece))
const wholeParameters = once(() => parameters().filter(([, layout]) => isWhole(layout)))
const someParameters = once(() => parameters().filter(([, layout]) => !isWhole(layout)))

/** Lines that other schemes sign. */
const otherLines = ['; charset=utf-8', ';charset=utf-8', '; charset=UTF-8', ';charset=UTF-8', '']
  .map((charset) => `application/json${charset}`)
  .concat('SVC-SHA256-RSA', 'HTTP/1.1', 'v1')

/** Such a line in front of each part, and behind the last. */
const lineAdded: ReadonlyArray<Form<Layout>> = otherLines.flatMap((line) => [
  ...standard.order.map(
    (piece) => [`${line} in front of the ${piece}`, { ...standard, labels: { [piece]: `${line}\n` } }] as const,
  ),
  [`${line} at the end`, { ...standard, end: `\n${line}` }],
])

/** What languages print for a value that is not there, or is none. */
const printed = 'undefined,null,None,nil,<nil>,NaN,[object Object],[object Promise],NULL,false'.split(',')

const hasMarkup = (target: string): boolean => /[&<>"'\x60=]/.test(target)

/** Of a target, an apostrophe or an ampersand may have become an entity. */
function* htmlParts(draft: Draft): Generator<Variation> {
  const { body, target, layout } = draft
  for (const [detail, text] of htmlForms(target)) yield part(`the target, ${detail}`, { target: text }, 'alone')
  const text = rewritable(body)
  if (text !== undefined)
    for (const [detail, other] of htmlForms(text)) yield part(`the body, ${detail}`, { body: utf8(other) }, 'alone')
  if (layout !== standard || !hasMarkup(target)) return
  for (const whole of htmlTexts)
    if (!Bytes.Eq.equals(whole.write(utf8(target)), utf8(target)))
      yield part(`all of it, ${whole.name}`, { layout: { ...standard, whole } }, 'alone')
}

/** What languages print round a value that may be missing, or that has another type than its format asks for. */
const wraps = ['"%"', "'%'", 'Some("%")', 'Some(%)', 'Optional("%")', 'Optional(%)', '%!s(int64=%)', '%!d(string=%)']

/** The first two of a timestamp stand among its forms. */
const wrapped = (text: string, isTime: boolean): ReadonlyArray<string> =>
  wraps.slice(isTime ? 2 : 0).map((wrap) => wrap.replace(/%(?![!])/, () => text))

export const layoutMistakes: ReadonlyArray<Mistake> = [
  signs(
    'parts-labelled',
    'join',
    'The caller signed more than the five parts: names, quotation marks or brackets round them, or a line such as the content type.',
    'Sign the five values alone, each of the first four with a line feed behind it.',
    ['layout', 'method', 'target', 'nonce', 'timestamp'],
    function* (draft) {
      for (const slot of ['method', 'target', 'nonce', 'timestamp'] as const)
        for (const text of wrapped(draft[slot], slot === 'timestamp'))
          yield part(`the ${slot}: ${text}`, { [slot]: text }, 'alone')
      yield* inPlace(draft, labelled())
      yield* inPlace(draft, listed())
      yield* inPlace(draft, wholeParameters())
      yield* inPlace(draft, lineAdded)
    },
    { rarely: true },
  ),
  signs(
    'part-missing',
    'join',
    'The caller left parts out of the string to sign, or signed empty ones.',
    'Sign all five parts; only the body may be empty.',
    ['layout', 'method', 'target', 'timestamp'],
    function* (draft) {
      yield part('an empty method', { method: '' }, 'alone')
      yield part('an empty target', { target: '' }, 'alone')
      yield part('an empty timestamp', { timestamp: '' }, 'alone')
      yield* inPlace(draft, schemes, true)
      yield* inPlace(draft, leftOut)
      yield* inPlace(draft, oauth(draft))
      // The size of a pointer is taken for that of its text.
      for (const size of [4, 8])
        yield* inPlace(draft, [
          [`the first ${size} bytes alone`, { ...nothing, end: `${draft.method}\n${draft.target}`.slice(0, size) }],
        ])
      yield* inPlace(draft, someParameters())
      yield* inPlace(draft, [['nothing at all', nothing]])
    },
    { rarely: true },
  ),
  signs(
    'part-unfilled',
    'join',
    "The caller signed a variable's name in place of a part, or what its language makes of no value or of one of another type.",
    'Print each part just before it is signed, and give it its value.',
    ['method', 'target', 'timestamp', 'nonce', 'body', 'layout'],
    function* (draft) {
      for (const base of bases) yield part(`${base} in front of the target`, { target: base + draft.target }, 'alone')
      for (const slot of ['method', 'timestamp', 'nonce'] as const)
        for (const text of [...placeholders(slot), ...printed])
          yield part(`the ${slot}: ${text}`, { [slot]: text }, 'alone')
      // Go and JavaScript take the number for that of a character.
      yield part('the timestamp: U+FFFD', { timestamp: '\ufffd' }, 'alone')
      const unit = String.fromCharCode(Number(draft.timestamp))
      if (!/[\ud800-\udfff\ufffd]/.test(unit)) yield part('the timestamp: one character', { timestamp: unit }, 'alone')
      for (const text of placeholders('body')) yield part(`the body: ${text}`, { body: utf8(text) }, 'alone')
      yield* inPlace(draft, templates())
      yield* inPlace(
        draft,
        printed.map((text) => [`all of it: ${text}`, { ...nothing, end: text }]),
      )
    },
    { rarely: true },
  ),
  signs(
    'text-encoded',
    'encoding',
    'The caller signed the string to sign in another encoding than UTF-8, or encoded as a whole, as in Base64.',
    'Give the UTF-8 bytes of the string to sign themselves to the signing function.',
    ['layout'],
    function* (draft) {
      yield* inPlace(draft, [
        ...textEncodings.map((whole) => [whole.name, { ...standard, whole }] as const),
        ['a byte order mark in front', { ...standard, start: '\ufeff' }],
        ['a NUL behind it', { ...standard, end: '\0' }],
      ])
    },
    { rarely: true },
  ),
  signs(
    'html-entities',
    'encoding',
    'The caller signed a text with HTML entities, such as &quot; in place of a quotation mark, or sent one and signed it without.',
    'Build the string to sign without templates for pages, or tell them that the text is safe.',
    ['target', 'body', 'layout'],
    htmlParts,
    {
      rarely: true,
      tells:
        'Send a request with quotation marks in its body and an ampersand in its query, and look at what is signed.',
    },
  ),
]
