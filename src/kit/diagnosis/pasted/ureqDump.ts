/**
 * The head of a request in the log of ureq for Rust at the level TRACE: sixteen bytes a line, in groups of two, with dashes behind the last.
 * ureq does not print the body.
 *
 *     [TRACE ureq_proto::util] 504f 5354 202f 7631 2f6a 6f62 7320 4854  POST./v1/jobs.HT
 *     [TRACE ureq_proto::util] 5450 2f31 2e31 0d0a 0d0a ---- ---- ----  TP/1.1..........
 *
 * Texts have one character for each byte.
 */

const dumpLine = /^[^\n]{0,128}\bureq_proto::util[^\n]{0,16}? ((?:[0-9a-f]{4} |[0-9a-f]{2}-- |---- ){8})/

const requestBegins = /^[A-Z]{3,10} [!-~]{1,65536} HTTP\/[0-9.]{1,3}\r\n/

const bytesOf = (groups: string): string =>
  groups.replace(/[ -]/g, '').replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))

/** The first head with an Authorization header. Undefined if the text has no such lines. */
export const ureqDump = (text: string): string | undefined => {
  if (!text.includes('ureq_proto::util')) return undefined
  const blocks: Array<string> = ['']
  for (const line of text.split('\n')) {
    const groups = dumpLine.exec(line)?.[1]
    if (groups === undefined) blocks.push('')
    else blocks[blocks.length - 1] += bytesOf(groups)
  }
  return blocks.find((block) => requestBegins.test(block) && /\r\nauthorization:/i.test(block))
}
