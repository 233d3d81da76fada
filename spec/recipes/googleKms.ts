import type { KeyManagementServiceClient } from '@google-cloud/kms'

/** `name` names a version of a key: `projects/…/cryptoKeyVersions/1`. Its algorithm is RSA_SIGN_PKCS1_2048_SHA256. */
export const signDigestBy =
  (kms: KeyManagementServiceClient, name: string): ((sha256: Uint8Array) => Promise<Uint8Array>) =>
  async (sha256) => {
    const [{ signature }] = await kms.asymmetricSign({ name, digest: { sha256 } })
    return signature as Uint8Array
  }
