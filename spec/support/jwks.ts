/**
 * Generators of RSA keys as JSON Web Keys (RFC 7517; RFC 7518 §6.3), for RS256 signatures: valid ones, and for each rule of the key
 * reader ones that the rule refuses. For the specs of keys.
 *
 *     jwkOf([n, e])              { kty: 'RSA', n: 'u1SU…', e: 'AQAB' }
 *     jwksFor('sign', numbers)   among others { value: { kty: 'oct', … }, change: 'a symmetric key', passes: false, … }
 */
import * as Base64 from '../../src/core/Base64.ts'
import { concat } from '../../src/core/Bytes.ts'
import { bytesOf } from '../../src/kit/values/der.ts'
import * as Gen from '../../src/kit/values/Gen.ts'
import type { KeyNumbers, KeyUse } from '../../src/kit/values/keys/keyFile.ts'
import { publicNumbers } from '../../src/kit/values/keys/publicKeys.ts'
import {
  combineWith,
  type GensByChange,
  type LabelledGens,
  mapValues,
  validAndInvalid,
} from '../../src/kit/values/Labelled.ts'

export interface Members {
  readonly [member: string]: unknown
}

/** A number as Base64urlUInt (RFC 7518 §2), with so many bytes of zero in front, which the RFC forbids. */
const base64UrlOf = (n: bigint, zeros = 0): string => {
  const digits = n.toString(16)
  const bytes = concat([new Uint8Array(zeros), bytesOf(digits.padStart(digits.length + (digits.length % 2), '0'))])
  return Base64.encode(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const
const numberMembers = ['n', 'e', ...privateMembers]
/** The JWK of a key pair; of a public key for the first two numbers alone. */
export const jwkOf = (numbers: KeyNumbers): Members => ({
  kty: 'RSA',
  ...Object.fromEntries(numbers.map((n, i) => [numberMembers[i], base64UrlOf(n)])),
})

/** What a generator does to a valid JWK of these numbers. */
type Change = (jwk: Members, numbers: KeyNumbers) => Members
const having = (members: Members): Gen.Gen<Change> => Gen.constant((jwk) => ({ ...jwk, ...members }))
const eachOf = (member: string, ...values: ReadonlyArray<unknown>): ReadonlyArray<Gen.Gen<Change>> =>
  values.map((value) => having({ [member]: value }))
/** One of the two numbers that every key has, written otherwise. */
const rewritten = (...ways: ReadonlyArray<(text: string) => unknown>): ReadonlyArray<Gen.Gen<Change>> =>
  ways.flatMap((way) =>
    ['n', 'e'].map((name) => Gen.constant((jwk: Members): Members => ({ ...jwk, [name]: way(String(jwk[name])) }))),
  )

/** A rule of the key reader, with changes after which it still accepts a JWK, and changes after which it refuses the JWK. */
interface RuleChanges {
  readonly rule: string
  readonly accepted: GensByChange<Change>
  readonly refused: GensByChange<Change>
}

const changesFor = (use: KeyUse): ReadonlyArray<RuleChanges> => {
  const otherUse = use === 'sign' ? 'verify' : 'sign'
  return [
    {
      rule: 'a JWK is of RSA, and for RS256 signatures if it says what it is for',
      accepted: [
        having({}),
        having({ alg: 'RS256', use: 'sig', key_ops: [use], kid: '\u00e9', x5c: [], ext: false }),
        having({ alg: undefined, use: undefined, key_ops: undefined }),
        having({ key_ops: [otherUse, use] }),
      ],
      refused: {
        'no kty': eachOf('kty', undefined),
        'a kty that is no text': eachOf('kty', null, 1, ['RSA']),
        'another kty': eachOf('kty', '', 'rsa', 'RSA ', 'EC', 'OKP', '__proto__'),
        'a symmetric key': eachOf('kty', 'oct'),
        'the alg of PSS': eachOf('alg', 'PS256', 'PS384', 'PS512'),
        'another alg': eachOf('alg', '', 'rs256', 'RS256 ', 'RS512', 'RSA-OAEP', 'none', null, ['RS256']),
        'another use': eachOf('use', 'enc', '', 'Sig', 'signature', null, ['sig']),
        'other operations': eachOf('key_ops', [otherUse], [], ['Sign'], use, null, { 0: use, length: 1 }),
      },
    },
    {
      rule: 'a number of a JWK is Base64 for URLs, without padding, in the fewest bytes',
      accepted: having({}),
      refused: {
        'no text': [...rewritten(() => undefined), ...eachOf('n', '', 5, null), ...eachOf('e', '', 65_537, null)],
        'other Base64': rewritten(
          (text: string) => `${text}=`,
          (text: string) => `${text}==`,
          (text: string) => ` ${text}`,
          (text: string) => `${text}\n`,
          (text: string) => `+${text.slice(1)}`,
          (text: string) => `${text}/`,
        ),
        'a zero byte in front': [1, 2, 3].flatMap((zeros) => [
          Gen.constant<Change>((jwk, [n]) => ({ ...jwk, n: base64UrlOf(n, zeros) })),
          Gen.constant<Change>((jwk, [, e]) => ({ ...jwk, e: base64UrlOf(e, zeros) })),
        ]),
      },
    },
    {
      rule: 'a public JWK has no member of a private key and says nothing of its validity, a private one has all for two primes',
      accepted: having({}),
      refused:
        use === 'verify'
          ? {
              'a private member': privateMembers.flatMap((name) => eachOf(name, '', 'AQ', null)),
              oth: eachOf('oth', []),
              'a validity': ['revoked', 'notBefore', 'not_after', 'not-before', 'revokedAt', 'REVOKED'].flatMap(
                (name) => eachOf(name, false),
              ),
            }
          : {
              'no d': eachOf('d', undefined),
              'a private member is missing': privateMembers.slice(1).flatMap((name) => eachOf(name, undefined)),
              oth: eachOf('oth', []),
            },
    },
  ]
}

/** JWKs for a use, of keys with these numbers. */
export const jwksFor = (use: KeyUse, numbers: Gen.Gen<KeyNumbers>): LabelledGens<Members> =>
  combineWith(
    use === 'sign' ? numbers : numbers.map(([n, e]): KeyNumbers => [n, e]),
    changesFor(use).flatMap(({ rule, accepted, refused }) => validAndInvalid(rule, accepted, refused)),
    (keyNumbers, change) => change(jwkOf(keyNumbers), keyNumbers),
  )

/** Public keys of random numbers: nobody has their private keys. */
export const jwksByNumbers: LabelledGens<Members> = mapValues(publicNumbers, jwkOf)
