/** DER by its structure, and the ways to break it. */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { type Bytes, concat } from '../../core/Bytes.ts'
import * as Der from '../../core/Der.ts'
import { ofHex } from '../content.ts'

/** The bytes of hexadecimal digits. */
export const bytesOf = (digits: string): Bytes => ofHex(digits) as Bytes
/** A digest, in bytes. */
export const sha256 = (content: Bytes): Bytes => createHash('sha256').update(content).digest()

/** What changes a byte, by exclusive or. */
export const other: fc.Arbitrary<number> = fc.integer({ min: 1, max: 255 })
/** A place, modulo how many there are. */
export const place: fc.Arbitrary<number> = fc.nat({ max: 9999 })
/** From one byte to eight. */
export const smallBytes: fc.Arbitrary<Bytes> = fc.uint8Array({ minLength: 1, maxLength: 8 })

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

/** A way to change a DER that is whole, at each place of one like it. */
export type Change = (whole: fc.Arbitrary<Element>, like: Element) => ReadonlyArray<fc.Arbitrary<Node>>

/** Each of these changes. */
export const all =
  (...changes: ReadonlyArray<Change>): Change =>
  (whole, like) =>
    changes.flatMap((change) => change(whole, like))

/** The whole, changed by what is drawn. */
export const changing =
  <C>(change: (whole: Element, by: C) => Node, draws: fc.Arbitrary<C>): Change =>
  (whole) => [fc.tuple(whole, draws).map(([root, by]) => change(root, by))]

/** One change to each of the elements that `suits` selects. */
export const faulty =
  <C = undefined>(
    suits: (at: Element) => boolean,
    fault: (at: Element, by: C) => Node,
    draws: fc.Arbitrary<C> = fc.constant(undefined as C),
  ): Change =>
  (whole, like) => {
    const suiting = (root: Element): ReadonlyArray<Place> => placesOf(root).filter(({ at }) => suits(at))
    return suiting(like).map((_, i) =>
      fc.tuple(whole, draws).map(([root, by]) => {
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
const longLength = ({ tag, within }: Element, more: number): Node => {
  const content = contentOf({ tag, within })
  const digits = content.length.toString(16)
  const needed = content.length < 0x80 ? 0 : Math.ceil(digits.length / 2)
  const count = needed + more
  return concat([Uint8Array.of(tag, 0x80 + count), bytesOf(digits.padStart(2 * count, '0')), content])
}
const indefiniteLength = (at: Element): Node =>
  concat([Uint8Array.of(at.tag, 0x80), contentOf(at), Uint8Array.of(0, 0)])
/** The length says more or less than there is. */
const wrongLength = (at: Element, more: number): Node => {
  const content = contentOf(at)
  const longer = Der.write(at.tag, new Uint8Array(content.length + more))
  return concat([longer.subarray(0, encoded(at).length - content.length), content])
}

const negative = (at: Element): Node => {
  const content = contentOf(at)
  const isSigned = content[0] === 0 && content.length > 1
  return { ...at, within: [isSigned ? content.subarray(1) : concat([Uint8Array.of(0xff), content])] }
}
const doubled = ({ tag, within }: Element, i: number): Node => {
  const at = i % within.length
  return { tag, within: [...within.slice(0, at + 1), ...within.slice(at)] }
}
const rotated = ({ tag, within: [first, ...others] }: Element): Node => ({ tag, within: [...others, first as Node] })

/** None of these is the attributes of PKCS#8. */
export const extras: fc.Arbitrary<Node> = fc.oneof(
  fc.constantFrom<Node>(Uint8Array.of(0), none, integer(0n), sequence(), octets()),
  smallBytes.map((content) => octets(content)),
)

/** A length that DER does not allow. */
export const brokenLength: Change = all(
  faulty(every, longLength, fc.constantFrom(1, 2, 3, 8)),
  faulty(every, indefiniteLength),
  faulty(hasMembers, wrongLength, fc.constantFrom(1, -1)),
)
/** Another kind in the low bits; or the form, or the class. */
export const brokenTag: Change = faulty(
  every,
  ({ tag, within }, by) => ({ tag: tag ^ by, within }),
  fc.oneof(fc.constantFrom(0x20, 0x40, 0x80, 0xc0), fc.integer({ min: 1, max: 31 })),
)
/** A member that is missing, doubled or at another place. */
export const brokenMembers: Change = all(
  faulty(isA(Der.SEQUENCE), ({ tag, within }, i) => ({ tag, within: within.toSpliced(i % within.length, 1) }), place),
  faulty(isA(Der.SEQUENCE), ({ tag, within }) => ({ tag, within: within.slice(0, -1) })),
  faulty(isA(Der.SEQUENCE), doubled, place),
  faulty(isA(Der.SEQUENCE), rotated),
)
/** An integer that is padded, negative or empty. */
export const brokenInteger: Change = all(
  faulty(
    isA(Der.INTEGER),
    ({ tag, within }, count) => ({ tag, within: [new Uint8Array(count), ...within] }),
    fc.integer({ min: 1, max: 3 }),
  ),
  faulty(isA(Der.INTEGER), negative),
  faulty(isA(Der.INTEGER), ({ tag }) => ({ tag, within: [] })),
)
/** One member more. */
export const withMore = ({ tag, within }: Element, extra: Node): Node => ({ tag, within: [...within, extra] })
/** Something behind the last member of an element, or behind the whole. */
export const brokenEnd: Change = all(
  faulty(hasMembers, withMore, extras),
  changing((whole, extra) => concat([encoded(whole), encoded(extra)]), extras),
  changing((whole) => concat([encoded(whole), Uint8Array.of(0)]), fc.constant(0)),
)
/** The end is missing. */
export const cutShort: Change = changing((whole, at) => encoded(whole).subarray(0, at % encoded(whole).length), place)
