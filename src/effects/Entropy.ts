import type { IO } from 'fp-ts/lib/IO.js'
import type { Nonce } from '../core/Nonce.ts'

export interface Entropy {
  /** 128 bits of a cryptographic generator, as 32 lower-case hexadecimal digits; never repeats. */
  readonly nonce: IO<Nonce>
}
