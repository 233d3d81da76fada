/**
 * A line whose signature a reader can see gives it to the search, whatever its form.
 */
import fc from 'fast-check'
import * as Authorization from '../../../src/core/Authorization.ts'
import { oddForm } from '../../../src/kit/diagnosis/oddHeader.ts'
import { readHeader } from '../../../src/kit/diagnosis/readHeader.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

type Items = ReadonlyArray<readonly [name: string, value: string]>

const type = 'SVC-SHA256-RSA'
const joined = (items: Items, joint: string, sign: string, quote = ''): string =>
  items.map(([name, value]) => `${name}${sign}${quote}${value}${quote}`).join(joint)
const json = (items: Items): string => JSON.stringify(Object.fromEntries(items))
const renamed = (items: Items, f: (name: string) => string): Items => items.map(([name, value]) => [f(name), value])
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const upper = (name: string): string => name.toUpperCase()
const hyphened = (name: string): string => name.replace('_', '-')
const camel = (name: string): string => name.replace(/_(.)/g, (_, c: string) => c.toUpperCase())

/** What people write, from the right items. */
const forms: Readonly<Record<string, (items: Items) => string>> = {
  JSON: (items) => `${type} ${json(items)}`,
  'JSON without an auth type': json,
  'JSON in a JSON string': (items) => `${type} ${JSON.stringify(json(items))}`,
  'JSON with escaped slashes': (items) => `${type} ${json(items).replaceAll('/', '\\/')}`,
  'JSON with escaped equals signs': (items) =>
    `${type} ${json(items).replaceAll('=', '\\u003d').replaceAll('+', '\\u002B')}`,
  'a dictionary of Python': (items) => `${type} {${items.map(([k, v]) => `'${k}': '${v}'`).join(', ')}}`,
  'names without quotes': (items) => `${type} {${joined(items, ', ', ': ', '"')}}`,
  'a hash of Ruby': (items) => `${type} {${items.map(([k, v]) => `"${k}"=>"${v}"`).join(', ')}}`,
  'symbols of Ruby': (items) => `${type} {${items.map(([k, v]) => `:${k}=>"${v}"`).join(', ')}}`,
  'a map of Go': (items) => `${type} map[${joined(items, ' ', ':')}]`,
  'a map of Java': (items) => `${type} {${joined(items, ', ', '=')}}`,
  'an array of PHP': (items) => `${type} Array ( ${items.map(([k, v]) => `[${k}] => ${v}`).join(' ')} )`,
  XML: (items) => `${type} ${items.map(([k, v]) => `<${k}>${v}</${k}>`).join('')}`,
  brackets: (items) => `${type} <${joined(items, ',', '=')}>`,
  'braces of a template': (items) => `${type} ${items.map(([k, v]) => `${k}={${v}}`).join(',')}`,
  'escaped quotes': (items) => `${type} ${joined(items, ',', '=', '\\"')}`,
  'typographic quotes': (items) => `${type} ${items.map(([k, v]) => `${k}=“${v}”`).join(',')}`,
  'quotes round all items': (items) => `${type} "${joined(items, ',', '=')}"`,
  'quotes round the line': (items) => `"${type} ${joined(items, ',', '=')}"`,
  'two equals signs': (items) => `${type} ${joined(items, ',', '==')}`,
  arrows: (items) => `${type} ${joined(items, ',', '=>')}`,
  'assignments of Go': (items) => `${type} ${joined(items, ',', ':=')}`,
  'line feeds': (items) => `${type} ${joined(items, '\n', '=')}`,
  'escaped line feeds': (items) => `${type} ${joined(items, ',\\n', '=')}`,
  'fields of a form': (items) => `${type} ${new URLSearchParams(items.map(([k, v]) => [k, v]))}`,
  'percent escapes': (items) => `${type} ${encodeURIComponent(joined(items, ',', '='))}`,
  'percent escapes, twice': (items) => `${type} ${encodeURIComponent(encodeURIComponent(joined(items, ',', '=')))}`,
  'percent escapes from the beginning on': (items) => encodeURIComponent(`${type} ${joined(items, ',', '=')}`),
  Base64: (items) => `${type} ${base64(joined(items, ',', '='))}`,
  'Base64 of JSON': (items) => `${type} ${base64(json(items))}`,
  'Base64 in the URL alphabet': (items) => `${type} ${Buffer.from(json(items)).toString('base64url')}`,
  'Base64 of percent escapes': (items) => `${type} ${base64(encodeURIComponent(joined(items, ',', '=')))}`,
  'Base64 from the beginning on': (items) => base64(`${type} ${joined(items, ',', '=')}`),
  'no auth type': (items) => joined(items, ',', '='),
  'the name of the header, twice': (items) => `Authorization: authorization: ${type} ${joined(items, ',', '=')}`,
  'Bearer in front': (items) => `Bearer ${type} ${joined(items, ',', '=')}`,
  'a colon behind the auth type': (items) => `${type}: ${joined(items, ',', '=')}`,
  'the auth type twice': (items) => `${type} ${type} ${joined(items, ',', '=')}`,
  'another order': (items) => `${type} ${joined(items.toReversed(), ',', '=')}`,
  'capital letters': (items) => `${type} ${joined(renamed(items, upper), ',', '=')}`,
  'camel case': (items) => `${type} ${joined(renamed(items, camel), ',', '=')}`,
  hyphens: (items) => `${type} ${joined(renamed(items, hyphened), ',', '=')}`,
  'values without names': (items) => `${type} ${items.map(([, value]) => value).join(':')}`,
  'values and points': (items) => `${type} ${items.map(([, value]) => value).join('.')}`,
}

const hex = fc.stringMatching(/^[0-9a-f]{32}$/)
const values = fc.record({
  nonce: fc.oneof(hex, fc.uuid()),
  timestamp: fc.integer({ min: 1_600_000_000, max: 1_800_000_000 }).map(String),
  signature: fc.uint8Array({ minLength: 256, maxLength: 256 }).map((bytes) => Buffer.from(bytes).toString('base64')),
})

const odd = suite('odd headers')

for (const [name, form] of Object.entries(forms))
  odd(`for all values: ${name}`, () =>
    forAll([values], { numRuns: 20 }, ({ nonce, timestamp, signature }) => {
      const items: Items = [
        ['app_id', 'app-1'],
        ['nonce_str', nonce],
        ['timestamp', timestamp],
        ['signature', signature],
      ]
      const line = form(items)
      const read = readHeader(line, Authorization.standard).values
      assert.is(decodeURIComponent(read.signature[0] ?? ''), signature, line)
      assert.is(read.timestamp[0], timestamp, line)
      assert.ok(read.nonce_str.includes(nonce), line)
      // Some forms hide the app id. None leads to another.
      for (const appId of read.app_id) assert.is(appId, 'app-1', line)
    }),
  )

const signature = 'A'.repeat(342)

odd('items under other names, by their shape', () => {
  const line = `${type} app=a,rand=0123456789abcdef,date=1700000000,rsa_sig=${signature}==`
  const { values: read, faults } = readHeader(line, Authorization.standard)
  assert.equal(read, {
    app_id: ['a'],
    nonce_str: ['0123456789abcdef'],
    timestamp: ['1700000000'],
    signature: [`${signature}==`],
  })
  const ids = faults.map(({ id }) => id)
  assert.equal(ids, ['header-key-name'])
})

odd('no more is read into a line than it holds', () => {
  for (const line of [
    '',
    'SVC-SHA256-RSA',
    `${type} ${signature}==`,
    `${type} one two three four 1700000000 ${signature}==`,
    `${type} ${base64('\u0000'.repeat(60))}`,
    `${type} {"app_id":"a"}`,
    `${type} ${'{'.repeat(20_000)}`,
  ])
    assert.is(oddForm(line), undefined, line.slice(0, 60))
})
