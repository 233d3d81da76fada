/**
 * The line as a whole: its items and their form, and a timestamp that was signed and sent alike and is wrong all the same, as
 * from a clock that is wrong.
 */

import * as respell from '../forms/respell.ts'
import type { Mistake } from '../Mistake.ts'
import { later } from './freshness.ts'
import { mistake, spells } from './mistake.ts'

const header = spells('header', 'authorization_malformed')

const clocks =
  (seconds: ReadonlyArray<number>): Mistake['sendings'] =>
  (v) =>
    seconds
      .filter((s) => Number(v.timestamp) + s >= 0)
      .map((s) => ({ detail: `${Math.abs(s)} s`, parts: { timestamp: later(v.timestamp, s) } }))

const setClock =
  'Set the clock by a time server, and take the seconds since 1970 from it as they are: no time zone is added.'

export const headerMistakes: ReadonlyArray<Mistake> = [
  header(
    'header-quoted',
    'The caller put the values into double quotes.',
    'Write the values without quotes.',
    respell.quoted,
  ),
  header(
    'header-missing-key',
    'The caller left out one of the four items.',
    'Write app_id, nonce_str, timestamp and signature.',
    respell.missingKey,
  ),
  header('header-duplicate-key', 'The caller wrote an item twice.', 'Write each item once.', respell.duplicateKey),
  header(
    'header-auth-type',
    'The line begins with another auth type, with none, or with another value.',
    'Let the line begin with the auth type of the service and a space.',
    respell.authType,
    'scheme_unsupported',
  ),
  header(
    'header-whitespace',
    'The caller put spaces between the items or round an equals sign.',
    'Leave no blank in the line but the one behind the auth type.',
    respell.whitespace,
  ),
  header(
    'header-separator',
    'The caller put something else than a comma between the items, or than = between name and value.',
    'Write key=value for each of the four items, joined by commas.',
    respell.separated,
  ),
  header(
    'header-form',
    'The caller wrote the items in another form than key=value, as JSON or encoded as a whole.',
    'Write key=value for each of the four items, joined by commas, behind the auth type and a space.',
    respell.otherForms,
  ),
  header(
    'header-key-name',
    'The caller wrote an item under another name.',
    'Call the items app_id, nonce_str, timestamp and signature.',
    respell.keyName,
  ),
  mistake(
    'header-timestamp',
    'timestamp',
    'The caller signed and sent a timestamp that is not the whole number of seconds since 1970 in plain digits.',
    'Write whole seconds since 1970 in decimal digits.',
    {
      seenAs: 'authorization_malformed',
      sendings: (v) => [
        { detail: 'a fraction', parts: { timestamp: `${v.timestamp}.25` } },
        { detail: 'other', parts: { timestamp: `+${v.timestamp}` } },
      ],
    },
  ),
  mistake(
    'header-milliseconds',
    'timestamp',
    'The caller signed and sent milliseconds.',
    'Divide the milliseconds by 1000 and round down.',
    {
      seenAs: 'timestamp_in_future',
      sendings: (v) => [{ detail: 'milliseconds', parts: { timestamp: `${v.timestamp}000` } }],
    },
  ),
  mistake(
    'clock-behind',
    'clock',
    "The timestamp lies too far back: the request was saved or delayed, or the caller's clock is behind.",
    setClock,
    { seenAs: 'timestamp_expired', sendings: clocks([-600, -3600, -28_800]) },
  ),
  mistake(
    'clock-ahead',
    'clock',
    "The timestamp lies ahead of the time of arrival: the caller's clock is ahead.",
    setClock,
    { seenAs: 'timestamp_in_future', sendings: clocks([600, 3600, 28_800]) },
  ),
]
