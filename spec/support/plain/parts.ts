/** The five parts of a string to sign, and the app id. */
import { longestAppId, longestNonce } from '../../../vectors/cases/limits.ts'
import type { Message } from './content.ts'
import { type Part, refuse } from './switches.ts'

/** Where a text comes from: given to a signer, or received by a verifier. */
export type Origin = 'given' | 'received'

export interface Written {
  readonly method: string
  readonly target: string
  readonly timestamp: string
  readonly nonce: string
  readonly body: Buffer
}

export interface Parts {
  readonly upperCase: (text: string) => string
  readonly readMethod: (text: string, origin: Origin) => string
  readonly readTarget: (text: string, origin: Origin) => string
  readonly dropFragment: (text: string) => string
  readonly originForm: (text: string) => string
  readonly checkTimestamp: (text: string, reason: string) => void
  readonly secondsOf: (timestamp: string) => number
  readonly checkNonce: (text: string, reason: string) => void
  readonly checkAppId: (text: string, reason: string) => void
  readonly join: (parts: Written) => Message
}

const absolute = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?]*)/

export const parts: Part<Parts> = (f, { on, takes }) => ({
  upperCase: (text) => text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32)),

  readMethod: (text, origin) => {
    if (on('method-token') && !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(text)) refuse('method_invalid')
    if (on('method-length') && text.length > 32) refuse('method_invalid')
    const upper = f.upperCase(text)
    const caseMatters = origin === 'received' && !takes('method-case')
    if (on('method-upper-case') && caseMatters && text !== upper) refuse('method_invalid')
    return upper
  },

  readTarget: (text, origin) => {
    const target = f.originForm(origin === 'given' ? f.dropFragment(text) : text)
    if (on('target-fragment') && target.includes('#')) refuse('target_invalid')
    if (on('target-character') && !/^[!-~]*$/.test(target)) refuse('target_invalid')
    if (on('target-length') && target.length > 8192) refuse('target_invalid')
    return target
  },

  dropFragment: (text) => {
    const at = text.indexOf('#')
    return at < 0 ? text : text.slice(0, at)
  },

  originForm: (text) => {
    if (text.startsWith('/')) return text
    const found = absolute.exec(text)
    if (found === null) return on('target-form') ? refuse('target_invalid') : text
    const [origin, authority = ''] = found
    if (on('target-authority') && !/^[A-Za-z0-9._~%!$&'()*+,;=:@[\]-]+$/.test(authority)) refuse('target_invalid')
    const rest = text.slice(origin.length)
    return rest.startsWith('/') ? rest : `/${rest}`
  },

  checkTimestamp: (text, reason) => {
    const canonical = /^(0|[1-9][0-9]*)$/.test(text)
    if (on('timestamp-form') && !canonical) refuse(reason)
    if (on('timestamp-range') && canonical && BigInt(text) > 9007199254740991n) refuse(reason)
  },

  secondsOf: Number,

  checkNonce: (text, reason) => {
    if (on('nonce-alphabet') && !/^[0-9A-Za-z-]+$/.test(text)) refuse(reason)
    if (on('nonce-length') && text.length > longestNonce) refuse(reason)
  },

  checkAppId: (text, reason) => {
    if (on('app-id-alphabet') && !/^[0-9A-Za-z._~-]+$/.test(text)) refuse(reason)
    if (on('app-id-length') && text.length > longestAppId) refuse(reason)
  },

  join: ({ method, target, timestamp, nonce, body }) => ({
    head: Buffer.from(`${method}\n${target}\n${timestamp}\n${nonce}\n`, 'utf8'),
    body,
  }),
})
