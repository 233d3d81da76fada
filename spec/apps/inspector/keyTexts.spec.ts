import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { privateKeyInput, readKeys } from '../../../src/apps/inspector/keyTexts.ts'
import { ec, rsa } from '../../support/keys.ts'
import { assert, forAll, right, suite } from '../../support/suite.ts'

const one = rsa(2048, 'app-1')
const two = rsa(2048, 'app-2')
const jwk = (key: typeof one): string => JSON.stringify(key.publicKey.export({ format: 'jwk' }), undefined, 2)

const namesIn = (text: string): ReadonlyArray<string | undefined> => right(readKeys(text)).map(({ appId }) => appId)
const complaint = (text: string): string => {
  const read = readKeys(text)
  return E.isLeft(read) ? read.left : ''
}

const keys = suite('readKeys')

keys('none stand in a blank text', () => assert.equal(namesIn(' \n\t'), []))

keys('PEM and JWK, with an app id before it or without, in any number', () => {
  assert.equal(namesIn(one.publicPem), [undefined])
  assert.equal(namesIn(`app-1:${one.publicPem}`), ['app-1'])
  assert.equal(namesIn(`app-1:\n${one.publicPem}\n\n  app-2 : ${two.publicPem}`), ['app-1', 'app-2'])
  assert.equal(namesIn(`${one.publicPem}${two.publicPem}`), [undefined, undefined])
  assert.equal(namesIn(`${jwk(one)} app-2: ${jwk(two)}`), [undefined, 'app-2'])
  assert.equal(namesIn(`app-1: {"keys":[${jwk(one)},${jwk(two)}]}`), ['app-1', 'app-1'])
  assert.equal(namesIn(one.publicPem.replaceAll('\n', '\r\n')), [undefined])
})

keys('the same key is the same key in either form', () => {
  const [pem, json] = [one.publicPem, jwk(one)].map((text) => right(readKeys(text))[0]?.key)
  assert.ok(pem !== undefined)
  assert.equal(pem, json)
})

keys('a text that is no key is named by its line, and not repeated', () => {
  assert.match(complaint(`${one.publicPem}\nnonsense`), /^line 11: paste a public key here/)
  assert.match(complaint(one.privatePem), /^line 1: this is a private key/)
  assert.match(complaint(ec().publicPem), /^line 1: the key is not an RSA key/)
  assert.match(complaint(`a/b: ${one.publicPem}`), /^line 1: the name before the colon is no app id/)
  assert.match(complaint(one.publicPem.slice(0, -10)), /^line 1: /)
  assert.match(complaint('{"kty":'), /^line 1: paste a public key here/)
  assert.match(complaint('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'), /openssl x509/)
})

keys('for all texts: an answer comes, and it holds nothing of the text', () =>
  forAll([fc.string({ unit: 'grapheme', minLength: 12 })], (text) => {
    assert.not(complaint(`-----BEGIN ${text}`).includes(text))
  }),
)

const secret = suite('privateKeyInput')

secret('is the text, if there is one', () => {
  assert.equal(privateKeyInput(one.privatePem), E.right(one.privatePem))
  assert.ok(E.isLeft(privateKeyInput(' ')))
})
