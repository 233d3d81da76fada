/** Every way in which a program may print a value by mistake. */
import { inspect } from 'node:util'

/** A value in all usual ways of printing it, to search for secrets. */
export const shown = (value: unknown): string =>
  [
    inspect(value, {
      depth: Number.POSITIVE_INFINITY,
      showHidden: true,
      maxArrayLength: null,
      maxStringLength: null,
      breakLength: Number.POSITIVE_INFINITY,
    }),
    JSON.stringify(value),
    String(value),
  ].join('\n')
