/** The hashes of the page. The page may be opened from a file, where a browser has no WebCrypto. */

import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { Hash } from '../../effects/Hash.ts'

const hashes = { md5, sha1, sha224, sha256, sha384, sha512 }

/** Hashes that are synchronous and work without https. WebCrypto's are asynchronous and need https. */
export const hash: Hash = (hashName, bytes) => hashes[hashName](bytes)
