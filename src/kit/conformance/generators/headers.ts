/**
 * Cases about Authorization headers: headers that a port has to read, and credentials from which it has to write a header. Some
 * headers need a policy: a port that has it accepts them, and every other port refuses them.
 */
import { maxLength } from '../../../core/Authorization.ts'
import { standard } from '../../../core/AuthType.ts'
import * as Gen from '../../values/Gen.ts'
import { type Credentials, credentials, items, writeCanonical } from '../../values/headers/HeaderWriter.ts'
import { authorizationLines, credentialsOfLength, labelledCredentials, typeRule } from '../../values/headers/headers.ts'
import { authTypes, tokens } from '../../values/headers/headerValues.ts'
import { lenientWriters } from '../../values/headers/lenientWriters.ts'
import { emptyRule, lengthRule } from '../../values/headers/writers.ts'
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
const signedCredentials = (credentials: Credentials): SignedCredentials => ({
  authType: standard,
  appId: credentials.app_id,
  nonce: credentials.nonce_str,
  timestamp: credentials.timestamp,
  signature: credentials.signature,
})

const withoutSignature = credentials.map((credentials) => ({ ...credentials, signature: '' }))

/** Credentials, valid or with one value that a rule refuses: a port writes a header of them, or refuses. */
const toWrite: LabelledGens<SignedCredentials> = [
  ...mapValues(
    [
      ...labelledCredentials,
      ...validAndInvalid(emptyRule, credentials, withoutSignature),
      ...validAndInvalid(lengthRule, credentialsOfLength(maxLength), credentialsOfLength(maxLength + 1)),
    ],
    signedCredentials,
  ),
  ...combineWith(credentials, authTypes, (credentials, authType) => ({
    ...signedCredentials(credentials),
    authType,
  })),
]

/** The auth type that a port is configured for, and the one that is written in the header. */
interface AuthTypePair {
  readonly configured: string
  readonly written: string
}

const sameTypes: Gen.Gen<AuthTypePair> = Gen.constantFrom('10', '0', 'RSA').map((type) => ({
  configured: type,
  written: type,
}))
/** Another auth type is written, and looks like the configured one. */
const alikeTypes: ReadonlyArray<Gen.Gen<AuthTypePair>> = constants(
  [...lookalikes.filter(([type]) => type.length <= 64), ...alikeAuthTypes].map(([configured, written]) => ({
    configured,
    written,
  })),
)

/** Headers for a port that is configured for another auth type than the standard one. */
const toRead: LabelledGens<Inputs['parseAuthorization']> = [
  ...combineWith(items, authTypes, (items, authType) => ({
    authType,
    authorization: writeCanonical(authType, items),
  })),
  // A port refuses to be configured for an invalid auth type, whatever header it is given.
  ...mapValues(onePerSide(authTypes), (authType) => ({ authType, authorization: ['Bearer abc'] })),
  ...combineWith(items, validAndInvalid(typeRule, sameTypes, alikeTypes), (items, { configured, written }) => ({
    authType: configured,
    authorization: writeCanonical(written, items),
  })),
]

const readAsStandard = (authorization: ReadonlyArray<string>): Inputs['parseAuthorization'] => ({
  authType: standard,
  authorization,
})

export const headers: ReadonlyArray<Generator> = [
  generatorOf('header', 'parseAuthorization', authorizationLines, readAsStandard),
  generatorOf('configured-reader', 'parseAuthorization', toRead, (input) => input),
  generatorOf('written-header', 'formatAuthorization', toWrite, (input) => input),
  generatorOf('written-token', 'formatAuthorization', tokens, (token) => ({ token })),
  generatorOf(
    'lenient-header',
    'parseAuthorization',
    combineWith(items, lenientWriters, (items, write) => write(standard, items)),
    readAsStandard,
  ),
]
