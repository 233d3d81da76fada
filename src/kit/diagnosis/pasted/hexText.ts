/**
 * Bytes that a program prints as numbers: dumps in hexadecimal with offsets, with or without their text beside them, and lists of
 * decimal numbers. Packets lose the headers of IP and TCP.
 *
 *     00000000  50 4f 53 54 20 2f 76 31  2f 6a 6f 62 73 20 48 54  POST /v1 /jobs HT
 *     |00000010| 54 50 2f 31 2e 31 0d 0a                         |TP/1.1..        |
 *     > 00000000 50 4f 53 54 20 2f 76 31 2f 6a 6f 62 73 20 48 54 # POST /v1/jobs HT
 *         0x0000:  4500 0316 4115 4000 4006 f8ca 7f00 0001  E...A.@.@.......
 *     [80 79 83 84 32 47]
 *     50 4f 53 54 20 2f 76 31    2f 6a 6f 62 73 20 48 54    POST /v1/jobs HT
 *     50 4f 53 54 20 2f 76 31 2f 6a 6f 62 73 20 48 54  POST /v1/jobs HT
 *     char peer0_0[] = { 0x50, 0x4f, 0x53, 0x54 }
 *
 * Texts have one character for each byte.
 */
import { matchAt } from './matchAt.ts'

/** One dump, from its first offset on. */
export interface HexBlock {
  readonly bytes: string
  /** Where it stands in the text. */
  readonly from: number
  readonly to: number
}

const dumpLine =
  /^(?:[<>] )?[ \t]{0,64}\|?[ \t]{0,8}(?:0x)?([0-9A-Fa-f]{4,8})[:|]?[ \t]{1,4}((?:[0-9A-Fa-f]{2}){1,2}(?![0-9A-Fa-f]).*)$/

/** The bytes of a line, at most sixteen: the text beside them is set off by three blanks if there are fewer. */
const bytesOf = (dumpedBytes: string): string => {
  let bytes = ''
  const group = /((?:[0-9A-Fa-f]{2}){1,2})(?: {1,2}|(?=\s|\||$))/y
  while (bytes.length < 16) {
    const digits = group.exec(dumpedBytes)
    if (digits === null) break
    for (const [byte] of (digits[1] ?? '').matchAll(/../g)) bytes += String.fromCharCode(Number.parseInt(byte, 16))
    if (dumpedBytes[group.lastIndex] === ' ' || dumpedBytes[group.lastIndex] === '|') break
  }
  return bytes
}

/** The bytes that two digits each stand for. */
export const bytesOfHex = (digits: string): string =>
  digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))

const pairAndGap = /([0-9A-Fa-f]{2})( {0,64})/y

/** Whether a text shows these bytes, with a dot for each that is not printable. Blanks at its end may be lost. */
const showsBytes = (shownText: string, bytes: string): boolean =>
  shownText.trimEnd() === bytes.replace(/[^ -~]/g, '.').trimEnd()

/** Whether what follows the bytes of a line is nothing, or their text, which is set off by more than two blanks. */
const mayEndLine = (shownText: string, gap: string, bytes: string): boolean => {
  const isSetOff = gap.length > 2 && shownText.trimEnd().length <= bytes.length
  return shownText === '' || isSetOff || showsBytes(shownText, bytes)
}

/**
 * The bytes of a line without an offset: single blanks between them, or four in the middle and their text at the end. Empty if something
 * else is in the line.
 */
const plainBytes = (dumpLine: string): string => {
  let offset = dumpLine.search(/[^ \t]/)
  let digits = ''
  while (offset < dumpLine.length) {
    const [pairText = '', byte = '', gap = ''] = matchAt(pairAndGap, dumpLine, offset) ?? []
    offset += pairText.length
    digits += byte
    const isMiddle = digits.length === 16 && gap.length === 4
    if (gap.length === 1 || isMiddle) continue
    const bytes = bytesOfHex(digits)
    return pairText !== '' && mayEndLine(dumpLine.slice(offset), gap, bytes) ? bytes : ''
  }
  return bytesOfHex(digits)
}

const fewestBytes = 16

/**
 * The dumps of lines without offsets: ngrep -x writes sixteen bytes a line, socat -x all in one, and socat -x -v at most sixteen and none
 * behind a line feed.
 */
const plainBlocks = (log: string): ReadonlyArray<string> => {
  const blocks: Array<string> = []
  let isOpen = false
  for (const logLine of log.split(/\r?\n/)) {
    const bytes = /^[ \t]{0,16}[0-9A-Fa-f]{2}(?: |$)/.test(logLine) ? plainBytes(logLine) : ''
    if (isOpen && bytes !== '') blocks.push((blocks.pop() ?? '') + bytes)
    else if (bytes.length >= fewestBytes) blocks.push(bytes)
    isOpen = bytes !== '' && (isOpen || bytes.length >= fewestBytes)
  }
  return blocks
}

/** `0x50, 0xa`, as programs of C, Go and Rust list bytes, and Wireshark shows a stream. */
const listedHex = /0x[0-9A-Fa-f]{1,2}(?:,\s{0,4}0x[0-9A-Fa-f]{1,2}){15,1000000}/g

const listedBlocks = (log: string): ReadonlyArray<string> =>
  [...log.matchAll(listedHex)].map(([list]) =>
    list.replace(/0x([0-9A-Fa-f]{1,2})[,\s]*/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )

/** The dumps in a text, each from offset 0 on. */
export const hexBlocks = (log: string): ReadonlyArray<HexBlock> => {
  const blocks: Array<{ bytes: string; from: number; to: number }> = []
  let lineStart = 0
  for (const logLine of log.split('\n')) {
    const lineEnd = lineStart + logLine.length
    const [, offset = '', dumpedBytes = ''] = (logLine.length < 256 ? dumpLine.exec(logLine) : null) ?? []
    const bytes = dumpedBytes === '' ? '' : bytesOf(dumpedBytes)
    const openBlock = blocks.at(-1)
    if (bytes !== '' && openBlock !== undefined && Number.parseInt(offset, 16) === openBlock.bytes.length) {
      openBlock.bytes += bytes
      openBlock.to = lineEnd
    } else if (bytes !== '' && Number.parseInt(offset, 16) === 0) blocks.push({ bytes, from: lineStart, to: lineEnd })
    lineStart = lineEnd + 1
  }
  return blocks
}

/** The text with blanks in place of dumps, so that offsets stay. */
export const withoutBlocks = (log: string, blocks: ReadonlyArray<HexBlock>): string => {
  let bare = ''
  let offset = 0
  for (const { from: blockStart, to: blockEnd } of blocks) {
    bare += log.slice(offset, blockStart) + ' '.repeat(blockEnd - blockStart)
    offset = blockEnd
  }
  return bare + log.slice(offset)
}

/**
 * What a packet carries, and between whom; the bytes themselves if they are no packet of TCP over IPv4 (RFC 791 §3.1, RFC 9293 §3.1). A
 * header of Ethernet, of 14 bytes, may stand before that of IP.
 */
const payloadOf = (bytes: string): { readonly bytes: string; readonly flow: string } => {
  const byte = (offset: number): number => bytes.charCodeAt(offset)
  const version = (offset: number): number => byte(offset) >> 4
  const isEthernet = byte(12) === 0x08 && byte(13) === 0 && version(14) === 4
  const ip = isEthernet ? 14 : 0
  // Both headers give their lengths in words of four bytes.
  const ipLength = (byte(ip) & 15) * 4
  const isTcp = byte(ip + 9) === 6
  if (version(ip) !== 4 || ipLength < 20 || !isTcp) return { bytes, flow: '' }
  const tcp = ip + ipLength
  const tcpLength = (byte(tcp + 12) >> 4) * 4
  const end = ip + byte(ip + 2) * 256 + byte(ip + 3)
  const addresses = bytes.slice(ip + 12, ip + 20)
  const ports = bytes.slice(tcp, tcp + 4)
  return { bytes: bytes.slice(tcp + tcpLength, end), flow: addresses + ports }
}

const requestBegins = /[A-Z]{3,10} [!-~]{1,65536} HTTP\/[0-9.]{1,3}\r?\n/

/** The first request in the dumps of a text: its bytes, and those of the dumps that follow in the same direction. */
const readBlocks = (blocks: ReadonlyArray<Pick<HexBlock, 'bytes'>>): string | undefined => {
  let wire = ''
  let flow: string | undefined
  for (const block of blocks) {
    const payload = payloadOf(block.bytes)
    if (flow === undefined) {
      const requestStart = payload.bytes.search(requestBegins)
      if (requestStart < 0) continue
      flow = payload.flow
      wire = payload.bytes.slice(requestStart)
    } else if (payload.flow !== flow) continue
    else if (flow === '' && payload.bytes.startsWith('HTTP/')) break
    else wire += payload.bytes
  }
  return flow === undefined ? undefined : wire
}

const decimalList = /\[(\d{1,3}(?:,? \d{1,3}){15,2000000})\]/

/** A line of digits alone; what the other side sends is set in. */
const bareHex = /^([ \t]{0,8})((?:[0-9a-f]{2}){16,})\r?$/i

/** The bytes of lines of digits, as Wireshark shows a stream as raw data: those of the side that sends the first. */
const readBareHex = (log: string): string | undefined => {
  let sendingIndent: string | undefined
  let digits = ''
  for (const logLine of log.split('\n')) {
    const [, indent, lineDigits = ''] = bareHex.exec(logLine) ?? []
    if (indent === undefined) continue
    sendingIndent ??= indent
    if (indent === sendingIndent) digits += lineDigits
  }
  const bytes = bytesOfHex(digits)
  return requestBegins.test(bytes.slice(0, 70_000)) ? bytes : undefined
}

/** The bytes of a request that the text holds as numbers. */
export const numberedWire = (log: string): string | undefined => {
  const decimals = decimalList.exec(log)?.[1]
  if (decimals === undefined) {
    const withoutOffsets = [...plainBlocks(log), ...listedBlocks(log)].map((bytes) => ({ bytes }))
    return readBlocks(hexBlocks(log)) ?? readBareHex(log) ?? readBlocks(withoutOffsets)
  }
  const bytes = decimals
    .split(/,? /)
    .map((number) => String.fromCharCode(Number(number) & 255))
    .join('')
  return requestBegins.test(bytes.slice(0, 70_000)) ? bytes : readBlocks(hexBlocks(log))
}
