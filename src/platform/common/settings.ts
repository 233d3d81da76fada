/**
 * Settings of interpreters, such as `keyRingFolder`, that throw for a wrong setting instead of answering with an error:
 *
 *     settingsOf('keyRingFolder', fields)({ maxKeyBits: -1 })    RangeError: keyRingFolder: maxKeyBits must be …
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Settings from '../../core/Settings.ts'

/** Decodes settings. Throws a RangeError with all complaints; `whose` is the function's name in it. */
export const settingsOf =
  <S extends object>(whose: string, fields: Settings.Fields<S>) =>
  (settings: unknown): S => {
    const decoded = Settings.decode(fields)(settings)
    if (E.isLeft(decoded)) throw new RangeError(Settings.message(whose)(decoded.left))
    return decoded.right
  }
