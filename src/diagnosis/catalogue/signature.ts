/**
 * The signature as it was written into the header: right, but in another spelling than standard Base64, or no longer
 * whole.
 */
import type { Mistake } from '../Mistake.ts'
import * as respell from '../respell.ts'
import { mistake, spells } from './mistake.ts'

export const signatureMistakes: ReadonlyArray<Mistake> = [
  spells(
    {
      id: 'signature-base64url',
      part: 'signature',
      what: 'The caller wrote the signature in the URL alphabet of Base64.',
      remedy: 'Write the signature in standard Base64, with + and /.',
    },
    'signature_malformed',
    respell.base64url,
  ),
  spells(
    {
      id: 'signature-unpadded',
      part: 'signature',
      what: 'The caller left out the = at the end of the signature.',
      remedy: 'Keep the padding of the Base64.',
    },
    'signature_malformed',
    respell.unpadded,
  ),
  spells(
    {
      id: 'signature-hex',
      part: 'signature',
      what: 'The caller wrote the signature in hexadecimal digits.',
      remedy: 'Write the signature in Base64.',
    },
    'signature_malformed',
    respell.hex,
  ),
  spells(
    {
      id: 'signature-double-base64',
      part: 'signature',
      what: 'The caller encoded the signature in Base64 twice.',
      remedy: 'Encode the bytes of the signature once.',
    },
    'signature_malformed',
    respell.doubleBase64,
  ),
  spells(
    {
      id: 'signature-percent-encoded',
      part: 'signature',
      what: 'The caller percent-encoded the signature.',
      remedy: 'Put the Base64 into the header as it is.',
    },
    'signature_malformed',
    respell.percentEncoded,
  ),
  spells(
    {
      id: 'signature-wrapped',
      part: 'signature',
      what: 'The caller broke the Base64 of the signature into lines.',
      remedy: 'Tell the Base64 encoder not to wrap lines.',
    },
    'signature_malformed',
    respell.wrapped,
  ),
  spells(
    {
      id: 'signature-plus-as-space',
      part: 'signature',
      what: 'Something decoded the signature as a form value, and each + became a space.',
      remedy: 'Keep the header out of URL and form codecs.',
    },
    'signature_malformed',
    respell.plusAsSpace,
  ),
  spells(
    {
      id: 'signature-printed',
      part: 'signature',
      what: "The caller wrote the signature with what its language prints round it, such as b'…'.",
      remedy: 'Turn the Base64 into text before it goes into the header.',
    },
    'signature_malformed',
    respell.printed,
  ),
  mistake({
    id: 'signature-as-text',
    part: 'signature',
    what: 'The caller read the bytes of the signature as a text, which has lost some of them.',
    seenAs: 'signature_malformed',
    remedy: 'Encode the bytes of the signature in Base64 as they are.',
    candidateOnly: true,
  }),
  mistake({
    id: 'signature-truncated',
    part: 'signature',
    what: 'The text of the signature was cut off, or something was added to it: no RSA key makes one of this length.',
    seenAs: 'signature_malformed',
    remedy: 'Compare the signature where it is made with what arrived, from its first character to its last.',
    candidateOnly: true,
  }),
  mistake({
    id: 'signature-not-rsa',
    part: 'signature',
    what: 'The caller sent a digest or an HMAC where an RSA signature belongs.',
    seenAs: 'signature_malformed',
    remedy: 'Sign with the private key: SHA256withRSA, RSASSA-PKCS1-v1_5.',
    candidateOnly: true,
  }),
  spells(
    {
      id: 'signature-byte-order',
      part: 'signature',
      what: 'The caller wrote the bytes of the signature in reverse, as CryptoAPI on Windows hands them out.',
      remedy: 'Reverse the bytes that CryptoAPI gives before they are encoded.',
    },
    'signature_invalid',
    respell.reversed,
  ),
]
