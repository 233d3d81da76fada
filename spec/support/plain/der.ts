/** The part of DER that keys need. */

export interface Element {
  readonly tag: number
  readonly content: Buffer
  /** The bytes after it. */
  readonly rest: Buffer
}

export const read = (der: Buffer): Element => {
  const tag = der[0]
  const first = der[1]
  if (tag === undefined || first === undefined) throw new RangeError('DER ends early')
  const many = first < 0x80 ? 0 : first & 0x7f
  const length = many === 0 ? first : Number.parseInt(der.toString('hex', 2, 2 + many), 16)
  const start = 2 + many
  if (!(start + length <= der.length)) throw new RangeError('DER ends early')
  return { tag, content: der.subarray(start, start + length), rest: der.subarray(start + length) }
}

/** The elements of a sequence's content. */
export const elements = (content: Buffer): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  for (let rest = content; rest.length > 0; ) {
    const element = read(rest)
    found.push(element)
    rest = element.rest
  }
  return found
}

export const write = (tag: number, ...content: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(content)
  const digits = body.length.toString(16)
  const length = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  const head = body.length < 0x80 ? [tag, body.length] : [tag, 0x80 | length.length, ...length]
  return Buffer.concat([Buffer.from(head), body])
}

export const integer = (element: Element | undefined): bigint => {
  if (element?.tag !== 2 || element.content.length === 0) throw new RangeError('no integer')
  return BigInt(`0x${element.content.toString('hex')}`)
}

export const writeInteger = (n: bigint): Buffer => {
  const digits = n.toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return write(2, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes]))
}
