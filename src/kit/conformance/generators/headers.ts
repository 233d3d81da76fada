/** Authorization headers, as they are read and as they are written. */
import { maxLength } from '../../../core/Authorization.ts'
import { standard } from '../../../core/AuthType.ts'
import * as Gen from '../../values/Gen.ts'
import * as values from '../../values/header.ts'
import {
  combineWith,
  constants,
  type LabelledGens,
  mapValues,
  onePerSide,
  validAndInvalid,
} from '../../values/Labelled.ts'
import { lookalikes, ofTypesAlone } from '../../values/lookalikes.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generatorOf } from './Generator.ts'

type SignedCredentials = Exclude<Inputs['formatAuthorization'], { readonly token: string }>
const credentialsOf = ({ app_id: appId, nonce_str: nonce, ...all }: values.Values): SignedCredentials => ({
  authType: standard,
  appId,
  nonce,
  ...all,
})

const emptied = values.values.map((all) => ({ ...all, signature: '' }))
const credentialSamples: LabelledGens<SignedCredentials> = [
  ...mapValues(
    [
      ...values.someValues,
      ...validAndInvalid(values.emptyRule, values.values, emptied),
      ...validAndInvalid(values.lengthRule, values.filling(maxLength), values.filling(maxLength + 1)),
    ],
    credentialsOf,
  ),
  ...combineWith(values.values, values.authTypes, (all, authType) => ({ ...credentialsOf(all), authType })),
]

const { items, rightly } = values
const sameType = Gen.constantFrom('10', '0', 'RSA').map((type) => [type, type] as const)
const otherTypes = constants([...lookalikes.filter(([one]) => one.length <= 64), ...ofTypesAlone])
const configured: LabelledGens<Inputs['parseAuthorization']> = [
  ...combineWith(items, values.authTypes, (all, authType) => ({ authType, authorization: rightly(authType, all) })),
  // Judged first, whatever the header is.
  ...mapValues(onePerSide(values.authTypes), (authType) => ({ authType, authorization: ['Bearer abc'] })),
  ...combineWith(items, validAndInvalid(values.typeRule, sameType, otherTypes), (all, [authType, other]) => ({
    authType,
    authorization: rightly(other, all),
  })),
]

const read = (authorization: ReadonlyArray<string>): Inputs['parseAuthorization'] => ({
  authType: standard,
  authorization,
})

export const headers: ReadonlyArray<Generator> = [
  generatorOf('header', 'parseAuthorization', values.headers, read),
  generatorOf('configured-reader', 'parseAuthorization', configured, (input) => input),
  generatorOf('written-header', 'formatAuthorization', credentialSamples, (input) => input),
  generatorOf('written-token', 'formatAuthorization', values.tokens, (token) => ({ token })),
  // What a port takes under a policy, and what it does not take under it.
  generatorOf(
    'lenient-header',
    'parseAuthorization',
    combineWith(items, values.lenientWritings, (all, written) => written(standard, all)),
    read,
  ),
]
