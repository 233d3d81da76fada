import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { KeyRecord } from '../../src/effects/KeyRecord.ts'
import { keyRing } from '../../src/node/keyRing.ts'
import { rsa } from '../support/keys.ts'
import { shown } from '../support/shown.ts'
import { suite } from '../support/suite.ts'

const dated = suite('a key with its validity')
const key = rsa(2048, 'app-1').publicPem

const rule = async (given: object): Promise<string> => {
  const ring = await keyRing({ 'app-1': { key, ...given } } as KeyRecord)()
  return E.isLeft(ring) ? ring.left.rule : 'taken'
}

dated('takes whole seconds, booleans, and undefined', async () => {
  for (const given of [
    {},
    { notBefore: 0, notAfter: 1 },
    { revoked: true },
    { revoked: false },
    { revoked: undefined },
  ]) {
    assert.is(await rule(given), 'taken', JSON.stringify(given))
  }
})

dated('refuses values that would leave a revoked key valid', async () => {
  for (const given of [
    { revoked: 1 },
    { revoked: 'true' },
    { revoked: null },
    { revoked_: true },
    { notafter: 1 },
    { notAfter: '1' },
  ]) {
    assert.is(await rule(given), 'validity', JSON.stringify(given))
  }
})

dated.run()

const names = suite('the names of a record')

names('must be app ids; an invalid one is not repeated, since it may be a misplaced key', async () => {
  for (const name of [key, 'a secret', '']) {
    const ring = await keyRing({ [name]: key })()
    assert.ok(E.isLeft(ring))
    assert.is(ring.left.rule, 'app-id')
    assert.not.match(shown(ring), name.slice(0, 20) || 'BEGIN')
  }
})

names.run()
