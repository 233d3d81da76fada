/** The signature's text. Four rules make each sequence of bytes one text. */
import { type Part, refuse } from './switches.ts'

export interface Base64 {
  readonly decodeBase64: (text: string, reason: string) => Buffer
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const unescaped = (text: string): string => text.replace(/%(2B|2F|3D)/gi, decodeURIComponent)

/** Without the check, any spelling of a character counts as that character, and what has no meaning as nothing. */
const forgiving = (text: string): string =>
  unescaped(text)
    .trim()
    .normalize('NFKC')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '')

export const base64: Part<Base64> = (_, { on }) => ({
  decodeBase64: (text, reason) => {
    const padding = /=*$/.exec(text)?.[0] ?? ''
    const given = text.slice(0, text.length - padding.length)
    if (on('base64-alphabet') && !/^[A-Za-z0-9+/]*$/.test(given)) refuse(reason)
    const digits = on('base64-alphabet') ? given : forgiving(given)
    const left = digits.length % 4
    if (on('base64-length') && left === 1) refuse(reason)
    const needed = left < 2 ? 0 : 4 - left
    if (on('base64-padding') && on('base64-alphabet') && padding.length !== needed) refuse(reason)
    const spareBits = (digits.length * 6) % 8
    const last = alphabet.indexOf(digits.at(-1) ?? 'A')
    if (on('base64-spare-bits') && spareBits < 6 && (last & ((1 << spareBits) - 1)) !== 0) refuse(reason)
    return Buffer.from(digits, 'base64')
  },
})
