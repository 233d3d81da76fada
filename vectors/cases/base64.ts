/**
 * The signature as text: one spelling for each value, and nothing that a forgiving decoder repairs.
 */
import { authType, type Behaviour, headerOf, nonceOf, now, value } from './draft.ts'
import { casesOf, orReject, type Question } from './group.ts'
import { receives } from './shapes.ts'

const { cases, flagged } = casesOf('base64')

const bytesWith = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, i) => (i * 37 + 251) & 255))

/** A header with this signature is read. */
const reads = (signature: string): Question<'parseAuthorization'> => {
  const [appId, nonce, timestamp] = ['app-1', nonceOf('base64'), `${now}`]
  const authorization = headerOf({ app_id: appId, nonce_str: nonce, timestamp, signature })
  return {
    op: 'parseAuthorization',
    input: { authType, authorization: [authorization] },
    expect: orReject(() => value({ scheme: 'signed', appId, nonce, timestamp, signature })),
  }
}

/** A whole request, its signature respelled. */
const respelled = (spell: (s: string) => string): Question<'verify'> =>
  receives({ header: (items) => headerOf({ ...items, signature: spell(items.signature) }) })

/** A whole request under a key of another length. */
const signedWith = (key: string): Question<'verify'> => receives({ key }, { keys: [{ appId: 'app-1', key }] })

/** The last digit before `==` with its lowest, unused bit set. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const spare = (s: string): string => {
  const at = s.indexOf('=') - 1
  return s.slice(0, at) + alphabet[alphabet.indexOf(s.charAt(at)) + 1] + s.slice(at + 1)
}

export const base64: Behaviour = {
  behaviour: 'base64',
  comment: 'The text of the signature: Base64 of RFC 4648 §4, with one spelling for each value.',
  cases: [
    ...flagged({}, reads, {
      'no-padding': ['base64-own', 'Three bytes need no padding.', 'AAEC'],
      'one-padding': ['base64-own', 'Two bytes need one equals sign.', 'AAE='],
      'two-paddings': ['base64-own', 'One byte needs two equals signs.', 'AA=='],
      'whole-alphabet': ['base64-own', 'Each of the 64 characters.', alphabet],
      'plus-and-slash': ['signature-base64url', 'Both + and /.', '++//'],
      longest: ['base64-own', 'A signature of 1024 bytes.', bytesWith(1024).toString('base64')],
    }),
    ...cases({ flags: 'base64-own' }, receives, {
      'verify-bits-2048': ['A whole request under a key of 2048 bits.'],
    }),
    ...cases({ flags: 'base64-own' }, signedWith, {
      'verify-bits-2049': ['A whole request under a key of 2049 bits.', 'bits-2049'],
      'verify-bits-3072': ['A whole request under a key of 3072 bits.', 'bits-3072'],
      'verify-bits-4096': ['A whole request under a key of 4096 bits.', 'bits-4096'],
    }),
    ...cases({ flags: 'signature-base64url', fault: 'base64-alphabet', twin: 'plus-and-slash' }, reads, {
      'url-alphabet': ["The URL alphabet; Buffer.from(…, 'base64') accepts it.", '--__'],
      'mixed-alphabet': ['Characters of both alphabets.', '+-/_'],
    }),
    ...cases({ flags: 'signature-unpadded', fault: 'base64-padding', twin: 'one-padding' }, reads, {
      'padding-missing': ['The equals sign is missing; atob accepts this.', 'AAE'],
    }),
    ...cases({ flags: 'signature-unpadded', fault: 'base64-padding', twin: 'two-paddings' }, reads, {
      'padding-half': ['One of two equals signs is missing.', 'AA='],
    }),
    ...cases({ flags: 'signature-unpadded', fault: 'base64-padding', twin: 'no-padding' }, reads, {
      'padding-superfluous': ['Four equals signs follow a whole group.', 'AAEC===='],
    }),
    ...cases({ flags: 'signature-unpadded', fault: 'base64-padding', twin: 'one-padding' }, reads, {
      'padding-extra': ['An equals sign too many.', 'AAE=='],
    }),
    ...cases({ flags: 'signature-unpadded', fault: 'base64-alphabet', twin: 'two-paddings' }, reads, {
      'padding-inside': ['Two padded texts, one behind the other.', 'AA==AA=='],
      'data-behind-padding': ['A character follows the padding.', 'AA==A'],
    }),
    ...cases({ flags: 'signature-unpadded', fault: 'base64-length', twin: 'no-padding' }, reads, {
      'one-left': ['One character is left over.', 'AAECA'],
    }),
    ...cases({ flags: 'signature-spare-bits', fault: 'base64-spare-bits', twin: 'two-paddings' }, reads, {
      'spare-four': ['One of four unused bits is set; platform decoders ignore it.', 'AB=='],
    }),
    ...cases({ flags: 'signature-spare-bits', fault: 'base64-spare-bits', twin: 'one-padding' }, reads, {
      'spare-two': ['One of two unused bits is set; platform decoders ignore it.', 'AAF='],
    }),
    ...flagged({ fault: 'base64-alphabet', twin: 'no-padding' }, reads, {
      'space-inside': ['signature-plus-as-space', 'A space replaces the plus sign.', 'AA EC'],
      'tab-inside': ['signature-wrapped', 'A tab between two groups.', 'AAEC\tAAEC'],
    }),
    ...cases({ flags: 'signature-percent-encoded', fault: 'base64-alphabet', twin: 'plus-and-slash' }, reads, {
      percent: ['A percent escape replaces each plus sign.', '%2B%2B//'],
    }),
    ...cases({ flags: 'signature-junk', fault: 'base64-alphabet', twin: 'no-padding' }, reads, {
      star: ['A star, which Python skips.', 'AA*EC'],
      nul: ['NUL, which ends a C string.', 'AAEC\u0000AAEC'],
      'full-width': ['A full-width letter.', 'ＡAEC'],
      'data-url': ['A data: prefix.', 'data:AAEC'],
    }),
    ...cases({ flags: 'signature-junk', fault: 'base64-alphabet', twin: 'plus-and-slash' }, reads, {
      backslash: ['Slashes escaped as PHP does in JSON.', '++\\/\\/'],
    }),
    ...cases({ flags: 'signature-base64url', fault: 'base64-alphabet', twin: 'verify-bits-2048' }, respelled, {
      'verify-url-alphabet': [
        'A whole request with the URL alphabet.',
        (s) => s.replaceAll('+', '-').replaceAll('/', '_'),
      ],
    }),
    ...cases({ flags: 'signature-unpadded', fault: 'base64-padding', twin: 'verify-bits-2048' }, respelled, {
      'verify-unpadded': ['A whole request without the padding.', (s) => s.replaceAll('=', '')],
    }),
    ...cases({ flags: 'signature-spare-bits', fault: 'base64-spare-bits', twin: 'verify-bits-2048' }, respelled, {
      'verify-spare-bits': ['A whole request with an unused bit set.', spare],
    }),
    ...cases({ flags: 'signature-wrapped', fault: 'base64-alphabet', twin: 'verify-bits-2048' }, respelled, {
      'verify-wrapped': ['A whole request, wrapped at 76 columns.', (s) => s.replace(/.{76}/g, '$&\r\n')],
    }),
    ...cases({ flags: 'signature-plus-as-space', fault: 'base64-alphabet', twin: 'verify-bits-2048' }, respelled, {
      'verify-plus-as-space': ['A whole request whose plus signs became spaces.', (s) => s.replaceAll('+', ' ')],
    }),
    ...cases({ flags: 'signature-hex', fault: 'signature-length', twin: 'verify-bits-2048' }, respelled, {
      'verify-hex': [
        'A whole request signed in hexadecimal digits, which are Base64 of 384 bytes.',
        (s) => Buffer.from(s, 'base64').toString('hex'),
      ],
    }),
    ...cases({ flags: 'signature-double-base64', fault: 'signature-length', twin: 'verify-bits-2048' }, respelled, {
      'verify-twice': ['A whole request whose signature was encoded twice.', (s) => Buffer.from(s).toString('base64')],
    }),
  ],
}
