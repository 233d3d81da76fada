/**
 * The line as a whole: its items and their form, and a timestamp that was signed and sent alike and is wrong all the same, as
 * from a clock that is wrong.
 */

import * as Base64 from '../../../core/Base64.ts'
import type { View } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { percentEncode } from '../forms/percentEncode.ts'
import type { Form } from '../forms/Respelling.ts'
import type { Mistake } from '../Mistake.ts'
import { unreserved } from '../Received.ts'
import { forBoth } from '../remedies.ts'
import { later } from './freshness.ts'
import { mistake, sends, spells } from './mistake.ts'

const header = spells('header', 'authorization_malformed')

type Items = ReadonlyArray<string>

/** Replaces the items of a right line by other forms of them, after the same auth type. `forms` gets the right items. */
const withItems =
  (forms: (rightItems: Items) => ReadonlyArray<Form>) =>
  (rightLine: string): ReadonlyArray<Form> => {
    const [type, rightItems] = splitCredentials(rightLine)
    return forms(rightItems).map(([detail, written]) => [detail, `${type} ${written}`])
  }

/** The auth type and the items. */
const splitCredentials = (credentials: string): readonly [type: string, items: Items] => {
  const space = credentials.indexOf(' ')
  return [credentials.slice(0, space), credentials.slice(space + 1).split(',')]
}

const keyOf = (pair: string): string => pair.slice(0, pair.indexOf('='))

/** The items as languages print a map, without their names, or encoded. */
const otherForms = withItems((rightItems) => {
  const printMap = (pair: (key: string, itemValue: string) => string, joint: string): string =>
    rightItems.map((rightItem) => pair(keyOf(rightItem), rightItem.slice(keyOf(rightItem).length + 1))).join(joint)
  return [
    ['JSON', `{${printMap((key, itemValue) => `"${key}":"${itemValue}"`, ',')}}`],
    ['a map, as Ruby or PHP prints it', `{${printMap((key, itemValue) => `"${key}"=>"${itemValue}"`, ', ')}}`],
    ['a map, as Go prints it', `map[${printMap((key, itemValue) => `${key}:${itemValue}`, ' ')}]`],
    ['brackets', `{${printMap((key, itemValue) => `${key}=${itemValue}`, ', ')}}`],
    ['percent escapes', percentEncode(rightItems.join(','), unreserved)],
    ['Base64', Base64.encode(utf8(rightItems.join(',')))],
    ['values without names', printMap((_, itemValue) => itemValue, ':')],
  ]
})

const sentTimestamp = sends('timestamp')
/** Only the clock is evidence: a saved request, a slow one and a wrong clock look alike. */
const wrongClock = sends('timestamp', 'clock')

const clocks = ({ timestamp }: View, seconds: ReadonlyArray<number>): ReadonlyArray<Form> =>
  seconds.filter((s) => Number(timestamp) + s >= 0).map((s) => [`${Math.abs(s)} s`, later(timestamp, s)])

const misnamedRemedy = forBoth(
  'Send the signature in the header Authorization.',
  'If a proxy renames this header, configure the proxy to restore the name.',
)

export const headerMistakes: ReadonlyArray<Mistake> = [
  header(
    'header-quoted',
    'The caller put the values of the header in double quotes.',
    'Write the values without quotes.',
    withItems((rightItems) => [
      ['every value', rightItems.map((rightItem) => `${rightItem.replace('=', '="')}"`).join()],
    ]),
  ),
  header(
    'header-missing-key',
    'One of the four items of the header is missing.',
    'Write app_id, nonce_str, timestamp and signature.',
    withItems((rightItems) =>
      rightItems.map((omitted) => [keyOf(omitted), rightItems.filter((rightItem) => rightItem !== omitted).join()]),
    ),
  ),
  header(
    'header-duplicate-key',
    'The header has the same item twice.',
    'Write each item once.',
    withItems((rightItems) => rightItems.map((repeated) => [keyOf(repeated), [...rightItems, repeated].join()])),
  ),
  header(
    'header-auth-type',
    'The header does not begin with the auth type of the service.',
    'Begin the header with the auth type of the service and a space.',
    (rightLine) => {
      const [type, rightItems] = splitCredentials(rightLine)
      const wrongTypes = [`${type}2`, type.replace(/-RSA$/, ''), 'Signature', type.replaceAll('-', '_')]
      return [
        ['none', rightItems.join()],
        ...wrongTypes.map((wrongType): Form => [wrongType, `${wrongType} ${rightItems.join()}`]),
      ]
    },
    'scheme_unsupported',
  ),
  header(
    'header-whitespace',
    'The header has spaces between the items or around an equals sign.',
    'Write only one space in the header: the one after the auth type.',
    (rightLine) => [
      ['after commas', rightLine.replaceAll(',', ', ')],
      ['round =', rightLine.replace('=', ' = ')],
      ['before commas', rightLine.replaceAll(',', ' ,')],
    ],
  ),
  header(
    'header-separator',
    'The header has no comma between two items, or no = between a name and its value.',
    'Write key=value for each of the four items, and join them with commas.',
    withItems((rightItems) => [
      ['semicolons', rightItems.join(';')],
      ['ampersands', rightItems.join('&')],
      ['spaces', rightItems.join(' ')],
    ]),
  ),
  header(
    'header-form',
    'The items of the header are not in the form key=value. They are JSON, or encoded as a whole.',
    'After the auth type and a space, write key=value for each of the four items, and join them with commas.',
    // Another mistake may have left the auth type out, as in `app_id=app-1,…`. Such a line gets no forms.
    (rightLine) => (splitCredentials(rightLine)[0].includes('=') ? [] : otherForms(rightLine)),
  ),
  header(
    'header-key-name',
    'An item of the header has a wrong name.',
    'Call the items app_id, nonce_str, timestamp and signature.',
    (rightLine) =>
      ['nonce_str nonce', 'nonce_str nonceStr', 'signature sign', 'timestamp ts', 'app_id appId'].map((pair) => {
        const [key, wrongKey] = pair.split(' ') as [string, string]
        return [wrongKey, rightLine.replace(`${key}=`, `${wrongKey}=`)]
      }),
  ),
  header(
    'app-id-form',
    'The app id in the header is not one that an app can have: it is empty or too long, or has a character that is not allowed.',
    'Write the app id exactly as the service registered it, with nothing before it or after it.',
    (rightLine) =>
      ['#1', ' (test)', '/1'].map((end) => [`${end} after it`, rightLine.replace(/app_id=[^,]*/, `$&${end}`)]),
  ),
  mistake(
    'header-several',
    'header',
    'The request has several Authorization lines, but the service accepts only one.',
    'Send only the signed line, and remove the other line. It may come from the Auth tab of Postman, a netrc file or a proxy.',
    { candidateOnly: true, seenAs: 'authorization_multiple' },
  ),
  mistake(
    'header-name',
    'header',
    'The caller sent the signature in another header than Authorization.',
    misnamedRemedy.remedy,
    { candidateOnly: true, seenAs: 'authorization_missing', remedyFor: misnamedRemedy.remedyFor },
  ),
  sentTimestamp(
    'header-timestamp',
    'The timestamp is not a whole number of seconds since 1970 in plain digits.',
    'Write the whole seconds since 1970 in plain decimal digits. Then sign and send this number.',
    'authorization_malformed',
    ({ timestamp }) => [
      ['a fraction', `${timestamp}.25`],
      ['other', `+${timestamp}`],
    ],
  ),
  sentTimestamp(
    'header-milliseconds',
    'The timestamp is in milliseconds, but must be in seconds.',
    'Divide the milliseconds by 1000 and round down. Then sign and send this number.',
    'timestamp_in_future',
    ({ timestamp }) => [['milliseconds', `${timestamp}000`]],
  ),
  wrongClock(
    'clock-behind',
    "The timestamp is too old for the assumed time of arrival. Perhaps the request was saved or delayed, the caller made the timestamp once and used it again, or the caller's clock is slow.",
    "For each request, make a new nonce and read the clock again: the timestamp is in seconds since 1970 (UTC). If the request arrived at another time, give this time. If the request was not saved or delayed, synchronize the caller's clock with a time server.",
    'timestamp_expired',
    (v) => clocks(v, [-600, -3600, -28_800]),
  ),
  wrongClock(
    'clock-ahead',
    "The timestamp is later than the assumed time of arrival. Perhaps this time is too early, or the caller's clock is fast.",
    "If the request arrived at another time, give this time. If not, synchronize the caller's clock with a time server. Use seconds since 1970, without a time zone.",
    'timestamp_in_future',
    (v) => clocks(v, [600, 3600, 28_800]),
  ),
]
