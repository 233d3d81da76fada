/**
 * The replay guard of all isolates of a worker, in Durable Objects of Cloudflare: one object for each key, which remembers in its
 * own SQLite.
 *
 * The worker has two halves. Its class of Durable Objects keeps the claims, by `claimsIn`; its verifier asks, by
 * `durableObjectGuard`. An object handles one claim after the other, and what it answers is on the disk before the answer leaves.
 *
 * An object forgets claims with the floor: it deletes all below it and answers `forgotten` for their timestamps. So no step of the
 * clock makes a claim `first` twice.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Options from '../../core/Settings.ts'
import { memberOf, nameOf } from '../../core/untrusted.ts'
import { type Misconfigured, misconfigured } from '../../core/VerifyError.ts'
import type { ClaimAnswer, Claimed, NonceClaim, ReplayGuard } from '../../effects/ReplayGuard.ts'
import * as Shared from '../settings.ts'
import { idOf, raisedFloor } from './objectDecisions.ts'

/** The storage of a Durable Object with SQLite: `this.ctx.storage`. */
export interface ClaimStorage {
  readonly sql: {
    /** Runs one statement in SQLite. */
    exec(
      query: string,
      ...bindings: Array<never>
    ): {
      /** The rows that the statement answers. */
      toArray(): ReadonlyArray<object>
    }
  }
}

/** A claim on its way to the object of its key. */
export interface ObjectClaim {
  readonly unique: string
  readonly timestamp: number
  /** For how many seconds after its timestamp a claim is remembered at least. */
  readonly keep: number
}

export interface ObjectAnswer {
  readonly answer: ClaimAnswer
  /** The smallest timestamp that the object accepts. */
  readonly floor: number
}

/** The claims of one key, in its object. */
export interface ObjectClaims {
  /** Answers `first` at most once for a claim while its timestamp is acceptable. */
  readonly claim: (claim: ObjectClaim) => ObjectAnswer
}

/** The binding of the worker to its class of Durable Objects, such as `env.CLAIMS`. */
export interface ClaimsNamespace {
  /** The id of the object of this name. */
  idFromName(name: string): unknown
  /** The object of an id, to be called. */
  get(id: never): {
    /** What the object's `claim` answers. */
    claim(claim: ObjectClaim): PromiseLike<ObjectAnswer>
  }
}

export interface ClaimsInOptions extends Shared.ClockOption {
  /** The first timestamp that an empty memory accepts. Default: the second in which the object is made. */
  readonly floor?: number | undefined
}

/**
 * The claims in an object's storage, which it makes if they are not there. Throws an Error that names the wrong option, and what the
 * storage throws.
 *
 * @example
 * ```ts
 * import { claimsIn } from 'countersign/guards/durable-object'
 *
 * // class Claims extends DurableObject { #claims = claimsIn(this.ctx.storage); claim(c) { return this.#claims.claim(c) } }
 * assert.throws(() => claimsIn({} as never), /needs the storage of a Durable Object with SQLite/)
 * ```
 */
export const claimsIn = (storage: ClaimStorage, options: ClaimsInOptions = {}): ObjectClaims => {
  const { clock, floor } = Shared.optionsOrThrow({ clock: Shared.clockField, floor: Shared.fields.floor })(options)
  const sql = memberOf(Object(storage) as ClaimStorage, 'sql')
  if (typeof sql?.exec !== 'function') return Shared.orThrow(E.left(noStorage))
  const run = (query: string, ...bindings: ReadonlyArray<unknown>) =>
    sql.exec(query, ...(bindings as Array<never>)).toArray() as ReadonlyArray<Readonly<Record<string, unknown>>>
  run('CREATE TABLE IF NOT EXISTS claims (id TEXT PRIMARY KEY, timestamp INTEGER) WITHOUT ROWID')
  run('CREATE TABLE IF NOT EXISTS floor (one INTEGER PRIMARY KEY, timestamp INTEGER)')
  // One that is new, or has lost its storage, knows nothing of what came before.
  run('INSERT OR IGNORE INTO floor VALUES (1, ?)', floor ?? clock.now())
  let lowest = Number(run('SELECT timestamp FROM floor')[0]?.timestamp)
  const claim = ({ unique, timestamp, keep }: ObjectClaim): ObjectAnswer => {
    const raised = raisedFloor(lowest, { now: clock.now(), timestamp, keep })
    if (raised !== lowest) {
      run('UPDATE floor SET timestamp = ?', raised)
      run('DELETE FROM claims WHERE timestamp < ?', raised)
      lowest = raised
    }
    if (!(timestamp >= lowest)) return { answer: 'forgotten', floor: lowest }
    const added = run('INSERT INTO claims VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id', unique, timestamp)
    return { answer: added.length > 0 ? 'first' : 'repeated', floor: lowest }
  }
  return { claim }
}

const noStorage = misconfigured(
  'claimsIn needs the storage of a Durable Object with SQLite: give this.ctx.storage, and list the class in new_sqlite_classes',
)

export interface DurableObjectGuard extends ReplayGuard {
  readonly sharedBy: 'cluster'
  /** Of the object that has answered `forgotten` last: each key has an object and a floor of its own. */
  readonly floor: IO<number>
}

export type Settings = Pick<Shared.LifetimeOptions, 'maxAge' | 'maxSkew' | 'margin'>

const fields = {
  maxAge: Shared.fields.maxAge,
  maxSkew: Shared.fields.maxSkew,
  margin: Shared.fields.margin,
}

/**
 * Makes a guard. Fails if a setting is wrong.
 *
 * @example
 * ```ts
 * import { make } from 'countersign/guards/durable-object'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const answer = { answer: 'first', floor: 0 } as const
 * const CLAIMS = { idFromName: (name: string) => name, get: () => ({ claim: async () => answer }) } // as the worker has it
 * assert.ok(E.isRight(make(CLAIMS, { maxAge: 300 })))
 * ```
 */
export const make = (namespace: ClaimsNamespace, settings: Settings): E.Either<Misconfigured, DurableObjectGuard> => {
  const given = Object(namespace) as ClaimsNamespace
  if (typeof given.get !== 'function' || typeof given.idFromName !== 'function') return E.left(noNamespace)
  const read = Shared.refused(Options.decode(fields)(settings))
  return E.isLeft(read) ? read : E.right(start(given, read.right))
}

const noNamespace = misconfigured(
  'durableObjectGuard needs a binding to a Durable Object class, such as env.CLAIMS: see [[durable_objects.bindings]] in wrangler.toml',
)

const start = (
  namespace: ClaimsNamespace,
  { maxAge, maxSkew, margin }: Required<{ readonly [K in keyof Settings]: number }>,
): DurableObjectGuard => {
  let floor = 0
  const ask = async (c: NonceClaim): Promise<Claimed> => {
    const { fingerprint, unique, timestamp } = c
    const object = namespace.get(namespace.idFromName(fingerprint) as never)
    const told: unknown = await object.claim({ unique: idOf(unique), timestamp, keep: maxAge + margin })
    const { answer, floor: lowest } = Object(told) as Partial<ObjectAnswer>
    if (answer === 'forgotten') floor = Number.isSafeInteger(lowest) ? (lowest as number) : 0
    return answer === 'first' || answer === 'repeated' || answer === 'forgotten' ? E.right(answer) : unlawful
  }
  const failed = (thrown: unknown) => Shared.unavailable(`the Durable Object failed: ${nameOf(thrown)}`)
  return {
    sharedBy: 'cluster',
    window: { maxAge, maxSkew },
    floor: () => floor,
    claim: (c) => async () => E.flattenW(await TE.tryCatch(() => ask(c), failed)()),
  }
}

const unlawful: Claimed = E.left(
  Shared.unavailable(
    'the Durable Object did not give an answer of claimsIn: its class needs `claim(c) { return this.#claims.claim(c) }`',
  ),
)

/**
 * The same guard for programs without fp-ts. Throws an Error that names the wrong option.
 *
 * @param namespace the binding of the worker to its class of Durable Objects, such as `env.CLAIMS`
 *
 * @example
 * ```ts
 * import { durableObjectGuard } from 'countersign/guards/durable-object'
 *
 * const answer = { answer: 'first', floor: 0 } as const
 * const CLAIMS = { idFromName: (name: string) => name, get: () => ({ claim: async () => answer }) } // as the worker has it
 * assert.equal(durableObjectGuard(CLAIMS).sharedBy, 'cluster')
 * ```
 */
export const durableObjectGuard = (namespace: ClaimsNamespace, options: Settings = {}): DurableObjectGuard =>
  Shared.orThrow(make(namespace, options))
