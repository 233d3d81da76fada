/** Base64 decoders that accept several spellings of the same bytes. */
import { type Bug, type OfText, wrongIn, wrongly } from './bug.ts'

/** Repairs the text, then decodes strictly. */
const repaired = wrongly<OfText>('base64', (repair) => (clean) => ({
  decodeBase64: (text, reason) => clean.decodeBase64(repair(text), reason),
}))

const bug = wrongIn('base64')

export const base64: ReadonlyArray<Bug> = [
  repaired('url-alphabet', 'takes the URL-safe alphabet too', 'signature-base64url', (text) =>
    text.replaceAll('-', '+').replaceAll('_', '/'),
  ),
  repaired(
    'padding-added',
    'adds the padding that is missing',
    'signature-unpadded',
    (text) => text + '='.repeat((4 - (text.length % 4)) % 4),
  ),
  repaired('white-space', 'skips white space', 'signature-wrapped', (text) => text.replace(/\s/g, '')),
  repaired('space-is-plus', 'reads a space as +', 'signature-plus-as-space', (text) => text.replaceAll(' ', '+')),
  repaired('foreign-characters', 'skips characters outside the alphabet', (text) =>
    text.replace(/[^A-Za-z0-9+/=]/g, ''),
  ),
  repaired('up-to-padding', 'stops at the first =', (text) => text.replace(/(={1,2})[\s\S]*$/, '$1')),
  repaired('padding-any', 'takes any number of =', (text) => {
    const digits = text.replace(/=+$/, '')
    return digits + '='.repeat((4 - (digits.length % 4)) % 4)
  }),
  repaired('hexadecimal', 'takes hexadecimal too', 'signature-hex', (text) =>
    /^(?:[0-9a-f]{2}){64,}$/i.test(text) ? Buffer.from(text, 'hex').toString('base64') : text,
  ),
  repaired('twice', 'decodes twice where that works', 'signature-double-base64', (text) => {
    const inner = Buffer.from(text, 'base64').toString('latin1')
    return /^[A-Za-z0-9+/]{300,}={0,2}$/.test(inner) ? inner : text
  }),
  bug('platform', 'uses the platform’s lenient decoder', () => ({
    decodeBase64: (text) => Buffer.from(text, 'base64'),
  })),
]
