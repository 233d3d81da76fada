/** The clients of PostgreSQL that the guard takes, by their shape: none of them is a dependency. */
import * as E from 'fp-ts/lib/Either.js'
import { memberOf } from '../../core/untrusted.ts'
import { type Misconfigured, misconfigured } from '../../core/VerifyError.ts'

/** A `Pool` of the package pg, or a `Client` that serves the guard alone. */
export interface Pg {
  /** Runs one statement with values, or several without. */
  query(text: string, values?: Array<unknown>): Promise<{ readonly rows: ReadonlyArray<object> }>
}

/** What the package postgres makes: `postgres(url)`. */
export interface PostgresJs {
  /** Runs one statement with values, or several without. */
  unsafe(text: string, values?: Array<never>): PromiseLike<ReadonlyArray<object>>
}

export type PostgresClient = Pg | PostgresJs

export type Row = Readonly<Record<string, unknown>>

/** Runs one statement, or several without values in one transaction. */
export type Query = (text: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/** An emitter without a listener for `error` ends the process: pg emits it when an idle connection is lost. */
interface Emitter {
  readonly listenerCount?: unknown
  readonly on?: unknown
}

export const queryOf = (client: PostgresClient): E.Either<Misconfigured, Query> => {
  const given = Object(client) as Pg & PostgresJs & Emitter
  if (typeof memberOf(given, 'unsafe') === 'function')
    return E.right(
      async (text, values = []) => (await given.unsafe(text, values as Array<never>)) as ReadonlyArray<Row>,
    )
  if (typeof memberOf(given, 'query') !== 'function')
    return E.left(
      misconfigured('the PostgreSQL guard needs a Pool of the package pg, or a client of the package postgres'),
    )
  listenForErrors(given)
  return E.right(async (text, values) => {
    const { rows } = await (values === undefined ? given.query(text) : given.query(text, [...values]))
    return rows as ReadonlyArray<Row>
  })
}

/** Ignores the error: the next claim fails and reports it. */
const listenForErrors = (client: Emitter): void => {
  const { on, listenerCount } = client as { on?: unknown; listenerCount?: unknown }
  if (typeof on !== 'function' || typeof listenerCount !== 'function') return
  if (listenerCount.call(client, 'error') === 0) on.call(client, 'error', () => {})
}
