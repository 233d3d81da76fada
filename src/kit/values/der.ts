/**
 * DER as a tree of elements, and changes of such a tree that break one rule of DER: a wrong length, a wrong tag, a negative number. For key
 * files and for the DigestInfo of a signature.
 *
 * ```ts
 * encoded(sequence(oid('2b0e03021a'), none)) // 30 09 06 05 2b 0e 03 02 1a 05 00
 * ```
 */
import * as O from 'fp-ts/lib/Option.js'
import { type Bytes, concat, empty, ofHex } from '../../core/Bytes.ts'
import * as Der from '../../core/Der.ts'
import * as Gen from './Gen.ts'

/** The bytes of hexadecimal digits. */
export const bytesOf = (digits: string): Bytes => O.getOrElse(() => empty)(ofHex(digits))

/** A mask that changes a byte by exclusive or. */
export const other: Gen.Gen<number> = Gen.integer(1, 255)
/** A place in a list: a number that is taken modulo the length of the list. */
export const place: Gen.Gen<number> = Gen.nat(9999)
/** One to eight bytes. */
export const smallBytes: Gen.Gen<Bytes> = Gen.bytes({ minLength: 1, maxLength: 8 })
/** For a change that has nothing to draw. */
export const once: Gen.Gen<undefined> = Gen.constant(undefined)

/** An element of DER. Its members are elements, or bytes: its content, or an element that is already encoded. */
export interface Element {
  /** The first byte. */
  readonly tag: number
  /** The members, or the content. */
  readonly within: ReadonlyArray<Node>
}
/** A member of an element: an element, or bytes. */
export type Node = Bytes | Element

/** Whether a node is an element, and not bytes. */
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

/** A place in a tree: the element that is there, and a function that gives the tree with another node in its place. */
interface Place {
  readonly at: Element
  readonly put: (replacement: Node) => Node
}
const placesOf = (node: Element, put: Place['put'] = (replacement) => replacement): ReadonlyArray<Place> => [
  { at: node, put },
  ...node.within.flatMap((inner, i) =>
    isElement(inner)
      ? placesOf(inner, (replacement) => put({ ...node, within: node.within.with(i, replacement) }))
      : [],
  ),
]

/** Generators of changes of a tree. `like` is a tree of the same shape: there is one generator for each place in it. */
export type Change = (like: Element) => ReadonlyArray<Gen.Gen<(node: Element) => Node>>

/** All of these changes. */
export const all =
  (...changes: ReadonlyArray<Change>): Change =>
  (like) =>
    changes.flatMap((change) => change(like))

/** One change of the whole tree, with a drawn value. */
export const changing =
  <C>(change: (node: Element, drawn: C) => Node, draws: Gen.Gen<C>): Change =>
  () => [draws.map((drawn) => (node) => change(node, drawn))]

/** One change to each of the elements that `suits` selects. */
export const faulty =
  <C = undefined>(
    suits: (node: Element) => boolean,
    fault: (node: Element, drawn: C) => Node,
    draws: Gen.Gen<C> = once as Gen.Gen<C>,
  ): Change =>
  (like) => {
    const suiting = (root: Element): ReadonlyArray<Place> => placesOf(root).filter(({ at: node }) => suits(node))
    return suiting(like).map((_, i) =>
      draws.map((drawn) => (root) => {
        const { at: node, put } = suiting(root)[i] as Place
        return put(fault(node, drawn))
      }),
    )
  }

const isAny = (): boolean => true
const hasMembers = ({ within }: Element): boolean => within.some(isElement)
/** Selects the elements with a tag. */
export const isA =
  (tag: number) =>
  (node: Element): boolean =>
    node.tag === tag

/** The length of the content, with so many bytes more than needed. */
const longLength = (node: Element, extra: number): Node => {
  const content = contentOf(node)
  const digits = content.length.toString(16)
  const needed = content.length < 0x80 ? 0 : Math.ceil(digits.length / 2)
  return lengthened(node, digits.padStart(2 * (needed + extra), '0'))
}
const lengthened = (node: Element, digits: string): Node =>
  concat([Uint8Array.of(node.tag, 0x80 + digits.length / 2), bytesOf(digits), contentOf(node)])
/** The length of the content plus a power of two: a program that counts in so many bits reads the right length. */
const overflowingLength = (node: Element, bits: number): Node => {
  const { length } = contentOf(node)
  return lengthened(node, `01${length.toString(16).padStart(bits / 4, '0')}`)
}
const indefiniteLength = (node: Element): Node =>
  concat([Uint8Array.of(node.tag, 0x80), contentOf(node), Uint8Array.of(0, 0)])
/** A length that is greater or less than the length of the content. */
const wrongLength = (node: Element, extra: number): Node => {
  const content = contentOf(node)
  const longer = Der.write(node.tag, new Uint8Array(content.length + extra))
  return concat([longer.subarray(0, encoded(node).length - content.length), content])
}

/** The last element is longer than the remaining bytes, and the elements around it have right lengths. */
const overrun = (node: Element, extra: number): Node => {
  const lastMember = node.within.at(-1)
  if (lastMember === undefined || !isElement(lastMember)) return wrongLength(node, extra)
  return { ...node, within: node.within.with(-1, overrun(lastMember, extra)) }
}

const negative = (node: Element): Node => {
  const content = contentOf(node)
  const isSigned = content[0] === 0 && content.length > 1
  return { ...node, within: [isSigned ? content.subarray(1) : concat([Uint8Array.of(0xff), content])] }
}
/** Each element with this tag gets other members. */
const regrouping = <C = undefined>(
  tag: number,
  changeMembers: (within: ReadonlyArray<Node>, drawn: C) => ReadonlyArray<Node>,
  draws?: Gen.Gen<C>,
): Change => faulty(isA(tag), ({ within }, drawn) => ({ tag, within: changeMembers(within, drawn) }), draws)

/** Nodes that are not the attributes of PKCS#8. */
export const extras: Gen.Gen<Node> = Gen.oneof(
  Gen.constantFrom<Node>(Uint8Array.of(0), none, integer(0n), sequence(), octets()),
  smallBytes.map((content) => octets(content)),
)

/** A length that a reader of 31, 32 or 64 bits takes for a negative one, for all that is left or for nothing. */
export const hugeLength: Change = all(
  ...['ffffffff', '80000000', 'ffffffffffffffff'].map((digits) => faulty(isAny, (node) => lengthened(node, digits))),
)

/** For each of the first so many bytes: one of its bits is flipped, or it is another byte. */
export const brokenBytes =
  (count: number): Change =>
  () =>
    Array.from({ length: count }, (_, index) => index).flatMap((index) =>
      otherBytes.map((changeByte) =>
        Gen.constant((node: Element) => encoded(node).map((byte, i) => (i === index ? changeByte(byte) : byte))),
      ),
    )

const otherBytes: ReadonlyArray<(byte: number) => number> = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((bit) => (byte: number) => byte ^ (1 << bit)),
  // The next number or the number before: the one that differs in several bits.
  (byte) => (byte % 2 === 0 ? byte - 1 : byte + 1) & 0xff,
]

/** A length that DER does not allow. */
export const brokenLength: Change = all(
  faulty(isAny, longLength, Gen.constant(1)),
  faulty(
    isAny,
    (node, [change, extra]) => change(node, extra),
    Gen.constantFrom(
      ...[2, 3, 8].map((extra) => [longLength, extra] as const),
      ...[32, 64].map((count) => [overflowingLength, count] as const),
    ),
  ),
  changing(overrun, Gen.constantFrom(1, 2, 100)),
  faulty(isAny, indefiniteLength),
  faulty(hasMembers, wrongLength, Gen.constantFrom(1, -1)),
)
/** Another type in the low bits, another form, or another class. */
export const brokenTag: Change = faulty(
  isAny,
  ({ tag, within }, mask) => ({ tag: tag ^ mask, within }),
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
/** The element with more members at its end. */
export const withMore = ({ tag, within }: Element, ...extra: ReadonlyArray<Node>): Element => ({
  tag,
  within: [...within, ...extra],
})
/** Something after the last member of an element, or after the whole DER. */
export const brokenEnd: Change = all(
  faulty(hasMembers, (node, extra) => withMore(node, extra), extras),
  changing((node, extra) => concat([encoded(node), encoded(extra)]), extras),
  changing((node) => concat([encoded(node), Uint8Array.of(0)]), once),
)
/** The end of the DER is missing. */
export const cutShort: Change = changing(
  (node, length) => encoded(node).subarray(0, length % encoded(node).length),
  place,
)
