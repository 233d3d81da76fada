import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../../src/core/AppId.ts'
import { message } from '../../src/core/KeyError.ts'
import { type DatedKey, type KeyRecord, toKeyRing } from '../../src/effects/KeyRecord.ts'
import { keyRing } from '../../src/platform/node/keyRing.ts'
import { verificationKeys } from '../../src/platform/node/verificationKey.ts'
import { rsa } from '../support/keys.ts'
import { shown } from '../support/shown.ts'
import { assert, forAll, right, suite } from '../support/suite.ts'

const dated = suite('a key with its validity')
const key = rsa(2048, 'app-1').publicPem

const rule = async (given: object): Promise<string> => {
  const ring = await keyRing({ 'app-1': { key, ...given } } as KeyRecord)()
  return E.isLeft(ring) ? ring.left.rule : 'taken'
}

const validity = async (given: object): Promise<unknown> => {
  const ring = await keyRing({ 'app-1': { key, ...given } } as KeyRecord)()
  return E.isLeft(ring) ? message(ring.left) : right(await ring.right.keysOf('app-1' as AppId)())[0]?.validity
}

dated('takes what databases give: seconds, digits, bigint, Date, null and undefined', async () => {
  const always = { notBefore: undefined, notAfter: undefined, revoked: undefined }
  for (const at of [1_700_000_000, '1700000000', 1_700_000_000n, new Date(1_700_000_000_000)]) {
    assert.equal(await validity({ notBefore: at, notAfter: at }), {
      ...always,
      notBefore: 1_700_000_000,
      notAfter: 1_700_000_000,
    })
    assert.equal(await validity({ revoked: at }), { ...always, revoked: true })
  }
  for (const none of [{}, { notBefore: null, notAfter: undefined, revoked: null }, { revoked: undefined }])
    assert.equal(await validity(none), always)
  assert.equal(await validity({ notBefore: 0, notAfter: 100_000_000_000 }), {
    ...always,
    notBefore: 0,
    notAfter: 100_000_000_000,
  })
})

dated('a Date between two seconds never widens the validity', async () => {
  const at = new Date(1_700_000_000_500)
  assert.equal(await validity({ notBefore: at, notAfter: at }), {
    notBefore: 1_700_000_001,
    notAfter: 1_700_000_000,
    revoked: undefined,
  })
})

dated('a Date of another realm is a Date', async () => {
  const at = runInNewContext('new Date(1700000000000)')
  assert.is(at instanceof Date, false)
  assert.equal(await validity({ notAfter: at }), { notBefore: undefined, notAfter: 1_700_000_000, revoked: undefined })
})

dated('is revoked by true, by 1, and by any time of a revocation; by 0 it is not', async () => {
  const revoked = async (value: unknown) => ((await validity({ revoked: value })) as { revoked?: boolean }).revoked
  for (const yes of [true, 1, 1n, '1', new Date(), new Date(0), new Date(-1), 4_000_000_000])
    assert.is(await revoked(yes), true, String(yes))
  for (const no of [false, 0, 0n, '0']) assert.is(await revoked(no), false, String(no))
})

const times = 'a Date, null, or whole seconds since 1970, 0 to 100000000000'

dated('names the field, what was expected, and what came', async () => {
  const wrong: ReadonlyArray<readonly [value: unknown, found: string]> = [
    [1_700_000_000_000, '1700000000000, which looks like milliseconds: divide by 1000'],
    ['1700000000000', '1700000000000, which looks like milliseconds: divide by 1000'],
    ['2026-01-01T00:00:00Z', 'text that holds a date: give new Date(text)'],
    ['', 'text'],
    [new Date(Number.NaN), 'an invalid Date'],
    [1.5, '1.5'],
    [Number.NaN, 'NaN'],
    [2 ** 60, '1152921504606847000'],
    [true, 'boolean'],
  ]
  for (const [value, found] of wrong)
    for (const field of ['notBefore', 'notAfter'])
      assert.is(
        await validity({ [field]: value }),
        `app-1: the validity period of the key is malformed: ${field} must be ${times} (found ${found})`,
      )
  assert.is(
    await validity({ revoked: 'true' }),
    `app-1: the validity period of the key is malformed: revoked must be true, false, or the time of the revocation: ${times} (found text)`,
  )
})

dated('refuses names and values that would leave a revoked key valid', async () => {
  for (const given of [{ revoked: 'f' }, { revoked: {} }, { revoked_: true }, { notafter: 1 }, { not_after: 1 }])
    assert.is(await rule(given), 'validity', JSON.stringify(given))
})

/** An instance of a class whose prototype has these members, which do not enumerate. */
const rowOf = (members: PropertyDescriptorMap, own: object = { key }): object =>
  Object.assign(Object.create(Object.create(Object.prototype, members)), own)

const got = (value: unknown): PropertyDescriptor => ({ get: () => value })

dated('counts what a row has of its class, and what does not enumerate', async () => {
  const rows: ReadonlyArray<readonly [row: object, expected: string]> = [
    [rowOf({ revoked: got(true) }), 'revoked'],
    [rowOf({ notAfter: got(2) }), 'until 2'],
    [rowOf({ key: got(key), notAfter: got(2) }, {}), 'until 2'],
    [Object.assign(Object.create({ revoked: true }), { key }), 'revoked'],
    [Object.defineProperty({ key }, 'revoked', { value: 1 }), 'revoked'],
    [rowOf({}), 'always'],
    [rowOf({ not_after: got(2) }), 'validity'],
    [Object.defineProperty({ key }, 'revokedAt', { value: 1 }), 'validity'],
    [rowOf({ revoked: { value: () => false } }), 'validity'],
  ]
  for (const [i, [row, expected]] of rows.entries()) {
    for (const given of [row, [row]]) {
      const ring = await keyRing({ 'app-1': given } as KeyRecord)()
      const of = E.isLeft(ring) ? undefined : right(await ring.right.keysOf('app-1' as AppId)())[0]?.validity
      const found = of?.revoked === true ? 'revoked' : of?.notAfter === undefined ? 'always' : `until ${of.notAfter}`
      assert.is(E.isLeft(ring) ? ring.left.rule : found, expected, `row ${i}`)
    }
  }
})

dated('refuses a validity that stands in the JWK or the JWK Set, where it has no effect', async () => {
  const jwk = rsa(2048, 'app-1').publicKey.export({ format: 'jwk' })
  for (const name of ['revoked', 'notAfter', 'notBefore', 'not_after', 'not_before', 'revokedAt']) {
    const within = { ...jwk, [name]: 1 }
    const hidden = Object.defineProperty({ ...jwk }, name, { get: () => true })
    const set = { keys: [jwk], [name]: 1 }
    const forms = [within, hidden, set, { keys: [jwk, within] }, JSON.stringify(within), JSON.stringify(set)]
    for (const given of [...forms, Buffer.from(JSON.stringify(set)), { key: within }, { key: set, notAfter: 2 }]) {
      const ring = await keyRing({ 'app-1': given } as unknown as KeyRecord)()
      assert.is(
        E.isLeft(ring) ? message(ring.left) : 'taken',
        `app-1: the validity period of the key is malformed: ${name} has no effect in a JWK; put it beside the key, as in { key: jwk, notBefore, notAfter, revoked }`,
      )
    }
  }
})

dated('for all values: each is a time, or refused by name', () =>
  forAll([fc.anything({ withDate: true, withBigInt: true })], { numRuns: 40 }, async (notAfter) => {
    const read = await validity({ notAfter })
    if (typeof read === 'string') assert.match(read, /notAfter must be/)
    else assert.ok(notAfter === undefined || notAfter === null || Number.isFinite(Number(notAfter)))
  }),
)

dated('the validity of a JWK Set is that of each of its keys', async () => {
  const keys = ['a', 'b'].map((name) => rsa(2048, name).publicKey.export({ format: 'jwk' }))
  const ring = right(await keyRing({ 'app-1': [{ key: { keys }, notAfter: 2 } as DatedKey, key] })())
  const found = right(await ring.keysOf('app-1' as AppId)())
  const validities = found.map(({ validity }) => validity.notAfter)
  assert.equal(validities, [2, 2, undefined])
})

const names = suite('the names of a record')

names('must be app ids; an invalid one is not repeated, since it may be a misplaced key', async () => {
  for (const name of [key, 'a secret', '']) {
    const ring = await keyRing({ [name]: key })()
    assert.ok(E.isLeft(ring))
    assert.is(ring.left.rule, 'app-id')
    assert.not.match(shown(ring), name.slice(0, 20) || 'BEGIN')
  }
})

const many = suite('a record of many apps')

many('pauses after each ten milliseconds of work, so that the program goes on', async () => {
  let now = 0
  let pauses = 0
  const timer = {
    // Whoever looks finds that four milliseconds have passed.
    elapsed: () => (now += 4),
    wait: (ms: number) => async () => {
      assert.is(ms, 0)
      pauses++
    },
  }
  const names = Array.from({ length: 8 }, (_, i) => `app-${i}`)
  const record = Object.fromEntries(names.map((name) => [name, rsa(2048, name).publicPem]))
  const made = await toKeyRing(verificationKeys, timer)(record)()
  assert.ok(E.isRight(made))
  assert.ok(pauses > 1 && pauses < 8, `${pauses}`)
})

many('ends at the first key that is refused or shared', async () => {
  const asked: Array<unknown> = []
  const counting: typeof verificationKeys = (input, settings) => {
    asked.push(input)
    return verificationKeys(input, settings)
  }
  const still = { elapsed: () => 0, wait: () => async () => {} }
  const one = rsa(2048, 'app-1').publicPem
  const two = rsa(2048, 'app-2').publicPem
  const made = await toKeyRing(counting, still)({ 'app-1': one, 'app-2': [two, one], 'app-3': two })()
  assert.ok(E.isLeft(made))
  assert.is(`${made.left.subject} ${made.left.rule}`, 'app-2 same-key-for-two-apps')
  assert.is(asked.length, 3)
})
