/** DER by its structure, and the ways to break it. */
import * as O from 'fp-ts/lib/Option.js'
import { type Bytes, concat, empty, ofHex } from '../../core/Bytes.ts'
import * as Der from '../../core/Der.ts'
import * as Gen from './Gen.ts'

/** The bytes of hexadecimal digits. */
export const bytesOf = (digits: string): Bytes => O.getOrElse(() => empty)(ofHex(digits))

/** What changes a byte, by exclusive or. */
export const other: Gen.Gen<number> = Gen.integer(1, 255)
/** A place, modulo how many there are. */
export const place: Gen.Gen<number> = Gen.nat(9999)
/** From one byte to eight. */
export const smallBytes: Gen.Gen<Bytes> = Gen.bytes({ minLength: 1, maxLength: 8 })
/** No choice. */
export const once: Gen.Gen<undefined> = Gen.constant(undefined)

/** An element with its members; bytes are content or a whole encoding. */
export interface Element {
  /** The first byte. */
  readonly tag: number
  /** The members, or the content. */
  readonly within: ReadonlyArray<Node>
}
/** What an element may hold. */
export type Node = Bytes | Element

/** Whether a node is an element with its members. */
export const isElement = (node: Node): node is Element => !(node instanceof Uint8Array)
/** DER. */
export const encoded = (node: Node): Bytes => (isElement(node) ? Der.write(node.tag, contentOf(node)) : node)
/** DER of the content alone. */
export const contentOf = ({ within }: Element): Bytes => concat(within.map(encoded))

/** Makes elements with a tag. */
export const element =
  (tag: number) =>
  (...within: ReadonlyArray<Node>): Element => ({ tag, within })
type Make = (...within: ReadonlyArray<Node>) => Element
/** SEQUENCE. */
export const sequence: Make = element(Der.SEQUENCE)
/** OCTET STRING. */
export const octets: Make = element(Der.OCTET_STRING)
/** BIT STRING: the first byte counts the unused bits. */
export const bits: Make = element(Der.BIT_STRING)
/** OBJECT IDENTIFIER, its content in hexadecimal. */
export const oid = (digits: string): Element => element(Der.OBJECT_IDENTIFIER)(bytesOf(digits))
/** NULL. */
export const none: Element = element(0x05)()
/** INTEGER. */
export const integer = (n: bigint): Element => {
  const digits = n.toString(16)
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  return element(Der.INTEGER)(bytesOf(/^[89a-f]/.test(even) ? `00${even}` : even))
}

/** An element inside another, and the whole with something else in its place. */
interface Place {
  readonly at: Element
  readonly put: (other: Node) => Node
}
const placesOf = (at: Element, put: Place['put'] = (other) => other): ReadonlyArray<Place> => [
  { at, put },
  ...at.within.flatMap((inner, i) =>
    isElement(inner) ? placesOf(inner, (other) => put({ ...at, within: at.within.with(i, other) })) : [],
  ),
]

/** Ways to change a DER that is whole, at each place of one like it. */
export type Change = (like: Element) => ReadonlyArray<Gen.Gen<(whole: Element) => Node>>

/** Each of these changes. */
export const all =
  (...changes: ReadonlyArray<Change>): Change =>
  (like) =>
    changes.flatMap((change) => change(like))

/** The whole, changed by what is drawn. */
export const changing =
  <C>(change: (whole: Element, by: C) => Node, draws: Gen.Gen<C>): Change =>
  () => [draws.map((by) => (whole) => change(whole, by))]

/** One change to each of the elements that `suits` selects. */
export const faulty =
  <C = undefined>(
    suits: (at: Element) => boolean,
    fault: (at: Element, by: C) => Node,
    draws: Gen.Gen<C> = once as Gen.Gen<C>,
  ): Change =>
  (like) => {
    const suiting = (root: Element): ReadonlyArray<Place> => placesOf(root).filter(({ at }) => suits(at))
    return suiting(like).map((_, i) =>
      draws.map((by) => (root) => {
        const { at, put } = suiting(root)[i] as Place
        return put(fault(at, by))
      }),
    )
  }

const every = (): boolean => true
const hasMembers = ({ within }: Element): boolean => within.some(isElement)
/** Selects the elements with a tag. */
export const isA =
  (tag: number) =>
  (at: Element): boolean =>
    at.tag === tag

/** The content's length with so many bytes more than it needs. */
const longLength = (at: Element, more: number): Node => {
  const content = contentOf(at)
  const digits = content.length.toString(16)
  const needed = content.length < 0x80 ? 0 : Math.ceil(digits.length / 2)
  return lengthened(at, digits.padStart(2 * (needed + more), '0'))
}
const lengthened = (at: Element, digits: string): Node =>
  concat([Uint8Array.of(at.tag, 0x80 + digits.length / 2), bytesOf(digits), contentOf(at)])
/** The content's length and a power of two: who counts in so many bits reads the length itself. */
const overflowingLength = (at: Element, bits: number): Node => {
  const { length } = contentOf(at)
  return lengthened(at, `01${length.toString(16).padStart(bits / 4, '0')}`)
}
const indefiniteLength = (at: Element): Node =>
  concat([Uint8Array.of(at.tag, 0x80), contentOf(at), Uint8Array.of(0, 0)])
/** The length says more or less than there is. */
const wrongLength = (at: Element, more: number): Node => {
  const content = contentOf(at)
  const longer = Der.write(at.tag, new Uint8Array(content.length + more))
  return concat([longer.subarray(0, encoded(at).length - content.length), content])
}

/** The last element of all is longer than what is left, and those around it are not. */
const overrun = (at: Element, more: number): Node => {
  const last = at.within.at(-1)
  if (last === undefined || !isElement(last)) return wrongLength(at, more)
  return { ...at, within: at.within.with(-1, overrun(last, more)) }
}

const negative = (at: Element): Node => {
  const content = contentOf(at)
  const isSigned = content[0] === 0 && content.length > 1
  return { ...at, within: [isSigned ? content.subarray(1) : concat([Uint8Array.of(0xff), content])] }
}
/** Another list of members, for each of the elements with this tag. */
const regrouping = <C = undefined>(
  tag: number,
  to: (within: ReadonlyArray<Node>, by: C) => ReadonlyArray<Node>,
  draws?: Gen.Gen<C>,
): Change => faulty(isA(tag), ({ within }, by) => ({ tag, within: to(within, by) }), draws)

/** None of these is the attributes of PKCS#8. */
export const extras: Gen.Gen<Node> = Gen.oneof(
  Gen.constantFrom<Node>(Uint8Array.of(0), none, integer(0n), sequence(), octets()),
  smallBytes.map((content) => octets(content)),
)

/** A length that a reader of 31, 32 or 64 bits takes for a negative one, for all that is left or for nothing. */
export const hugeLength: Change = all(
  ...['ffffffff', '80000000', 'ffffffffffffffff'].map((digits) => faulty(every, (at) => lengthened(at, digits))),
)

/** One bit of one byte, or the byte, is another: for each of the first so many bytes, whatever they are. */
export const brokenBytes =
  (count: number): Change =>
  () =>
    Array.from({ length: count }, (_, at) => at).flatMap((at) =>
      otherBytes.map((other) =>
        Gen.constant((whole: Element) => encoded(whole).map((byte, i) => (i === at ? other(byte) : byte))),
      ),
    )

const otherBytes: ReadonlyArray<(byte: number) => number> = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((bit) => (byte: number) => byte ^ (1 << bit)),
  // Of the next number and the number before, the one that differs in several bits.
  (byte) => (byte % 2 === 0 ? byte - 1 : byte + 1) & 0xff,
]

/** A length that DER does not allow. */
export const brokenLength: Change = all(
  faulty(every, longLength, Gen.constant(1)),
  faulty(
    every,
    (at, [change, by]) => change(at, by),
    Gen.constantFrom(
      ...[2, 3, 8].map((more) => [longLength, more] as const),
      ...[32, 64].map((count) => [overflowingLength, count] as const),
    ),
  ),
  changing(overrun, Gen.constantFrom(1, 2, 100)),
  faulty(every, indefiniteLength),
  faulty(hasMembers, wrongLength, Gen.constantFrom(1, -1)),
)
/** Another kind in the low bits; or the form, or the class. */
export const brokenTag: Change = faulty(
  every,
  ({ tag, within }, by) => ({ tag: tag ^ by, within }),
  Gen.oneof(Gen.constantFrom(0x20, 0x40, 0x80, 0xc0), Gen.integer(1, 31)),
)
/** A member that is missing, doubled or at another place. */
export const brokenMembers: Change = all(
  regrouping(Der.SEQUENCE, (within, i) => within.toSpliced(i % within.length, 1), place),
  regrouping(Der.SEQUENCE, (within) => within.slice(0, -1)),
  regrouping(
    Der.SEQUENCE,
    (within, i) => within.toSpliced(i % within.length, 0, within[i % within.length] as Node),
    place,
  ),
  regrouping(Der.SEQUENCE, (within) => [...within.slice(1), ...within.slice(0, 1)]),
)
/** An integer that is padded, negative or empty. */
export const brokenInteger: Change = all(
  regrouping(Der.INTEGER, (within, count) => [new Uint8Array(count), ...within], Gen.integer(1, 3)),
  faulty(isA(Der.INTEGER), negative),
  regrouping(Der.INTEGER, () => []),
)
/** One member more. */
export const withMore = ({ tag, within }: Element, ...extra: ReadonlyArray<Node>): Element => ({
  tag,
  within: [...within, ...extra],
})
/** Something behind the last member of an element, or behind the whole. */
export const brokenEnd: Change = all(
  faulty(hasMembers, (at, extra) => withMore(at, extra), extras),
  changing((whole, extra) => concat([encoded(whole), encoded(extra)]), extras),
  changing((whole) => concat([encoded(whole), Uint8Array.of(0)]), once),
)
/** The end is missing. */
export const cutShort: Change = changing((whole, at) => encoded(whole).subarray(0, at % encoded(whole).length), place)
