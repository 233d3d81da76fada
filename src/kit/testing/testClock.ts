/**
 * A clock that stands still until a test moves it: `clock()` is 1,700,000,000 until `clock.advance(301)` makes it 1,700,000,301.
 * Give it as `clock` to verifiers, signers, clients and guards alike.
 */
export interface TestClock {
  /** The seconds since 1970. */
  (): number
  /** Moves the clock to this second, which may be earlier. */
  readonly set: (seconds: number) => void
  /** Moves the clock by so many seconds. A negative number moves it back. */
  readonly advance: (seconds: number) => void
}

/**
 * A clock that shows `at`, in seconds since 1970, until it is moved. Throws a `RangeError` if `at` is no such number.
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
  const advance = (seconds: number): void => {
    // A test in JavaScript may give null or true, which `+` takes as 0 or 1. `set` refuses NaN.
    set(typeof seconds === 'number' ? now + seconds : Number.NaN)
  }
  set(at)
  return Object.assign(() => now, { set, advance })
}
