/** The Redis guard's decisions, one event at a time. All interleavings of small scopes: search.spec.ts. */
import * as E from 'fp-ts/lib/Either.js'
import { decide } from '../../../src/guards/redis/decide.ts'
import * as Epoch from '../../../src/guards/redis/Epoch.ts'
import { type Command, type Event, initial, type Reading, type State } from '../../../src/guards/redis/Machine.ts'
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
