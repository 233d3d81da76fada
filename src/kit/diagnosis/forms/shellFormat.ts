/**
 * The output of a shell's `echo` and `printf` for a text that they take for escapes or for a format: `echo '{"a":"x\ny"}'` of dash
 * prints a line end inside the string, and `printf '50% off'` prints `500ff`.
 */

/** The text with its escapes read, as `echo -e` and the `echo` of dash read them. */
export const readEchoEscapes = (argument: string): string =>
  argument.replace(/\\([\\abfnrtv])/g, (_, letter: string) => '\\\x07\b\f\n\r\t\v'.charAt('\\abfnrtv'.indexOf(letter)))

/** A conversion with its flags, width and precision. Widths of more digits are refused: they would write gigabytes. */
const conversion = /%([-+ #0]*)(\d{0,2})(?:\.\d*)?([%a-zA-Z])/g

/** The output of each conversion without a value. */
const printedForNone: Readonly<Record<string, string>> = {
  '%': '%',
  s: '',
  b: '',
  c: '\0',
  q: "''",
  d: '0',
  i: '0',
  u: '0',
  o: '0',
  x: '0',
  X: '0',
  f: '0.000000',
  e: '0.000000e+00',
  g: '0',
}

/** The output of `printf` for a format without values. Its escapes are left as they are. */
export const printfWithoutValues = (
  format: string,
  outputs: Readonly<Record<string, string>> = printedForNone,
): string =>
  format.replace(conversion, (directive, flags: string, width: string, letter: string) => {
    const printed = outputs[letter] ?? directive
    const sign = 'dife'.includes(letter) ? (/[+ ]/.exec(flags)?.[0] ?? '') : ''
    return flags.includes('-') ? (sign + printed).padEnd(Number(width)) : (sign + printed).padStart(Number(width))
  })

/** Conversions of a shell's printf that `printedForNone` lacks. */
const printedByShells: Readonly<Record<string, string>> = {
  ...printedForNone,
  Q: "''",
  n: '',
  a: '0x0p+0',
  A: '0X0P+0',
  E: '0.000000E+00',
  F: '0.000000',
  G: '0',
}

/** The end of the part of a format that printf of a shell writes: the first percent sign that begins no conversion, or the end of the text. */
const endOfValid = (format: string): number => {
  for (const { 0: directive, index } of format.matchAll(/%(?:[-+ #0]*\d*(?:\.\d*)?([%a-zA-Z]))?/g)) {
    const letter = directive.at(-1) as string
    if (directive === '%' || !Object.hasOwn(printedByShells, letter)) return index
  }
  return format.length
}

/** The output of a shell's `printf` for a format without values. It ends at the first invalid conversion. */
export const printfUntilInvalid = (format: string): string =>
  printfWithoutValues(format.slice(0, endOfValid(format)), printedByShells)
