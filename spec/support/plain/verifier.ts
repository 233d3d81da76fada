/** A verifier: its steps one by one, each through the checks in their order. */
import type { StepVerdict, VerifyInput, VerifyStep } from '../../../src/kit/conformance/Vector.ts'
import type { Signed } from './header.ts'
import type { Key } from './keys.ts'
import { type Part, Refusal, refuse } from './switches.ts'

export interface Registered extends Key {
  readonly appId: string
  readonly notBefore: number
  readonly notAfter: number
  readonly revoked: boolean
}

/** A verifier with its settings, its keys and the nonces it has seen. */
export interface Running extends Omit<VerifyInput, 'keys' | 'steps'> {
  readonly keys: ReadonlyArray<Registered>
  readonly seen: Map<string, number>
}

export interface Verifier {
  readonly wholeSeconds: (now: number) => number
  readonly checkFreshness: (timestamp: number, now: number, window: Pick<VerifyInput, 'maxAge' | 'maxSkew'>) => void
  readonly register: (keys: VerifyInput['keys']) => ReadonlyArray<Registered>
  readonly keysOf: (running: Running, appId: string) => ReadonlyArray<Registered>
  readonly verifyStep: (running: Running, step: VerifyStep) => string
  readonly verifySigned: (running: Running, step: VerifyStep, signed: Signed) => string
  readonly verifyToken: (running: Running, step: VerifyStep, rest: string) => string
  readonly findToken: (tokens: VerifyInput['tokens'], token: string) => string | undefined
  readonly checkBody: (running: Running, body: Buffer) => void
  readonly verify: (input: VerifyInput) => ReadonlyArray<StepVerdict>
}

export const verifier: Part<Verifier> = (f, { on }) => ({
  wholeSeconds: Math.floor,

  checkFreshness: (timestamp, now, { maxAge, maxSkew }) => {
    if (on('fresh-age') && timestamp < now - maxAge) refuse('timestamp_expired')
    if (on('fresh-skew') && timestamp > now + maxSkew) refuse('timestamp_in_future')
  },

  register: (keys) => {
    const owners = new Map<string, string>()
    const counts = new Map<string, number>()
    return keys.map(
      ({ appId, key, notBefore = Number.NEGATIVE_INFINITY, notAfter = Number.POSITIVE_INFINITY, revoked = false }) => {
        f.checkAppId(appId, 'key_invalid')
        const imported = f.importKey(key, 'verify')
        const owner = owners.get(imported.fingerprint) ?? appId
        if (on('key-distinct') && owner !== appId) refuse('key_invalid')
        owners.set(imported.fingerprint, owner)
        counts.set(appId, (counts.get(appId) ?? 0) + 1)
        if (on('key-few') && (counts.get(appId) ?? 0) > 4) refuse('key_invalid')
        return { ...imported, appId, notBefore, notAfter, revoked }
      },
    )
  },

  keysOf: ({ keys }, appId) => {
    const own = keys.filter((key) => key.appId === appId)
    if (on('app-id-known') && own.length === 0) refuse('app_unknown')
    return own.length > 0 ? own : keys
  },

  verifyStep: (running, step) => {
    const line = f.oneLine(step.authorization)
    if (line === undefined) return ''
    const { scheme, rest } = f.readScheme(line, running.authType)
    return scheme === 'bearer' ? f.verifyToken(running, step, rest) : f.verifySigned(running, step, f.readSigned(rest))
  },

  verifySigned: (running, step, signed) => {
    const seconds = f.secondsOf(signed.timestamp)
    const now = f.wholeSeconds(step.now)
    f.checkFreshness(seconds, now, running)
    const method = f.readMethod(step.method, 'received')
    const target = f.readTarget(step.target, 'received')
    const keys = f.keysOf(running, signed.appId)

    // The body arrives here, and time passes.
    const body = f.readBytes(step.body)
    const later = f.wholeSeconds(step.later ?? step.now)
    f.checkBody(running, body)

    const signature = f.decodeBase64(signed.signature, 'signature_malformed')
    const fitting = keys.filter((key) => !on('signature-length') || signature.length === key.bytes)
    if (fitting.length === 0) refuse('signature_malformed')
    const message = f.join({ method, target, timestamp: signed.timestamp, nonce: signed.nonce, body })
    const key = fitting.find((each) => f.verifySignature(each, message, signature)) ?? refuse('signature_invalid')
    const entries = fitting.filter(({ fingerprint }) => fingerprint === key.fingerprint)
    const valid = entries.some((each) => !each.revoked && each.notBefore <= later && later <= each.notAfter)
    if (on('key-validity') && !valid) refuse('key_revoked')
    if (on('app-allowed') && step.allowed === false) refuse('app_forbidden')
    if (on('fresh-again')) f.checkFreshness(seconds, later, running)

    const { maxAge, maxSkew } = running
    const { appId, nonce, timestamp } = signed
    const claim = { fingerprint: key.fingerprint, appId, nonce, timestamp, message, now: later, maxAge, maxSkew }
    if (!f.claim(running.seen, claim)) refuse('nonce_replayed')
    return appId
  },

  verifyToken: (running, step, rest) => {
    if (on('edition') && running.edition === 'mainland') refuse('bearer_not_offered')
    if (on('token-offered') && running.tokens === null) refuse('bearer_not_offered')
    const token = f.readToken(rest)
    f.readMethod(step.method, 'received')
    f.readTarget(step.target, 'received')
    const appId = f.findToken(running.tokens, token)
    // Without configured tokens, token-offered decides alone.
    if (on('token-known') && running.tokens !== null && appId === undefined) refuse('token_unknown')
    if (on('app-allowed') && step.allowed === false) refuse('app_forbidden')
    f.checkBody(running, f.readBytes(step.body))
    return appId ?? ''
  },

  findToken: (tokens, token) => tokens?.find((each) => each.token === token)?.appId,

  checkBody: ({ bodyLimit }, body) => {
    if (on('body-limit') && body.length > bodyLimit) refuse('body_too_large')
  },

  verify: ({ keys, steps, ...settings }) => {
    f.checkAuthType(settings.authType)
    const running = { ...settings, keys: f.register(keys), seen: new Map<string, number>() }
    return steps.map((step) => {
      try {
        return { outcome: 'accept', appId: f.verifyStep(running, step) }
      } catch (error) {
        if (error instanceof Refusal) return { outcome: 'reject', reason: error.reason }
        throw error
      }
    })
  },
})
