/** A JSON body in another format, or as functions for debugging print it. The texts were taken from these programs. */
import fc from 'fast-check'
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { treeOf } from '../../../../src/kit/diagnosis/forms/jsonText.ts'
import { printedDocuments } from '../../../../src/kit/diagnosis/forms/printedDocuments.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { restOfEnglish } from '../chinese/reading.ts'
import { findingOn, reportOn } from './changes.ts'

const documents = suite('a body in another format')

const textsFor = (json: string): ReadonlyMap<string, string> =>
  new Map(Array.from(printedDocuments(treeOf(json)), ([detail, text]) => [text, detail]))

const body =
  '{"id":"q1","n":2,"ratio":1.5,"ok":true,"none":null,"list":[1,"b",{"z":"é"}],"in":{"a":"it\'s"},"no":[],"eo":{}}'

/** What each program printed for this body. */
const printed: Readonly<Record<string, string>> = {
  'yaml.dump(v, sort_keys=False) of PyYAML':
    "id: q1\nn: 2\nratio: 1.5\nok: true\nnone: null\nlist:\n- 1\n- b\n- z: \"\\xE9\"\nin:\n  a: it's\n'no': []\neo: {}\n",
  'to_yaml of Ruby':
    "---\nid: q1\n\"n\": 2\nratio: 1.5\nok: true\nnone:\nlist:\n- 1\n- b\n- z: é\nin:\n  a: it's\n'no': []\neo: {}\n",
  'var_export of PHP':
    "array (\n  'id' => 'q1',\n  'n' => 2,\n  'ratio' => 1.5,\n  'ok' => true,\n  'none' => NULL,\n  'list' => \n  array (\n    0 => 1,\n    1 => 'b',\n    2 => \n    array (\n      'z' => 'é',\n    ),\n  ),\n  'in' => \n  array (\n    'a' => 'it\\'s',\n  ),\n  'no' => \n  array (\n  ),\n  'eo' => \n  array (\n  ),\n)",
  'serialize of PHP':
    'a:9:{s:2:"id";s:2:"q1";s:1:"n";i:2;s:5:"ratio";d:1.5;s:2:"ok";b:1;s:4:"none";N;s:4:"list";a:3:{i:0;i:1;i:1;s:1:"b";i:2;a:1:{s:1:"z";s:2:"é";}}s:2:"in";a:1:{s:1:"a";s:4:"it\'s";}s:2:"no";a:0:{}s:2:"eo";a:0:{}}',
  'pprint of Python':
    "{'eo': {},\n 'id': 'q1',\n 'in': {'a': \"it's\"},\n 'list': [1, 'b', {'z': 'é'}],\n 'n': 2,\n 'no': [],\n 'none': None,\n 'ok': True,\n 'ratio': 1.5}\n",
  '%#v of Go':
    'map[string]interface {}{"eo":map[string]interface {}{}, "id":"q1", "in":map[string]interface {}{"a":"it\'s"}, "list":[]interface {}{1, "b", map[string]interface {}{"z":"é"}}, "n":2, "no":[]interface {}{}, "none":interface {}(nil), "ok":true, "ratio":1.5}',
}

for (const [program, text] of Object.entries(printed))
  documents(`${program} is known`, () => assert.ok(textsFor(body).has(text), text))

const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null))
const value = fc.dictionary(
  fc.string({ minLength: 1 }),
  fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string({ minLength: 1 }), leaf)),
  { minKeys: 1, noNullPrototype: true },
)

documents('for all values: no text is the JSON itself, and no form throws', () =>
  forAll([value], { numRuns: 40 }, (json) => {
    const text = JSON.stringify(json)
    assert.not.ok(textsFor(text).has(text))
  }),
)

documents('for all values: serialize of PHP counts the bytes of each text', () =>
  forAll([fc.string({ unit: 'grapheme' })], (text) => {
    const serialized = `a:1:{s:1:"k";s:${Buffer.byteLength(text)}:"${text}";}`
    assert.ok(textsFor(JSON.stringify({ k: text })).has(serialized), serialized)
  }),
)

/** A search for a late form takes long. */
const search = byTurns(3, documents)
for (const [signed, what] of [
  ['a: 1\nb:\n- x\n', 'The caller signed the value of the body as YAML, but it arrived as JSON.'],
  ['<root><a>1</a><b>x</b></root>', 'The caller signed the value of the body as XML, but it arrived as JSON.'],
  [
    "array (\n  'a' => 1,\n  'b' => \n  array (\n    0 => 'x',\n  ),\n)",
    'The caller signed the text that var_export of PHP prints for the value of the body, not the body itself.',
  ],
  ["<WSGIRequest: POST '/v1/jobs'>", 'The caller signed the text that Django prints for a request, not the body.'],
  ['<PreparedRequest [POST]>', 'The caller signed the text that requests prints for a request, not the body.'],
] as const)
  search(`one cause: ${JSON.stringify(signed)}`, () => {
    const sent = { body: '{"a":1,"b":["x"]}' }
    const found = findingOn(sent, { body: signed })
    assert.is(found.what, what)
    const english = `${what} ${found.remedy}`
    assert.equal(
      restOfEnglish((translate(english) ?? english).replace(/var_export of PHP|Django|requests/g, '')),
      [],
      english,
    )
  })

search('a map of Swift without members is [:]', () => {
  const { exact } = reportOn({ body: '{"a":{}}' }, { body: '["a": [:]]' })
  assert.ok(exact)
})
