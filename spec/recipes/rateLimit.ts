import { assertVerified, verified } from 'countersign/express'
import { decodeJob, type VerifierSource } from 'countersign/server'
import express from 'express'

/** A bucket for each app: `burst` requests at once, then `perSecond`. Only apps with a key get a bucket, so there are few buckets. */
const limiter = (perSecond: number, burst: number) => {
  const buckets = new Map<string, { readonly left: number; readonly at: number }>()
  /** How many seconds the app must wait. 0 means no wait. */
  return (appId: string): number => {
    const at = performance.now() / 1000
    const bucket = buckets.get(appId) ?? { left: burst, at }
    const left = Math.min(burst, bucket.left + (at - bucket.at) * perSecond)
    buckets.set(appId, { left: left < 1 ? left : left - 1, at })
    return left < 1 ? Math.ceil((1 - left) / perSecond) : 0
  }
}

export const limitedApp = (verifier: VerifierSource): ReturnType<typeof express> => {
  const secondsToWait = limiter(10, 2)
  const app = express()
  app.use('/v1', verified(verifier), (req, res, next) => {
    assertVerified(req)
    const seconds = secondsToWait(req.verified.appId)
    if (seconds === 0) return next()
    res.setHeader('Retry-After', String(seconds)) // our client with retries waits this time, and signs again
    res.status(429).json({ error: { code: 'rate_limited', message: 'this app sends too many requests' } })
  })
  app.post('/v1/jobs', (req, res) => {
    assertVerified(req)
    res.json({ app_id: req.verified.appId, request_id: decodeJob(req.verified.body).request_id })
  })
  return app
}
