/**
 * Values in whose place a template stood when the caller signed: in a body of JSON or of fields, in a query, in a path; all of them,
 * some, or one.
 */
import { drawOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'
import { reportOn, signedBy } from './changes.ts'

const mistakes = ['part-unfilled', 'target-other']

/** What a single mistake signs in place of this target or of this body. */
const formsOf = (target: string, body: string): ReadonlySet<string> =>
  new Set([...signedBy(mistakes, 'target', { target, body }), ...signedBy(mistakes, 'body', { target, body })])

const values = suite('values that were not filled in')

/** What Postman sends, and what its script has signed. */
const zone = '{"zoneId": "7f3", "name": "north", "count": 5}'

for (const [name, target, body, signedTarget, signedBody, id] of [
  [
    'each variable named like its member',
    '/v1/zones',
    zone,
    '/v1/zones',
    zone.replace('7f3', '{{zoneId}}').replace('north', '{{name}}'),
    'part-unfilled',
  ],
  ['one of the values', '/v1/zones', zone, '/v1/zones', zone.replace('7f3', '{{zone_id}}'), 'part-unfilled'],
  [
    'a number, without quotation marks',
    '/v1/zones',
    zone,
    '/v1/zones',
    zone.replace('5', '{{count}}'),
    'part-unfilled',
  ],
  ['a parameter of the query', '/v1/zones?zone=7f3&page=2', '', '/v1/zones?zone={{zone}}&page=2', '', 'target-other'],
  ['the same with its braces escaped', '/v1/zones?zone=7f3', '', '/v1/zones?zone=%7B%7Bzone%7D%7D', '', 'target-other'],
  ['a segment of the path', '/v1/zones/7f3', '', '/v1/zones/{{zoneId}}', '', 'target-other'],
] as const)
  values(`${name}: told exactly, in words of the template`, () => {
    const { exact, findings } = reportOn({ target, body }, { target: signedTarget, body: signedBody })
    assert.equal([exact, findings.map((finding) => finding.id)], [true, [id]])
    assert.match(findings[0]?.what ?? '', /got their values|its value was not filled in/)
  })

const places = [
  (name: string) => `{{${name}}}`,
  (name: string) => `\${${name}}`,
  (name: string) => `{${name}}`,
  (name: string) => `%${name}%`,
  (name: string) => `<${name}>`,
  (name: string) => `:${name}`,
]
const members = { zoneId: '7f3', name: 'north', prompt: 'a red fox', steps: 20, model: '6000', seed: -1 }

values('for all choices of the members of a body: named like their members, in the places of tools', () => {
  const known = formsOf('/v1/jobs', JSON.stringify(members))
  for (let seed = 0; seed < 200; seed++) {
    const { of, real } = drawOf(seed)
    const place = of(places)
    const isTemplate = Object.values(members).map((value) => typeof value === 'string' && real() < 0.5)
    const entries = Object.entries(members).map(([name, value], i) => [name, isTemplate[i] ? place(name) : value])
    const signed = JSON.stringify(Object.fromEntries(entries))
    assert.ok(isTemplate.every((each) => !each) || known.has(signed), signed)
  }
})

values('one member, by a common name or by its own in other letters', () => {
  const known = formsOf('/v1/jobs', JSON.stringify(members))
  for (const template of ['{{prompt}}', `\${text}`, '{input}', '%value%', '<data>', '{{zone_id}}', '{{ZONE_ID}}'])
    for (const name of template.toLowerCase().includes('zone') ? ['zoneId'] : ['prompt', 'name']) {
      const signed = JSON.stringify({ ...members, [name]: template })
      assert.ok(known.has(signed), signed)
    }
})

values('what tools make up when they send: by what the value looks like', () => {
  for (const [value, template] of [
    ['0f8fad5b-d9cb-469f-a165-70867728950e', '{{$guid}}'],
    ['1700000123', '{{$timestamp}}'],
    [417, '{{$randomInt}}'],
    ['2023-11-14T22:13:20.000Z', '{{$isoTimestamp}}'],
  ] as const) {
    const body = JSON.stringify({ id: value, model: 'x' })
    const literal = typeof value === 'string' ? JSON.stringify(template) : template
    const signed = body.replace(JSON.stringify(value), literal)
    assert.ok(formsOf('/v1/jobs', body).has(signed), signed)
  }
})

values('the fields of a form and of a query', () => {
  const known = formsOf('/v1/jobs?page=2&size=5', 'zone=7f3&name=a+b')
  for (const place of places) {
    assert.ok(known.has(`zone=${place('zone')}&name=${place('name')}`))
    assert.ok(known.has(`zone=${place('zone')}&name=a+b`))
    assert.ok(known.has(`/v1/jobs?page=${place('page')}&size=${place('size')}`))
    assert.ok(known.has(`/v1/jobs?page=2&size=${encodeURIComponent(place('size'))}`))
  }
})

const targets = suite('targets with another extension')

targets('for all: an extension that was not sent, or that was left out, told in words of it', () => {
  for (const extension of ['.json', '.xml', '.php', '.html'])
    for (const [signed, sent] of [
      [`/v1/demo/nameOfFile${extension}`, '/v1/demo/nameOfFile'],
      ['/v1/demo/nameOfFile', `/v1/demo/nameOfFile${extension}`],
    ] as const) {
      const { exact, findings } = reportOn({ target: sent }, { target: signed })
      assert.equal([exact, findings.map(({ id }) => id)], [true, ['target-other']], signed)
      assert.match(findings[0]?.what ?? '', new RegExp(`with \\${extension}`))
    }
})
