/**
 * Reads the options of `createVerifier`, and complains of all that is wrong at once. An unknown option is wrong as well: a misspelled
 * `authorise` that is passed over would let everyone in.
 *
 *     settingsOf({ keys: { 'app-1': pem } })       { keys, edition: 'international', maxAge: 300, timeoutMs: 2000, … }
 *     settingsOf({ keys: fetchKeys() })            rejected: keys is a promise: await it first
 */
import * as E from 'fp-ts/lib/Either.js'
import { fn, mustBe, type Rule, textThat } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import { memberOf } from '../core/untrusted.ts'
import { fields as policyFields, type VerifyPolicy } from '../core/VerifyPolicy.ts'
import { sharedByRule } from '../effects/ReplayGuard.ts'
import { timeoutRule } from '../effects/Timer.ts'
import type { Guard } from './Guard.ts'
import { checkFields } from './keys/keyImport.ts'
import { isPlain, isPromise } from './untrusted.ts'
import { optionsOrReject } from './VerificationError.ts'
import type { Keys, Tokens, VerifierOptions } from './Verifier.ts'

type Own = Settings.Decoded<Omit<VerifierOptions, keyof VerifyPolicy>, 'maxKeyBits' | 'timeoutMs'>

/** The options with every default filled in. */
export interface VerifierSettings extends VerifyPolicy, Own {}

/** Frozen: `onRefusal` receives it, and must not change the verifier. */
export const policyOf = ({ edition, authType, maxAge, maxSkew, bodyLimit, policies }: VerifierSettings): VerifyPolicy =>
  Object.freeze({ edition, authType, maxAge, maxSkew, bodyLimit, policies: Object.freeze({ ...policies }) })

/** The field, for a value that a program easily forgets to await. */
const awaited =
  <A>(field: Settings.Field<A>): Settings.Field<A> =>
  (name, given) =>
    isPromise(given) ? Settings.complain(`${name} is a promise: await it first`) : field(name, given)

/**
 * A plain object, or one of ours. The entries of a Map would be overlooked. A `KeyObject` has no entries: it would register no app, and
 * every request would be refused.
 */
const keyRecord: Rule<VerifierOptions['keys']> = {
  expected: 'a record of app id and public key',
  is: (value): value is VerifierOptions['keys'] =>
    Settings.isRecord(value) &&
    (isPlain(value) || Object.keys(value).length > 0 || typeof memberOf(value as Keys, 'keysOf') === 'function'),
}

const keys: Settings.Field<VerifierOptions['keys']> = (name, given) => {
  if (typeof given === 'function') return Settings.complain(`${name} is a function: wrap it, keySource(${name})`)
  if (typeof given !== 'string') return Settings.required(keyRecord)(name, given)
  return Settings.complain(`${mustBe(name, keyRecord)}; for a folder, await keyFolder(path)`)
}

const guard: Settings.Field<Guard | undefined> = (name, given) => {
  if (given === undefined) return E.right(undefined)
  const members = Object(given) as Partial<Guard>
  const claim = memberOf(members, 'claim')
  const sharedBy = memberOf(members, 'sharedBy')
  if (sharedBy === undefined && memberOf(members as { readonly scope?: unknown }, 'scope') !== undefined)
    return Settings.complain(`${name}.scope is called ${name}.sharedBy now`)
  if (typeof claim !== 'function') return Settings.complain(`${name} must be an object with the function claim`)
  return sharedBy === undefined || sharedByRule.is(sharedBy)
    ? E.right(given as Guard)
    : Settings.complain(mustBe(`${name}.sharedBy`, sharedByRule))
}

/** The realm is in quotation marks in a header, and no character of it needs a backslash there (RFC 9110 §5.6.4). */
const realm: Rule<string> = textThat(
  '1 to 100 visible ASCII characters or blanks, without quotation marks and backslashes',
  (words) => /^[ !#-[\]-~]{1,100}$/.test(words),
)

const fields: Settings.Fields<VerifierSettings> = {
  keys: awaited(keys),
  tokens: awaited(
    Settings.optional({ expected: 'a record of holder and token', is: Settings.isRecord } as Rule<Tokens>),
  ),
  guard: awaited(guard),
  authorize: Settings.optional(fn()),
  clock: Settings.optional(fn()),
  sharedBy: Settings.optional(sharedByRule),
  timeoutMs: Settings.defaulting(timeoutRule, 2000),
  onVerdict: Settings.optional(fn()),
  onRefusal: Settings.optional(fn()),
  realm: Settings.optional(realm),
  ...checkFields,
  ...policyFields(),
}

export const settingsOf: (options: VerifierOptions) => VerifierSettings = /* @__PURE__ */ optionsOrReject(
  'createVerifier',
  fields,
)
