/** WebCrypto. Browsers hide it from pages that were not loaded over https. */
export const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle

/** SHA256withRSA (interface §5.2), as WebCrypto calls it. */
export const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
