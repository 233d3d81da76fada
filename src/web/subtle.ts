/** WebCrypto, which browsers keep from pages that did not come over https. */
export const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle

/** SHA256withRSA (interface §5.2), as WebCrypto calls it. */
export const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

/** Bytes as the platform's declarations want them; those in shared memory, which it would refuse, are none of ours. */
export const source = (bytes: Uint8Array): BufferSource => bytes as Uint8Array<ArrayBuffer>
