/** Run under `--force-fips`: prints what of signing, verifying and diagnosing works. */
import { generateKeyPairSync, getFips, type KeyObject } from 'node:crypto'
import { createSigner } from '../../../src/client/node.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import * as node from '../../../src/server/node.ts'
import * as web from '../../../src/server/web.ts'

const passphrase = 'correct horse'
const answers: Array<string> = []

for (const modulusLength of [2048, 3072]) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
  const written = (key: KeyObject, cipher?: string): string =>
    key.export({ type: 'pkcs8', format: 'pem', ...(cipher && { cipher, passphrase }) }) as string
  for (const options of [
    { privateKey: written(privateKey) },
    { privateKey: written(privateKey, 'aes-256-cbc'), passphrase },
  ]) {
    const signer = await createSigner({ appId: 'app-1', ...options })
    for (const { createVerifier } of [node, web]) {
      const verifier = await createVerifier({ keys: { 'app-1': pem }, tokens: { holder: 'a-token' } })
      const { authorization } = await signer.sign({ method: 'POST', url: '/v1/jobs', body: '{}' })
      const request = { method: 'POST', target: '/v1/jobs', authorization }
      const outcome = (promise: Promise<unknown>): Promise<string> =>
        promise.then(
          () => 'accepted',
          (error: node.VerificationError) => error.reason,
        )
      answers.push(await outcome(verifier.verify({ ...request, body: '{ }' })))
      answers.push(await outcome(verifier.verify({ ...request, body: '{}' })))
      answers.push(await outcome(verifier.verify({ ...request, body: '{}' })))
      answers.push(await outcome(verifier.verify({ ...request, authorization: 'Bearer a-token', body: '{}' })))
    }
  }
}

console.log(
  JSON.stringify({ fips: getFips(), answers, md5: hash('md5', new Uint8Array(1)).some((byte) => byte !== 0) }),
)
