/**
 * What pytest prints of a test that failed, without the lines of its source: a name in a line of code is not the value.
 *
 *     def test_submit():                              (left out)
 *         method, headers, body = load('A')           (left out)
 *     >   assert r.status_code == 200                 (left out)
 *
 *     body       = None                               (kept)
 *
 * Texts have one character for each byte.
 */

/** Each paragraph with a line of source that failed is left out. Undefined if the text is of no such test, or the header is in its source. */
export const localsOfPytest = (printed: string): string | undefined => {
  if (!/^={3,100} FAILURES ={3,100}\r?$/m.test(printed)) return undefined
  const paragraphs = printed.replaceAll('\r\n', '\n').split('\n\n')
  const values = paragraphs.filter((paragraph) => !/^(?:>|E) {3,64}\S/m.test(paragraph)).join('\n\n')
  return /authorization/i.test(values) ? values : undefined
}
