/** The Redis guard's decisions, one event at a time. All interleavings of small scopes: search.spec.ts. */
import * as E from 'fp-ts/lib/Either.js'
import { decide } from '../../../src/guards/redis/decide.ts'
import * as Epoch from '../../../src/guards/redis/Epoch.ts'
import {
  type Claim,
  type Command,
  type Event,
  initial,
  type Reading,
  type State,
  type Turn,
} from '../../../src/guards/redis/Machine.ts'
import { assert, suite } from '../../support/suite.ts'

const now = 1_700_000_000
const step = decide({ fence: 5, first: undefined, deadlineMs: 100 })
const at = (elapsed = 0) => ({ now, elapsed })

const id = 'a'.repeat(40)
const info = `run_id:${id}\r\nserver_time_usec:${now}000000\r\nrole:master\r\nmaster_replid:${id}\r\n`
const textOf = (serial: number, floor = now): string =>
  Epoch.serialize({ run_id: id, replid: id, floor, id: `epoch-${serial}` })

/** The only command of its kind. */
const only = <T extends Command['_tag']>(commands: ReadonlyArray<Command>, tag: T): Extract<Command, { _tag: T }> => {
  const found = commands.filter((command) => command._tag === tag)
  assert.is(found.length, 1, `${tag} of ${JSON.stringify(commands)}`)
  return found[0] as Extract<Command, { _tag: T }>
}

const readingReplied = (reading: Reading, text: string | null): Event => ({
  _tag: 'ReadingReplied',
  reading,
  reply: E.right([text, info, 'ticket', '0']),
})

/** A guard that trusts the epoch of this text. */
const settledOn = (text: string): State => {
  const begun = step(initial, { _tag: 'Begun' }, at())
  return step(begun.state, readingReplied(only(begun.commands, 'Read').reading, text), at()).state
}

const epoch = suite('guards/redis/decide: the epoch')

epoch('is the same object until it changes, also if it is read again', () => {
  const first = settledOn(textOf(1))
  const again = step(first, { _tag: 'Begun' }, at())
  const same = step(again.state, readingReplied(only(again.commands, 'Read').reading, textOf(1)), at()).state
  assert.is(same.known, first.known)
  const later = step(same, { _tag: 'Begun' }, at())
  const other = step(later.state, readingReplied(only(later.commands, 'Read').reading, textOf(2)), at()).state
  assert.is.not(other.known, first.known)
})

const claimOf = (unique: string, timestamp = now, end = Number.POSITIVE_INFINITY): Claim => ({
  id: unique,
  tally: `tally:${unique}`,
  token: unique.padEnd(12, '-'),
  timestamp,
  end,
})

const repliesTo = (turn: Turn, held: ReadonlyArray<string | null>): Event => ({
  _tag: 'ClaimsReplied',
  turn,
  reply: E.right([`${now}000`, '0', ...held]),
  pause: 0,
})

epoch(
  'that replaces the one that is known is adopted only with floors above all that was accepted, also meanwhile',
  () => {
    const known = settledOn(textOf(1))
    const sent = step(known, { _tag: 'Submitted', claims: [claimOf('near', now + 5), claimOf('far', now + 50)] }, at())
    const { turn } = only(sent.commands, 'Claim')
    const reading = step(sent.state, { _tag: 'Begun' }, at())
    const first = only(reading.commands, 'Read').reading
    assert.equal([first.need, first.floors], [0, []])
    // The store made the claims in the epoch that was known; the reply comes while the guard reads another one.
    const accepted = step(reading.state, repliesTo(turn, [null, null]), at())
    assert.equal(
      accepted.commands
        .filter(({ _tag }) => _tag === 'Answer')
        .map((command) => 'outcome' in command && command.outcome),
      ['first', 'first'],
    )
    const again = step(accepted.state, readingReplied(first, textOf(2, now + 2)), at())
    const second = only(again.commands, 'Read').reading
    assert.is(again.state.known, known.known)
    assert.equal([second.need, second.floors, second.draft], [now + 6, [['tally:far', now + 51]], undefined])
    const told: Event = {
      _tag: 'ReadingReplied',
      reading: second,
      reply: E.right([textOf(2, now + 2), info, 'ticket', `${now + 6}`]),
    }
    const adopted = step(again.state, told, at()).state
    assert.is(adopted.known?.text, textOf(2, now + 2))
    assert.is(adopted.floor, now + 6)
  },
)

const starting = suite('guards/redis/decide: a start')

/** The floor of the epoch that the guard writes to an empty store. */
const floorWritten = (state: State, reading: Reading): number | undefined =>
  only(step(state, readingReplied(reading, null), at()).commands, 'Read').reading.draft?.epoch.floor

starting('treats an empty store as new, also when its reading is repeated', () => {
  const begun = step(initial, { _tag: 'Begun' }, at())
  const { reading } = only(begun.commands, 'Read')
  assert.is(floorWritten(begun.state, reading), now)
  const again = step(begun.state, { _tag: 'ReadingMissed', reading }, at())
  assert.is(floorWritten(again.state, only(again.commands, 'Read').reading), now)
})

starting('that failed is over: later an empty store gets a fence, also when that reading is repeated', () => {
  const begun = step(initial, { _tag: 'Begun' }, at())
  const { reading } = only(begun.commands, 'Read')
  const reply = E.left({ detail: 'the connection failed', again: true })
  const failed = step(begun.state, { _tag: 'ReadingReplied', reading, reply }, at())
  const sent = step(failed.state, { _tag: 'Submitted', claims: [claimOf('a')] }, at())
  const later = only(sent.commands, 'Read').reading
  assert.is(floorWritten(sent.state, later), now + 5 + 2)
  const again = step(sent.state, { _tag: 'ReadingMissed', reading: later }, at())
  assert.is(floorWritten(again.state, only(again.commands, 'Read').reading), now + 5 + 2)
})

const accepted = suite('guards/redis/decide: what was accepted')

/** The guard sends these claims in one turn, and Redis accepts them. */
const acceptedBy = (state: State, claims: ReadonlyArray<Claim>): State => {
  const sent = step(state, { _tag: 'Submitted', claims }, at())
  return step(
    sent.state,
    repliesTo(
      only(sent.commands, 'Claim').turn,
      claims.map(() => null),
    ),
    at(),
  ).state
}

const readingAfter = (state: State): Reading => only(step(state, { _tag: 'Begun' }, at()).commands, 'Read').reading

accepted('tells the next reading the greatest timestamp within the fence, in whatever order they come', () => {
  const known = settledOn(textOf(1))
  assert.is(readingAfter(acceptedBy(known, [claimOf('a', now + 5), claimOf('b', now + 1)])).need, now + 6)
  assert.is(readingAfter(acceptedBy(known, [claimOf('a', now + 1), claimOf('b', now + 5)])).need, now + 6)
})

accepted('tells the next reading the greatest timestamp of each key beyond the fence', () => {
  const first: Claim = { ...claimOf('first', now + 60), tally: 'tally:a' }
  const second: Claim = { ...claimOf('second', now + 50), tally: 'tally:a' }
  const known = acceptedBy(settledOn(textOf(1)), [first, second, claimOf('b', now + 40)])
  const floors = [
    ['tally:a', now + 61],
    ['tally:b', now + 41],
  ]
  assert.equal(readingAfter(known).floors, floors)
  // One that is equal to the guard's floor is not yet refused by it.
  assert.equal(readingAfter({ ...known, floor: now + 40 }).floors, floors)
  assert.equal(readingAfter({ ...known, floor: now + 41 }).floors, floors.slice(0, 1))
})

accepted('is covered only by floors above it: an equal floor, or none for its key, is read again', () => {
  const near = acceptedBy(settledOn(textOf(1)), [claimOf('near', now + 5)])
  const far = acceptedBy(settledOn(textOf(1)), [claimOf('far', now + 50)])
  const isAdopted = (state: State, floor: number): boolean => {
    const begun = step(state, { _tag: 'Begun' }, at())
    // A reading from before the claims were accepted.
    const reading: Reading = { ...only(begun.commands, 'Read').reading, floors: [] }
    return step(begun.state, readingReplied(reading, textOf(2, floor)), at()).state.known?.text === textOf(2, floor)
  }
  assert.equal([isAdopted(near, now + 5), isAdopted(near, now + 6)], [false, true])
  assert.equal([isAdopted(far, now + 50), isAdopted(far, now + 51)], [false, true])
})

accepted(
  'and the floors that were known are below the floor of the next epoch, and stay the floor of the guard',
  () => {
    const known = acceptedBy(settledOn(textOf(1)), [claimOf('a', now + 5)])
    const written = (state: State, seen: string | null): number | undefined => {
      const begun = step(state, { _tag: 'Begun' }, at())
      const reply = readingReplied(only(begun.commands, 'Read').reading, seen)
      return only(step(begun.state, reply, at()).commands, 'Read').reading.draft?.epoch.floor
    }
    const elsewhere = Epoch.serialize({ run_id: 'b'.repeat(40), replid: id, floor: now + 70, id: 'epoch-3' })
    assert.is(written({ ...known, newest: now + 80 }, null), now + 81)
    assert.is(written({ ...known, floor: now + 90 }, null), now + 90)
    assert.is(written(known, elsewhere), now + 70)
    const begun = step({ ...known, floor: now + 90 }, { _tag: 'Begun' }, at())
    const adopted = step(begun.state, readingReplied(only(begun.commands, 'Read').reading, textOf(2, now + 8)), at())
    assert.equal([adopted.state.known?.text, adopted.state.floor], [textOf(2, now + 8), now + 90])
  },
)

const claims = suite('guards/redis/decide: claims')

const sentBy = (state: State, each: ReadonlyArray<Claim>): readonly [State, Turn] => {
  const sent = step(state, { _tag: 'Submitted', claims: each }, at())
  return [sent.state, only(sent.commands, 'Claim').turn]
}

const answersIn = (commands: ReadonlyArray<Command>): ReadonlyArray<unknown> =>
  commands.flatMap((command) => (command._tag === 'Answer' ? [command.outcome] : []))

claims('with the timestamp of the floor are sent, and one below it is refused', () => {
  const known = settledOn(textOf(1))
  assert.is(sentBy(known, [claimOf('a', now)])[1].claims.length, 1)
  const mixed = step(known, { _tag: 'Submitted', claims: [claimOf('a', now - 1), claimOf('b', now)] }, at())
  assert.equal(answersIn(mixed.commands), ['forgotten'])
  assert.equal(
    only(mixed.commands, 'Claim').turn.claims.map((claim) => claim.id),
    ['b'],
  )
})

claims('that come while the guard reads wait, and are sent once when it has read', () => {
  const begun = step(settledOn(textOf(1)), { _tag: 'Begun' }, at())
  const waiting = step(begun.state, { _tag: 'Submitted', claims: [claimOf('a')] }, at())
  assert.equal(waiting.commands, [])
  const read = step(waiting.state, readingReplied(only(begun.commands, 'Read').reading, textOf(1)), at())
  assert.is(only(read.commands, 'Claim').turn.claims.length, 1)
  assert.equal(read.state.waiting, [])
})

claims('are answered with a fault that is final, and sent again after a pause otherwise', () => {
  const [state, turn] = sentBy(settledOn(textOf(1)), [claimOf('a'), claimOf('b')])
  const fault = { detail: 'no rights', again: false }
  const final = step(state, { _tag: 'ClaimsReplied', turn, reply: E.left(fault), pause: 0 }, at())
  assert.equal(answersIn(final.commands), [fault, fault])
  const again = { detail: 'the connection failed', again: true }
  const other = step(state, { _tag: 'ClaimsReplied', turn, reply: E.left(again), pause: 0 }, at())
  assert.is(only(other.commands, 'Rest').claims.length, 2)
})

claims('are not accepted by a reply of a server that was silent, of an epoch that ended, or with fewer answers', () => {
  const [state, turn] = sentBy(settledOn(textOf(1)), [claimOf('a'), claimOf('b')])
  const reply = repliesTo(turn, [null, null])
  const paused = step(state, { ...reply, pause: 7 } as Event, at())
  assert.equal([answersIn(paused.commands), only(paused.commands, 'Rest').ms], [[], 7])
  const begun = step(state, { _tag: 'Begun' }, at())
  const other = step(begun.state, readingReplied(only(begun.commands, 'Read').reading, textOf(2)), at())
  const ended = step(other.state, reply, at())
  assert.equal(answersIn(ended.commands), [])
  assert.is(only(ended.commands, 'Claim').turn.known.text, textOf(2))
  const short = step(state, repliesTo(turn, [null]), at())
  assert.not.ok(answersIn(short.commands).includes('first'))
})

claims('are sent with the whole script when Redis does not have it', () => {
  const [state, turn] = sentBy({ ...settledOn(textOf(1)), isLoaded: true }, [claimOf('a')])
  const reply = E.left({ detail: 'NOSCRIPT', again: true, noScript: true })
  const again = step(state, { _tag: 'ClaimsReplied', turn, reply, pause: 0 }, at())
  assert.equal([turn.isLoaded, only(again.commands, 'Claim').turn.isLoaded], [true, false])
})

claims('learn the floor of the store from their reply', () => {
  const [state, turn] = sentBy(settledOn(textOf(1)), [claimOf('a', now + 9)])
  const reply = E.right([`${now}000`, `${now + 3}`, null])
  assert.is(step(state, { _tag: 'ClaimsReplied', turn, reply, pause: 0 }, at()).state.floor, now + 3)
})

epoch('of another run, of another history, or on a replica is not adopted', () => {
  const other = 'b'.repeat(40)
  const knownAfter = (text: string, told: string): State['known'] => {
    const begun = step(initial, { _tag: 'Begun' }, at())
    const reply = E.right([text, told, 'ticket', '0'])
    const { reading } = only(begun.commands, 'Read')
    return step(begun.state, { _tag: 'ReadingReplied', reading, reply }, at()).state.known
  }
  assert.is(knownAfter(textOf(1), info)?.text, textOf(1))
  for (const field of ['run_id', 'replid'])
    assert.is(
      knownAfter(Epoch.serialize({ run_id: id, replid: id, floor: now, id: 'x', [field]: other }), info),
      undefined,
    )
  assert.is(knownAfter(textOf(1), info.replace('role:master', 'role:slave')), undefined)
  const begun = step(initial, { _tag: 'Begun' }, at())
  const onReplica = E.right([textOf(1), info.replace('role:master', 'role:slave'), 'ticket', '0'])
  const { reading } = only(begun.commands, 'Read')
  const replied = step(begun.state, { _tag: 'ReadingReplied', reading, reply: onReplica }, at())
  assert.ok(E.isLeft(only(replied.commands, 'Settled').outcome))
})

const silent = suite('guards/redis/decide: a command without an answer')

const missedReading = (reading: Reading): Event => ({ _tag: 'ReadingMissed', reading })

silent('is sent again while a claim waits for it, with twice the limit, up to ten seconds', () => {
  let { state, commands } = step(initial, { _tag: 'Submitted', claims: [claimOf('a')] }, at())
  const limits: Array<number> = []
  for (let n = 0; n < 6; n++) {
    const { reading, limitMs } = only(commands, 'Read')
    limits.push(limitMs)
    const next = step(state, missedReading(reading), at())
    state = next.state
    commands = next.commands
  }
  assert.equal(limits, [1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

silent('is given up when nobody waits any more; the next claim reads first, and is sent once that is answered', () => {
  const known = settledOn(textOf(1))
  const sent = step(known, { _tag: 'Submitted', claims: [claimOf('a')] }, at())
  const { turn } = only(sent.commands, 'Claim')
  const missed = step(sent.state, { _tag: 'ClaimsMissed', turn }, at(10_000))
  assert.is(typeof only(missed.commands, 'Answer').outcome, 'object')
  const next = step(missed.state, { _tag: 'Submitted', claims: [claimOf('b', now, 10_100)] }, at(10_000))
  const { reading } = only(next.commands, 'Read')
  const ended = step(next.state, missedReading(reading), at(12_000))
  assert.is(ended.state.settling, undefined)
  const rested = step(ended.state, { _tag: 'Rested', claims: only(ended.commands, 'Rest').claims }, at(12_005))
  assert.is(only(rested.commands, 'Answer').claim.id, 'b')
  const later = step(rested.state, { _tag: 'Submitted', claims: [claimOf('c')] }, at(12_000))
  const answered = step(later.state, readingReplied(only(later.commands, 'Read').reading, textOf(1)), at(12_000))
  assert.equal(
    only(answered.commands, 'Claim').turn.claims.map(({ id }) => id),
    ['c'],
  )
})

silent('changes nothing when its reply comes after another reading has begun', () => {
  const begun = step(initial, { _tag: 'Begun' }, at())
  const { reading } = only(begun.commands, 'Read')
  const again = step(begun.state, missedReading(reading), at())
  assert.is(step(again.state, readingReplied(reading, textOf(1)), at()).state, again.state)
})
