/**
 * What is wrong with a key that the platform holds. Apart from the words of the readers, because a page whose key is a
 * `CryptoKey` carries these only.
 */
export const platformKeyWords = {
  missing: 'there is no key; is the environment variable set, and the file not empty?',
  promise: 'this is a promise and not yet a key; await it first: await key',
  'private-for-public': 'this is a private key instead of a public key; keep it secret and give the public key',
  'public-for-private': 'this is a public key instead of a private key',
  'not-rsa': 'the key is not an RSA key',
  symmetric: 'this is a symmetric key; the scheme signs with an RSA key',
  pss: 'the key is for RSASSA-PSS only; the scheme signs with RSASSA-PKCS1-v1_5',
  'modulus-too-short': 'the modulus is shorter than 2048 bits',
  'modulus-too-long': 'the modulus is longer than 8192 bits',
  'max-key-bits': 'the modulus is longer than the setting maxKeyBits; raise it to accept the key',
  'modulus-even': 'the modulus is even, so the key is damaged',
  exponent: 'the public exponent is not an odd number from 65537 to 2^32 - 1',
  'key-use': 'the key is for another use than RS256 signatures',
  'not-extractable': 'the CryptoKey cannot be exported; make it with extractable: true',
  'unsupported-here': 'this runtime does not support this kind of key or this operation',
  'no-webcrypto':
    'there is no WebCrypto here: browsers offer it only on https or loopback, and Jest only with /** @jest-environment node */',
  'refused-by-platform': "the platform's own crypto refuses this key",
} as const
