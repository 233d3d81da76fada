/**
 * Commands to the scripts and their twin, drawn one by one and not from guards: with a store that holds what no guard left there, with
 * what came too late, and with arguments of which one is wrong. A value such as an epoch is named here, and becomes a text when the
 * command is made, because it depends on what the store holds by then.
 */
import fc from 'fast-check'
import { claimsCommand, readingCommand } from '../../../src/guards/redis/redisClaim.ts'
import type { Store } from './storeTwin.ts'

/** `current`: what the store holds; `earlier`: what it held before, as in a late command; `strange`: what it never held. */
type Which = 'current' | 'earlier' | 'strange'

/** Times are in seconds after Redis's clock. */
interface Claims {
  readonly _tag: 'Claims'
  readonly epoch: Which
  readonly history: Which
  readonly life: number
  readonly ahead: number
  readonly quota: number
  readonly fence: number
  readonly floor: number
  readonly claims: ReadonlyArray<{ readonly id: string; readonly app: string; readonly at: number }>
}

interface Reading {
  readonly _tag: 'Reading'
  readonly isWriting: boolean
  readonly epoch: Which
  readonly ticket: Which
  readonly run: Which
  readonly history: Which
  readonly known: Which
  readonly need: number
  readonly floors: ReadonlyArray<{ readonly app: string; readonly at: number }>
}

export type TwinStep =
  | Claims
  | Reading
  | { readonly _tag: 'Step'; readonly by: number }
  | { readonly _tag: 'Evict'; readonly key: string }
  | { readonly _tag: 'Flush' }
  /** The primary is a replica for these commands, and a primary again. */
  | { readonly _tag: 'Demotion'; readonly commands: ReadonlyArray<Claims | Reading> }

/** Texts that the store has held, the newest first. */
export interface Held {
  readonly epochs: ReadonlyArray<string>
  readonly tickets: ReadonlyArray<string>
  readonly histories: ReadonlyArray<string>
}

export const heldNothing: Held = { epochs: [], tickets: [], histories: [] }

const before = (texts: ReadonlyArray<string>, newest: string | undefined): ReadonlyArray<string> =>
  newest === undefined || texts[0] === newest ? texts : [newest, ...texts]

export const holding = ({ epochs, tickets, histories }: Held, { hashes, replId }: Store): Held => ({
  epochs: before(epochs, hashes.epoch?.epoch),
  tickets: before(tickets, hashes.epoch?.ticket),
  histories: before(histories, replId),
})

const pick = (which: Which, current: string | undefined, texts: ReadonlyArray<string>): string | undefined => {
  if (which === 'strange') return 'strange'
  return which === 'current' ? current : (texts.find((text) => text !== current) ?? 'strange')
}

const seconds = (store: Store, at: number): number => Math.max(0, store.now + at)

const claimsText = (store: Store, held: Held, serial: number, given: Claims): ReadonlyArray<string> => {
  const text = pick(given.epoch, store.hashes.epoch?.epoch, held.epochs) ?? ''
  const replid = pick(given.history, store.replId, held.histories) ?? ''
  const claims = given.claims.map(({ id, app, at }, i) => ({
    id,
    tally: `tally:${app}`,
    token: `t${serial}.${i}`.padEnd(12, '-'),
    timestamp: seconds(store, at),
    end: Number.POSITIVE_INFINITY,
  }))
  const known = { text, epoch: { run_id: store.runId, replid, floor: 0, id: '' } }
  const turn = { known, floor: seconds(store, given.floor), claims, isLoaded: false, sent: 0 }
  return claimsCommand('', given.life, given.ahead, given.fence)(turn, given.quota)
}

const readingText = (store: Store, held: Held, serial: number, given: Reading): ReadonlyArray<string> => {
  const { epoch, ticket } = store.hashes.epoch ?? {}
  const run_id = pick(given.run, store.runId, []) ?? ''
  const replid = pick(given.history, store.replId, held.histories) ?? ''
  const draft = {
    seen: pick(given.epoch, epoch, held.epochs),
    ticket: pick(given.ticket, ticket, held.tickets) ?? '',
    epoch: { run_id, replid, floor: seconds(store, given.need) },
  }
  const reading = {
    serial,
    isStart: false,
    round: 0,
    draft: given.isWriting ? draft : undefined,
    known: pick(given.known, epoch, held.epochs),
    need: seconds(store, given.need),
    floors: given.floors.map(({ app, at }) => [`tally:${app}`, seconds(store, at)] as const),
  }
  return readingCommand('epoch', reading, { epochId: `e${serial}`, ticket: `t${serial}` })
}

/** `serial` makes what is drawn unique. */
export const textOf = (store: Store, held: Held, serial: number, given: Claims | Reading): ReadonlyArray<string> =>
  given._tag === 'Claims' ? claimsText(store, held, serial, given) : readingText(store, held, serial, given)

/** Mostly what is right: of a command with many wrong arguments the first one decides. */
const mostlyCurrent = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Which>('current') },
  { weight: 1, arbitrary: fc.constantFrom<Which>('earlier', 'strange') },
)

const app = fc.constantFrom('x', 'y')
const at = fc.integer({ min: -6, max: 8 })

const claims: fc.Arbitrary<Claims> = fc.record({
  _tag: fc.constant('Claims' as const),
  epoch: mostlyCurrent,
  history: mostlyCurrent,
  life: fc.constantFrom(3, 3, 3, 6),
  ahead: fc.constantFrom(4, 6),
  quota: fc.constantFrom(2, 4, 1_000),
  fence: fc.constantFrom(0, 2),
  floor: fc.integer({ min: -1_000, max: -2 }),
  claims: fc.array(fc.record({ id: fc.constantFrom('1', '2', '3', '4', '5'), app, at }), {
    minLength: 1,
    maxLength: 3,
  }),
})

const reading: fc.Arbitrary<Reading> = fc.record({
  _tag: fc.constant('Reading' as const),
  isWriting: fc.boolean(),
  epoch: mostlyCurrent,
  ticket: mostlyCurrent,
  run: mostlyCurrent,
  history: mostlyCurrent,
  known: fc.constantFrom<Which>('current', 'earlier'),
  need: fc.integer({ min: -12, max: 1 }),
  floors: fc.array(fc.record({ app, at }), { maxLength: 2 }),
})

const written: Reading = {
  _tag: 'Reading',
  isWriting: true,
  epoch: 'current',
  ticket: 'current',
  run: 'current',
  history: 'current',
  known: 'strange',
  need: -12,
  floors: [],
}

/** The first reading leaves a ticket, and the second one writes an epoch. */
const begin: ReadonlyArray<TwinStep> = [{ ...written, isWriting: false }, written]

const step: fc.Arbitrary<ReadonlyArray<TwinStep>> = fc.oneof(
  { weight: 20, arbitrary: claims.map((one) => [one]) },
  { weight: 4, arbitrary: reading.map((one) => [one]) },
  { weight: 8, arbitrary: fc.constantFrom(1, 2, 3, 3, 7, -1, -7).map((by) => [{ _tag: 'Step', by } as const]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('claims', 'earlier', 'tally:x').map((key) => [{ _tag: 'Evict', key } as const]),
  },
  // Without an epoch nothing is claimed, so the next one follows at once.
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<TwinStep>({ _tag: 'Evict', key: 'epoch' }, { _tag: 'Flush' })
      .map((fault) => [fault, ...begin]),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(claims, reading), { minLength: 1, maxLength: 2 })
      .map((commands) => [{ _tag: 'Demotion', commands } as const, written]),
  },
)

export const histories: fc.Arbitrary<ReadonlyArray<TwinStep>> = fc
  .array(step, { minLength: 20, maxLength: 60, size: 'max' })
  .map((steps) => [...begin, ...steps.flat()])
