/**
 * The line as a whole: its items and their form, and a timestamp in it that was signed and sent alike and is wrong all
 * the same, as from a clock that is.
 */
import type { Mistake } from '../Mistake.ts'
import * as respell from '../respell.ts'
import { later } from './freshness.ts'
import { mistake, spells } from './mistake.ts'

const clocks =
  (seconds: ReadonlyArray<number>): Mistake['sendings'] =>
  (v) =>
    seconds
      .filter((s) => Number(v.timestamp) + s >= 0)
      .map((s) => ({ detail: `${Math.abs(s)} s`, parts: { timestamp: later(v.timestamp, s) } }))

export const headerMistakes: ReadonlyArray<Mistake> = [
  spells(
    {
      id: 'header-quoted',
      part: 'header',
      what: 'The caller put the values into double quotes.',
      remedy: 'Write the values without quotes.',
    },
    'authorization_malformed',
    respell.quoted,
  ),
  spells(
    {
      id: 'header-missing-key',
      part: 'header',
      what: 'The caller left out one of the four items.',
      remedy: 'Write app_id, nonce_str, timestamp and signature.',
    },
    'authorization_malformed',
    respell.missingKey,
  ),
  spells(
    {
      id: 'header-duplicate-key',
      part: 'header',
      what: 'The caller wrote an item twice.',
      remedy: 'Write each item once.',
    },
    'authorization_malformed',
    respell.duplicateKey,
  ),
  spells(
    {
      id: 'header-auth-type',
      part: 'header',
      what: 'The caller wrote another auth type, or none.',
      remedy: 'Let the line begin with the auth type of the service and a space.',
    },
    'scheme_unsupported',
    respell.authType,
  ),
  spells(
    {
      id: 'header-whitespace',
      part: 'header',
      what: 'The caller put spaces between the items or round an equals sign.',
      remedy: 'Leave no blank in the line but the one behind the auth type.',
    },
    'authorization_malformed',
    respell.whitespace,
  ),
  spells(
    {
      id: 'header-separator',
      part: 'header',
      what: 'The caller put something else than a comma between the items.',
      remedy: 'Join the items by commas.',
    },
    'authorization_malformed',
    respell.separated,
  ),
  spells(
    {
      id: 'header-key-name',
      part: 'header',
      what: 'The caller wrote an item under another name.',
      remedy: 'Call the items app_id, nonce_str, timestamp and signature.',
    },
    'authorization_malformed',
    respell.keyName,
  ),
  mistake({
    id: 'header-timestamp',
    part: 'timestamp',
    what: 'The caller signed and sent a timestamp that is no whole number of seconds.',
    seenAs: 'authorization_malformed',
    remedy: 'Write whole seconds since 1970 in decimal digits.',
    sendings: (v) => [
      { detail: 'a fraction', parts: { timestamp: `${v.timestamp}.25` } },
      { detail: 'other', parts: { timestamp: `+${v.timestamp}` } },
    ],
  }),
  mistake({
    id: 'header-milliseconds',
    part: 'timestamp',
    what: 'The caller signed and sent milliseconds.',
    seenAs: 'timestamp_in_future',
    remedy: 'Divide the milliseconds by 1000 and round down.',
    sendings: (v) => [{ detail: 'milliseconds', parts: { timestamp: `${v.timestamp}000` } }],
  }),
  mistake({
    id: 'clock-behind',
    part: 'clock',
    what: "The timestamp lies too far back: the request was saved or delayed, or the caller's clock is behind.",
    seenAs: 'timestamp_expired',
    remedy:
      'Set the clock by a time server, and take the seconds since 1970 from it as they are: no time zone is added.',
    sendings: clocks([-600, -3600, -28_800]),
  }),
  mistake({
    id: 'clock-ahead',
    part: 'clock',
    what: "The timestamp lies ahead of the time of arrival: the caller's clock is ahead.",
    seenAs: 'timestamp_in_future',
    remedy:
      'Set the clock by a time server, and take the seconds since 1970 from it as they are: no time zone is added.',
    sendings: clocks([600, 3600, 28_800]),
  }),
]
