import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { read } from '../../../../src/job/JsonReader.ts'
import { restyle } from '../../../../src/kit/diagnosis/forms/restyle.ts'
import * as arb from '../../../../src/kit/testing/arbitraries.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const styled = (json: string, detail: string): string | undefined =>
  [...restyle(json)].find(([own]) => own === detail)?.[1]

const restyling = suite('restyle')

restyling('writes what JSON.stringify writes', () =>
  forAll([arb.json()], (value) => {
    const json = JSON.stringify(value, null, 1)
    assert.is(styled(json, 'compact'), JSON.stringify(value))
    assert.is(styled(json, 'pretty-2'), JSON.stringify(value, null, 2))
    assert.is(styled(json, 'pretty-4'), JSON.stringify(value, null, 4))
  }),
)

restyling('a backslash at the end of a text escapes nothing', () => {
  for (const [, text] of restyle('["\\\\","\\"\\\\"]')) assert.ok(E.isRight(read(text)), text)
})

restyling('for all values: keeps the value, whatever the style', () =>
  forAll([arb.json()], (value) => {
    const right = read(JSON.stringify(value))
    for (const [detail, text] of restyle(JSON.stringify(value))) {
      // PHP takes empty arrays and objects for each other, some leave out what is empty, and 32 bits or 14 digits hold less.
      if (/^php.*(?:decoded before|of an array|FORCE_OBJECT)|^cjson.*decoded|without|empty objects|of f32/.test(detail))
        continue
      const again = read(text)
      assert.ok(E.isRight(right) && E.isRight(again))
      // uvu's own comparison takes a member named `constructor` for the class.
      assert.ok(isDeepStrictEqual(again.right.value, right.right.value), text)
    }
  }),
)

restyling('keeps the spelling of numbers, and the order of members that an object would reorder', () => {
  assert.is(
    styled('{ "b": 1.50e1, "2": -0, "1": 1E+2, "__proto__": 0.10 }', 'compact'),
    '{"b":1.50e1,"2":-0,"1":1E+2,"__proto__":0.10}',
  )
})

restyling('escapes as each language does', () => {
  const json = '"/é<>&\u2028\u007f\\u0041\\t\\u0001😀"'
  assert.is(styled(json, 'compact'), '"/é<>&\u2028\u007fA\\t\\u0001😀"')
  assert.is(styled(json, 'python'), '"/\\u00e9<>&\\u2028\\u007fA\\t\\u0001\\ud83d\\ude00"')
  assert.is(styled(json, 'php'), '"\\/\\u00e9<>&\\u2028\u007fA\\t\\u0001\\ud83d\\ude00"')
  assert.is(styled(json, 'go'), '"/é\\u003c\\u003e\\u0026\\u2028\u007fA\\t\\u0001😀"')
})

restyling('writes empty arrays and objects on one line', () => {
  assert.is(styled('[ [ ], { } ]', 'pretty-2'), '[\n  [],\n  {}\n]')
})

restyling('reads no text that is no JSON', () => {
  for (const text of ['', '{', '{"a":1,}', '[1] 2', "{'a':1}", '{"a":1,"a":2}'])
    assert.equal([...restyle(text)], [], text)
})

restyling('gives no two forms the same name, and no two rare forms the same text', () => {
  const json = '{"b":[1.0,1e3,0],"a":"é/<>&\'\u2028 \\"","n":null,"e":{},"l":[],"s":"","z":false}'
  const forms = [...restyle(json)]
  assert.is(new Set(forms.map(([detail]) => detail)).size, forms.length)
  const rare = forms.filter(([, , rare]) => rare).map(([, text]) => text)
  assert.ok(rare.length > 100 && new Set(rare).size === rare.length)
})

restyling('for all values: with one of its texts wanted, gives that one and no other', () =>
  forAll([arb.json(), fc.nat()], { numRuns: 30 }, (value, at) => {
    const json = JSON.stringify(value, null, 1)
    const forms = [...restyle(json)]
    const wanted = forms[at % forms.length]?.[1] ?? ''
    const texts = [...restyle(json, wanted)].map(([, text]) => text)
    assert.ok(texts.length > 0 && texts.every((text) => text === wanted))
  }),
)

restyling('takes 128 levels', () => {
  const deep = '['.repeat(128) + ']'.repeat(128)
  assert.is(styled(deep, 'compact'), deep)
})
