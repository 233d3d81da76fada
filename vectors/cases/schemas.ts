/** The JSON Schemas (2020-12) of all files and of the protocol. Every object is closed: a misspelt member is an error. */
import { ops } from '../../src/kit/conformance/Vector.ts'

type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const bool: Schema = { type: 'boolean' }
const whole: Schema = { type: 'integer', minimum: 0 }
const any: Schema = {}
const list = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more })
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` })
const oneOf = (...schemas: ReadonlyArray<Schema>): Schema => ({ oneOf: schemas })
const words = (...values: ReadonlyArray<string>): Schema => ({ enum: values })
const matching = (pattern: string): Schema => ({ type: 'string', pattern })

/** A closed object: a name that ends with `?` may be missing. */
const record = (members: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
  required: Object.keys(members).filter((name) => !name.endsWith('?')),
  additionalProperties: false,
})

const mapOf = (names: string, schema: Schema): Schema => ({
  type: 'object',
  propertyNames: { pattern: names },
  additionalProperties: schema,
})

const slug = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
const id = '^[a-z0-9-]+/[a-z0-9]+(?:-[a-z0-9]+)*$'
const hex = matching('^(?:[0-9a-f]{2})*$')
const sha256 = matching('^[0-9a-f]{64}$')
const signing = { timestamp: text, nonce: text }

const inputs: Readonly<Record<(typeof ops)[number], Schema>> = {
  stringToSign: record({ method: text, url: text, ...signing, body: ref('content') }),
  parseAuthorization: record({ authType: text, authorization: list(text) }),
  formatAuthorization: oneOf(
    record({ authType: text, appId: text, ...signing, signature: text }),
    record({ token: text }),
  ),
  sign: oneOf(
    ...[{ nonce: text }, { times: { type: 'integer', minimum: 2 } }].map((nonce) =>
      record({
        privateKey: text,
        authType: text,
        appId: text,
        method: text,
        url: text,
        timestamp: text,
        body: ref('content'),
        ...nonce,
      }),
    ),
  ),
  verify: record({
    edition: words('international', 'mainland'),
    authType: text,
    maxAge: whole,
    maxSkew: whole,
    bodyLimit: whole,
    keys: list(record({ appId: text, key: text, 'notBefore?': whole, 'notAfter?': whole, 'revoked?': bool })),
    tokens: oneOf({ type: 'null' }, list(record({ appId: text, token: text }))),
    steps: list(
      record({
        now: { type: 'number' },
        'later?': { type: 'number' },
        method: text,
        target: text,
        authorization: list(text),
        body: ref('bytes'),
        'allowed?': bool,
      }),
      { minItems: 1 },
    ),
  }),
  rsaVerify: record({ key: text, message: ref('bytes'), signature: ref('bytes') }),
  importKey: record({ use: words('verify', 'sign'), pem: text }),
  decodeJob: record({ body: ref('bytes') }),
  encodeJob: record({ job: any }),
  request: record({
    baseUrl: text,
    edition: words('international', 'mainland'),
    authType: text,
    credentials: oneOf(record({ appId: text, privateKey: text }), record({ token: text })),
    ...signing,
    body: oneOf(ref('bytes'), ref('text'), record({ job: any })),
  }),
}

const shared: Readonly<Record<string, Schema>> = {
  bytes: oneOf(
    record({ hex, 'text?': text }),
    record({ repeat: record({ hex, times: { type: 'integer', minimum: 1 } }), sha256 }),
  ),
  text: record({ utf16: matching('^(?:[0-9a-f]{4})*$') }),
  content: oneOf(ref('bytes'), ref('text')),
  trace: record({ 'stringToSign?': ref('bytes'), sha256, 'block?': hex }),
}

/** For each op, what an object with that `op` has as its `input`. */
const inputByOp: Schema = {
  allOf: ops.map((op) => ({
    if: { properties: { op: { const: op } } },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so
    then: { properties: { input: inputs[op] } },
  })),
}

const theCase: Schema = {
  ...record({
    id: matching(id),
    since: matching('^\\d+\\.\\d+\\.\\d+$'),
    comment: text,
    flags: list(matching(slug), { uniqueItems: true }),
    'fault?': matching(slug),
    'twin?': matching(id),
    op: words(...ops),
    input: any,
    expect: record({
      outcome: words('accept', 'reject', 'value'),
      'reason?': matching('^[a-z_]+$'),
      'value?': any,
      'policy?': matching(slug),
    }),
    'trace?': ref('trace'),
  }),
  ...inputByOp,
}

const hello = record({
  type: { const: 'hello' },
  name: text,
  version: text,
  language: text,
  ops: list(text),
  policies: list(text),
  'reasons?': { const: 'suite' },
  'atOnce?': { type: 'integer', minimum: 1 },
})

const document = (title: string, schema: Schema): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  ...schema,
})

/** Each schema by the name of its file. */
export const schemas: Readonly<Record<string, Schema>> = {
  cases: document('A file of cases', {
    ...record({ behaviour: matching(slug), comment: text, cases: list(ref('case'), { minItems: 1 }) }),
    $defs: { ...shared, case: theCase },
  }),
  case: document('A case: a line of flat.jsonl', { ...theCase, $defs: shared }),
  keys: document('keys.json', mapOf(slug, record({ comment: text, bits: whole, publicKey: text, privateKey: text }))),
  manifest: document(
    'manifest.json',
    record({
      suite: matching('^\\d+\\.\\d+\\.\\d+$'),
      count: whole,
      files: mapOf('^[a-z0-9-]+\\.jsonl?$', record({ count: whole, sha256 })),
    }),
  ),
  flags: document(
    'flags.json',
    mapOf(
      slug,
      record({
        mistake: text,
        effect: text,
        severity: words('auth-bypass', 'denial-of-service', 'interoperability', 'robustness', 'known-limit'),
        remedy: text,
      }),
    ),
  ),
  checks: document('checks.json', mapOf(slug, record({ rule: text, enforces: text }))),
  reasons: document('reasons.json', mapOf('^[a-z_]+$', text)),
  policies: document('policies.json', mapOf(slug, record({ means: text, countersign: bool }))),
  'to-port': document('What the runner writes', {
    oneOf: [
      record({
        type: { const: 'hello' },
        protocol: { const: 1 },
        suite: text,
        'level?': text,
        'generated?': record({ seed: text, runs: whole, 'path?': text }),
      }),
      { ...record({ type: { const: 'run' }, seq: whole, op: words(...ops), input: any }), ...inputByOp },
      record({ type: { const: 'bye' } }),
    ],
    $defs: shared,
  }),
  'from-port': document('What a port writes', {
    oneOf: [
      hello,
      record({
        seq: whole,
        outcome: words('accept', 'reject', 'value', 'unsupported', 'error'),
        'reason?': text,
        'value?': any,
        'trace?': ref('trace'),
      }),
    ],
    $defs: shared,
  }),
}
