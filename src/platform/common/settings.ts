/** Settings of interpreters that are made at once, so that a wrong one is thrown. */
import * as E from 'fp-ts/lib/Either.js'
import * as Settings from '../../core/Settings.ts'

/** The settings, or a RangeError with all complaints; `whose` is the function's name. */
export const settingsOf =
  <S extends object>(whose: string, fields: Settings.Fields<S>) =>
  (given: unknown): S => {
    const read = Settings.decode(fields)(given)
    if (E.isLeft(read)) throw new RangeError(Settings.message(whose)(read.left))
    return read.right
  }
