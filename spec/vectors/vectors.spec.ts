// The files of vectors/ as data: they have the bytes that the cases generate, and fit their schemas.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as t from 'io-ts'
import { table } from '../../src/core/Policies.ts'
import { stepsOf } from '../../src/kit/conformance/codecs.ts'
import { createPort } from '../../src/kit/conformance/port.ts'
import { emit } from '../../src/kit/conformance/recorded.ts'
import { resolveKeys } from '../../src/kit/conformance/testKeys.ts'
import { ops, type Vector } from '../../src/kit/conformance/Vector.ts'
import { keys } from '../../vectors/cases/draft.ts'
import { readJson } from '../../vectors/cases/readJson.ts'
import { packaged } from '../kit/conformance/ports/cases.ts'
import { assert, suite } from '../support/suite.ts'

type Json = Readonly<Record<string, unknown>>

const folder = 'vectors'
const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
const json = (name: string): Json => readJson(join(folder, name), t.UnknownRecord)
const linesOf = (whole: string): ReadonlyArray<string> => whole.split('\n').filter((line) => line !== '')

const manifest = readJson(
  join(folder, 'manifest.json'),
  t.type({
    suite: t.string,
    count: t.number,
    files: t.record(t.string, t.type({ count: t.number, sha256: t.string })),
  }),
)
const caseFiles = Object.keys(manifest.files).filter((name) => name !== 'flat.jsonl')
const casesIn = (name: string): ReadonlyArray<Vector> => json(name).cases as ReadonlyArray<Vector>

const made = suite('the files of vectors/')

made('have the digests and counts of the manifest, and no other file holds cases', () => {
  for (const [name, { count, sha256 }] of Object.entries(manifest.files)) {
    assert.is(createHash('sha256').update(text(name)).digest('hex'), sha256, name)
    const cases = name.endsWith('.jsonl') ? linesOf(text(name)) : casesIn(name)
    assert.is(cases.length, count, name)
  }
  const listed = new Set(caseFiles)
  const withCases = readdirSync(folder).filter((name) => name.endsWith('.json') && 'cases' in json(name))
  assert.equal(withCases.sort(), [...listed].sort())
})

made('hold the same cases as the flat file, which has PEM in place of the names of keys', () => {
  const all = caseFiles.flatMap((name) => casesIn(name).map((vector) => JSON.stringify(resolveKeys(vector, keys))))
  assert.is(all.length, manifest.count)
  assert.equal(linesOf(text('flat.jsonl')), all)
})

made('hold each id that a case has ever had, once', () => {
  const ids = packaged.vectors.map(({ id }) => id)
  const given = linesOf(readFileSync('vectors/cases/ids.txt', 'utf8'))
  assert.equal(given, [...new Set(given)].sort())
  assert.is(new Set(ids).size, ids.length)
  const found = given.filter((id) => !ids.includes(id))
  assert.equal(found, [])
  const left = ids.filter((id) => !given.includes(id))
  assert.equal(left, [])
})

made('have words for each flag, check, reason and policy, and a twin that is there and accepted', () => {
  const [flags, checks, reasons, policies] = ['flags', 'checks', 'reasons', 'policies'].map((name) =>
    json(`${name}.json`),
  )
  const byId = new Map(packaged.vectors.map((vector) => [vector.id, vector]))
  for (const { id, flags: own, fault, twin, expect } of packaged.vectors) {
    for (const flag of own) assert.ok(Object.hasOwn(flags as Json, flag), `${id}: ${flag}`)
    if (fault !== undefined) assert.ok(Object.hasOwn(checks as Json, fault), `${id}: ${fault}`)
    if (expect.reason !== undefined) assert.ok(Object.hasOwn(reasons as Json, expect.reason), `${id}: ${expect.reason}`)
    if (expect.policy !== undefined)
      assert.ok(Object.hasOwn(policies as Json, expect.policy), `${id}: ${expect.policy}`)
    if (twin !== undefined) assert.ok(byId.has(twin) && byId.get(twin)?.expect.outcome !== 'reject', `${id}: ${twin}`)
  }
})

made('have a case for each policy', () => {
  const declared = new Set(packaged.vectors.map(({ expect }): string | undefined => expect.policy))
  for (const name of Object.keys(table)) assert.ok(declared.has(name), name)
})

made('have each policy, and each reason of a verifier, in the tables of the page', () => {
  const page = text('README.md')
  const policies = readJson(join(folder, 'policies.json'), t.record(t.string, t.type({ means: t.string })))
  const reasons = readJson(join(folder, 'reasons.json'), t.record(t.string, t.string))
  for (const [policy, { means }] of Object.entries(policies))
    assert.ok(page.includes(`| \`${policy}\` | ${means} |\n`), policy)
  const ofVerifiers = packaged.vectors.flatMap(({ op, expect }) =>
    op === 'verify' ? [expect.reason, ...stepsOf(expect).map((step) => 'reason' in step && step.reason)] : [],
  )
  for (const reason of new Set(ofVerifiers))
    if (reason) assert.ok(page.includes(`| \`${reason}\` | ${reasons[reason]} |\n`), reason)
})

const schemas = suite('the schemas')

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: false })
const compiled = new Map<string, ValidateFunction>(
  readdirSync(join(folder, 'schema')).map((file) => [
    file.replace('.schema.json', ''),
    ajv.compile(json(join('schema', file))),
  ]),
)
const valid = (schema: string, value: unknown): boolean => {
  const validate = compiled.get(schema)
  if (validate === undefined) throw new Error(`there is no schema ${schema}`)
  return validate(value) as boolean
}
const told = (schema: string, what: string): string =>
  `${what}: ${JSON.stringify(compiled.get(schema)?.errors?.slice(0, 3))}`

const port = createPort({ version: '1' })
const emitted = emit({ suite: packaged, level: 'full', generated: { runs: 20 } }, 'schemas')
const toPort = linesOf(emitted).map((line) => JSON.parse(line) as Json)

/** The object with one of its members under a name that is nearly right. */
const misspelt = (object: Json): ReadonlyArray<readonly [string, Json]> =>
  Object.keys(object).map((name) => [
    name,
    Object.fromEntries(Object.entries(object).map(([n, v]) => [n === name ? `${n}_` : n, v])),
  ])

schemas('fit every file', () => {
  for (const name of caseFiles) assert.ok(valid('cases', json(name)), told('cases', name))
  for (const name of ['checks', 'flags', 'keys', 'manifest', 'policies', 'reasons']) {
    assert.ok(valid(name, json(`${name}.json`)), told(name, name))
  }
})

schemas('fit every line of the flat file', () => {
  for (const vector of packaged.vectors) assert.ok(valid('case', vector), told('case', vector.id))
})

schemas('fit every message that the runner writes', () => {
  assert.ok(toPort.length > manifest.count)
  for (const message of toPort)
    assert.ok(valid('to-port', message), told('to-port', JSON.stringify(message).slice(0, 200)))
})

schemas('fit every message that our own port writes', async () => {
  assert.ok(valid('from-port', { type: 'hello', ...port.hello }), told('from-port', 'the hello'))
  for (const { id, op, input } of packaged.vectors) {
    const answer = JSON.parse(JSON.stringify({ seq: 1, ...(await port.answer(op, input)) }))
    assert.ok(valid('from-port', answer), told('from-port', id))
  }
  for (const answer of [
    { seq: 1, outcome: 'accept' },
    { seq: 1, outcome: 'unsupported' },
    { seq: 1, outcome: 'error', reason: 'a bug' },
  ]) {
    assert.ok(valid('from-port', answer), told('from-port', answer.outcome))
  }
})

/** Each member of the object under a name that is nearly right, put back into what the schema is for. */
const refuseMisspelt = (schema: string, what: string, object: unknown, put: (wrong: Json) => unknown = (it) => it) => {
  for (const [name, wrong] of misspelt(object as Json))
    assert.not.ok(valid(schema, put(wrong)), `${what} with ${name} misspelt`)
}

schemas('refuse a misspelt member of a case, of its input and of what it expects', () => {
  for (const vector of packaged.vectors) {
    refuseMisspelt('case', vector.id, vector)
    for (const name of ['input', 'expect'] as const)
      refuseMisspelt('case', `${vector.id} ${name}`, vector[name], (wrong) => ({ ...vector, [name]: wrong }))
  }
})

schemas('refuse a misspelt member deeper down: of a key, of a step, of bytes, of a trace', () => {
  const vector = packaged.vectors.find(({ id }) => id === 'string-to-sign/five-parts') as Vector<'verify'>
  const { input, trace } = vector
  const key = input.keys[0]
  const step = input.steps[0]
  const having = (more: object) => ({ ...vector, input: { ...input, ...more } })
  refuseMisspelt('case', 'key', key, (wrong) => having({ keys: [wrong] }))
  refuseMisspelt('case', 'step', step, (wrong) => having({ steps: [wrong] }))
  refuseMisspelt('case', 'body', step?.body, (wrong) => having({ steps: [{ ...step, body: wrong }] }))
  refuseMisspelt('case', 'trace', trace, (wrong) => ({ ...vector, trace: wrong }))
})

schemas('refuse a misspelt member of a message', () => {
  const few = new Map(toPort.map((message) => [`${message.type} ${message.op}`, message]))
  assert.is(few.size, 2 + ops.length)
  for (const [what, message] of few) refuseMisspelt('to-port', what, message)
  refuseMisspelt('from-port', 'hello', { type: 'hello', ...port.hello })
  refuseMisspelt('from-port', 'refusal', { seq: 1, outcome: 'reject', reason: 'x' })
  refuseMisspelt('from-port', 'value', { seq: 1, outcome: 'value', value: 7 })
})

schemas('refuse a misspelt member of an entry in the other files', () => {
  for (const name of ['checks', 'flags', 'keys', 'policies']) {
    const [[entry = '', words] = []] = Object.entries(json(`${name}.json`))
    refuseMisspelt(name, name, words, (wrong) => ({ [entry]: wrong }))
  }
  refuseMisspelt('manifest', 'manifest', manifest)
  refuseMisspelt('cases', 'rsa', json('rsa.json'))
  assert.not.ok(valid('reasons', { 'Signature-invalid': 'x' }))
})
