/**
 * Key files on both sides of each rule about the DER of a key. A rule has the forms that it is about, and a change that breaks it. The
 * near misses of a rule are the files of these forms after this change; the valid files of the rule are the same without it.
 *
 * ```ts
 * derFiles('verify')
 * // among others, for the rule `the BIT STRING of a public key has no unused bits`: a writer of SPKI whose BIT STRING begins with 7
 * ```
 */
import * as Der from '../../../core/Der.ts'
import { range } from '../characters.ts'
import * as asn1 from '../der.ts'
import * as Gen from '../Gen.ts'
import { constants, type LabelledGens, mapEach, validAndInvalid } from '../Labelled.ts'
import {
  allForms,
  type KeyForm,
  type KeyNumbers,
  type KeyUse,
  type KeyWriter,
  pemOf,
  pkcs8,
  privateForms,
  rsaOid,
  spki,
  usualFiles,
} from './keyFile.ts'

/** Writers of key files for a use, each under the rule of DER that it obeys or breaks. */
export const derFiles = (use: KeyUse): LabelledGens<KeyWriter> => [
  ...derRules().flatMap(({ rule, forms, change }) => {
    const formsOfUse = forms.filter((form) => form.use === use)
    if (formsOfUse.length === 0) return []
    return validAndInvalid(rule, usualFiles(formsOfUse), changedFiles(formsOfUse, change))
  }),
  ...(use === 'sign' ? filesWithAttributes() : []),
]

/** The changes of `asn1` need a tree to find their places in. The tree of a key has the same shape for all numbers. */
const sampleNumbers: KeyNumbers = [1n, 1n, 1n, 1n, 1n, 1n, 1n, 1n]

/** Writers of these forms that change the DER. */
const changedFiles = (forms: ReadonlyArray<KeyForm>, change: asn1.Change): ReadonlyArray<Gen.Gen<KeyWriter>> =>
  forms.flatMap(({ label, structure }) =>
    mapEach(
      change(structure(sampleNumbers)),
      (changeElement): KeyWriter =>
        (numbers) =>
          pemOf(label, asn1.encoded(changeElement(structure(numbers)))),
    ),
  )

// ---- The rules

interface DerRule {
  readonly rule: string
  readonly forms: ReadonlyArray<KeyForm>
  /** Breaks the rule. */
  readonly change: asn1.Change
}

const derRules = (): ReadonlyArray<DerRule> => [
  {
    rule: 'each length in the DER of a key is definite, has the fewest bytes, and is the length of the content',
    forms: allForms,
    change: asn1.all(asn1.brokenLength, asn1.hugeLength, asn1.cutShort),
  },
  { rule: 'each element in the DER of a key has the tag of its type', forms: allForms, change: asn1.brokenTag },
  // The bytes before the numbers of a key of 2048 to 8192 bits: tags, lengths, the version, the algorithm and the unused bits.
  { rule: bytesBeforeNumbers, forms: [spki], change: asn1.brokenBytes(32) },
  { rule: bytesBeforeNumbers, forms: [pkcs8], change: asn1.brokenBytes(37) },
  { rule: 'each member of a key in DER is there once, in order', forms: allForms, change: asn1.brokenMembers },
  {
    rule: 'in an element of a key, nothing follows the last member; nothing follows the DER of the key',
    forms: allForms,
    change: asn1.brokenEnd,
  },
  {
    rule: 'an integer of a key is not negative and has the fewest bytes',
    forms: allForms,
    change: asn1.brokenInteger,
  },
  { rule: 'the BIT STRING of a public key has no unused bits', forms: [spki], change: wrongUnusedBits },
  { rule: 'the version of a private key is 0', forms: privateForms, change: wrongVersion },
  {
    rule: 'the algorithm of a key is rsaEncryption, with NULL as its parameters',
    forms: [spki, pkcs8],
    change: asn1.all(wrongOid, wrongParameters),
  },
]

const bytesBeforeNumbers = 'each byte of a key before its numbers is the one that its structure has there'

/** The first byte of the BIT STRING counts the unused bits. It becomes another, or is missing. */
const wrongUnusedBits: asn1.Change = asn1.faulty(
  asn1.isA(Der.BIT_STRING),
  (element, count) => ({ ...element, within: element.within.with(0, Uint8Array.from(count)) }),
  Gen.oneof(Gen.constantFrom<ReadonlyArray<number>>([], [1], [7], [8], [255]), Gen.tuple(asn1.other)),
)

const isVersion = (element: asn1.Element): boolean =>
  element.tag === Der.INTEGER && asn1.contentOf(element).every((byte) => byte === 0)

const wrongVersion: asn1.Change = asn1.faulty(
  isVersion,
  (_, version) => asn1.integer(version),
  Gen.oneof(Gen.constantFrom(1n, 2n), Gen.bigInt(1n, 70_000n)),
)

// ---- Wrong algorithms

const otherOids = Gen.oneof(
  // The family of PKCS #1, with RSASSA-PSS.
  Gen.integer(2, 15).map((arc) => asn1.bytesOf(`2a864886f70d0101${arc.toString(16).padStart(2, '0')}`)),
  // RSA of X.500, EC, DSA and Ed25519; then rsaEncryption with one arc fewer, and with one more.
  Gen.constantFrom('55080101', '2a8648ce3d0201', '2a8648ce380401', '2b6570', '2a864886f70d0101', `${rsaOid}01`).map(
    asn1.bytesOf,
  ),
  // rsaEncryption with another byte.
  Gen.tuple(Gen.nat(8), Gen.integer(1, 127)).map(([index, mask]) =>
    asn1.bytesOf(rsaOid).map((byte, i) => (i === index ? byte ^ mask : byte)),
  ),
)
const wrongOid: asn1.Change = asn1.faulty(
  asn1.isA(Der.OBJECT_IDENTIFIER),
  (element, id) => ({ ...element, within: [id] }),
  otherOids,
)

/** Parameters of an algorithm that needs NULL: none, others, several, or a NULL that has content. */
export const otherParameters: ReadonlyArray<Gen.Gen<ReadonlyArray<asn1.Node>>> = [
  ...constants<ReadonlyArray<asn1.Node>>([
    [],
    [asn1.octets()],
    [asn1.sequence()],
    [asn1.integer(0n)],
    [asn1.none, asn1.none],
    [asn1.oid(rsaOid)],
  ]),
  asn1.smallBytes.map((content) => [asn1.element(0x05)(content)]),
]

const isAlgorithm = ({ within: [id] }: asn1.Element): boolean =>
  id !== undefined && asn1.isElement(id) && id.tag === Der.OBJECT_IDENTIFIER

const wrongParameters: asn1.Change = asn1.all(
  ...otherParameters.map((parameterGen) =>
    asn1.faulty(
      isAlgorithm,
      ({ within: [id] }, parameters) => asn1.sequence(id as asn1.Node, ...parameters),
      parameterGen,
    ),
  ),
)

// ---- The attributes of PKCS#8 (RFC 5208 §5): [0] with any number of SEQUENCEs, after the key

/** Both sides of the rule about attributes. Here a valid file has a change as well: the attributes. */
const filesWithAttributes = (): LabelledGens<KeyWriter> => {
  const goodAttributes = [attributes, ...constants(attributesOfEdgeLengths)]
  return validAndInvalid(
    'one set of attributes, of SEQUENCEs, may follow the key in PKCS#8, and nothing else',
    changedFiles([pkcs8], asn1.all(...goodAttributes.map((additions) => afterKey(Gen.tuple(additions))))),
    changedFiles([pkcs8], wrongAttributes()),
  )
}

/** Adds members after the last. */
const afterKey = (additions: Gen.Gen<ReadonlyArray<asn1.Node>>): asn1.Change =>
  asn1.changing((keyInfo, addition) => asn1.withMore(keyInfo, ...addition), additions)

const attributesOf = (members: ReadonlyArray<asn1.Node>): asn1.Element => asn1.element(Der.CONTEXT_0)(...members)
const asn1Set = asn1.element(0x31)
const keyUsageOid = '551d0f'

/** Some programs write the key usage. */
const keyUsages = Gen.constantFrom('0780', '0560').map((usage) =>
  asn1.sequence(asn1.oid(keyUsageOid), asn1Set(asn1.bits(asn1.bytesOf(usage)))),
)

/** Some programs write a friendly name, as a BMPString: two bytes for each character. */
const friendlyNameOf = (characters: string): asn1.Element => {
  const bmpString = asn1.element(0x1e)(
    Uint8Array.from([...characters].flatMap((character) => [0, character.charCodeAt(0)])),
  )
  return asn1.sequence(asn1.oid('2a864886f70d010914'), asn1Set(bmpString))
}
const friendlyNames = Gen.stringOf(range('a', 'z'), 1, 20).map(friendlyNameOf)

const attributes = Gen.array(Gen.oneof(keyUsages, friendlyNames), { maxLength: 2 }).map(attributesOf)

/** Attributes around the lengths at which the length itself needs another byte. */
const attributesOfEdgeLengths = Array.from({ length: 300 }, (_, count) =>
  attributesOf([asn1.sequence(asn1.oid(keyUsageOid), asn1Set(asn1.octets(new Uint8Array(count))))]),
).filter((element) => [126, 127, 128, 129, 255, 256, 257].includes(asn1.contentOf(element).length))

/** Other members after the key; attributes with another tag, or with a wrong member; and a second key after attributes. */
const wrongAttributes = (): asn1.Change => {
  const tooMany = [
    asn1.extras.map((extra) => [extra]),
    Gen.tuple(attributes, asn1.extras),
    Gen.tuple(attributes, attributes),
  ]
  const otherTags = constants([0x80, 0xa1, 0xa2, 0xa3, 0x31, 0x30]).map((tagGen) =>
    Gen.tuple(tagGen, attributes).map(([tag, { within }]) => [{ tag, within }]),
  )
  const wrongSecondMember = [
    Gen.tuple(friendlyNames, asn1.smallBytes).map(([friendlyName, content]) => [
      attributesOf([friendlyName, asn1.octets(content)]),
    ]),
    friendlyNames.map((friendlyName) => [attributesOf([friendlyName, asn1.encoded(friendlyName).subarray(0, -1)])]),
  ]
  const wrongLastMember = Gen.tuple(attributes, asn1.smallBytes).map(([addition, content]) => [
    asn1.withMore(addition, asn1.octets(content)),
  ])
  return asn1.all(
    ...[...tooMany, ...otherTags, ...wrongSecondMember, wrongLastMember].map(afterKey),
    asn1.changing((keyInfo, addition) => asn1.withMore(keyInfo, addition, keyInfo), attributes),
  )
}
