/**
 * Compiled, never run: what a client program may write, and what the compiler must reject. Where it does not,
 * `@ts-expect-error` is itself an error.
 */
import { createClient, createSigner } from '../../src/client/node.ts'

declare const privateKey: string
const baseUrl = 'https://jobs.example'
const app = { baseUrl, appId: 'app-1', privateKey }

// Who may be a client of which edition.

createClient(app)
createClient({
  ...app,
  edition: 'mainland',
  passphrase: 'x',
  authType: 'T',
  cryptoOn: 'pool',
  retries: 1,
  timeoutMs: 1,
})
createClient({ baseUrl, token: 'abc' })
createClient({ baseUrl, token: 'abc', edition: 'international' })
// @ts-expect-error the mainland edition takes no token
createClient({ baseUrl, token: 'abc', edition: 'mainland' })
// @ts-expect-error an edition known only at run time takes no token
createClient({ baseUrl, token: 'abc', edition: 'mainland' as 'mainland' | 'international' })
// @ts-expect-error a token or a key, and not both
createClient({ ...app, token: 'abc' })
// @ts-expect-error a key belongs to an app
createClient({ baseUrl, privateKey })
// @ts-expect-error an app needs its key
createClient({ baseUrl, appId: 'app-1' })

// Private keys in memory and elsewhere.

declare const publicKey: string
const sign = async (bytes: Uint8Array): Promise<Uint8Array> => bytes
const elsewhere = { appId: 'app-1', publicKey }
createSigner({ ...elsewhere, signDigest: (sha256) => new Uint8Array(sha256.length) })
createSigner({ ...elsewhere, sign, timeoutMs: 1, authType: 'T' })
createClient({ ...elsewhere, baseUrl, signDigest: sign, edition: 'mainland', retries: 1, timeoutMs: 1 }).then(
  (c) => c.sign,
)
createClient({ ...elsewhere, baseUrl, sign })
// @ts-expect-error here or elsewhere, and not both
createSigner({ appId: 'app-1', privateKey, signDigest: sign })
// @ts-expect-error a private key and a signing function, with its public key
createSigner({ ...elsewhere, privateKey, sign })
// @ts-expect-error only one signing function
createSigner({ ...elsewhere, sign, signDigest: sign })
// @ts-expect-error a signing function needs the public key
createSigner({ appId: 'app-1', signDigest: sign })
// @ts-expect-error a passphrase is for a key in memory
createSigner({ ...elsewhere, sign, passphrase: 'x' })
// @ts-expect-error `cryptoOn` is for a key in memory
createSigner({ ...elsewhere, sign, cryptoOn: 'pool' })
// @ts-expect-error timeoutMs is for a remote key
createSigner({ appId: 'app-1', privateKey, timeoutMs: 1 })
// @ts-expect-error a signature is bytes, not Base64
createSigner({ ...elsewhere, signDigest: async () => 'aGk=' })
// @ts-expect-error here or elsewhere, and not both
createClient({ ...app, publicKey, signDigest: sign })
// @ts-expect-error a token or a key, and not both
createClient({ baseUrl, token: 'abc', publicKey, signDigest: sign })

// What a client can do.

const signing = await createClient(app)
signing.sign({ method: 'POST', url: '/' })
const withToken = await createClient({ baseUrl, token: 'abc' })
// @ts-expect-error a token signs nothing
withToken.sign({ method: 'POST', url: '/' })

signing.submitJob({ request_id: '1', stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: 1 } }] })

// Fetch.

export const drop: typeof fetch = signing.fetch
export const response: Response = await withToken.fetch('/v1/jobs', { method: 'POST', body: '{}' })
signing.fetch(new URL('https://jobs.example/v1/jobs'), { signal: AbortSignal.timeout(1) })
signing.fetch(new Request('https://jobs.example/v1/jobs'))
createClient({ ...app, fetch })
createClient({ baseUrl, token: 'abc', fetch: async () => new Response() })
