/**
 * A text that was encoded as a string once more than it should have been, by any language: the whole string to sign, the body, or
 * one member of it. The texts of most languages were printed by running them.
 */
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { type Draft, message, standard } from '../../../../src/kit/diagnosis/Draft.ts'
import { utf8 } from '../../../../src/kit/diagnosis/forms/charsets.ts'
import { stringLiterals } from '../../../../src/kit/diagnosis/forms/stringLiterals.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { rightDraft } from '../../../support/signedText.ts'
import { assert, byTurns, suite } from '../../../support/suite.ts'

const draft = (body: string): Draft => rightDraft({ body })

const leadsTo = (id: string, right: Draft, signed: Partial<Draft>): boolean => {
  const wanted = Buffer.from(message({ ...right, ...signed }, hash))
  const forms = catalogue.find((mistake) => mistake.id === id)?.variations(right, hash) ?? []
  for (const form of forms)
    if (form.signed._tag === 'Draft' && wanted.equals(message({ ...right, ...form.signed.change }, hash))) return true
  return false
}

const literals = byTurns(2, suite('string literals'))

/** What each program prints for this text. */
const text = '{"a":"é/😀<b>\'&\\n"}'
const printed: Readonly<Record<string, string>> = {
  JSON: String.raw`"{\"a\":\"é/😀<b>'&\\n\"}"`,
  'json_encode (PHP)': String.raw`"{\"a\":\"\u00e9\/\ud83d\ude00<b>'&\\n\"}"`,
  'json_encode, JSON_UNESCAPED_UNICODE (PHP)': String.raw`"{\"a\":\"é\/😀<b>'&\\n\"}"`,
  'json.dumps (Python)': String.raw`"{\"a\":\"\u00e9/\ud83d\ude00<b>'&\\n\"}"`,
  'JSON with <, > and & escaped (Go, Rails)': String.raw`"{\"a\":\"é/😀\u003cb\u003e'\u0026\\n\"}"`,
  'System.Text.Json (.NET)': String.raw`"{\u0022a\u0022:\u0022\u00E9/\uD83D\uDE00\u003Cb\u003E\u0027\u0026\\n\u0022}"`,
  'repr (Python)': String.raw`'{"a":"é/😀<b>\'&\\n"}'`,
  'ascii (Python)': String.raw`'{"a":"\xe9/\U0001f600<b>\'&\\n"}'`,
  '%q, strconv.Quote (Go)': String.raw`"{\"a\":\"é/😀<b>'&\\n\"}"`,
  '%+q, strconv.QuoteToASCII (Go)': String.raw`"{\"a\":\"\u00e9/\U0001f600<b>'&\\n\"}"`,
  '{:?} (Rust)': String.raw`"{\"a\":\"é/😀<b>'&\\n\"}"`,
  'escape_default (Rust)': String.raw`"{\"a\":\"\u{e9}/\u{1f600}<b>\'&\\n\"}"`,
  'inspect (Ruby)': String.raw`"{\"a\":\"é/😀<b>'&\\n\"}"`,
  'dump (Ruby)': String.raw`"{\"a\":\"\u00E9/\u{1F600}<b>'&\\n\"}"`,
  'inspect (Node)': `\`${String.raw`{"a":"é/😀<b>'&\\n"}`}\``,
  'a literal in single quotes (JavaScript, PHP)': String.raw`'{"a":"é/😀<b>\'&\\n"}'`,
}

for (const [name, expected] of Object.entries(printed))
  literals(`${name}: as that program prints it`, () =>
    assert.is(stringLiterals.find((each) => each.name === name)?.write(text), expected),
  )

/** What each program prints for characters that nobody sees: each language counts others among them. */
const unseen = '\u00ad\u00a0\ufeff\u007f\u200b\u0085\u2028\ue000e\u0301'
const printedUnseen: Readonly<Record<string, string>> = {
  '%q, strconv.Quote (Go)': String.raw`"\u00ad\u00a0\ufeff\x7f\u200b\u0085\u2028\ue000e${'\u0301'}"`,
  '%+q, strconv.QuoteToASCII (Go)': String.raw`"\u00ad\u00a0\ufeff\x7f\u200b\u0085\u2028\ue000e\u0301"`,
  'strconv.QuoteToGraphic (Go)': String.raw`"\u00ad${'\u00a0'}\ufeff\x7f\u200b\u0085\u2028\ue000e${'\u0301'}"`,
  '{:?} (Rust)': String.raw`"\u{ad}\u{a0}\u{feff}\u{7f}\u{200b}\u{85}\u{2028}\u{e000}e\u{301}"`,
  'repr (Python)': String.raw`'\xad\xa0\ufeff\x7f\u200b\x85\u2028\ue000e${'\u0301'}'`,
  'inspect (Ruby)': String.raw`"${'\u00ad\u00a0\ufeff'}\u007F${'\u200b\u0085'}\u2028${'\ue000e\u0301'}"`,
  'inspect (Node)': String.raw`'${'\u00ad\u00a0\ufeff'}\x7F${'\u200b'}\x85${'\u2028\ue000e\u0301'}'`,
  'JSON with <, > and & escaped (Go, Rails)': String.raw`"${'\u00ad\u00a0\ufeff\u007f\u200b\u0085'}\u2028${'\ue000e\u0301'}"`,
  'json_encode, JSON_UNESCAPED_UNICODE (PHP)': String.raw`"${'\u00ad\u00a0\ufeff\u007f\u200b\u0085'}\u2028${'\ue000e\u0301'}"`,
}

for (const [name, expected] of Object.entries(printedUnseen))
  literals(`${name}: what nobody sees, as that program prints it`, () =>
    assert.is(stringLiterals.find((each) => each.name === name)?.write(unseen), expected),
  )

literals('JSON that was written by hand, each string as a language prints it: none of them is JSON', () => {
  const right = draft('{"title":"a\u00a0\u007f","n":1}')
  for (const title of [String.raw`"a\u00a0\x7f"`, String.raw`"a\u{a0}\u{7f}"`])
    assert.ok(leadsTo('body-quoted', right, { body: utf8(`{"title":${title},"n":1}`) }), title)
  for (const title of [String.raw`"a\u00a0\u007f"`, `"a\u00a0\\u007f"`])
    assert.not.ok(leadsTo('body-quoted', right, { body: utf8(`{"title":${title},"n":1}`) }), title)
})

literals('each of them: of the whole body, with and without its quotation marks', () => {
  for (const body of [text, '{"url":"https://a/b","n":1}'])
    for (const { name, write } of stringLiterals) {
      const right = draft(body)
      assert.ok(leadsTo('body-quoted', right, { body: utf8(write(body)) }), name)
      const [, , inner] = /^(["'`])([\s\S]*)\1$/.exec(write(body)) ?? []
      if (inner !== undefined && inner !== body) assert.ok(leadsTo('body-quoted', right, { body: utf8(inner) }), name)
    }
})

literals('each of them: of the whole text', () => {
  const right = draft(text)
  for (const { name, write } of stringLiterals) {
    const whole = { name, write: (bytes: Uint8Array) => utf8(write(Buffer.from(bytes).toString())) }
    assert.ok(leadsTo('text-encoded', right, { layout: { ...standard, whole } }), name)
  }
})

literals('each of them: of one member, within the string of JSON', () => {
  const right = draft('{"title":"a/é","data":{"b":[1]}}')
  // A plain word is no literal of bash.
  for (const { name, write } of stringLiterals.filter((each) => each.write('a/é') !== 'a/é')) {
    const signed = `{"title":${JSON.stringify(write('a/é'))},"data":{"b":[1]}}`
    assert.ok(leadsTo('body-quoted', right, { body: utf8(signed) }), name)
  }
})

literals('an object or a list as the text of a string, and the reverse', () => {
  const plain = '{"title":"a","data":{"u":"a/b"}}'
  const asText = String.raw`{"title":"a","data":"{\"u\":\"a/b\"}"}`
  const asPhp = String.raw`{"title":"a","data":"{\"u\":\"a\/b\"}"}`
  for (const signed of [asText, asPhp]) {
    assert.ok(leadsTo('body-quoted', draft(plain), { body: utf8(signed) }), signed)
    assert.ok(leadsTo('body-quoted', draft(signed), { body: utf8(plain) }), signed)
  }
})
