/** A verifier for tests. */
import { memoryGuard } from '../../guards/memory/memory.ts'
import { isProduction } from '../../server/keys/testKeys.ts'
import type { CreateVerifier, Verifier, VerifierOptions } from '../../server/Verifier.ts'
import { testApp } from './keys.ts'
import { type LoadDiagnosis, tellRefusals } from './tellRefusals.ts'

export interface TestVerifierOptions extends Partial<VerifierOptions> {
  /**
   * Whether the cause of a refusal is printed on standard error, at once, and once for each cause; `true` unless set. The
   * searches take two seconds of a verifier's time at most.
   */
  readonly explain?: boolean | undefined
}

/** Makes a verifier that accepts the test key; each option stands for that of `createVerifier`. */
export type CreateTestVerifier = (options?: TestVerifierOptions) => Promise<Verifier>

export const testVerifierOn =
  (createVerifier: CreateVerifier, diagnosis?: LoadDiagnosis): CreateTestVerifier =>
  async ({ explain = true, ...options } = {}) => {
    // Fail closed: the private key is published, so such a verifier accepts requests from everybody.
    if (isProduction()) {
      throw new Error(
        'testVerifier takes a key that everybody has, and NODE_ENV is production: call createVerifier with your own keys',
      )
    }
    const { maxAge, maxSkew, clock } = options
    const keys = { [testApp.appId]: testApp.publicKey }
    // Floor 0: a test may sign for a time before its verifier was made.
    const guard = options.guard ?? (await memoryGuard({ maxAge, maxSkew, clock, floor: 0, cap: 100_000 }))
    const tell = explain ? await tellRefusals(diagnosis, (text) => console.error(text)) : undefined
    const onRefusal: VerifierOptions['onRefusal'] = (request) => {
      tell?.(request)
      options.onRefusal?.(request)
    }
    // No other process accepts a test's requests. So the threads and containers of a test runner are no reason to warn or refuse.
    return createVerifier({ keys, ...options, sharedBy: options.sharedBy ?? 'process', guard, onRefusal })
  }
