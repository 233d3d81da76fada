/**
 * Authorization headers: a port reads them, and writes them of credentials. Some need a policy: a port that has it accepts them, and
 * every other port refuses them.
 */
import { maxLength } from '../../../core/Authorization.ts'
import { standard } from '../../../core/AuthType.ts'
import * as Gen from '../../values/Gen.ts'
import * as header from '../../values/header.ts'
import {
  combineWith,
  constants,
  type LabelledGens,
  mapValues,
  onePerSide,
  validAndInvalid,
} from '../../values/Labelled.ts'
import { alikeAuthTypes, lookalikes } from '../../values/lookalikes.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generatorOf } from './Generator.ts'

type SignedCredentials = Exclude<Inputs['formatAuthorization'], { readonly token: string }>
const signedCredentials = (credentials: header.Credentials): SignedCredentials => ({
  authType: standard,
  appId: credentials.app_id,
  nonce: credentials.nonce_str,
  timestamp: credentials.timestamp,
  signature: credentials.signature,
})

const withoutSignature = header.credentials.map((credentials) => ({ ...credentials, signature: '' }))

/** Credentials, valid or with one value that a rule refuses: a port writes a header of them, or refuses. */
const toWrite: LabelledGens<SignedCredentials> = [
  ...mapValues(
    [
      ...header.labelledCredentials,
      ...validAndInvalid(header.emptyRule, header.credentials, withoutSignature),
      ...validAndInvalid(
        header.lengthRule,
        header.credentialsOfLength(maxLength),
        header.credentialsOfLength(maxLength + 1),
      ),
    ],
    signedCredentials,
  ),
  ...combineWith(header.credentials, header.authTypes, (credentials, authType) => ({
    ...signedCredentials(credentials),
    authType,
  })),
]

const sameTypes = Gen.constantFrom('10', '0', 'RSA').map((type) => [type, type] as const)
const alikeTypes = constants([...lookalikes.filter(([type]) => type.length <= 64), ...alikeAuthTypes])

/** Headers for a port that is configured for another auth type than the standard one. */
const toRead: LabelledGens<Inputs['parseAuthorization']> = [
  ...combineWith(header.items, header.authTypes, (items, authType) => ({
    authType,
    authorization: header.writeCanonical(authType, items),
  })),
  // A wrong auth type is refused whatever the header is.
  ...mapValues(onePerSide(header.authTypes), (authType) => ({ authType, authorization: ['Bearer abc'] })),
  ...combineWith(
    header.items,
    validAndInvalid(header.typeRule, sameTypes, alikeTypes),
    (items, [configured, writtenType]) => ({
      authType: configured,
      authorization: header.writeCanonical(writtenType, items),
    }),
  ),
]

const readAsStandard = (authorization: ReadonlyArray<string>): Inputs['parseAuthorization'] => ({
  authType: standard,
  authorization,
})

export const headers: ReadonlyArray<Generator> = [
  generatorOf('header', 'parseAuthorization', header.headers, readAsStandard),
  generatorOf('configured-reader', 'parseAuthorization', toRead, (input) => input),
  generatorOf('written-header', 'formatAuthorization', toWrite, (input) => input),
  generatorOf('written-token', 'formatAuthorization', header.tokens, (token) => ({ token })),
  generatorOf(
    'lenient-header',
    'parseAuthorization',
    combineWith(header.items, header.lenientWriters, (items, write) => write(standard, items)),
    readAsStandard,
  ),
]
