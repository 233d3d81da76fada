/**
 * `countersign/testing/laws`: what each effect promises, as checks that any test runner can call, for those who write a guard, a
 * signer, an HTTP client or another interpreter of their own. `for (const law of replayGuardLaws(open)) test(law.name, law.check)`.
 */

export type { HttpLawsOptions, MakeHttp } from './laws/HttpScene.ts'
export { httpLaws } from './laws/httpLaws.ts'
export { keyRingLaws, type MakeKeyRing } from './laws/keyRingLaws.ts'
export type { Law } from './laws/Law.ts'
export {
  type GuardStart,
  type OpenedGuard,
  type OpenGuard,
  type ReplayGuardLawsOptions,
  replayGuardLaws,
} from './laws/replayGuardLaws.ts'
export { type RoundTripOptions, roundTrip } from './laws/roundTrip.ts'
export { type MakeSigner, type SignerToProve, signerLaws } from './laws/signerLaws.ts'
