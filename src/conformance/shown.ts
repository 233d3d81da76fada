/** A text for a report: its beginning, if it is longer than `most`. */
export const shortened = (text: string, most = 200): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`

/** A JSON value for a report. */
export const shown = (value: unknown, most?: number): string => shortened(JSON.stringify(value) ?? 'missing', most)
