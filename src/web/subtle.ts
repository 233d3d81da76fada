/** WebCrypto. Browsers hide it from pages that were not loaded over https. */
export const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle

/** SHA256withRSA (interface §5.2), as WebCrypto calls it. */
export const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

/** Cast for lib.dom's BufferSource; none of our arrays is backed by a SharedArrayBuffer. */
export const source = (bytes: Uint8Array): BufferSource => bytes as Uint8Array<ArrayBuffer>
