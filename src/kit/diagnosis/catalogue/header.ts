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

/** What the caller wrote behind the auth type, of the right items. */
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
const wrongClock = sends('timestamp', 'clock')

const clocks = ({ timestamp }: View, seconds: ReadonlyArray<number>): ReadonlyArray<Form> =>
  seconds.filter((s) => Number(timestamp) + s >= 0).map((s) => [`${Math.abs(s)} s`, later(timestamp, s)])

/** A saved request, a slow one and a wrong clock look alike. */
const remedyOf = (otherwise: string): string =>
  `If the request arrived at another time, give that time; ${otherwise} set the caller's clock by a time server. Use its seconds since 1970, without a time zone.`

const misnamedRemedy = forBoth(
  'Send the line in the header Authorization.',
  'If a proxy renames the header, let the proxy restore it.',
)

export const headerMistakes: ReadonlyArray<Mistake> = [
  header(
    'header-quoted',
    'The caller put the values into double quotes.',
    'Write the values without quotes.',
    withItems((rightItems) => [
      ['every value', rightItems.map((rightItem) => `${rightItem.replace('=', '="')}"`).join()],
    ]),
  ),
  header(
    'header-missing-key',
    'The caller left out one of the four items.',
    'Write app_id, nonce_str, timestamp and signature.',
    withItems((rightItems) =>
      rightItems.map((omitted) => [keyOf(omitted), rightItems.filter((rightItem) => rightItem !== omitted).join()]),
    ),
  ),
  header(
    'header-duplicate-key',
    'The caller wrote an item twice.',
    'Write each item once.',
    withItems((rightItems) => rightItems.map((repeated) => [keyOf(repeated), [...rightItems, repeated].join()])),
  ),
  header(
    'header-auth-type',
    'The line begins with another auth type, without an auth type, or with another value.',
    'Let the line begin with the auth type of the service and a space.',
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
    'The caller put spaces between the items or round an equals sign.',
    'Leave no blank in the line, except one behind the auth type.',
    (rightLine) => [
      ['behind commas', rightLine.replaceAll(',', ', ')],
      ['round =', rightLine.replace('=', ' = ')],
      ['in front of commas', rightLine.replaceAll(',', ' ,')],
    ],
  ),
  header(
    'header-separator',
    'The caller did not put a comma between the items, or = between name and value.',
    'Write key=value for each of the four items, joined by commas.',
    withItems((rightItems) => [
      ['semicolons', rightItems.join(';')],
      ['ampersands', rightItems.join('&')],
      ['spaces', rightItems.join(' ')],
    ]),
  ),
  header(
    'header-form',
    'The caller wrote the items in another form than key=value, as JSON or encoded as a whole.',
    'Write key=value for each of the four items, joined by commas, behind the auth type and a space.',
    // Another mistake may have left no auth type.
    (rightLine) => (splitCredentials(rightLine)[0].includes('=') ? [] : otherForms(rightLine)),
  ),
  header(
    'header-key-name',
    'The caller wrote an item under another name.',
    'Call the items app_id, nonce_str, timestamp and signature.',
    (rightLine) =>
      ['nonce_str nonce', 'nonce_str nonceStr', 'signature sign', 'timestamp ts', 'app_id appId'].map((pair) => {
        const [key, wrongKey] = pair.split(' ') as [string, string]
        return [wrongKey, rightLine.replace(`${key}=`, `${wrongKey}=`)]
      }),
  ),
  mistake(
    'header-several',
    'header',
    'The request has several Authorization lines, and the service takes exactly one.',
    'Send only the signed line: remove the other line, perhaps from the Auth tab of Postman, a netrc file or a proxy.',
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
    'The caller signed and sent a timestamp that is not the seconds since 1970 as a whole number in plain digits.',
    'Write whole seconds since 1970 in decimal digits.',
    'authorization_malformed',
    ({ timestamp }) => [
      ['a fraction', `${timestamp}.25`],
      ['other', `+${timestamp}`],
    ],
  ),
  sentTimestamp(
    'header-milliseconds',
    'The caller signed and sent milliseconds.',
    'Divide the milliseconds by 1000 and round down.',
    'timestamp_in_future',
    ({ timestamp }) => [['milliseconds', `${timestamp}000`]],
  ),
  wrongClock(
    'clock-behind',
    "The timestamp is too far before the assumed time of arrival: the request was saved or delayed, or the caller's clock is behind.",
    remedyOf('if the request was not saved or delayed,'),
    'timestamp_expired',
    (v) => clocks(v, [-600, -3600, -28_800]),
  ),
  wrongClock(
    'clock-ahead',
    "The timestamp is after the assumed time of arrival: that time is too early, or the caller's clock is ahead.",
    remedyOf('if not,'),
    'timestamp_in_future',
    (v) => clocks(v, [600, 3600, 28_800]),
  ),
]
