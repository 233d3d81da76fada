/**
 * Contract tests of every platform's key rings and token books made from values.
 */
import { createHash } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../../src/core/AppId.ts'
import type { KeyError } from '../../src/core/KeyError.ts'
import type { Token } from '../../src/core/Token.ts'
import type { TokenListError } from '../../src/core/TokenList.ts'
import type { VerificationKeySettings } from '../../src/effects/KeyImport.ts'
import type { KeyRecord } from '../../src/effects/KeyRecord.ts'
import type { KeyRing } from '../../src/effects/KeyRing.ts'
import type { TokenBook, TokenHolding } from '../../src/effects/TokenBook.ts'
import { keyRingLaws } from '../../src/kit/testing/laws.ts'
import * as der from './der.ts'
import { rsa } from './keys.ts'
import { shown } from './shown.ts'
import { assert, right, suite } from './suite.ts'

export interface Books {
  readonly keyRing: (
    record: KeyRecord,
    settings?: Omit<VerificationKeySettings, 'validity'>,
  ) => TaskEither<KeyError, KeyRing>
  readonly tokenBook: (holdings: ReadonlyArray<TokenHolding>) => TaskEither<TokenListError, TokenBook>
}

const pem = (name: string): string => rsa(2048, name).publicPem
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const keyRingContract = (name: string, { keyRing, tokenBook }: Books): void => {
  const ring = suite(`${name}: keyRing`)

  for (const law of keyRingLaws(keyRing)) ring(law.name, law.check)

  const fault = async (record: unknown, settings = {}): Promise<string | undefined> => {
    const result = await keyRing(record as KeyRecord, settings)()
    if (E.isRight(result)) return undefined
    const { subject, rule, found } = result.left
    return `${subject}: ${rule}${found === undefined ? '' : ` (${found})`}`
  }

  ring('an app has its keys with their validity; other apps have none', async () => {
    const jwk = rsa(2048, 'c').publicKey.export({ format: 'jwk' }) as object
    const made = right(
      await keyRing({
        'app-1': pem('a'),
        'app-2': [pem('b'), { key: jwk, notBefore: 1, notAfter: 2, revoked: true }],
        __proto__x: [],
      })(),
    )
    const keysOf = async (app: string) => right(await made.keysOf(app as AppId)()).map(({ validity }) => validity)
    const always = { notBefore: undefined, notAfter: undefined, revoked: undefined }
    assert.equal(await keysOf('app-1'), [always])
    assert.equal(await keysOf('app-2'), [always, { notBefore: 1, notAfter: 2, revoked: true }])
    for (const app of ['app-3', '__proto__', 'constructor', '__proto__x']) assert.equal(await keysOf(app), [])
    assert.not.ok(/PUBLIC|(?:\d+, ?){4}|[A-Za-z0-9+/]{30}/.test(shown(made)))
  })

  ring('the error for a refused key names its app', async () => {
    assert.is(await fault({ 'app-1': pem('a'), 'app-2': rsa().privatePem }), 'app-2: private-for-public')
    assert.is(await fault({ 'app-1': [pem('a'), 'no key'] }), 'app-1: not-a-key')
    assert.is(await fault({ 'app-1': null }), 'app-1: missing (null)')
    assert.is(await fault({ 'app-1': { key: undefined } }), 'app-1: missing (a row whose key is undefined)')
  })

  ring('one key for two apps is an error, even in different encodings', async () => {
    const jwk = rsa(2048, 'a').publicKey.export({ format: 'jwk' })
    assert.is(await fault({ 'app-1': pem('a'), 'app-2': [pem('b'), jwk] }), 'app-2: same-key-for-two-apps (with app-1)')
  })

  ring('one key may have two validities; one that is revoked in one entry only is an error', async () => {
    assert.is(await fault({ 'app-1': [pem('a'), { key: pem('a'), revoked: true }] }), 'app-1: same-key-twice')
    assert.is(
      await fault({
        'app-1': [
          { key: pem('a'), notAfter: 1 },
          { key: pem('a'), notAfter: 2 },
        ],
      }),
      undefined,
    )
    assert.is(await fault({ 'app-1': [pem('a'), { key: pem('a'), revoked: false }] }), undefined)
  })

  ring('an app has at most four keys', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    assert.is(await fault({ 'app-1': names.slice(1).map(pem) }), undefined)
    assert.is(await fault({ 'app-1': names.map(pem) }), 'app-1: too-many-keys (5)')
    const jwks = names.map((each) => rsa(2048, each).publicKey.export({ format: 'jwk' }))
    assert.is(await fault({ 'app-1': { keys: jwks.slice(1) } }), undefined)
    assert.is(await fault({ 'app-1': JSON.stringify({ keys: jwks }) }), 'app-1: too-many-keys (5)')
  })

  ring('the settings apply to every key', async () => {
    const e3 = rsa(2048, 'e3', 3).publicPem
    assert.is(await fault({ 'app-1': e3 }), 'app-1: exponent (3)')
    assert.is(await fault({ 'app-1': e3 }, { policies: { 'small-exponent': true } }), undefined)
    const long = der.publicOf(8192)
    assert.is(await fault({ 'app-1': [pem('a'), long] }), 'app-1: max-key-bits (8192 bits, above 4096)')
    assert.is(await fault({ 'app-1': [pem('a'), long] }, { maxKeyBits: 8192 }), undefined)
  })

  const book = suite(`${name}: tokenBook`)

  book('finds a token by its text or digest, and no other', async () => {
    const made = right(
      await tokenBook([
        { appId: 'app-1', token: 'CANARY-1' },
        { appId: 'app-2', sha256: sha256('CANARY-2') },
      ])(),
    )
    const find = async (token: string) => right(await made.find(token as Token)())
    assert.equal(await find('CANARY-1'), O.some('app-1'))
    assert.equal(await find('CANARY-2'), O.some('app-2'))
    for (const other of ['CANARY-3', 'canary-1', 'CANARY-1=', sha256('CANARY-2'), '__proto__'])
      assert.equal(await find(other), O.none)
    assert.not.ok(shown(made).includes('CANARY'))
    assert.not.ok(shown(made).includes(sha256('CANARY-2').slice(0, 8)))
  })

  book('the error for an invalid entry names its position, not the token', async () => {
    const fault = async (holding: unknown) => {
      const result = await tokenBook([{ appId: 'app-1', token: 'CANARY' }, holding as TokenHolding])()
      assert.not.ok(shown(result).includes('CANARY'))
      return E.isLeft(result) ? `${result.left.line}: ${result.left.rule}` : undefined
    }
    assert.is(await fault({ appId: 'app 2', token: 'CANARY2' }), '2: app-id')
    assert.is(await fault({ appid: 'app-2', token: 'CANARY2' }), '2: app-id')
    assert.is(await fault({ appId: 2, token: 'CANARY2' }), '2: app-id')
    assert.is(await fault({ appId: 'app-2', token: 'CANARY 2' }), '2: token')
    assert.is(await fault({ appId: 'app-2', token: '' }), '2: token')
    assert.is(await fault({ appId: 'app-2', sha256: 'CANARY' }), '2: digest')
    assert.is(await fault({ appId: 'app-2', token: 'CANARY' }), '2: repeated')
    assert.is(await fault({ appId: 'app-1', sha256: sha256('CANARY').toUpperCase() }), '2: repeated')
    assert.is(await fault({ appId: 'app-1', token: 'CANARY2' }), undefined)
  })
}
