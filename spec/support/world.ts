/**
 * A world to verify in: real keys, real crypto, the real memory guard, and a clock that stands still until it is set.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../src/core/AppId.ts'
import * as AuthType from '../../src/core/AuthType.ts'
import type { Nonce } from '../../src/core/Nonce.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { BodyError, VerifyError } from '../../src/core/VerifyError.ts'
import { reason } from '../../src/core/VerifyError.ts'
import { defaults, type VerifyPolicy } from '../../src/core/VerifyPolicy.ts'
import * as KeyRing from '../../src/effects/KeyRing.ts'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import type { Signer } from '../../src/effects/Signer.ts'
import { make as memoryGuard } from '../../src/guards/memory/memory.ts'
import { platform } from '../../src/platform/node/platform.ts'
import { type SignedRequest, signRequest } from '../../src/programs/signRequest.ts'
import { type IncomingRequest, type Verified, type VerifyEnv, verifyRequest } from '../../src/programs/verifyRequest.ts'
import { rsa, type TestKey } from './keys.ts'
import { right } from './suite.ts'

export const now = 1_700_000_000 as Timestamp
export const app1: AppId.AppId = right(AppId.parse('app-1'))
export const app2: AppId.AppId = right(AppId.parse('app-2'))

/** Made once of each PEM: to import a key takes as long as three signatures. */
const once = <A>(make: (pem: string) => Promise<A>): ((pem: string) => Promise<A>) => {
  const made = new Map<string, Promise<A>>()
  return (pem) => {
    const one = made.get(pem) ?? make(pem)
    made.set(pem, one)
    return one
  }
}

const publicKeyOf = once(async (pem) =>
  right(await platform.verificationKey(pem, { validity: {}, cryptoOn: 'loop' })()),
)
const privateKeyOf = once(async (pem) => right(await platform.signer(pem, { cryptoOn: 'loop' })()))

export const verificationKey = async (
  { publicPem }: TestKey,
  validity: KeyRing.Validity = {},
): Promise<KeyRing.VerificationKey> => ({ ...(await publicKeyOf(publicPem)), validity })

export const signerOf = ({ privatePem }: TestKey): Promise<Signer> => privateKeyOf(privatePem)

export interface World extends VerifyEnv {
  /** Every claim that reached the guard. */
  readonly claims: ReadonlyArray<NonceClaim>
  readonly setClock: (seconds: number) => void
}

/** App-1 and app-2 with a key each, unless other keys are given. */
export const world = async (
  keys?: ReadonlyArray<readonly [AppId.AppId, ReadonlyArray<KeyRing.VerificationKey>]>,
): Promise<World> => {
  let seconds: number = now
  const clock = { now: () => seconds as Timestamp }
  const entries = keys ?? [
    [app1, [await verificationKey(rsa(2048, 'app-1'))]],
    [app2, [await verificationKey(rsa(2048, 'app-2'))]],
  ]
  const guard = right(
    await memoryGuard({ maxAge: 300, maxSkew: 60, floor: 0 as Timestamp }, { clock, entropy: platform.entropy })(),
  )
  const claims: Array<NonceClaim> = []
  return {
    clock,
    digest: platform.digest,
    keyRing: right(KeyRing.ofKeys(entries)),
    guard: {
      claim: (claim) => () => {
        claims.push(claim)
        return guard.claim(claim)()
      },
    },
    claims,
    setClock: (to) => {
      seconds = to
    },
  }
}

export interface ToSign {
  readonly key?: TestKey
  readonly appId?: AppId.AppId
  readonly method?: string
  readonly target?: string
  readonly body?: Uint8Array | string
  readonly timestamp?: number
  readonly nonce?: string
}

export const sign = async (what: ToSign = {}): Promise<SignedRequest> => {
  const {
    key = rsa(2048, 'app-1'),
    appId = app1,
    method = 'POST',
    target = '/v1/jobs',
    body = '{}',
    timestamp = now,
    nonce,
  } = what
  const env = { clock: platform.clock, entropy: platform.entropy, signer: await signerOf(key) }
  const request = { method, url: target, body, timestamp: timestamp as Timestamp, nonce: nonce as Nonce | undefined }
  return right(await signRequest({ appId, authType: AuthType.standard })(request)(env)())
}

/** What arrives when a signed request is sent unchanged. */
export const received = (signed: SignedRequest): IncomingRequest => ({
  method: signed.method,
  target: signed.target,
  authorization: [signed.authorization],
  body: signed.stringToSign.body,
})

export const verify = (
  env: VerifyEnv,
  request: IncomingRequest,
  policy: VerifyPolicy = defaults,
): Promise<E.Either<VerifyError, Verified>> => verifyRequest(policy)(request)(env)()

/** `accept`, or the reason. */
export const verdict = async (
  env: VerifyEnv,
  request: IncomingRequest,
  policy: VerifyPolicy = defaults,
): Promise<string> => {
  const result = await verify(env, request, policy)
  return E.isLeft(result) ? reason(result.left) : 'accept'
}

export const failingBody =
  (error: BodyError): IncomingRequest['body'] =>
  async () =>
    E.left(error)
