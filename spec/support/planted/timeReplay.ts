/** Faults of the clock and of the memory for nonces. */
import { type Functions, refuse } from '../plain/switches.ts'
import { type Bug, wrongIn, wrongly } from './bug.ts'

const bug = wrongIn('time-replay')

type Fresh = Functions['checkFreshness']
/** Another time, clock or window is looked at. */
const freshness = wrongly<(...given: Parameters<Fresh>) => Parameters<Fresh>>('time-replay', (other) => (clean) => ({
  checkFreshness: (...given) => clean.checkFreshness(...other(...given)),
}))

/** Other limits are obeyed. */
const limits = wrongly<(window: Parameters<Fresh>[2]) => object>('time-replay', (other) => (clean) => ({
  checkFreshness: (t, now, window) => clean.checkFreshness(t, now, { ...window, ...other(window) }),
}))

export const timeReplay: ReadonlyArray<Bug> = [
  freshness('int32', 'keeps times in 32 bits', (t, now, window) => [t | 0, now | 0, window]),
  freshness('uint32', 'keeps times in unsigned 32 bits', (t, now, window) => [t >>> 0, now >>> 0, window]),
  freshness('milliseconds', 'reads a large timestamp as milliseconds', 'header-milliseconds', (t, now, window) => [
    t > 1e12 ? Math.floor(t / 1000) : t,
    now,
    window,
  ]),
  limits('age-exclusive', 'refuses a timestamp that is exactly maxAge old', ({ maxAge }) => ({ maxAge: maxAge - 1 })),
  limits('skew-exclusive', 'refuses a timestamp that is exactly maxSkew ahead', ({ maxSkew }) => ({
    maxSkew: maxSkew - 1,
  })),
  limits('age-one-more', 'accepts a timestamp one second older than maxAge', ({ maxAge }) => ({ maxAge: maxAge + 1 })),
  limits('skew-one-more', 'accepts a timestamp one second beyond maxSkew', ({ maxSkew }) => ({ maxSkew: maxSkew + 1 })),
  freshness(
    'difference-signed',
    'forgets the absolute value, so that the future is always fresh',
    'clock-ahead',
    (t, now, window) => [Math.min(t, now), now, window],
  ),
  bug('difference-absolute', 'allows maxAge in both directions', 'clock-ahead', () => ({
    checkFreshness: (t, now, { maxAge }) => {
      if (Math.abs(now - t) > maxAge) refuse('timestamp_expired')
    },
  })),
  bug('clock-rounded', 'rounds the clock', () => ({ wholeSeconds: Math.round })),
  bug('clock-fraction', 'compares with a fraction of the clock', () => ({
    wholeSeconds: (now) => now,
  })),
  bug('burns-on-failure', 'uses the nonce up before the signature is verified', (clean) => ({
    verifySigned: (running, step, signed) => {
      const name = `burnt ${signed.appId} ${signed.nonce}`
      if (running.seen.has(name)) refuse('nonce_replayed')
      running.seen.set(name, step.now)
      return clean.verifySigned(running, step, signed)
    },
  })),
  bug('burns-when-forbidden', 'uses the nonce up before it checks the permission', (clean) => {
    let tried: (() => void) | undefined
    return {
      verifySigned: (running, step, signed) => {
        const name = `tried ${signed.appId} ${signed.nonce}`
        if (running.seen.has(name)) refuse('nonce_replayed')
        tried = () => running.seen.set(name, step.now)
        return clean.verifySigned(running, step, signed)
      },
      verifySignature: (key, message, signature) => {
        const holds = clean.verifySignature(key, message, signature)
        if (holds) tried?.()
        return holds
      },
    }
  }),
  bug('remembered-for-max-age', 'remembers a nonce for maxAge after it came, also one from the future', (clean) => ({
    claim: (seen, claim) => {
      for (const [name, since] of seen) if (claim.now - since > claim.maxAge) seen.delete(name)
      return clean.claim(seen, claim)
    },
  })),
  bug('remembered-for-skew', 'remembers a nonce for maxSkew only', (clean) => ({
    claim: (seen, claim) => {
      for (const [name, since] of seen) if (claim.now - since > claim.maxSkew) seen.delete(name)
      return clean.claim(seen, claim)
    },
  })),
  bug('forgets-in-last-second', 'forgets a nonce one second too early', (clean) => {
    const timestamps = new WeakMap<Map<string, number>, Map<string, number>>()
    return {
      claim: (seen, claim) => {
        const stamps = timestamps.get(seen) ?? new Map<string, number>()
        timestamps.set(seen, stamps)
        for (const [name, at] of stamps) if (claim.now >= at + claim.maxAge) seen.delete(name)
        const first = clean.claim(seen, claim)
        if (first) stamps.set(clean.nameOfClaim(claim), Number(claim.timestamp))
        return first
      },
    }
  }),
  bug('remembers-one', 'remembers the newest nonce alone', (clean) => ({
    claim: (seen, claim) => {
      const first = clean.claim(seen, claim)
      const newest = clean.nameOfClaim(claim)
      for (const name of seen.keys()) if (name !== newest) seen.delete(name)
      return first
    },
  })),
  bug('shared-across-apps', 'counts a nonce as used for all apps', () => ({
    nameOfClaim: ({ nonce }) => nonce,
  })),
  bug('nonce-case-ignored', 'remembers nonces without regard to case', 'nonce-case', (clean) => ({
    nameOfClaim: (claim) => clean.nameOfClaim({ ...claim, nonce: claim.nonce.toLowerCase() }),
  })),
  bug('joined-names', 'joins app id and nonce with a hyphen, which both may hold', () => ({
    nameOfClaim: ({ appId, nonce }) => `${appId}-${nonce}`,
  })),
  bug('per-timestamp', 'takes a nonce again under another timestamp, and does not say so', (clean) => ({
    nameOfClaim: (claim) => `${clean.nameOfClaim(claim)} ${claim.timestamp}`,
  })),
  bug('per-message', 'takes a nonce again in another string to sign, and does not say so', (clean) => ({
    nameOfClaim: (claim) => `${clean.nameOfClaim(claim)} ${clean.digest('sha256', claim.message).toString('hex')}`,
  })),
  bug('per-signature-only', 'remembers the app id with the nonce, though it is not signed, and not the key', () => ({
    nameOfClaim: ({ appId, nonce }) => JSON.stringify([appId, nonce]),
  })),
]
