/** The maximum length of a text that a report shows in full. */
export const longest = 4000

/** A text for a report. A port may make it of any length, so at most `most` characters are shown. */
export const shortened = (text: string, most = 200): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`

/** A JSON value for a report. */
export const shown = (value: unknown, most?: number): string => shortened(JSON.stringify(value) ?? 'missing', most)
