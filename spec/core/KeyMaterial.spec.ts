import { execFileSync } from 'node:child_process'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { type KeyError, keyError, message } from '../../src/core/KeyError.ts'
import type { KeyInput } from '../../src/core/KeyInput.ts'
import * as PrivateKey from '../../src/core/PrivateKey.ts'
import * as PublicKey from '../../src/core/PublicKey.ts'
import {
  type DamagedKey,
  damagedPrivateKeys,
  damagedPublicKeys,
  type KeyForm,
  privateForms,
  publicForms,
} from '../support/keyForms.ts'
import { ec, ed25519, encryptedPem, pss, rsa } from '../support/keys.ts'
import { shown } from '../support/shown.ts'
import { assert, character, forAll, suite } from '../support/suite.ts'

const key = rsa()
const spki = new Uint8Array(key.publicKey.export({ type: 'spki', format: 'der' }))

const publicSpki = (input: KeyInput): unknown => {
  const read = PublicKey.parse(input)
  return E.isRight(read) && read.right._tag === 'PublicKey' ? read.right.spki : read
}
const privateSpki = (input: KeyInput): unknown => {
  const read = PrivateKey.parse(input)
  return E.isRight(read) && read.right._tag === 'PrivateKey' ? read.right.publicKey.spki : read
}

const forms = suite('the forms of a key')

forms('every form of a public key is the same key', () => {
  for (const { name, input } of publicForms()) assert.equal(publicSpki(input), spki, name)
})

forms('every form of a private key is the same key', () => {
  for (const { name, input } of privateForms()) assert.equal(privateSpki(input), spki, name)
})

forms('DER is told apart by its structure', () => {
  const der = (pem: string): Uint8Array => Buffer.from(pem.replace(/-----[^\n]+-----/g, ''), 'base64')
  const rules = (input: Uint8Array): ReadonlyArray<string> =>
    [PublicKey.parse(input), PrivateKey.parse(input)].map((read) => (E.isLeft(read) ? read.left.rule : read.right._tag))
  assert.equal(rules(der(encryptedPem(key, 'secret'))), ['private-for-public', 'EncryptedKey'])
  assert.equal(rules(der(ec().publicPem)), ['not-rsa', 'public-for-private'])
  assert.equal(rules(der(ec().privatePem)), ['private-for-public', 'not-rsa'])
  assert.equal(rules(ec().privateKey.export({ type: 'sec1', format: 'der' })), ['private-for-public', 'not-rsa'])
  assert.equal(rules(der(ed25519().publicPem)), ['not-rsa', 'public-for-private'])
  assert.equal(rules(der(pss().privatePem)), ['private-for-public', 'pss'])
  // Certificate ::= SEQUENCE { SEQUENCE, SEQUENCE, BIT STRING }
  assert.equal(rules(Uint8Array.of(0x30, 6, 0x30, 0, 0x30, 0, 3, 0)), ['Certificate', 'public-for-private'])
  for (const nothing of [[0x30], [0x30, 0], [0x30, 2, 4, 0], [0x30, 4, 2, 0, 3, 0], [0x30, 4, 0x30, 0, 2, 0]])
    assert.equal(rules(Uint8Array.from(nothing)), ['der', 'der'], nothing.join())
})

forms('a JWK Set with a private key is no public key, whatever that key is for', () => {
  const ours = rsa(2048, 'app-1')
  const other = rsa(2048, 'other').privateKey.export({ format: 'jwk' })
  const key = ours.publicKey.export({ format: 'jwk' })
  const ecPrivate = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' }
  for (const secret of [other, { ...other, key_ops: ['sign'] }, { ...other, use: 'enc' }, ecPrivate]) {
    for (const keys of [[key, secret], [secret, key], [secret]]) {
      const set = { keys } as KeyInput
      for (const input of [set, JSON.stringify(set)])
        assert.equal(PublicKey.parseAll(input), E.left(keyError('private-for-public')))
    }
  }
})

forms('a JWK Set holds several keys where several belong', () => {
  const keys = ['app-1', 'app-2', 'app-3'].map((name) => rsa(2048, name).publicKey.export({ format: 'jwk' }))
  const several = PublicKey.parseAll({ keys } as KeyInput)
  assert.ok(E.isRight(several) && several.right.length === 3)
  assert.equal(PublicKey.parse({ keys } as KeyInput), E.left(keyError('jwk-set', '3 keys where one belongs')))
  const short = rsa(1024).publicKey.export({ format: 'jwk' })
  const broken = PublicKey.parseAll({ keys: [...keys, short] } as KeyInput)
  assert.ok(E.isLeft(broken) && broken.left.rule === 'modulus-too-short')
})

const damage = suite('a damaged key')

damage('is named by what happened to it', () => {
  const isNamed = (read: E.Either<KeyError, unknown>, { name, rule, found }: DamagedKey) => {
    assert.ok(E.isLeft(read), name)
    assert.equal([read.left.rule, found ?? read.left.found], [rule, read.left.found], name)
  }
  for (const damaged of damagedPublicKeys()) isNamed(PublicKey.parse(damaged.input), damaged)
  for (const damaged of damagedPrivateKeys()) isNamed(PrivateKey.parse(damaged.input), damaged)
})

damage('is too long: nothing longer than any key is read', () => {
  const jwk = JSON.stringify(key.publicKey.export({ format: 'jwk' })) + ' '.repeat(65_536)
  for (const input of [jwk, Buffer.from(jwk), Buffer.concat([spki, Buffer.alloc(65_536)])])
    assert.equal(PublicKey.parse(input), E.left(keyError('not-a-key')))
})

/** Runs the line of code that the words of an error end with. */
const obey = (words: string, key: KeyInput): KeyInput | undefined => {
  const line = /[:,] (?:or give the bytes: )?((?:String|JSON|Buffer)\b.*?)(?: \(found \w[\w ]*\))?$/.exec(words)?.[1]
  return line === undefined ? undefined : new Function('key', `return ${line}`)(key)
}

/** Follows the advice of each error, until a key is taken or there is no line of code to follow. */
const follow = (input: KeyInput, spkiOf: (input: KeyInput) => unknown): unknown => {
  let key = input
  for (let steps = 0; ; steps++) {
    const found = spkiOf(key)
    if (found instanceof Uint8Array) return found
    const words = message((found as E.Left<KeyError>).left)
    const next = obey(words, key)
    assert.ok(next !== undefined && steps < 20, `after ${steps} steps: ${words}`)
    key = next as KeyInput
  }
}

damage('is mended by the line that its error shows', () => {
  const ofBase64 = /Buffer\.from\(String\(key\), 'base64'\) \(found [A-Z ]+\)$/
  const mendings: ReadonlyArray<readonly [damaged: KeyInput, line: RegExp]> = [
    [key.publicPem.replaceAll('\n', '\\n'), /String\(key\)\.replace\(\/\\\\\+\[nr\]\/g, '\\n'\)$/],
    [Buffer.from(key.publicPem.replaceAll('\n', '\\r\\n')), /String\(key\)\.replace/],
    [` "${key.publicPem}"`, /String\(key\)\.trim\(\)\.slice\(1, -1\)$/],
    [JSON.stringify(key.publicPem), /JSON\.parse\(key\)$/],
    [key.publicPem.replace(/-----[^\n]+-----/g, ''), ofBase64],
    [Buffer.from(key.publicPem).toString('base64'), ofBase64],
    [Buffer.from(Buffer.from(key.publicPem).toString('base64')), ofBase64],
  ]
  for (const [damaged, line] of mendings) {
    const read = PublicKey.parse(damaged)
    assert.ok(E.isLeft(read))
    assert.match(message(read.left), line)
    assert.equal(follow(damaged, publicSpki), spki)
  }
})

/** What happens to a key on its way through one more file, variable or program. */
const damages: Readonly<Record<string, (text: string) => string>> = {
  escaped: (text) => JSON.stringify(text).slice(1, -1),
  'in JSON': (text) => JSON.stringify(text),
  'in double quotes': (text) => `"${text}"`,
  'in single quotes': (text) => `'${text}'`,
  'in backticks': (text) => `\`${text}\``,
  'between blanks': (text) => ` ${text}\n`,
}

damage('for all depths of escapes, kinds of line ends and quotes: the advice leads to the key', () => {
  const { publicKey, privateKey, publicPem, privatePem } = key
  const jsonOf = (half: typeof publicKey): string => JSON.stringify(half.export({ format: 'jwk' }))
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const whole = (pem: string, jwk: string) => [
    pem,
    base64(pem),
    pem.replace(/-----[^\n]+-----\n/g, ''),
    jwk,
    base64(jwk),
  ]
  const halves = {
    public: [publicSpki, whole(publicPem, jsonOf(publicKey))],
    private: [privateSpki, whole(privatePem, jsonOf(privateKey))],
  } as const
  return forAll(
    [
      fc.constantFrom('public' as const, 'private' as const),
      fc.nat(4),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.constantFrom(...Object.keys(damages)), { maxLength: 5 }),
      fc.boolean(),
    ],
    { numRuns: 1000 },
    (half, form, lineEnd, steps, isBytes) => {
      const [spkiOf, forms] = halves[half]
      const text = steps.reduce(
        (before, step) => damages[step]?.(before) ?? '',
        (forms[form] ?? '').replaceAll('\n', lineEnd),
      )
      assert.equal(follow(isBytes ? Buffer.from(text) : text, spkiOf), spki)
    },
  )
})

damage(
  'of quotes that are missing where a key is set: the advice of each error, in a real shell and a real .env',
  () => {
    const escaped = key.publicPem.replaceAll('\n', '\\n')
    const ruleOf = (input: KeyInput): string | undefined => {
      const read = PublicKey.parse(input)
      return E.isLeft(read) ? read.left.rule : undefined
    }
    const inShell = (value: string): string => execFileSync('sh', ['-c', `printf %s ${value}`], { encoding: 'utf8' })
    // A shell would split the label at its blank.
    const unquoted = inShell(escaped.replaceAll(' ', '\\ '))
    assert.is(ruleOf(unquoted), 'lost-backslashes')
    assert.is(ruleOf(unquoted.replaceAll('-----n', '-----rn')), 'lost-backslashes')
    assert.match(message(keyError('lost-backslashes')), 'put it in single quotes')
    assert.equal(follow(inShell(`'${escaped}'`), publicSpki), spki)

    const inEnv = (value: string): string => parseEnv(`KEY=${value}\n`).KEY ?? ''
    assert.is(ruleOf(inEnv(key.publicPem)), 'one-line')
    assert.match(message(keyError('one-line')), 'put the whole PEM in quotes')
    for (const quote of ["'", '"']) assert.equal(publicSpki(inEnv(`${quote}${key.publicPem}${quote}`)), spki)
  },
)

damage('is that there is no key: the words ask for the variable, the file or the await', async () => {
  const file = Promise.resolve(key.publicPem)
  for (const [input, words] of [
    [undefined, /is the environment variable set, and the file not empty\? \(found undefined\)$/],
    [null, /\(found null\)$/],
    ['', /\(found an empty text\)$/],
    [' \r\n', /\(found an empty text\)$/],
    [new Uint8Array(0), /\(found an empty text\)$/],
    ['undefined', /\(found the text undefined\)$/],
    ['null', /\(found the text null\)$/],
    [{ key: undefined }, /\(found a row whose key is undefined\)$/],
    [file, /^this is a promise .* await key$/],
    [key.publicPem.slice(0, 200), /^the end of the PEM is missing/],
  ] as const) {
    const read = PublicKey.parse(input as unknown as KeyInput)
    assert.ok(E.isLeft(read))
    assert.match(message(read.left), words)
    assert.equal(PrivateKey.parse(input as unknown as KeyInput), read)
  }
  assert.equal(publicSpki(await file), spki)
})

const someText = fc.string({ unit: character })

/** A form with a part removed, repeated or replaced. */
const changed = (form: KeyForm): fc.Arbitrary<KeyInput> => {
  const { input } = form
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  if (typeof input === 'string')
    return fc
      .tuple(place, fc.nat({ max: 20 }), fc.oneof(someText, fc.constantFrom('\\n', '"', '\0', '\ufeff')))
      .map(([at, removed, inserted]) => {
        const from = Math.floor(at * input.length)
        return input.slice(0, from) + inserted + input.slice(from + removed)
      })
  if (input instanceof Uint8Array || input instanceof ArrayBuffer) {
    const bytes = Buffer.from(input as Uint8Array)
    return fc.tuple(place, fc.nat({ max: 20 }), fc.uint8Array({ maxLength: 20 })).map(([at, removed, inserted]) => {
      const from = Math.floor(at * bytes.length)
      return Buffer.concat([bytes.subarray(0, from), inserted, bytes.subarray(from + removed)])
    })
  }
  const members = fc.constantFrom(...Object.keys(input))
  return fc.tuple(members, fc.anything()).map(([name, value]) => ({ ...input, [name]: value }) as KeyInput)
}

/** Eight letters of the key's Base64 or number that no English text has. */
const secrets = (): ReadonlyArray<string> => {
  const { d = '', p = '', q = '' } = key.privateKey.export({ format: 'jwk' })
  const body = key.privatePem.replace(/-----[^\n]+-----|\n/g, '')
  return [d, p, q, body.slice(400)].flatMap((text) => text.match(/.{12}/g) ?? [])
}

damage('for all changes of a private key: an answer comes, and an error shows nothing of the key', async () => {
  const parts = secrets()
  await forAll([fc.constantFrom(...privateForms()).chain(changed)], (input) => {
    const read = PrivateKey.parse(input)
    if (E.isRight(read)) return
    const told = shown(read.left) + message(read.left)
    assert.not.ok(
      parts.some((part) => told.includes(part)),
      told,
    )
  })
})

damage('for all changes of a public key: it is the same key, another key by the rule, or an error', () =>
  forAll([fc.constantFrom(...publicForms()).chain(changed)], (input) => {
    const read = PublicKey.parse(input)
    if (E.isLeft(read)) assert.ok(message(read.left).length > 10)
    else if (read.right._tag === 'PublicKey') assert.ok(read.right.bits >= 2048)
  }),
)

damage('for all values: an answer comes', () =>
  forAll([fc.anything()], (value) => {
    assert.ok(E.isLeft(PublicKey.parse(value as KeyInput)))
    assert.ok(E.isLeft(PrivateKey.parse(value as KeyInput)))
  }),
)
