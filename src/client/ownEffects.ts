/** A clock and nonces of the embedding program: for its tests, and for machines whose clock is wrong. */
import * as Nonce from '../core/Nonce.ts'
import { fn } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import { ofSeconds } from '../effects/Clock.ts'
import type { Hashing } from '../effects/Digest.ts'
import type { Platform } from '../effects/Platform.ts'
import { signingError, wrong } from './ClientError.ts'

/** What the program brings in place of the platform's. */
export interface OwnEffects {
  /** The time in seconds since 1970. Default: the system's clock. */
  readonly clock?: (() => number) | undefined
  /** A fresh nonce for each signature. Default: 128 random bits. A nonce that comes again is refused as a replay. */
  readonly nonce?: (() => string) | undefined
  /**
   * A SHA-256 that takes parts, such as `sha256.create` of @noble/hashes. In a browser, whose own takes whole texts only, a key
   * with `signDigest` then signs a Blob that is not kept.
   */
  readonly sha256?: (() => OwnHash) | undefined
}

/** One hash of a message in parts. */
export interface OwnHash {
  /** Adds a part, which may be overwritten afterwards. */
  readonly update: (part: Uint8Array) => unknown
  /** Of all parts; called once, at the end. */
  readonly digest: () => Uint8Array | Promise<Uint8Array>
}

/** The settings, read. */
export type OwnSettings = Settings.Decoded<OwnEffects>

export const ownFields: Settings.Fields<OwnSettings> = {
  clock: Settings.optional(fn<() => number>()),
  nonce: Settings.optional(fn<() => string>()),
  sha256: Settings.optional(fn<() => OwnHash>()),
}

/** The platform with them. A wrong answer rejects the call that asked for it. */
export const withOwn = <P extends Pick<Platform, 'clock' | 'digest' | 'entropy'>>(
  platform: P,
  { clock, nonce, sha256 }: OwnSettings,
): P => ({
  ...platform,
  ...(clock === undefined ? {} : { clock: ofSeconds(clock, refuse) }),
  ...(nonce === undefined ? {} : { entropy: { nonce: () => freshly(nonce()) } }),
  ...(sha256 === undefined ? {} : { digest: { ...platform.digest, begin: () => hashing(sha256()) } }),
})

const hashing = (hash: OwnHash): Hashing => ({
  update: (part) => void hash.update(part),
  end: async () => hash.digest(),
})

const refuse = (): never => {
  throw wrong('clock must return the seconds since 1970')
}

const freshly = (nonce: string): Nonce.Nonce => {
  if (!Nonce.rule.is(nonce)) throw signingError({ _tag: 'nonce_malformed' })
  return nonce
}
