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
