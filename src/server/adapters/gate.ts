/** What stands in front of the handlers of every adapter. */
import * as E from 'fp-ts/lib/Either.js'
import * as PathPrefix from '../../core/PathPrefix.ts'
import { nameOf } from '../../core/untrusted.ts'
import { startOf } from '../start/startVerifier.ts'
import {
  type AdaptedRequest,
  type Outcome,
  type VerifiedRequest,
  type Verifier,
  type VerifierSource,
  verdictOf,
} from '../Verifier.ts'
import { type AdapterOptions, type AdapterSettings, type HandlerArgs, settingsOf } from './AdapterOptions.ts'
import { type JobDecoder, readJob } from './verifiedJob.ts'

export interface Gate<Args extends HandlerArgs> extends AdapterSettings<Args> {
  /** Of the verifier; the default until there is one. */
  readonly bodyLimit: () => number
  /**
   * The verdict on `of`, the request as the framework knows it, with the job if there is the option `decode`; rejects with any
   * failure that is no refusal, and with what `decode` throws, always with an error. `receive` gets the verifier's body limit; `from` is what the options' functions get.
   */
  readonly verdictOn: (
    of: object,
    from: Args[0],
    receive: (limit: number) => AdaptedRequest,
  ) => Promise<Outcome<VerifiedRequest>>
}

/** What a request was let in as. */
interface Passed {
  readonly of: object
  readonly verifier: Verifier
  readonly request: AdaptedRequest
  readonly verified: VerifiedRequest
}

/**
 * A program may put one verifier at an app and at a route: a second claim of the nonce would refuse every honest caller. On the
 * request itself: a WeakMap took 4 µs of each. By the registry of symbols: another copy of this package in the process, such as
 * the CommonJS one, finds it as well. No parser makes a member of a symbol, so nothing that is sent can place it.
 */
const passed: unique symbol = Symbol.for('countersign.passed') as never

interface Marked {
  [passed]?: Passed
}

/** For requests that take no member, such as frozen ones; shared by the copies of this package. */
const frozen = (): WeakMap<object, Passed> => {
  const shared = globalThis as { [passed]?: WeakMap<object, Passed> }
  if (!Object.hasOwn(shared, passed)) Object.defineProperty(shared, passed, { value: new WeakMap() })
  return shared[passed] as WeakMap<object, Passed>
}

/** A copy of the request has its members, and is another one. */
const entryOf = (of: object & Marked): Passed | undefined => {
  // Hot path: a closure for `inspect` costs as much as the look.
  try {
    const entry = of[passed] ?? (Object.isExtensible(of) ? undefined : frozen().get(of))
    return entry?.of === of ? entry : undefined
  } catch {
    return undefined // A proxy of the program's.
  }
}

const remember = (of: object & Marked, entry: Passed): void => {
  try {
    of[passed] = entry
  } catch {
    frozen().set(of, entry)
  }
}

/** For a request that an adapter has made of a verified one, with the same bytes. */
export const passOn = (of: object, made: object): void => {
  const entry = entryOf(of)
  if (entry !== undefined) remember(made, { ...entry, of: made })
}

/** The body is not compared: it was read, and the verified bytes are handed on again. */
const isSame = (a: AdaptedRequest, b: AdaptedRequest): boolean =>
  a.method === b.method && a.target === b.target && `${a.authorization}` === `${b.authorization}`

/** The request with the caller's address that the program names. */
const withCallerAddress = <R>(
  request: AdaptedRequest,
  addressOf: NonNullable<AdapterOptions<readonly [R]>['callerAddress']>,
  from: R,
): AdaptedRequest => {
  const named = E.tryCatch(() => addressOf(from), nameOf)
  if (E.isLeft(named)) return { ...request, fault: `callerAddress threw ${named.left}` }
  if (named.right === undefined || typeof named.right === 'string') return { ...request, callerAddress: named.right }
  return { ...request, fault: 'callerAddress answered a value that is not text' }
}

/** Reads the job, and remembers it for another `verified` behind this one. */
const withJob = async (entry: Passed, decode: JobDecoder<unknown>): Promise<Outcome<VerifiedRequest>> => {
  const verified = await readJob(entry.verified, decode)
  remember(entry.of, { ...entry, verified })
  return E.right(verified)
}

/** Until there is a verifier: the default of `createVerifier`. Written here, for its module brings every policy into a bundle. */
const assumedLimit = 1_048_576

/** Throws a TypeError for a missing verifier or handler, and a wrong option, at the start and not at the first request. */
export const gateOf = <Args extends HandlerArgs>(
  source: VerifierSource,
  options: AdapterOptions<Args> | undefined,
  ...handlers: ReadonlyArray<unknown>
): Gate<Args> => {
  const start = startOf(source)
  if (start === undefined)
    throw new TypeError('verified needs a verifier, a promise of one, or a function that makes one: see createVerifier')
  if (!handlers.every((handler) => typeof handler === 'function'))
    throw new TypeError('verified needs a handler for verified requests')
  const settings = settingsOf(options)
  const { decode } = settings
  const verdictOn: Gate<Args>['verdictOn'] = async (of, from, receive) => {
    let verifier = start.now()
    if (verifier === undefined) {
      const asked = await start.ask()
      if (E.isLeft(asked)) return asked
      verifier = asked.right
    }
    const { bodyLimit } = verifier
    const received = withPrefix(asSigned(receive(bodyLimit)), settings.prefix)
    const request =
      settings.callerAddress === undefined ? received : withCallerAddress(received, settings.callerAddress, from)
    const before = entryOf(of)
    if (before?.verifier === verifier && request.fault === undefined && isSame(before.request, request))
      return decode === undefined ? E.right(before.verified) : withJob(before, decode)
    const verdict = await verdictOf(verifier, request)
    if (E.isLeft(verdict)) return verdict
    const entry: Passed = { of, verifier, request, verified: verdict.right }
    remember(of, entry)
    return decode === undefined ? verdict : withJob(entry, decode)
  }
  return { ...settings, bodyLimit: () => start.now()?.bodyLimit ?? assumedLimit, verdictOn }
}

/** The request with the target that the caller signed: a proxy has removed `prefix` from it. */
export const withPrefix = (request: AdaptedRequest, prefix: string | undefined): AdaptedRequest =>
  prefix === undefined ? request : { ...request, target: PathPrefix.putBack(prefix, request.target) }

/**
 * The method is in upper case, as it is signed. HTTP/2 and `Request` know `pOsT`: a router may choose another handler for
 * it than for POST, so the verifier gets no method, and refuses the request as `method_invalid`.
 */
export const asSigned = (request: AdaptedRequest): AdaptedRequest =>
  request.method === request.method.toUpperCase() ? request : { ...request, method: '' }
