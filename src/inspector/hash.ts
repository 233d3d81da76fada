import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { Hash } from '../diagnosis/Mistake.ts'

const hashes = { md5, sha1, sha224, sha256, sha384, sha512 }

/** Hashes that answer at once, which those of WebCrypto do not; and that a page has without https. */
export const hash: Hash = (name, bytes) => hashes[name](bytes)
