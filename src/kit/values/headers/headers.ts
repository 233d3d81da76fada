/**
 * Whole Authorization headers on both sides of each rule of interface §5: their writing (`writers.ts`), their values, their length, their
 * auth type, and `Bearer` with a token.
 *
 * ```ts
 * authorizationLines // a value: { value: ['SVC-SHA256-RSA app_id=a,…'], passes: true, … }; the value is the list of Authorization lines
 * ```
 */
import { maxLength } from '../../../core/Authorization.ts'
import * as AuthType from '../../../core/AuthType.ts'
import { foldable, nonceCharacters, withInserted } from '../characters.ts'
import * as Gen from '../Gen.ts'
import { combineWith, constants, type LabelledGens, mapValues, validAndInvalid } from '../Labelled.ts'
import { appIds, nonces, timestamps } from '../parts.ts'
import {
  type Credentials,
  credentials,
  type ItemKey,
  itemKeys,
  itemOrders,
  items,
  itemsOf,
  writeCanonical,
} from './HeaderWriter.ts'
import { signatures, someTokens, tokens } from './headerValues.ts'
import { lengthRule, writers } from './writers.ts'

const { constant, template } = Gen
// Not destructured: a bundler would then keep the whole module, and io-ts with it, in the program of every verifier.
const standard = AuthType.standard

// ---- The auth type

export const typeRule = 'the auth type is compared as a whole'
const otherTypes = {
  'in another case': [
    Gen.withLabels({ unless: 'scheme-case' }, constant(standard.toLowerCase())),
    ...constants(['BEARER', 'bearer']),
  ],
  'another type': [
    ...constants(['', `${standard}2`, 'SVC-SHA256', 'X', `${standard},`, `${standard}-PSS`, 'Basic', 'Digest']),
    ...constants([standard.replace('S', '\u017f'), standard.replace('-', '_')]),
    withInserted(constant(standard), Gen.constantFrom(...nonceCharacters, ...foldable)),
    Gen.nat(standard.length - 1).map((index) => standard.slice(0, index) + standard.slice(index + 1)),
  ],
}

// ---- The values

/** Each of the four values on both sides of its rule, among valid others. */
export const labelledCredentials: LabelledGens<Credentials> = Object.entries({
  app_id: appIds,
  nonce_str: nonces,
  timestamp: timestamps,
  signature: signatures,
}).flatMap(([key, gens]) =>
  combineWith(credentials, gens, (credentialValues, itemValue) => ({ ...credentialValues, [key]: itemValue })),
)

/** Credentials whose canonical header has this length: a long signature fills it, and the app id has the 4 to 7 characters that remain. */
export const credentialsOfLength = (length: number): Gen.Gen<Credentials> =>
  Gen.boundary(credentials).map((credentialValues) => {
    const emptied = itemsOf(itemKeys, { ...credentialValues, app_id: '', signature: '' })
    const missing = length - writeCanonical(standard, emptied).join('').length
    // Base64 has groups of four characters.
    const appIdLength = 4 + (missing % 4)
    return { ...credentialValues, app_id: 'a'.repeat(appIdLength), signature: 'A'.repeat(missing - appIdLength) }
  })

// ---- Bearer

export const bearerRule = 'Bearer and exactly one space are before a token, and nothing is after it'
const bearerLines: LabelledGens = validAndInvalid(bearerRule, template`Bearer ${someTokens}`, {
  'another start': constants(['Bearer\t', 'Bearer \t', 'Bearer: ', 'Bearer=', 'Bearer token=']).map(
    (start) => template`${start}${someTokens}`,
  ),
  'more after it': constants([' a', ',a', '\r\n']).map((end) => template`Bearer ${someTokens}${end}`),
  'no token': constants(['Bearer', 'Bearer ']),
})
// ---- The lines of a verifier

const writeInOrder = (order: ReadonlyArray<ItemKey>, credentialValues: Credentials): ReadonlyArray<string> =>
  writeCanonical(standard, itemsOf(order, credentialValues))

/** The Authorization lines that a verifier of the standard auth type receives. */
export const authorizationLines: LabelledGens<ReadonlyArray<string>> = [
  ...combineWith(items, writers, (itemList, write) => write(standard, itemList)),
  ...combineWith(itemOrders, labelledCredentials, writeInOrder),
  ...mapValues(
    validAndInvalid(lengthRule, credentialsOfLength(maxLength), credentialsOfLength(maxLength + 1)),
    (credentialValues) => writeInOrder(itemKeys, credentialValues),
  ),
  ...combineWith(items, validAndInvalid(typeRule, constant(standard), otherTypes), (itemList, authType) =>
    writeCanonical(authType, itemList),
  ),
  ...mapValues(tokens, (token) => [`Bearer ${token}`]),
  ...mapValues(bearerLines, (headerLine) => [headerLine]),
]
