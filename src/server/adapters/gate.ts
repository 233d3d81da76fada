/**
 * The gate of every adapter: each request gets its verdict here, before a handler runs. The gate takes the verifier from its source,
 * completes the request by the adapter's options, and asks the verifier once for each request, also where a program puts `verified`
 * at an app and again at one of its routes:
 *
 *     app.use(verified(verifier))              the verifier claims the nonce, and the gate remembers the verdict at the request
 *     app.post('/jobs', verified(verifier))    the same verifier and the same request: the verdict that is remembered
 */
import * as E from 'fp-ts/lib/Either.js'
import * as PathPrefix from '../../core/PathPrefix.ts'
import { nameOf } from '../../core/untrusted.ts'
import { type Start, startOf } from '../start/startVerifier.ts'
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
  /** The limit of the verifier; the default until there is a verifier. */
  readonly bodyLimit: () => number
  /**
   * The verdict on a request, with the job if there is the option `decode`. Rejects with any failure that is no refusal, and with
   * what `decode` throws; always with an error.
   *
   * - `nativeRequest`: the request as the framework knows it; the verdict is remembered at this object
   * - `optionsGet`: what the functions among the options get
   * - `receive`: reads the request, for a verifier with this body limit
   */
  readonly verdictOn: (
    nativeRequest: object,
    optionsGet: Args[0],
    receive: (limit: number) => AdaptedRequest,
  ) => Promise<Outcome<VerifiedRequest>>
}

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
  return {
    ...settings,
    bodyLimit: () => start.now()?.bodyLimit ?? assumedLimit,
    verdictOn: verdictBy(start, settings),
  }
}

/** Until there is a verifier: the default of `createVerifier`. A copy, because the module of that default brings every policy into a bundle. */
const assumedLimit = 1_048_576

const verdictBy =
  <Args extends HandlerArgs>(start: Start, settings: AdapterSettings<Args>): Gate<Args>['verdictOn'] =>
  async (nativeRequest, optionsGet, receive) => {
    let verifier = start.now()
    if (verifier === undefined) {
      const started = await start.ask()
      if (E.isLeft(started)) return started
      verifier = started.right
    }
    const request = completed(receive(verifier.bodyLimit), optionsGet, settings)
    const { decode } = settings
    const before = entryOf(nativeRequest)
    if (before?.verifier === verifier && request.fault === undefined && isSame(before.request, request))
      return decode === undefined ? E.right(before.verified) : withJob(before, decode)
    const verdict = await verdictOf(verifier, request)
    if (E.isLeft(verdict)) return verdict
    const entry: Passed = { of: nativeRequest, verifier, request, verified: verdict.right }
    remember(entry)
    return decode === undefined ? verdict : withJob(entry, decode)
  }

/** The body is not compared: it was read before, and the handler gets the verified bytes again. */
const isSame = (a: AdaptedRequest, b: AdaptedRequest): boolean =>
  a.method === b.method && a.target === b.target && `${a.authorization}` === `${b.authorization}`

/** Reads the job, and remembers it for another `verified` that the same request reaches. */
const withJob = async (entry: Passed, decode: JobDecoder<unknown>): Promise<Outcome<VerifiedRequest>> => {
  const verified = await readJob(entry.verified, decode)
  remember({ ...entry, verified })
  return E.right(verified)
}

// ---- The request as the verifier gets it

/** The request with the method and the target that the caller signed, and with the caller's address that the program names. */
const completed = <Args extends HandlerArgs>(
  received: AdaptedRequest,
  optionsGet: Args[0],
  { prefix, callerAddress }: AdapterSettings<Args>,
): AdaptedRequest => {
  const request = withPrefix(asSigned(received), prefix)
  return callerAddress === undefined ? request : withCallerAddress(request, callerAddress, optionsGet)
}

/**
 * The method is in upper case, as it is signed. HTTP/2 and `Request` know `pOsT`: a router may choose another handler for
 * `pOsT` than for POST, so the verifier gets no method, and refuses the request as `method_invalid`.
 */
export const asSigned = (request: AdaptedRequest): AdaptedRequest =>
  request.method === request.method.toUpperCase() ? request : { ...request, method: '' }

/** The request with the target that the caller signed: a proxy has removed `prefix` from it. */
export const withPrefix = (request: AdaptedRequest, prefix: string | undefined): AdaptedRequest =>
  prefix === undefined ? request : { ...request, target: PathPrefix.putBack(prefix, request.target) }

const withCallerAddress = <R>(
  request: AdaptedRequest,
  addressOf: NonNullable<AdapterOptions<readonly [R]>['callerAddress']>,
  optionsGet: R,
): AdaptedRequest => {
  const address = E.tryCatch(() => addressOf(optionsGet), nameOf)
  if (E.isLeft(address)) return { ...request, fault: `callerAddress threw ${address.left}` }
  if (address.right === undefined || typeof address.right === 'string')
    return { ...request, callerAddress: address.right }
  return { ...request, fault: 'callerAddress returned a value that is not text' }
}

// ---- The verdict that is remembered at a request

/** A request that was let in. Another copy of this package reads this record, so all versions keep the names of the members. */
interface Passed {
  /** The request as the framework knows it. */
  readonly of: object
  readonly verifier: Verifier
  readonly request: AdaptedRequest
  readonly verified: VerifiedRequest
}

/**
 * The member of a request that holds its verdict. Without it a second `verified` would claim the nonce again, and refuse every honest
 * caller.
 *
 * - The request itself holds the verdict: a WeakMap took 4 µs for each request.
 * - The registry of symbols has the symbol, so another copy of this package in the process, such as the CommonJS copy, finds it.
 * - No parser makes a member of a symbol, so no content of a request can set it.
 */
const passed: unique symbol = Symbol.for('countersign.passed') as never

interface Marked {
  [passed]?: Passed
}

/** The verdicts on requests that take no member, such as frozen ones. All copies of this package share the map. */
const verdictsOnFrozen = (): WeakMap<object, Passed> => {
  const shared = globalThis as { [passed]?: WeakMap<object, Passed> }
  if (!Object.hasOwn(shared, passed)) Object.defineProperty(shared, passed, { value: new WeakMap() })
  return shared[passed] as WeakMap<object, Passed>
}

/** The verdict on this request. A copy of a request has the member too, but is another object, and gets its own verdict. */
const entryOf = (nativeRequest: object & Marked): Passed | undefined => {
  // Hot path: a closure for `inspect` costs as much as the look.
  try {
    const entry =
      nativeRequest[passed] ?? (Object.isExtensible(nativeRequest) ? undefined : verdictsOnFrozen().get(nativeRequest))
    return entry?.of === nativeRequest ? entry : undefined
  } catch {
    return undefined // The program's own proxy around a request may throw.
  }
}

const remember = (entry: Passed): void => {
  const nativeRequest: object & Marked = entry.of
  try {
    nativeRequest[passed] = entry
  } catch {
    verdictsOnFrozen().set(nativeRequest, entry)
  }
}

/** Remembers the verdict on a request for `copy` too, a request that an adapter has made of it with the same bytes. */
export const passOn = (nativeRequest: object, copy: object): void => {
  const entry = entryOf(nativeRequest)
  if (entry !== undefined) remember({ ...entry, of: copy })
}
