/**
 * Compiled, never run: what the compiler must refuse, where the reviewed declarations do not show it at sight. Where it no
 * longer does, `@ts-expect-error` is itself an error.
 */
import type { AppId } from '../../src/core/AppId.ts'
import type { Bytes } from '../../src/core/Bytes.ts'
import type { Edition } from '../../src/core/Edition.ts'
import type { Nonce } from '../../src/core/Nonce.ts'
import type { AccessToken, Credentials, SigningApp } from '../../src/effects/Credentials.ts'
import { type SubmitEnv, type SubmitSettings, submitJob } from '../../src/programs/submitJob.ts'

declare const text: string
declare const bytes: Bytes
declare const aNonce: Nonce

// What is `Named` is no plain text, and nothing of another name.

// @ts-expect-error a plain string is not a Nonce
export const nonce: Nonce = text
// @ts-expect-error a Nonce is not an AppId
export const appId: AppId = aNonce
export const nonceIsText: string = aNonce

// The mainland edition offers no token authentication (interface §5.1, rule 3).

declare const accessToken: AccessToken
declare const app: SigningApp
declare const env: Omit<SubmitEnv<Edition>, 'credentials'>
declare const mainland: SubmitSettings<'mainland'>
declare const international: SubmitSettings<'international'>

export const appForMainland: Credentials<'mainland'> = app
export const appForInternational: Credentials<'international'> = app
export const tokenForInternational: Credentials<'international'> = accessToken
// @ts-expect-error a mainland client cannot be given a token
export const tokenForMainland: Credentials<'mainland'> = accessToken
// @ts-expect-error nor either of the two, whichever it turns out to be
export const eitherForMainland: Credentials<'mainland'> = app as SigningApp | AccessToken

submitJob(mainland)(bytes)({ ...env, credentials: app })
submitJob(international)(bytes)({ ...env, credentials: app })
submitJob(international)(bytes)({ ...env, credentials: accessToken })
// @ts-expect-error a job for the mainland edition cannot be submitted with a token
submitJob(mainland)(bytes)({ ...env, credentials: accessToken })
// @ts-expect-error an environment of the other edition does not fit
submitJob(mainland)(bytes)({ ...env, credentials: accessToken } as SubmitEnv<'international'>)
// @ts-expect-error a job is bytes: text is encoded first, once
submitJob(international)(text)({ ...env, credentials: app })
