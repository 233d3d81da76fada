/** Decoders of Base64 that take more than one text for the same bytes. */
import { type Bug, wrong } from './bug.ts'

/** Repairs the text, then decodes strictly. */
const repaired = (id: string, what: string, repair: (text: string) => string, flag?: string): Bug =>
  wrong(
    'base64',
    id,
    what,
    (clean) => ({ decodeBase64: (text, reason) => clean.decodeBase64(repair(text), reason) }),
    flag,
  )

export const base64: ReadonlyArray<Bug> = [
  repaired(
    'url-alphabet',
    'takes the URL-safe alphabet too',
    (text) => text.replaceAll('-', '+').replaceAll('_', '/'),
    'signature-base64url',
  ),
  repaired(
    'padding-added',
    'adds the padding that is missing',
    (text) => text + '='.repeat((4 - (text.length % 4)) % 4),
    'signature-unpadded',
  ),
  repaired('white-space', 'passes over white space', (text) => text.replace(/\s/g, ''), 'signature-wrapped'),
  repaired('space-is-plus', 'reads a space as +', (text) => text.replaceAll(' ', '+'), 'signature-plus-as-space'),
  repaired('foreign-characters', 'passes over characters of no alphabet', (text) =>
    text.replace(/[^A-Za-z0-9+/=]/g, ''),
  ),
  repaired('up-to-padding', 'stops at the first =', (text) => text.replace(/(={1,2})[\s\S]*$/, '$1')),
  repaired('padding-any', 'takes any number of =', (text) => {
    const digits = text.replace(/=+$/, '')
    return digits + '='.repeat((4 - (digits.length % 4)) % 4)
  }),
  repaired(
    'hexadecimal',
    'takes hexadecimal too',
    (text) => (/^(?:[0-9a-f]{2}){64,}$/i.test(text) ? Buffer.from(text, 'hex').toString('base64') : text),
    'signature-hex',
  ),
  repaired(
    'twice',
    'decodes twice where that works',
    (text) => {
      const inner = Buffer.from(text, 'base64').toString('latin1')
      return /^[A-Za-z0-9+/]{300,}={0,2}$/.test(inner) ? inner : text
    },
    'signature-double-base64',
  ),
  wrong('base64', 'platform', 'takes what the platform’s lenient decoder takes', () => ({
    decodeBase64: (text) => Buffer.from(text, 'base64'),
  })),
]
