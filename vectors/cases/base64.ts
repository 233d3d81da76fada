/**
 * The signature as text: one spelling for each value, and nothing that a forgiving decoder repairs.
 */
import { authType, type Behaviour, type Draft, headerOf, type Items, nonceOf, now, reject, value } from './draft.ts'
import { accepts, refuses } from './shapes.ts'

const bytesWith = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, i) => (i * 37 + 251) & 255))
const line = (signature: string): string =>
  headerOf({ app_id: 'app-1', nonce_str: nonceOf('base64'), timestamp: now, signature })

const reads = (slug: string, flags: ReadonlyArray<string>, comment: string, signature: string): Draft => ({
  id: `base64/${slug}`,
  comment,
  flags,
  op: 'parseAuthorization',
  input: { authType, authorization: [line(signature)] },
  expect: value({ scheme: 'signed', appId: 'app-1', nonce: nonceOf('base64'), timestamp: `${now}`, signature }),
})

type Refusal = readonly [slug: string, fault: string, flag: string, comment: string, signature: string, twin: string]
const refusesText = ([slug, fault, flag, comment, signature, twin]: Refusal): Draft => ({
  id: `base64/${slug}`,
  comment,
  flags: [flag],
  fault,
  twin: `base64/${twin}`,
  op: 'parseAuthorization',
  input: { authType, authorization: [line(signature)] },
  expect: reject('signature_malformed'),
})

/** A whole request, its signature respelled. */
const respelled = (slug: string, fault: string, flag: string, comment: string, spell: (s: string) => string): Draft =>
  refuses(
    `base64/verify-${slug}`,
    comment,
    [flag],
    { fault, twin: 'base64/verify-bits-2048', reason: 'signature_malformed' },
    { header: (items: Items) => headerOf({ ...items, signature: spell(items.signature) }) },
  )

/** The last digit before `==` with its lowest, unused bit set. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const spare = (s: string): string => {
  const at = s.indexOf('=') - 1
  return s.slice(0, at) + alphabet[alphabet.indexOf(s.charAt(at)) + 1] + s.slice(at + 1)
}
const sized = ['bits-2048', 'bits-2049', 'bits-3072', 'bits-4096'] as const

export const base64: Behaviour = {
  behaviour: 'base64',
  comment: 'The text of the signature: Base64 of RFC 4648 §4, in the one spelling that each value has.',
  cases: [
    reads('no-padding', ['base64-own'], 'Three bytes need no padding.', 'AAEC'),
    reads('one-padding', ['base64-own'], 'Two bytes need one equals sign.', 'AAE='),
    reads('two-paddings', ['base64-own'], 'One byte needs two equals signs.', 'AA=='),
    reads('whole-alphabet', ['base64-own'], 'Each of the 64 digits.', alphabet),
    reads('plus-and-slash', ['signature-base64url'], 'Both + and /.', '++//'),
    reads('longest', ['base64-own'], 'A signature of 1024 bytes.', bytesWith(1024).toString('base64')),
    ...sized.map((bits) =>
      accepts(
        `base64/verify-${bits}`,
        `A whole request under a key of ${bits.slice(5)} bits.`,
        ['base64-own'],
        bits === 'bits-2048' ? {} : { key: bits },
        bits === 'bits-2048' ? {} : { keys: [{ appId: 'app-1', key: bits }] },
      ),
    ),
    ...(
      [
        [
          'url-alphabet',
          'base64-alphabet',
          'signature-base64url',
          "The URL alphabet; Buffer.from(…, 'base64') takes it.",
          '--__',
          'plus-and-slash',
        ],
        [
          'mixed-alphabet',
          'base64-alphabet',
          'signature-base64url',
          'Digits of both alphabets.',
          '+-/_',
          'plus-and-slash',
        ],
        [
          'padding-missing',
          'base64-padding',
          'signature-unpadded',
          'The equals sign is missing; atob takes this.',
          'AAE',
          'one-padding',
        ],
        [
          'padding-half',
          'base64-padding',
          'signature-unpadded',
          'One of two equals signs is missing.',
          'AA=',
          'two-paddings',
        ],
        [
          'padding-superfluous',
          'base64-padding',
          'signature-unpadded',
          'Four equals signs follow a whole group.',
          'AAEC====',
          'no-padding',
        ],
        ['padding-extra', 'base64-padding', 'signature-unpadded', 'An equals sign too many.', 'AAE==', 'one-padding'],
        [
          'padding-inside',
          'base64-alphabet',
          'signature-unpadded',
          'Two padded texts, one behind the other.',
          'AA==AA==',
          'two-paddings',
        ],
        [
          'data-behind-padding',
          'base64-alphabet',
          'signature-unpadded',
          'A character follows the padding.',
          'AA==A',
          'two-paddings',
        ],
        ['one-left', 'base64-length', 'signature-unpadded', 'One character is left over.', 'AAECA', 'no-padding'],
        [
          'spare-four',
          'base64-spare-bits',
          'signature-spare-bits',
          'One of four unused bits is set; no platform minds.',
          'AB==',
          'two-paddings',
        ],
        [
          'spare-two',
          'base64-spare-bits',
          'signature-spare-bits',
          'One of two unused bits is set; no platform minds.',
          'AAF=',
          'one-padding',
        ],
        [
          'space-inside',
          'base64-alphabet',
          'signature-plus-as-space',
          'A space stands where + did.',
          'AA EC',
          'no-padding',
        ],
        ['tab-inside', 'base64-alphabet', 'signature-wrapped', 'A tab stands inside.', 'AAEC\tAAEC', 'no-padding'],
        [
          'percent',
          'base64-alphabet',
          'signature-percent-encoded',
          'An escape stands for a plus sign.',
          '%2B%2B//',
          'plus-and-slash',
        ],
        ['star', 'base64-alphabet', 'signature-junk', 'A star, which Python skips.', 'AA*EC', 'no-padding'],
        ['nul', 'base64-alphabet', 'signature-junk', 'NUL, which ends a C string.', 'AAEC\u0000AAEC', 'no-padding'],
        ['full-width', 'base64-alphabet', 'signature-junk', 'A full-width letter.', 'ＡAEC', 'no-padding'],
        ['data-url', 'base64-alphabet', 'signature-junk', 'A data: prefix.', 'data:AAEC', 'no-padding'],
        [
          'backslash',
          'base64-alphabet',
          'signature-junk',
          'Slashes escaped as PHP does in JSON.',
          '++\\/\\/',
          'plus-and-slash',
        ],
      ] as ReadonlyArray<Refusal>
    ).map(refusesText),
    respelled('url-alphabet', 'base64-alphabet', 'signature-base64url', 'A whole request with the URL alphabet.', (s) =>
      s.replaceAll('+', '-').replaceAll('/', '_'),
    ),
    respelled('unpadded', 'base64-padding', 'signature-unpadded', 'A whole request without the padding.', (s) =>
      s.replaceAll('=', ''),
    ),
    respelled(
      'spare-bits',
      'base64-spare-bits',
      'signature-spare-bits',
      'A whole request with an unused bit set.',
      spare,
    ),
    respelled('wrapped', 'base64-alphabet', 'signature-wrapped', 'A whole request, wrapped at 76 columns.', (s) =>
      s.replace(/.{76}/g, '$&\r\n'),
    ),
    respelled(
      'plus-as-space',
      'base64-alphabet',
      'signature-plus-as-space',
      'A whole request whose plus signs became spaces.',
      (s) => s.replaceAll('+', ' '),
    ),
    respelled(
      'hex',
      'signature-length',
      'signature-hex',
      'A whole request signed in hexadecimal digits, which are Base64 of 384 bytes.',
      (s) => Buffer.from(s, 'base64').toString('hex'),
    ),
    respelled(
      'twice',
      'signature-length',
      'signature-double-base64',
      'A whole request whose signature was encoded twice.',
      (s) => Buffer.from(s).toString('base64'),
    ),
  ],
}
