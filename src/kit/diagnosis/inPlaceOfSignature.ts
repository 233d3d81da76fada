/**
 * What stands in the header in place of a signature: a template that was not filled in, a placeholder, the message of an error, or
 * another structure than the bytes of an RSA signature. Each is seen by its text alone.
 *
 *     {{signature}}        a variable that has not got its value
 *     YOUR_SIGNATURE       a placeholder from a guide
 *     MEUCIQ…              the two numbers of an ECDSA signature, in DER
 *     MIIBIjANBg…          a public key
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import type { Repair } from './signatureRepairs.ts'
import type { Telling } from './Telling.ts'

/** No variable, placeholder or message of an error that is quoted is longer. */
const maxQuoted = 100

/** What the text is, if it is no signature at all. Undefined if it may be one. */
export const inPlaceOfSignature = (signatureText: string): Repair | undefined =>
  signatureText.length <= maxQuoted && /^[ -~]*$/.test(signatureText)
    ? (unfilled(signatureText) ??
      placeholder(signatureText) ??
      errorMessage(signatureText) ??
      otherStructure(signatureText))
    : otherStructure(signatureText)

// ---- Texts

/** A variable as templates of tools and languages write it, alone in the value. */
const variable =
  /^(?:\{\{[^{}]+\}\}|\$\{[^{}]+\}|#\{[^{}]+\}|@\{[^{}]+\}|\$\([^()]+\)|%\([^()]+\)s|\$[A-Za-z_]\w*|\{[A-Za-z_][\w.]*\}|%[A-Za-z_]\w*%|<[A-Za-z][\w .-]*>|%[sv]|\{0\}|\{\})$/

/** Whether the text is a variable of a template, and nothing else. */
export const isVariable = (text: string): boolean => variable.test(text)

const unfilled = (signatureText: string): Repair | undefined =>
  isVariable(signatureText)
    ? {
        id: 'signature-printed',
        detail: `${signatureText}, not filled in`,
        telling: {
          what: `The header has ${signatureText} in place of the signature. This is a variable or a placeholder, and it has not got its value.`,
          remedy:
            'Check that the variable has its value before the header is made, and that this kind of text fills in variables. In many languages, a text in single quotes does not.',
        },
      }
    : undefined

const placeholderWords =
  /^(?:your|my|the|insert|enter|put|add|some|test|base64|rsa)?[ _.-]{0,2}(?:request|encoded|base64|rsa)?[ _.-]{0,2}(?:signature|sign|sig|signed|placeholder|todo|xxx+|x{3,}|\.{3,}|\*{3,}|-{3,})(?:[ _.-](?:here|value|string|text|base64))?$/i

const placeholder = (signatureText: string): Repair | undefined =>
  placeholderWords.test(signatureText)
    ? {
        id: 'signature-printed',
        detail: `${signatureText}, a placeholder`,
        telling: {
          what: `The header has ${signatureText} in place of the signature. This is a placeholder, not a signature.`,
          remedy: 'Sign the string to sign with the private key (SHA256withRSA), and write this signature in Base64.',
        },
      }
    : undefined

/** Words of messages of programs. Base64 has no blanks between words. */
const errorWords =
  /\b(?:error|exception|failed|failure|unable|cannot|no such|not found|denied|invalid|usage|traceback)\b/i

const errorMessage = (signatureText: string): Repair | undefined =>
  /[ :]/.test(signatureText) && errorWords.test(signatureText)
    ? {
        id: 'signature-printed',
        detail: 'the message of an error',
        telling: {
          what: `The header has the message of a program in place of the signature: ${signatureText}.`,
          remedy: 'Signing failed. Correct this error first, and let the program stop if it cannot sign.',
        },
      }
    : undefined

// ---- Structures in DER, which openssl and other programs write

/** The object identifiers, with tag and length, that show what a structure is. */
const rsaEncryption = '06092a864886f70d010101'
const ecPublicKey = '06072a8648ce3d0201'
const signedData = '06092a864886f70d010702'

const otherStructure = (signatureText: string): Repair | undefined => {
  const decoded = Base64.decode(signatureText.replace(/\s/g, ''))
  if (E.isLeft(decoded)) return undefined
  const bytes = decoded.right
  const content = contentOfSequence(bytes)
  if (content === undefined) return undefined
  if (isEcdsa(content)) return notRsa('an ECDSA signature', ecdsaWords)
  const head = Bytes.toHex(content.subarray(0, 40))
  if (head.startsWith(signedData)) return notRsa('a message in PKCS #7', cmsWords)
  // Version 0, then the algorithm, or the modulus.
  if (/^020100(?:30|028[12])/.test(head)) return notRsa('a private key', privateKeyWords)
  if (head.startsWith('30') && (head.slice(4).startsWith(rsaEncryption) || head.slice(4).startsWith(ecPublicKey)))
    return notRsa('a public key', keyWords('a public key'))
  return /^30(?:8[12])/.test(head) && /a003020102/.test(head)
    ? notRsa('a certificate', keyWords('a certificate'))
    : undefined
}

const notRsa = (name: string, telling: Telling): Repair => ({ id: 'signature-not-rsa', detail: name, telling })

const signWithRsa =
  'Sign the string to sign with the RSA private key (SHA256withRSA), and write this signature in Base64.'

const ecdsaWords = {
  what: 'The caller sent an ECDSA signature. It was made with a key of an elliptic curve, but the scheme needs an RSA key.',
  remedy: 'Make an RSA key pair, register its public key, and sign with its private key (SHA256withRSA).',
}

const cmsWords = {
  what: 'The caller sent a message in PKCS #7 (CMS), which contains a signature and more. openssl smime, openssl cms and openssl_pkcs7_sign make such messages.',
  remedy: signWithRsa,
}

const keyWords = (name: string): Telling => ({
  what: `The caller sent ${name} in place of the signature.`,
  remedy: signWithRsa,
})

const privateKeyWords = {
  what: 'The caller sent a private key in place of the signature.',
  remedy:
    'This key is no longer secret: make a new key pair and register its public key. Then sign the string to sign, and send only the signature.',
}

/** The content of a SEQUENCE that fills these bytes. */
const contentOfSequence = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  const [tag, first = 0x80, ...more] = bytes.subarray(0, 5)
  if (tag !== 0x30) return undefined
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  if (lengthBytes > 3 || (first >= 0x80 && lengthBytes === 0)) return undefined
  const length = first < 0x80 ? first : more.slice(0, lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0)
  const start = 2 + lengthBytes
  return bytes.length === start + length ? bytes.subarray(start) : undefined
}

/** Two numbers, which fill the content. */
const isEcdsa = (content: Bytes.Bytes): boolean => {
  const [tag, firstLength = 0] = content
  const secondStart = 2 + firstLength
  return (
    tag === 0x02 &&
    firstLength >= 16 &&
    content[secondStart] === 0x02 &&
    content.length === secondStart + 2 + (content[secondStart + 1] ?? 0)
  )
}
