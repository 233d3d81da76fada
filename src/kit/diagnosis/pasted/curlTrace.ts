/**
 * What `curl --trace-ascii` and `curl --trace` print of a request: its bytes in lines, each with the offset at which it begins.
 *
 *     => Send header, 57 bytes (0x39)
 *     0000: POST /v1/jobs HTTP/1.1
 *     0018: Host: api.example
 *     => Send data, 2 bytes (0x2)
 *     0000: {}
 *
 * `--trace-ascii` leaves out CR LF, which the offsets show, and writes a dot for a byte that is not printable, a line feed too. A log
 * may put the same beginning before each line.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import { prefixPattern } from './linePrefix.ts'

/** The bytes, and whether a dot in the body may stand for another byte. */
export interface Traced {
  readonly bytes: Bytes.Bytes
  readonly hasDots: boolean
}

const block = /^(?:\d\d:\d\d:\d\d\.\d{1,9} )?(=>|<=|==) (Send header|Send data|Recv \w+|Info)[,:](?: (\d{1,9}) bytes)?/

const otherBlock = /^(?:\d\d:\d\d:\d\d\.\d{1,9} )?(?:=>|<=) (?:Send|Recv) [\w ]{1,32},/

const sentHead = /^(.{0,400}?)=> Send header,? \d{1,9} bytes/m

/** Whether the text is a trace, perhaps in a log. */
export const isTrace = (bytes: Bytes.Bytes): boolean => sentHead.test(latin1(bytes))

/** The lines, without what a log puts before each. */
const bareLines = (bytes: Bytes.Bytes): ReadonlyArray<string> => {
  const trace = latin1(bytes)
  const traceLines = trace.split('\n')
  const prefix = sentHead.exec(trace)?.[1] ?? ''
  // A time that curl writes stands before the heads of blocks only.
  if (prefix.trim() === '' || block.test(`${prefix}=> Send header`)) return traceLines
  const pattern = prefixPattern(prefix)
  return traceLines.map((traceLine) => traceLine.replace(pattern, ''))
}

/** The bytes of the first request, if this is a trace. */
export const tracedRequest = (bytes: Bytes.Bytes): Traced | undefined => {
  if (!isTrace(bytes)) return undefined
  let wire = ''
  let hasDots = false
  let open: Dump | undefined
  const close = (): void => {
    const dumped = open === undefined ? '' : dumpOf(open)
    hasDots ||= open?.isData === true && open.isAscii && mayHideBytes(dumped)
    wire += dumped
    open = undefined
  }
  for (const traceLine of bareLines(bytes)) {
    const [blockHead, direction, blockKind, length = '0'] = block.exec(traceLine) ?? []
    // Bytes of TLS between the parts of a request.
    if (blockHead === undefined && otherBlock.test(traceLine)) {
      close()
      continue
    }
    if (blockHead === undefined) {
      open?.lines.push(traceLine.replace(/\r$/, ''))
      continue
    }
    close()
    if (direction === '<=' && wire !== '') break
    const isData = blockKind === 'Send data'
    // Another request begins.
    if (blockKind === 'Send header' && wire !== '') break
    if (isData || blockKind === 'Send header') open = { lines: [], length: Number(length), isData, isAscii: true }
  }
  close()
  return wire === '' ? undefined : { bytes: Bytes.ofAscii(wire), hasDots }
}

/** Whether a dot may stand for another byte: in JSON, not one between digits. */
const mayHideBytes = (dumped: string): boolean =>
  /^\s*[[{]/.test(dumped) ? dumped.replace(/\d\.(?=\d)/g, '').includes('.') : dumped.includes('.')

interface Dump {
  readonly lines: Array<string>
  readonly length: number
  readonly isData: boolean
  isAscii: boolean
}

const dumpOf = (dump: Dump): string => {
  let bytes = ''
  for (const dumpLine of dump.lines) {
    const [, offset, dumpedText = ''] = /^([0-9a-f]{4,8}): ?(.*)$/.exec(dumpLine) ?? []
    if (offset === undefined) continue
    // The line before ended where CR LF stood.
    if (bytes.length + 2 <= Number.parseInt(offset, 16)) bytes += '\r\n'
    const hex = /^((?:[0-9a-f]{2} ){1,16})[ ]*/.exec(dumpedText)?.[1]
    const isHex = hex !== undefined && dumpedText.length > 48
    dump.isAscii &&= !isHex
    bytes += isHex ? ofHex(hex) : dumpedText
  }
  if (bytes.length + 2 <= dump.length) bytes += '\r\n'
  return bytes.slice(0, dump.length)
}

const ofHex = (hex: string): string =>
  hex
    .trim()
    .split(' ')
    .map((byte) => String.fromCharCode(Number.parseInt(byte, 16)))
    .join('')
