/** A clock that stands still until a test moves it. Give it as `clock` to verifiers, signers, clients and guards alike. */
export interface TestClock {
  /** The seconds since 1970. */
  (): number
  /** Moves it to this second, which may be earlier. */
  readonly set: (seconds: number) => void
  /** Moves it by so many seconds; back, if they are negative. */
  readonly advance: (seconds: number) => void
}

/**
 * A clock that shows `at`, in seconds since 1970, until it is moved. Throws a `RangeError` for what is no time.
 *
 * @example
 * ```ts
 * import { signedRequest, testClock, testVerifier } from 'countersign/testing'
 *
 * const clock = testClock()
 * const verifier = await testVerifier({ clock, maxAge: 300 })
 * const { method, url, headers } = await signedRequest({ method: 'GET', url: '/v1/jobs/1', at: clock() })
 * clock.advance(301)
 * const refused = verifier.verify({ method, target: url, authorization: headers.authorization })
 * await assert.rejects(refused, { reason: 'timestamp_expired' })
 * ```
 */
export const testClock = (at = 1_700_000_000): TestClock => {
  let now = 0
  const set = (seconds: number): void => {
    if (!(Number.isFinite(seconds) && seconds >= 0)) throw new RangeError('a test clock shows the seconds since 1970')
    now = seconds
  }
  set(at)
  return Object.assign(() => now, {
    set,
    // Not `+` alone: it would join a text.
    advance: (seconds: number): void => set(typeof seconds === 'number' ? now + seconds : Number.NaN),
  })
}
