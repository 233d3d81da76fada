/** What a shell's echo and printf make of a text that they take for escapes or for a format. */

/** Escapes as `echo -e` reads them, and echo of dash. */
export const echoed = (text: string): string =>
  text.replace(/\\([\\abfnrtv])/g, (_, letter: string) => '\\\x07\b\f\n\r\t\v'.charAt('\\abfnrtv'.indexOf(letter)))

/** A conversion with its flags, width and precision; a wider one is no mistake but an attack. */
const conversion = /%([-+ #0]*)(\d{0,2})(?:\.\d*)?([%a-zA-Z])/g

/** What is printed for no value. */
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

/** A format without values, as printf prints it but for its escapes. */
export const withoutValues = (text: string): string =>
  text.replace(conversion, (found, flags: string, width: string, letter: string) => {
    const value = printedForNone[letter] ?? found
    const sign = 'dife'.includes(letter) ? (/[+ ]/.exec(flags)?.[0] ?? '') : ''
    return flags.includes('-') ? (sign + value).padEnd(Number(width)) : (sign + value).padStart(Number(width))
  })
