import { inspect } from 'node:util'

/** Everything that printing a value in any usual way brings to light. */
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
