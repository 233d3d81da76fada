/**
 * What a verifier is given, looked at where neither `parsePolicy` nor the imports of keys and tokens do. An `authorise` that
 * is passed over would let everyone in.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as OptionName from '../core/OptionName.ts'
import type { Misconfigured } from '../core/VerifyError.ts'
import { scopes } from '../effects/ReplayGuard.ts'
import { isPromise, wrong } from './foreign.ts'
import type { VerifierOptions } from './Verifier.ts'

const names: ReadonlyArray<string> = [
  'keys',
  'tokens',
  'guard',
  'authorize',
  'clock',
  'where',
  'scope',
  'timeoutMs',
  'onVerdict',
  'onRefusal',
  'edition',
  'authType',
  'maxAge',
  'maxSkew',
  'bodyLimit',
  'policies',
] satisfies ReadonlyArray<keyof VerifierOptions>

/** The first that makes no sense is named. */
export const check = (options: VerifierOptions): E.Either<Misconfigured, void> => {
  if (typeof options !== 'object' || options === null) return wrong('the options are missing; give at least keys')
  const complaint = OptionName.complaint(names, options)
  if (complaint !== undefined) return wrong(complaint)
  const { keys, tokens, guard, authorize, clock, where, scope, timeoutMs, onVerdict, onRefusal } = options
  if (isPromise(keys) || isPromise(tokens) || isPromise(guard))
    return wrong('keys, tokens or guard is a promise: await it first')
  if (typeof keys === 'string')
    return wrong('keys must be a record of app id and public key; for a folder, await keyFolder(path)')
  if (typeof keys === 'function') return wrong('keys is a function: wrap it, keySource(keys)')
  if (!isRecord(keys)) return wrong('keys are missing: give a record of app id and public key')
  if (tokens !== undefined && !isRecord(tokens)) return wrong('tokens are a record of holder and token')
  if (guard !== undefined && typeof guard?.claim !== 'function')
    return wrong('guard is an object with the function claim')
  for (const each of [guard?.scope, scope]) {
    if (each !== undefined && !scopes.includes(each)) return wrong(`a scope is one of ${scopes.join(', ')}`)
  }
  for (const [name, given] of Object.entries({ authorize, clock, onVerdict, onRefusal })) {
    if (given !== undefined && typeof given !== 'function') return wrong(`${name} is a function`)
  }
  if (timeoutMs !== undefined && (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1))
    return wrong('timeoutMs is a whole number of milliseconds, 1 or more')
  if (where !== undefined && where !== 'loop' && where !== 'pool') return wrong('where is loop or pool')
  return E.right(undefined)
}

/** A plain object, or one of ours: the entries of a Map would be overlooked. */
const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map)
