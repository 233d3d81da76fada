/** The windows and clocks of the verifiers that generated requests are sent to, in seconds. */
import * as Gen from '../../values/Gen.ts'

/** The `maxAge` or `maxSkew` of a verifier, in seconds. */
export const windowSizes: Gen.Gen<number> = Gen.weighted(
  [6, Gen.constantFrom(300, 60)],
  [3, Gen.constantFrom(0, 1, 2)],
  [2, Gen.constantFrom(86_400, 90_061, 31_536_000)],
  [1, Gen.logUniform(2 ** 46)],
)

export const usualClock = 1_700_000_000
/** A verifier refuses a `notAfter` from 100,000,000,000 on, as one in milliseconds. So no clock here is later than this. */
export const latestClock = 99_999_999_999
/** What a clock shows at the first request. */
export const startClocks: Gen.Gen<number> = Gen.weighted(
  [8, Gen.constant(usualClock)],
  [1, Gen.constantFrom(0, 1, 59, 2_147_483_647, 4_294_967_295, latestClock - 1)],
  [1, Gen.logUniform(latestClock - 1)],
)
/** The part of a second that a clock shows beside the whole seconds. */
export const fractions: Gen.Gen<number> = Gen.weighted([4, Gen.constant(0)], [1, Gen.constantFrom(0.5, 0.25, 0.9996)])

export const clampClock = (clock: number): number => Math.min(Math.max(clock, 0), latestClock)

export interface Window {
  readonly maxAge: number
  readonly maxSkew: number
}

export const isFresh = ({ maxAge, maxSkew }: Window, timestamp: number, clock: number): boolean =>
  clock - maxAge <= timestamp && timestamp <= clock + maxSkew
