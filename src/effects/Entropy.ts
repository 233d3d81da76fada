/** The effect of drawing a fresh nonce, for clients that sign requests. A test may give nonces of its own. */
import type { IO } from 'fp-ts/lib/IO.js'
import type { Nonce } from '../core/Nonce.ts'

export interface Entropy {
  /** 128 bits of a cryptographic generator, as 32 lower-case hexadecimal digits; never repeats. */
  readonly nonce: IO<Nonce>
}
