import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type * as AppId from '../../src/core/AppId.ts'
import * as Authorization from '../../src/core/Authorization.ts'
import * as AuthType from '../../src/core/AuthType.ts'
import { ours, type Policies } from '../../src/core/Policies.ts'
import type * as Signature from '../../src/core/Signature.ts'
import type * as Token from '../../src/core/Token.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { authorizationLines } from '../../src/kit/values/headers/headers.ts'
import { type LabelledGens, mapValues } from '../../src/kit/values/Labelled.ts'
import * as like from '../support/lookalikes.ts'
import { keepsRoundTrip } from '../support/roundTrips.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { keepsItsGrammar } from './grammarContract.ts'

const type = 'SVC-SHA256-RSA'
const items = ['app_id=app-1', 'nonce_str=n-1', 'timestamp=1700000000', 'signature=+/8='] as const
const header = `${type} ${items.join(',')}`
const read = E.right({
  _tag: 'Signed',
  authType: type,
  appId: 'app-1',
  nonce: 'n-1',
  timestamp: 1_700_000_000,
  signature: '+/8=',
})

const none = Object.fromEntries(Object.keys(ours).map((name) => [name, false])) as unknown as Policies
const taking = (...names: ReadonlyArray<keyof Policies>): Authorization.Grammar => ({
  authType: AuthType.standard,
  policies: { ...none, ...Object.fromEntries(names.map((name) => [name, true])) },
})
const strict = taking()

const { parse } = Authorization
const malformed = (rule: Authorization.Rule, offset: number) =>
  E.left({ _tag: 'authorization_malformed', rule, offset })
const signatureMalformed = (rule: Authorization.SignatureMalformed['rule'], offset: number) =>
  E.left({ _tag: 'signature_malformed', rule, offset })
const unsupported = E.left({ _tag: 'scheme_unsupported' })

const withItems = (...list: ReadonlyArray<string>): string => `${type} ${list.join(',')}`
/** The valid header with one item replaced. */
const instead = (index: number, item: string): string => withItems(...items.map((it, i) => (i === index ? item : it)))

const grammarOf = (a: Authorization.Authorization): Authorization.Grammar =>
  a._tag === 'Bearer' ? strict : { ...strict, authType: a.authType }

/** Of a header that is one line. */
const onlyLine: LabelledGens<string> = mapValues(
  authorizationLines.map((one) => one.filter(({ value }) => value.length === 1)),
  ([line]) => line as string,
)

keepsItsGrammar(
  'Authorization',
  onlyLine.filter(({ labels: marks }) => marks.change !== 'another number of lines'),
  (text) => E.map(() => undefined)(parse(text, strict)),
  {
    'one missing': 'missing-key',
    'one twice': 'repeated-key',
    'in another case': 'scheme_unsupported',
    'another key': 'unknown-key key=value',
    'twice, with a value': 'repeated-key empty-value',
    'the alias': 'unknown-key',
    'one more': 'unknown-key quote key=value',
    'one empty': 'empty-value',
    'a blank or a line end': 'alphabet',
    'a line feed at the end': 'app_id nonce_str token68',
    'CR and LF at the end': 'app_id nonce_str token68',
    'U+0000 at the end': 'app_id nonce_str token68',
    'a blank at the end': 'app_id nonce_str token68',
    'a blank': 'unknown-key alphabet timestamp app_id nonce_str',
    'another gap': 'scheme_unsupported unknown-key empty-element',
    'no items': 'empty-element key=value',
    'another separator': 'empty-element missing-key',
    'too long': 'length app_id nonce_str',
    'a header has': 'length',
    'another type': 'auth-type scheme_unsupported',
    misspelt: 'padding alphabet spare-bits',
    'a zero too many': 'timestamp empty-value',
    'too large': 'timestamp',
    'a neighbour of the digits': 'timestamp',
    'another start': 'token68 scheme_unsupported',
    'more behind': 'token68',
    'more after': 'token68',
    'text after': 'timestamp',
    'no token': 'space token68',
    'padding alone': 'token68',
    'too much padding': 'length',
    // Of a value: it may end the item as well.
    '': 'app_id nonce_str timestamp token68 empty-value empty-element key=value quote',
  },
  () => undefined,
)

const scheme = suite('Authorization.scheme')

scheme('distinguishes the two forms by the whole first word', () => {
  assert.equal(Authorization.scheme(header), E.right({ _tag: 'Signed', header, wordEnd: type.length }))
  assert.equal(Authorization.scheme('Bearer abc'), E.right({ _tag: 'Bearer', header: 'Bearer abc', wordEnd: 6 }))
  assert.equal(Authorization.scheme(type), E.right({ _tag: 'Signed', header: type, wordEnd: type.length }))
  assert.equal(Authorization.scheme('Bearer'), E.right({ _tag: 'Bearer', header: 'Bearer', wordEnd: 6 }))
})

scheme('takes 8,192 characters and no more', () => {
  const padded = (length: number) => `${type}${' '.repeat(length - header.length + 1)}${items.join(',')}`
  assert.is(padded(8192).length, 8192)
  assert.equal(parse(padded(8192)), read)
  assert.equal(parse(padded(8193)), malformed('length', 8192))
  assert.ok(E.isRight(parse(`Bearer ${'a'.repeat(8185)}`)))
  assert.equal(parse(`Bearer ${'a'.repeat(8186)}`), malformed('length', 8192))
})

scheme('reads only the configured auth type, not the standard one', () => {
  const grammar = { ...strict, authType: 'SVC2' as AuthType.AuthType }
  assert.equal(parse(`SVC2 ${items.join(',')}`, grammar), E.map((a: object) => ({ ...a, authType: 'SVC2' }))(read))
  assert.equal(parse(header, grammar), unsupported)
})

const schemeCase = suite('policy scheme-case')

schemeCase('folds only ASCII: no other letter that lower- or upper-cases into it', () => {
  assert.is('\u212as'.toLowerCase(), 'ks')
  assert.is('ſk'.toUpperCase(), 'SK')
  for (const [name, words] of [
    ['KS', ['\u212as', 'kſ', '\u212aſ']],
    ['SK', ['s\u212a', 'ſk', 'ſ\u212a']],
  ] as const) {
    const grammar = { ...taking('scheme-case'), authType: name as string as AuthType.AuthType }
    assert.ok(E.isRight(parse(`${name.toLowerCase()} ${items.join(',')}`, grammar)))
    for (const word of words) assert.equal(parse(`${word} ${items.join(',')}`, grammar), unsupported, word)
  }
  assert.equal(parse(header.replace('SVC', 'ſVC'), taking('scheme-case')), unsupported)
})

const grammar = suite('the grammar of the items')

/** Where something begins that follows the whole header and a comma. */
const end = header.length + 1
/** The valid header with one item replaced, and where that stands. */
const cut = (index: number, item: string): readonly [text: string, at: number] => {
  const text = instead(index, item)
  return [text, text.indexOf(item)]
}

grammar('requires each key once, with a value behind its first =', () => {
  const others = ['app_id=app-2', 'nonce_str=n-2', 'timestamp=1700000001', 'signature=AAA=']
  for (const [i, item] of items.entries()) {
    const missing = withItems(...items.toSpliced(i, 1))
    assert.equal(parse(missing), malformed('missing-key', missing.length), missing)
    for (const second of [item, others[i] as string]) {
      assert.equal(parse(`${header},${second}`), malformed('repeated-key', end))
      const first = withItems(second, ...items)
      const at = first.indexOf(item, type.length + 1 + second.length)
      assert.equal(parse(first), malformed('repeated-key', at), first)
    }
    const name = item.replace(/=.*/, '')
    const [empty, from] = cut(i, `${name}=`)
    assert.equal(parse(empty), malformed('empty-value', from + name.length + 1), empty)
    const [bare, at] = cut(i, name)
    assert.equal(parse(bare), malformed('key=value', at), bare)
  }
  assert.equal(parse(instead(3, 'signature=AA==')), E.map((a: object) => ({ ...a, signature: 'AA==' }))(read))
})

grammar('refuses an unknown key: first, in the middle, last', () => {
  for (const key of ['x', 'realm', 'version', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length']) {
    assert.equal(parse(withItems(`${key}=1`, ...items)), malformed('unknown-key', 15))
    assert.equal(parse(header.replace(',', `,${key}=1,`)), malformed('unknown-key', 28))
    assert.equal(parse(`${header},${key}=1`), malformed('unknown-key', end))
  }
})

const [alias, ows, quoted, unknown] = (['appid-alias', 'ows', 'quoted-values', 'unknown-param'] as const).map((name) =>
  taking(name),
)

/** What is refused, by rule and place, though a policy that is near is on. */
const refused: ReadonlyArray<
  readonly [text: string, rule: Authorization.Rule, at: number, under?: Authorization.Grammar | undefined]
> = [
  [type, 'space', 14],
  [`${type} `, 'empty-element', 15],
  [`${type}   `, 'empty-element', 17],
  [`${type} ,`, 'empty-element', 15],
  [header.replace(' ', ' ,'), 'empty-element', 15],
  [`${header},`, 'empty-element', end],
  [header.replace(',', ',,'), 'empty-element', 28],
  [`${header},x`, 'key=value', end],
  [withItems('=app-1', ...items), 'key=value', 15],
  [instead(0, 'app_id==app-1'), 'app_id', 22],
  ...['appid=app-1', 'appid=app-2'].flatMap(
    (both): Array<(typeof refused)[number]> => [
      [`${header},${both}`, 'repeated-key', end, alias],
      [`${header},${both}`, 'unknown-key', end, strict],
      [`${header},${both}`, 'unknown-key', end, unknown],
      [withItems(both, ...items), 'repeated-key', 27, alias],
    ],
  ),
  // No blanks around = or after the last item, only spaces before the first; and an empty element stays one.
  [header.replace('app_id=', 'app_id ='), 'unknown-key', 15, ows],
  [header.replace('app_id=', 'app_id= '), 'app_id', 22, ows],
  [header.replace(' ', ' \t'), 'unknown-key', 15, ows],
  [`${header}, `, 'empty-element', header.length + 2, ows],
  [header.replace(',', ', ,'), 'empty-element', 29, ows],
  [header.replace('app-1', ' '), 'empty-value', 22, ows],
  ...['"app-1', 'app-1"', 'a"pp"-1', '"app"-1"', '""app-1""', '"', '"a,b"', '"app-1" ', ' "app-1"'].map(
    (value) => [instead(0, `app_id=${value}`), 'quote', 22, quoted] as const,
  ),
  [instead(0, "app_id='app-1'"), 'app_id', 22, quoted],
  [instead(0, 'app_id="app\\-1"'), 'app_id', 23, quoted],
  [instead(0, 'app_id=" app-1"'), 'app_id', 23, quoted],
  [instead(0, 'app_id=""'), 'empty-value', 23, quoted],
  [instead(0, '"app_id"=app-1'), 'unknown-key', 15, quoted],
  [withItems('x=1', ...items.slice(1)), 'missing-key', withItems('x=1', ...items.slice(1)).length, unknown],
  [`${header},x=1,app_id=app-1`, 'repeated-key', header.length + 5, unknown],
  // An ignored item must be well-formed, and visible ASCII, so it cannot hide a line end.
  [`${header},x`, 'key=value', end, unknown],
  [`${header},=1`, 'key=value', end, unknown],
  [`${header},x=`, 'empty-value', end + 2, unknown],
  [`${header},x="1"`, 'quote', end + 2, unknown],
  [`${header},,x=1`, 'empty-element', end, unknown],
  ...['\n', '\r', '\0', ' ', '\t', '\u007f', '\u0085', '\u00a0', 'ſ', '\ud800'].flatMap((c) =>
    [`x${c}=1`, `${c}x=1`, `x=${c}1`, `x=1${c}`, `x=1${c}X: y`].map(
      (item) => [`${header},${item}`, 'key=value', end, unknown] as const,
    ),
  ),
]

grammar('is refused by rule and place, under every policy that is near', () => {
  for (const [text, rule, at, under] of refused)
    assert.equal(parse(text, under), malformed(rule, at), JSON.stringify(text))
  assert.equal(parse(`${header} `, ows), signatureMalformed('alphabet', header.length - 1))
})

grammar('takes no white space but space and tab for blanks', () => {
  for (const c of ['\n', '\r\n ', '\u00a0', '\u0085', '\ufeff', '\u000b', '\u000c', '\u2003'])
    for (const text of [header.replace(',', `,${c}`), header.replace(',', `${c},`)])
      assert.ok(E.isLeft(parse(text, ows)), JSON.stringify(c))
})

const values = suite('the values of the items')

values('are checked after the grammar, in the order app_id, nonce_str, timestamp, signature', () => {
  const broken = ['signature=*', 'timestamp=x', 'nonce_str=_', 'app_id=/']
  assert.equal(parse(`${withItems(...broken)},x=1`), malformed('unknown-key', withItems(...broken).length + 1))
  for (const [repaired, rule] of [
    [[], 'app_id'],
    [['app_id=app-1'], 'nonce_str'],
    [['app_id=app-1', 'nonce_str=n-1'], 'timestamp'],
  ] as const) {
    const text = withItems(...broken.slice(0, 4 - repaired.length), ...repaired)
    const result = parse(text)
    assert.equal(result, malformed(rule, text.indexOf(`${rule}=`) + rule.length + 1))
  }
})

values('for all signed authorizations with one invalid character in the signature: the offset is its position', () =>
  forAll([arb.signed(), fc.nat(), fc.constantFrom('*', ' ', '-', '_', '\n', 'é')], (a, place, c) => {
    const text = like.written(a)
    const from = text.indexOf('signature=') + 'signature='.length
    const at = from + (place % a.signature.replace(/=+$/, '').length)
    assert.equal(parse(text.slice(0, at) + c + text.slice(at + 1)), signatureMalformed('alphabet', at))
  }),
)

const serialize = suite('Authorization.serialize')

keepsRoundTrip(serialize, 'Authorization.parse')

/** A signature of any length around the one that fills the header. */
const ofAnyLength = (): fc.Arbitrary<Authorization.Signed> =>
  fc
    .tuple(arb.signed(arb.authType()), fc.integer({ min: 1900, max: 2100 }))
    .map(([a, quads]) => ({ ...a, signature: 'AAAA'.repeat(quads) as Signature.Signature }))

serialize('writes 8,192 characters and no more', () => {
  const of = (length: number) => {
    const room = length - (header.length - '+/8='.length)
    const appId = `app-1${'x'.repeat(room & 3)}` as AppId.AppId
    const signature = 'AAAA'.repeat(room >> 2) as Signature.Signature
    return {
      _tag: 'Signed',
      authType: AuthType.standard,
      appId,
      nonce: 'n-1',
      timestamp: 1_700_000_000,
      signature,
    } as Authorization.Signed
  }
  assert.is(like.written(of(8192)).length, 8192)
  assert.equal(Authorization.serialize(of(8193)), E.left({ _tag: 'header_too_long', length: 8193 }))
  const token = 'a'.repeat(9000) as Token.Token
  const bearer = { _tag: 'Bearer', token } as const
  assert.equal(Authorization.serialize(bearer), E.left({ _tag: 'header_too_long', length: 9007 }))
})

serialize(
  'for all lengths: parse reads what serialize writes, or serialize refuses what parse would refuse',
  async () => {
    let written = 0
    let refused = 0
    await forAll([ofAnyLength()], { numRuns: 300 }, (a) => {
      const text = Authorization.serialize(a)
      if (E.isRight(text)) {
        assert.equal(parse(text.right, grammarOf(a)), E.right(a))
        written++
      } else {
        assert.ok(text.left.length > Authorization.maxLength)
        refused++
      }
    })
    assert.ok(written > 20 && refused > 20, `${written} and ${refused}`)
  },
)

serialize('for all authorizations: the header is one line of visible ASCII and one space', () =>
  forAll([arb.authorization()], (a) => assert.match(like.written(a), /^[\x21-\x7e]+ [\x21-\x7e]+$/)),
)

const anything = suite('any text as a header')

const anyHeader = () =>
  fc.oneof(
    { weight: 1, arbitrary: like.anyText() },
    { weight: 3, arbitrary: like.headerLike() },
    { weight: 3, arbitrary: like.headerLike().map((text) => `${type} ${text}`) },
    { weight: 3, arbitrary: like.mutated(arb.authorization().map(like.written)) },
    { weight: 3, arbitrary: like.mutated(like.mutated(arb.signed().map(like.written))) },
  )

anything('for all texts and grammars: never throws, and an error holds only a rule and an offset in the text', () =>
  forAll([anyHeader(), arb.grammar(), fc.boolean()], { numRuns: 1000 }, (text, any, standard) => {
    const g = standard ? { ...any, authType: AuthType.standard } : any
    const firstSpace = text.includes(' ') ? text.indexOf(' ') : text.length
    const results: ReadonlyArray<ReturnType<typeof Authorization.scheme> | ReturnType<typeof parse>> = [
      parse(text, g),
      Authorization.scheme(text, g),
      Authorization.parseSigned({ _tag: 'Signed', header: text, wordEnd: firstSpace }, g),
      Authorization.parseBearer({ _tag: 'Bearer', header: text, wordEnd: firstSpace }),
    ]
    for (const result of results) {
      if (result._tag === 'Right') continue
      if (result.left._tag === 'scheme_unsupported') {
        assert.equal(Object.keys(result.left), ['_tag'])
      } else {
        assert.equal(Object.keys(result.left), ['_tag', 'rule', 'offset'])
        assert.ok(result.left.offset >= 0 && result.left.offset <= text.length)
      }
    }
  }),
)

anything('for all texts accepted with no policy on: the items are exactly those that serialize writes', () =>
  forAll([anyHeader()], { numRuns: 1000 }, (text) => {
    const a = parse(text, strict)
    if (E.isLeft(a)) return
    const sorted = (line: string) =>
      line
        .replace(/ +/, ' ')
        .split(' ')
        .map((word) => word.split(',').toSorted())
    assert.equal(sorted(text), sorted(like.written(a.right)))
  }),
)

anything('for all texts accepted under any policies: serialize and parse give the same result again', () =>
  forAll([anyHeader(), arb.policies()], { numRuns: 1000 }, (text, policies) => {
    const a = parse(text, { ...strict, policies })
    if (E.isRight(a)) assert.equal(parse(like.written(a.right), strict), a)
  }),
)

anything('for all texts: an additional policy never refuses an accepted text, nor changes its result', () =>
  forAll([anyHeader(), arb.policies()], { numRuns: 500 }, (text, policies) => {
    const a = parse(text, strict)
    if (E.isRight(a)) assert.equal(parse(text, { ...strict, policies }), a)
  }),
)

anything('8 KiB of the worst case for each rule is refused or accepted, and nothing throws', () => {
  const every = taking(...(Object.keys(ours) as Array<keyof Policies>)).policies
  const fill = (piece: string, start = `${type} `) => start.padEnd(8192, piece)
  const short = [',', '=', '"', ' ', '\t', ' ,', ',\t', '==,', '"=",', 'a', 'x=" ', ',"', '\0', '\ud800', ' \t']
  const pieces = [...short, 'x=1,', 'x="1",', 'x="",', 'app_id=1,']
  const shapes = [
    ...pieces.map((piece) => fill(piece)),
    ...pieces.map((piece) => fill(piece, `${header},`)),
    ...pieces.map((piece) => fill(piece, '')),
  ]
  for (const shape of shapes) {
    for (const policies of [none, ours, every]) {
      const result = parse(shape, { ...strict, policies })
      assert.ok(E.isLeft(result) || result.right._tag === 'Signed', JSON.stringify(shape.slice(0, 80)))
    }
  }
  assert.ok(E.isRight(parse(`${header},${'x=1,'.repeat(2000)}x=1`, { ...strict, policies: every })))
  const shown = parse(`${header},${'x=1,'.repeat(250_000)}x=1`, { ...strict, policies: every })
  assert.equal(shown, malformed('length', 8192))
})
