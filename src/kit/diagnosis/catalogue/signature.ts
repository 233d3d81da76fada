/**
 * The signature as it was written into the header: right, but in another spelling than standard Base64, or no longer whole.
 *
 *     ab+/cd==     the right text        ab-_cd==     signature-base64url        ab+/cd     signature-unpadded
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import { type Bytes, ofAscii, toHex } from '../../../core/Bytes.ts'
import { alphabets, writeIn } from '../base64Alphabets.ts'
import { byteOrders } from '../forms/byteOrders.ts'
import { percentEncode } from '../forms/percentEncode.ts'
import type { Form } from '../forms/Respelling.ts'
import type { Mistake } from '../Mistake.ts'
import { unreserved, withoutAtEnd } from '../Received.ts'
import { compareSignatures, signByAlgorithm } from '../signatureRemedies.ts'
import { mistake, spells } from './mistake.ts'

const signature = spells('signature', 'signature_malformed')

type Forms = (rightSignature: string) => ReadonlyArray<Form>

/** The one form of a mistake. */
const oneForm =
  (detail: string, written: (rightSignature: string) => string): Forms =>
  (rightSignature) => [[detail, written(rightSignature)]]

/** Forms of the bytes that the right text means. */
const formsOfBytes =
  (forms: (bytes: Bytes) => ReadonlyArray<Form>): Forms =>
  (rightSignature) => {
    const bytes = Base64.decode(rightSignature)
    return E.isLeft(bytes) ? [] : forms(bytes.right)
  }

/** Shown by the text of the signature alone; no form of it leads back to the right one. */
const ruined = (id: string, statement: string, remedy: string): Mistake =>
  mistake(id, 'signature', statement, remedy, { seenAs: 'signature_malformed', candidateOnly: true })

export const signatureMistakes: ReadonlyArray<Mistake> = [
  signature(
    'signature-base64url',
    'The caller wrote the signature in the URL alphabet of Base64.',
    'Write the signature in standard Base64, with + and /.',
    (rightSignature) => {
      const urlAlphabet = rightSignature.replaceAll('+', '-').replaceAll('/', '_')
      return [
        ['padded', urlAlphabet],
        ['unpadded', urlAlphabet === rightSignature ? rightSignature : withoutAtEnd(urlAlphabet, '=')],
        ...alphabets.map((alphabet): Form => [alphabet.name, writeIn(alphabet, rightSignature)]),
      ]
    },
  ),
  signature(
    'signature-unpadded',
    'The caller removed the = at the end of the signature.',
    'Keep the padding of the Base64.',
    oneForm('without =', (base64) => withoutAtEnd(base64, '=')),
  ),
  signature(
    'signature-hex',
    'The caller wrote the signature in hexadecimal digits.',
    'Write the signature in Base64.',
    formsOfBytes((bytes) => [
      ['lower case', toHex(bytes)],
      ['upper case', toHex(bytes).toUpperCase()],
      [
        'with hyphens (BitConverter of .NET)',
        toHex(bytes)
          .toUpperCase()
          .replace(/..(?=.)/g, '$&-'),
      ],
      ['with the prefix of openssl', `SHA2-256(stdin)= ${toHex(bytes)}`],
    ]),
  ),
  signature(
    'signature-double-base64',
    'The caller encoded the signature in Base64 twice.',
    'Encode the bytes of the signature in Base64 only once.',
    oneForm('twice', (base64) => Base64.encode(ofAscii(base64))),
  ),
  signature(
    'signature-percent-encoded',
    'The caller percent-encoded the signature.',
    'Put the Base64 text into the header unchanged.',
    oneForm('as a URL value', (base64) => percentEncode(base64, unreserved)),
  ),
  signature(
    'signature-wrapped',
    'The caller broke the Base64 of the signature into lines.',
    'Set the Base64 encoder so that it writes no line ends.',
    (base64) =>
      [64, 76].flatMap((width) =>
        ['\n', '\r\n'].map((end) => [
          `${width} columns, ${end === '\n' ? 'line feeds' : 'CRLF'}`,
          base64.replace(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`),
        ]),
      ),
  ),
  signature(
    'signature-plus-as-space',
    'Something decoded the signature as a form value, and each + became a space.',
    'Do not encode or decode the header as a URL or a form.',
    oneForm('form-decoded', (base64) => base64.replaceAll('+', ' ')),
  ),
  signature(
    'signature-printed',
    "The header does not have only the signature. It has a text that the caller's language prints, such as b'…', sha256=… or [object Promise].",
    'Put only the Base64 text of the signature into the header. If your signing function returns a promise, await it first.',
    (base64) => [
      ["b'…' (Python)", `b'${base64}'`],
      ['sha256= in front of it', `sha256=${base64}`],
    ],
  ),
  ruined(
    'signature-as-text',
    'The caller converted the bytes of the signature to text. This lost some bytes.',
    'Encode the unchanged bytes of the signature in Base64.',
  ),
  ruined(
    'signature-truncated',
    'The signature has a length that no usual RSA key makes. Its text was cut, something was added to it, or it is another value.',
    compareSignatures,
  ),
  ruined('signature-not-rsa', 'The caller sent a digest or an HMAC instead of an RSA signature.', signByAlgorithm),
  signature(
    'signature-byte-order',
    'The bytes of the signature are in reverse order. CryptoAPI on Windows returns them in this order.',
    'Reverse the bytes from CryptoAPI before you encode them.',
    formsOfBytes((bytes) => byteOrders.map(({ name, reorder }) => [name, Base64.encode(reorder(bytes))])),
    'signature_invalid',
  ),
]
