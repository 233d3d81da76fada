/** Authorization headers, as they are read and as they are written. */
import { maxLength } from '../../../core/Authorization.ts'
import { standard } from '../../../core/AuthType.ts'
import * as Draw from '../../values/Draw.ts'
import { anyOf, each, joined, over, type Samples, sides } from '../../values/Grammar.ts'
import * as values from '../../values/header.ts'
import { lookalikes, ofTypesAlone } from '../../values/lookalikes.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generator } from './Generator.ts'

type SignedCredentials = Exclude<Inputs['formatAuthorization'], { readonly token: string }>
const credentialsOf = ({ app_id: appId, nonce_str: nonce, ...all }: values.Values): SignedCredentials => ({
  authType: standard,
  appId,
  nonce,
  ...all,
})

const emptied = values.values.map((all) => ({ ...all, signature: '' }))
const credentialSamples: Samples<SignedCredentials> = [
  ...over(
    [
      ...values.someValues,
      ...sides(values.emptyRule, values.values, emptied),
      ...sides(values.lengthRule, values.filling(maxLength), values.filling(maxLength + 1)),
    ],
    credentialsOf,
  ),
  ...joined(values.values, values.authTypes, (all, authType) => ({ ...credentialsOf(all), authType })),
]

const { items, rightly } = values
const sameType = Draw.word('10 0 RSA').map((type) => [type, type] as const)
const otherTypes = each([...lookalikes.filter(([one]) => one.length <= 64), ...ofTypesAlone])
const configured: Samples<Inputs['parseAuthorization']> = [
  ...joined(items, values.authTypes, (all, authType) => ({ authType, authorization: rightly(authType, all) })),
  // Judged first, whatever the header is.
  ...over(anyOf(values.authTypes), (authType) => ({ authType, authorization: ['Bearer abc'] })),
  ...joined(items, sides(values.typeRule, sameType, otherTypes), (all, [authType, other]) => ({
    authType,
    authorization: rightly(other, all),
  })),
]

const read = (authorization: ReadonlyArray<string>): Inputs['parseAuthorization'] => ({
  authType: standard,
  authorization,
})

export const headers: ReadonlyArray<Generator> = [
  generator('header', 'parseAuthorization', values.headers, read),
  generator('configured-reader', 'parseAuthorization', configured, (input) => input),
  generator('written-header', 'formatAuthorization', credentialSamples, (input) => input),
  generator('written-token', 'formatAuthorization', values.tokens, (token) => ({ token })),
  // What a port takes under a policy, and what it does not take under it.
  generator(
    'lenient-header',
    'parseAuthorization',
    joined(items, values.lenientWritings, (all, written) => written(standard, all)),
    read,
  ),
]
