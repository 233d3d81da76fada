/**
 * Keys and signatures: DER by its structure, PEM, moduli and exponents, and the blocks that a signature holds.
 *
 * The private keys are public like those of the suite, and protect nothing. They are in no file, so that a port cannot know them.
 */
import { constants, createHash, createPrivateKey, type KeyObject, privateEncrypt } from 'node:crypto'
import * as fc from 'fast-check'
import { type Bytes, concat } from '../../core/Bytes.ts'
import * as Der from '../../core/Der.ts'
import { leastBits, mostBits } from '../../core/PublicKey.ts'
import { hex, ofHex } from '../content.ts'
import { range } from './characters.ts'
import { type Drawn, type Generator, generator, type Sample, sides, textOf } from './Generator.ts'

const bytesOf = (digits: string): Bytes => ofHex(digits) as Bytes
const sha256 = (content: Bytes): Bytes => createHash('sha256').update(content).digest()

// DER

/** An element with its members; bytes are content or a whole encoding. */
interface Element {
  readonly tag: number
  readonly within: ReadonlyArray<Node>
}
type Node = Bytes | Element

const isElement = (node: Node): node is Element => !(node instanceof Uint8Array)
const encoded = (node: Node): Bytes => (isElement(node) ? Der.write(node.tag, contentOf(node)) : node)
const contentOf = ({ within }: Element): Bytes => concat(within.map(encoded))

const element =
  (tag: number) =>
  (...within: ReadonlyArray<Node>): Element => ({ tag, within })
const sequence = element(Der.SEQUENCE)
const octets = element(Der.OCTET_STRING)
const bits = element(Der.BIT_STRING)
const oid = (digits: string): Element => element(Der.OBJECT_IDENTIFIER)(bytesOf(digits))
const none = element(0x05)()
const integer = (n: bigint): Element => {
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

/** What one change at one place makes of the whole. */
type Fault<C> = (at: Element, change: C) => Node

/** One change to one of the elements that `suits` selects. */
const faulty = <C>(
  whole: fc.Arbitrary<Element>,
  suits: (at: Element) => boolean,
  changes: fc.Arbitrary<C>,
  fault: Fault<C>,
): fc.Arbitrary<Node> =>
  fc.tuple(whole, place, changes).map(([root, choice, change]) => {
    const places = placesOf(root).filter(({ at }) => suits(at))
    const { at, put } = places[choice % places.length] as Place
    return put(fault(at, change))
  })

const isInteger = ({ tag }: Element): boolean => tag === Der.INTEGER
const isSequence = ({ tag }: Element): boolean => tag === Der.SEQUENCE
const hasMembers = ({ within }: Element): boolean => within.some(isElement)
const every = (): boolean => true

/** The content's length with so many bytes more than it needs. */
const longLength: Fault<number> = ({ tag, within }, more) => {
  const content = contentOf({ tag, within })
  const digits = content.length.toString(16)
  const needed = content.length < 0x80 ? 0 : Math.ceil(digits.length / 2)
  const count = needed + more
  return concat([Uint8Array.of(tag, 0x80 + count), bytesOf(digits.padStart(2 * count, '0')), content])
}
const indefiniteLength: Fault<undefined> = (at) =>
  concat([Uint8Array.of(at.tag, 0x80), contentOf(at), Uint8Array.of(0, 0)])
/** The length says more or less than there is. */
const wrongLength: Fault<number> = (at, more) => {
  const longer = Der.write(at.tag, new Uint8Array(contentOf(at).length + more))
  const whole = encoded(at)
  const start = whole.length - contentOf(at).length
  return concat([longer.subarray(0, start), whole.subarray(start)])
}
const otherTag: Fault<number> = ({ tag, within }, by) => ({ tag: tag ^ by, within })

const padded: Fault<number> = (at, count) => ({ ...at, within: [new Uint8Array(count), ...at.within] })
const negative: Fault<undefined> = (at) => {
  const content = contentOf(at)
  return {
    ...at,
    within: [content[0] === 0 && content.length > 1 ? content.subarray(1) : concat([Uint8Array.of(0xff), content])],
  }
}
const emptied: Fault<undefined> = ({ tag }) => ({ tag, within: [] })

const more: Fault<Node> = ({ tag, within }, extra) => ({ tag, within: [...within, extra] })
const missing: Fault<number> = ({ tag, within }, i) => ({ tag, within: within.toSpliced(i % within.length, 1) })
const doubled: Fault<number> = ({ tag, within }, i) => {
  const at = i % within.length
  return { tag, within: [...within.slice(0, at + 1), ...within.slice(at)] }
}
const rotated: Fault<undefined> = ({ tag, within: [first, ...others] }) => ({ tag, within: [...others, first as Node] })

/** What changes a byte, by exclusive or. */
const other = fc.integer({ min: 1, max: 255 })
/** A place, modulo how many there are. */
const place = fc.nat({ max: 9999 })
const smallBytes = fc.uint8Array({ minLength: 1, maxLength: 8 })
/** None of these is the attributes of PKCS#8. */
const extras: fc.Arbitrary<Node> = fc.oneof(
  fc.constantFrom<Node>(Uint8Array.of(0), none, integer(0n), sequence(), octets()),
  smallBytes.map((content) => octets(content)),
)

/** Every way in which DER itself is broken, whatever it holds. */
const brokenLength = (whole: fc.Arbitrary<Element>): fc.Arbitrary<Node> =>
  fc.oneof(
    faulty(whole, every, fc.constantFrom(1, 2, 3, 8), longLength),
    faulty(whole, every, fc.constant(undefined), indefiniteLength),
    faulty(whole, hasMembers, fc.constantFrom(1, -1), wrongLength),
  )
/** Another kind in the low bits; or the form, or the class. */
const brokenTag = (whole: fc.Arbitrary<Element>): fc.Arbitrary<Node> =>
  faulty(whole, every, fc.oneof(fc.constantFrom(0x20, 0x40, 0x80, 0xc0), fc.integer({ min: 1, max: 31 })), otherTag)
const brokenMembers = (whole: fc.Arbitrary<Element>): fc.Arbitrary<Node> =>
  fc.oneof(
    faulty(whole, isSequence, place, missing),
    faulty(whole, isSequence, place, doubled),
    faulty(whole, isSequence, fc.constant(undefined), rotated),
  )
const brokenEnd = (whole: fc.Arbitrary<Element>): fc.Arbitrary<Node> => faulty(whole, hasMembers, extras, more)

// The numbers of keys

/** An odd number with its two highest bits set, so that a product of two has all its bits. */
const start = (seed: string, length: number): bigint => {
  const count = Math.ceil(length / 256)
  const blocks = Array.from({ length: count }, (_, i) => sha256(Buffer.from(`${seed}/${i}`)))
  const drawn = BigInt(`0x${hex(concat(blocks)).hex}`) >> BigInt(256 * count - length)
  return drawn | (3n << BigInt(length - 2)) | 1n
}

/** The inverse of `a` modulo `m`, by Euclid. */
const inverse = (a: bigint, m: bigint): bigint => {
  let [r, s, x, y] = [m, a % m, 0n, 1n]
  while (s > 0n) [r, s, x, y] = [s, r % s, y, x - (r / s) * y]
  if (r !== 1n) throw new Error('these numbers have a common factor')
  return ((x % m) + m) % m
}
const commonFactor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonFactor(b, a % b))

/** A key pair: n, e, d, p, q, d mod p−1, d mod q−1, q⁻¹ mod p. */
type Numbers = readonly [n: bigint, e: bigint, ...others: ReadonlyArray<bigint>]

/** The primes are `steps` odd numbers above the start; found once by counting up. */
const pair = (length: number, e: bigint, ...steps: readonly [number, number]): Numbers => {
  const half = Math.ceil(length / 2)
  const one = start(`${length} ${e} p`, half) + 2n * BigInt(steps[0])
  const other = start(`${length} ${e} q`, length - half) + 2n * BigInt(steps[1])
  // Some platforms put the larger one first when they write a key.
  const [p, q] = one > other ? [one, other] : [other, one]
  const d = inverse(e, ((p - 1n) * (q - 1n)) / commonFactor(p - 1n, q - 1n))
  return [p * q, e, d, p, q, d % (p - 1n), d % (q - 1n), inverse(q, p)]
}

const plain = pair(2048, 65_537n, 485, 824)
const bits2049 = pair(2049, 65_537n, 911, 1339)
const bits2057 = pair(2057, 65_537n, 90, 367)
const good: ReadonlyArray<Numbers> = [
  plain,
  pair(2048, 65_539n, 256, 530),
  pair(2048, 2n ** 32n - 1n, 162, 1154),
  bits2049,
  pair(2055, 65_537n, 652, 341),
  pair(2056, 65_537n, 569, 1373),
  bits2057,
]
const long: ReadonlyArray<Numbers> = [pair(3072, 65_537n, 152, 232), pair(4096, 65_537n, 520, 679)]
const short: ReadonlyArray<Numbers> = [
  pair(1024, 65_537n, 159, 170),
  pair(2040, 65_537n, 649, 230),
  pair(2046, 65_537n, 144, 848),
  pair(2047, 65_537n, 125, 128),
]
const otherExponents: ReadonlyArray<Numbers> = [
  pair(2048, 3n, 545, 315),
  pair(2048, 65_535n, 2698, 833),
  pair(2048, 2n ** 32n + 1n, 222, 200),
]

// The forms of keys

type Use = 'verify' | 'sign'
interface Form {
  readonly use: Use
  readonly label: string
  readonly of: (numbers: Numbers) => Element
  /** Good keys in this form. */
  readonly good: fc.Arbitrary<Element>
}
/** A key file before its Base64. */
interface KeyFile {
  readonly use: Use
  readonly label: string
  readonly der: Bytes
}

const rsaOid = '2a864886f70d010101'
const rsa = sequence(oid(rsaOid), none)
const pkcs1Public = ([n, e]: Numbers): Element => sequence(integer(n), integer(e))
const spki = (numbers: Numbers): Element => sequence(rsa, bits(Uint8Array.of(0), pkcs1Public(numbers)))
const pkcs1Private = (numbers: Numbers): Element => sequence(integer(0n), ...numbers.map(integer))
const pkcs8 = (numbers: Numbers): Element => sequence(integer(0n), rsa, octets(pkcs1Private(numbers)))

const formOf = (use: Use, label: string, of: Form['of']): Form => ({
  use,
  label,
  of,
  good: fc.constantFrom(...good.map(of)),
})
const spkiForm = formOf('verify', 'PUBLIC KEY', spki)
const pkcs8Form = formOf('sign', 'PRIVATE KEY', pkcs8)
const publicForms = [spkiForm, formOf('verify', 'RSA PUBLIC KEY', pkcs1Public)]
const privateForms = [pkcs8Form, formOf('sign', 'RSA PRIVATE KEY', pkcs1Private)]
const forms = [...publicForms, ...privateForms]

const filed = ({ use, label }: Form, whole: Node): KeyFile => ({ use, label, der: encoded(whole) })

/** Key files of these forms, with what `change` makes of good keys. */
const changedFiles = (
  of: ReadonlyArray<Form>,
  change: (whole: fc.Arbitrary<Element>) => fc.Arbitrary<Node>,
): fc.Arbitrary<KeyFile> => fc.oneof(...of.map((form) => change(form.good).map((whole) => filed(form, whole))))
const keyFiles = (of: ReadonlyArray<Form> = forms): fc.Arbitrary<KeyFile> => changedFiles(of, (whole) => whole)
const filesOf = (of: ReadonlyArray<Form>, numbers: fc.Arbitrary<Numbers>): fc.Arbitrary<KeyFile> =>
  fc.tuple(fc.constantFrom(...of), numbers).map(([form, some]) => filed(form, form.of(some)))

/** The private key in PKCS#8, and something more. */
const withAttributes = (extra: fc.Arbitrary<ReadonlyArray<Node>>): fc.Arbitrary<KeyFile> =>
  changedFiles([pkcs8Form], (whole) =>
    fc.tuple(whole, extra).map(([{ tag, within }, some]) => ({ tag, within: [...within, ...some] })),
  )

const pemOf = ({ label, der }: KeyFile, width = 64, end = '\n', last = end): string =>
  `-----BEGIN ${label}-----${end}${base64Of(der).replace(new RegExp(`.{1,${width}}`, 'g'), `$&${end}`)}-----END ${label}-----${last}`
const base64Of = (der: Bytes): string => Buffer.from(der).toString('base64')

type KeyInput = Drawn<'importKey'>
const imported = ({ value: file, ...sample }: Sample<KeyFile>): KeyInput => ({
  ...sample,
  input: { use: file.use, pem: pemOf(file) },
})

// key-der

const isAlgorithm = ({ within: [first] }: Element): boolean =>
  first !== undefined && isElement(first) && first.tag === Der.OBJECT_IDENTIFIER
const isOid = ({ tag }: Element): boolean => tag === Der.OBJECT_IDENTIFIER
const isVersion = (at: Element): boolean => isInteger(at) && contentOf(at).every((byte) => byte === 0)

/** Other members of the family, RSASSA-PSS among them; RSA of X.500; EC, DSA, Ed25519. */
const otherOids = fc.oneof(
  fc.integer({ min: 2, max: 15 }).map((last) => bytesOf(`2a864886f70d0101${last.toString(16).padStart(2, '0')}`)),
  fc
    .constantFrom('55080101', '2a8648ce3d0201', '2a8648ce380401', '2b6570', '2a864886f70d0101', `${rsaOid}01`)
    .map(bytesOf),
  fc
    .tuple(fc.nat({ max: 8 }), fc.integer({ min: 1, max: 127 }))
    .map(([at, by]) => bytesOf(rsaOid).map((byte, i) => (i === at ? byte ^ by : byte))),
)
const parameters: fc.Arbitrary<ReadonlyArray<Node>> = fc.oneof(
  fc.constantFrom<ReadonlyArray<Node>>([], [octets()], [sequence()], [integer(0n)], [none, none], [oid(rsaOid)]),
  smallBytes.map((content) => [element(0x05)(content)]),
)

const set = element(0x31)
/** As other programs write them: key usage, a friendly name. */
const attribute: fc.Arbitrary<Element> = fc.oneof(
  fc.constantFrom('0780', '0560').map((usage) => sequence(oid('551d0f'), set(bits(bytesOf(usage))))),
  textOf(range('a', 'z'), 1, 20).map((name) =>
    sequence(oid('2a864886f70d010914'), set(element(0x1e)(Buffer.from(name, 'utf16le').swap16()))),
  ),
)
const attributes = fc.oneof(fc.constant([]), fc.tuple(attribute)).map((all) => element(Der.CONTEXT_0)(...all))

const lengthRule = 'each length in the DER of a key is definite, of the fewest bytes, and that of the content'
const tagRule = 'each element in the DER of a key has the tag of its type'
const membersRule = 'each member of a key in DER is there once, in order'
const endRule = 'nothing follows the last member inside an element of a key, or its DER'
const integerRule = 'an integer of a key is not negative and has the fewest bytes'
const unusedRule = 'the BIT STRING of a public key has no unused bits'
const versionRule = 'the version of a private key is 0'
const algorithmRule = 'the algorithm of a key is rsaEncryption, with NULL as its parameters'
const attributesRule = 'only attributes follow the key in PKCS#8'

/** Good keys in these forms, and what `change` makes of them. */
const formSides = (
  rule: string,
  of: ReadonlyArray<Form>,
  change: (whole: fc.Arbitrary<Element>) => fc.Arbitrary<Node>,
): fc.Arbitrary<Sample<KeyFile>> => sides(rule, keyFiles(of), changedFiles(of, change))
const formsWithAlgorithm = [spkiForm, pkcs8Form]

const derSamples: fc.Arbitrary<Sample<KeyFile>> = fc.oneof(
  formSides(lengthRule, forms, brokenLength),
  formSides(tagRule, forms, brokenTag),
  formSides(membersRule, forms, brokenMembers),
  formSides(endRule, forms, brokenEnd),
  formSides(endRule, forms, (whole) =>
    fc.tuple(whole, extras).map(([key, extra]) => concat([encoded(key), encoded(extra)])),
  ),
  formSides(lengthRule, forms, (whole) =>
    fc.tuple(whole.map(encoded), place).map(([der, at]) => der.subarray(0, at % der.length)),
  ),
  formSides(integerRule, forms, (whole) =>
    fc.oneof(
      faulty(whole, isInteger, fc.integer({ min: 1, max: 3 }), padded),
      faulty(whole, isInteger, fc.constant(undefined), negative),
      faulty(whole, isInteger, fc.constant(undefined), emptied),
    ),
  ),
  formSides(unusedRule, [spkiForm], (whole) =>
    faulty(
      whole,
      ({ tag }) => tag === Der.BIT_STRING,
      fc.oneof(fc.constantFrom([], [1], [7], [8], [255]), fc.tuple(other)),
      (at, first) => ({ ...at, within: at.within.with(0, Uint8Array.from(first)) }),
    ),
  ),
  formSides(versionRule, privateForms, (whole) =>
    faulty(whole, isVersion, fc.oneof(fc.constantFrom(1n, 2n), fc.bigInt(1n, 70_000n)), (_, version) =>
      integer(version),
    ),
  ),
  formSides(algorithmRule, formsWithAlgorithm, (whole) =>
    faulty(whole, isOid, otherOids, (at, id) => ({ ...at, within: [id] })),
  ),
  formSides(algorithmRule, formsWithAlgorithm, (whole) =>
    faulty(whole, isAlgorithm, parameters, ({ within: [id] }, some) => sequence(id as Node, ...some)),
  ),
  sides(
    attributesRule,
    withAttributes(attributes.map((some) => [some])),
    withAttributes(
      fc.oneof(
        extras.map((extra) => [extra]),
        fc.tuple(attributes, extras),
        attributes.map((some) => [some, some]),
        fc.tuple(fc.constantFrom(0x80, 0xa2, 0xa3, 0x31), attributes).map(([tag, { within }]) => [{ tag, within }]),
      ),
    ),
  ),
)

// key-pem

const letters = range('A', 'Z')
/** Labels of other things, or of nothing. */
const otherLabels = (label: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .constantFrom(...forms.map((form) => form.label), 'EC PRIVATE KEY', 'DSA PRIVATE KEY', 'ENCRYPTED PRIVATE KEY')
      .filter((other) => other !== label),
    fc.constantFrom('CERTIFICATE REQUEST', 'EC PUBLIC KEY', 'X509 CRL', 'PKCS7', 'KEY', 'OPENSSH PRIVATE KEY'),
    fc.constantFrom(label.toLowerCase(), `${label}S`, `X${label}`, label.slice(1), label.replace(' KEY', '')),
    textOf(letters, 1, 12).filter((other) => other !== label),
  )

/** The text, with the part that `of` selects in place of itself. */
const changed = <C>(
  changes: (file: KeyFile) => fc.Arbitrary<C>,
  change: (pem: string, by: C, file: KeyFile) => string,
  files = keyFiles(),
): fc.Arbitrary<KeyInput['input']> =>
  files.chain((file) => changes(file).map((by) => ({ use: file.use, pem: change(pemOf(file), by, file) })))

/** A text that is no white space and begins no block. */
const words = fc.oneof(
  fc.constantFrom('x', '-', 'key of app-1:', '# a comment', 'Bag Attributes', 'Comment: "a key"', '\u00e9', '\u0000'),
  textOf(range('!', '~').replace('-', ''), 1, 20),
)
/** No character of Base64, and no white space. */
const foreign = fc.constantFrom(...'-_.,:;!#$%&*?@~|"\'()[]{}<>^`\\', '\u0000', '\u00e9', '\u0391', '\uff21', '\u200b')

const labelRule = "the label of a key's PEM names what the DER holds"
const boundaryRule = 'the lines around a key are BEGIN and END with one label, between five hyphens'
const lineEndRule = "LF or CRLF ends each line of a key's PEM, the last perhaps excepted"
const oneBlockRule = 'the text of a key is one PEM block'
const aroundRule = 'no other text is before or behind the PEM block of a key'
const base64Rule = "the Base64 of a key's PEM has its alphabet only, and its padding at its end"
const encryptedRule = 'a private key is not encrypted'
const purposeRule = 'a private key signs, and a public key verifies'

/** Valid texts: any length of the lines, both line ends, with or without the last. */
const goodPems: fc.Arbitrary<KeyInput['input']> = fc
  .record({
    file: keyFiles(),
    width: fc.oneof(fc.constantFrom(64, 76), fc.integer({ min: 4, max: 80 })),
    end: fc.constantFrom('\n', '\r\n'),
    isEnded: fc.boolean(),
  })
  .map(({ file, width, end, isEnded }) => ({ use: file.use, pem: pemOf(file, width, end, isEnded ? end : '') }))

const bodyOf = (pem: string): string => pem.split('-----')[2] as string
const withBody = (pem: string, change: (body: string) => string): string => {
  const body = bodyOf(pem)
  return pem.replace(body, () => change(body))
}
/** A number of characters of padding that the text does not have, or padding where none belongs. */
const repadded = (body: string, by: number): string => {
  const padding = body.match(/=*\n$/)?.[0] as string
  const bare = body.slice(0, -padding.length)
  if (by === 4) return `\n=${bare.slice(1)}${padding}`
  if (by === 5) return `${bare.slice(0, 80)}=${bare.slice(81)}${padding}`
  // 1, 2 or 3 away from the right number, modulo 4.
  return `${bare}${'='.repeat((padding.length - 1 + by) % 4)}\n`
}

const encryptedHeader = 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\n'
const pbes2 = sequence(
  oid('2a864886f70d01050d'),
  sequence(
    sequence(oid('2a864886f70d01050c'), sequence(octets(new Uint8Array(8)), integer(2048n))),
    sequence(oid('60864801650304012a'), octets(new Uint8Array(16))),
  ),
)

const pemSamples: fc.Arbitrary<KeyInput> = fc
  .oneof(
    sides(
      labelRule,
      goodPems,
      changed(
        ({ label }) => otherLabels(label),
        (_, label, file) => pemOf({ ...file, label }),
      ),
    ),
    sides(
      boundaryRule,
      goodPems,
      changed(
        ({ label }) => fc.tuple(fc.constantFrom('BEGIN', 'END'), otherLabels(label)),
        (pem, [word, other], { label }) => pem.replace(`${word} ${label}-`, `${word} ${other}-`),
      ),
    ),
    sides(
      boundaryRule,
      goodPems,
      changed(
        ({ label }) =>
          fc.tuple(
            fc.constantFrom('BEGIN', 'END'),
            fc.constantFrom(
              '',
              `----WORD ${label}-----`,
              `-----WORD ${label}----`,
              `------WORD ${label}-----`,
              `-----WORD ${label}------`,
              `-----${label}-----`,
              `-----WORD-${label}-----`,
              `-----word ${label}-----`,
              `_____WORD ${label}_____`,
            ),
          ),
        (pem, [word, line], { label }) => pem.replace(`-----${word} ${label}-----`, line.replace('WORD', word)),
      ),
    ),
    sides(
      lineEndRule,
      goodPems,
      changed(
        () => fc.constantFrom('\\n', '\\r\\n', '%0A', '<br>', '|'),
        (pem, end) => pem.replaceAll('\n', end),
      ),
    ),
    sides(
      oneBlockRule,
      goodPems,
      fc
        .tuple(keyFiles(), keyFiles())
        .chain(([one, two]) => fc.constantFrom(one.use, two.use).map((use) => ({ use, pem: pemOf(one) + pemOf(two) }))),
    ),
    sides(
      aroundRule,
      goodPems,
      changed(
        () => fc.tuple(words, fc.constantFrom('\n', ''), fc.boolean()),
        (pem, [text, end, isBefore]) => (isBefore ? text + end + pem : pem + text + end),
      ),
    ),
    sides(
      base64Rule,
      goodPems,
      changed(
        () => fc.integer({ min: 1, max: 5 }),
        (pem, by) => withBody(pem, (body) => repadded(body, by)),
      ),
    ),
    sides(
      base64Rule,
      goodPems,
      fc.oneof(
        changed(
          () => fc.tuple(foreign, place, fc.boolean()),
          (pem, [character, choice, isReplaced]) =>
            withBody(pem, (body) => {
              const at = 1 + (choice % (body.length - 4))
              return body.slice(0, at) + character + body.slice(isReplaced && body[at] !== '\n' ? at + 1 : at)
            }),
        ),
        changed(
          () => fc.constantFrom<[string, string]>(['+', '-'], ['/', '_']),
          (pem, [from, to]) => withBody(pem, (body) => body.replaceAll(from, to)),
        ),
      ),
    ),
    sides(
      encryptedRule,
      goodPems.filter(({ use }) => use === 'sign'),
      fc.oneof(
        changed(
          fc.constant,
          (pem) => withBody(pem, (body) => `\n${encryptedHeader}${body.slice(1)}`),
          keyFiles(privateForms),
        ),
        fc.uint8Array({ minLength: 1, maxLength: 40, size: 'max' }).map((content) => ({
          use: 'sign' as const,
          pem: pemOf(filed({ ...pkcs8Form, label: 'ENCRYPTED PRIVATE KEY' }, sequence(pbes2, octets(content)))),
        })),
      ),
    ),
    sides(
      purposeRule,
      goodPems,
      goodPems.map(({ use, pem }) => ({ use: use === 'sign' ? 'verify' : 'sign', pem })),
    ),
  )
  .map(({ value, ...sample }) => ({ ...sample, input: value }))

// key-numbers

const sizeRule = `a modulus has ${leastBits} to ${mostBits} bits`
const oddModulusRule = 'a modulus is odd'
const exponentRule = 'a public exponent is from 65537 to 2^32 − 1'
const oddExponentRule = 'a public exponent is odd'

/** Any odd number of so many bits: nothing shows that it is no product of two primes. */
const oddOf = (length: number): fc.Arbitrary<bigint> =>
  fc.bigInt(1n << BigInt(length - 1), (1n << BigInt(length)) - 1n).map((n) => n | 1n)
const moduli = (...lengths: ReadonlyArray<fc.Arbitrary<number>>): fc.Arbitrary<bigint> =>
  fc.oneof(...lengths).chain(oddOf)
const goodModuli = moduli(
  fc.constantFrom(leastBits, leastBits + 1, 2055, 2056, 2057, 3072, 4096),
  fc.integer({ min: leastBits, max: 2200 }),
)
const longest = moduli(fc.constantFrom(mostBits - 1, mostBits))
const badModuli = fc.oneof(
  { weight: 3, arbitrary: moduli(fc.constantFrom(leastBits - 1), fc.integer({ min: 2033, max: leastBits - 1 })) },
  { weight: 1, arbitrary: moduli(fc.constantFrom(mostBits + 1, mostBits + 8, 1024)) },
)
const leastExponent = 65_537n
const mostExponent = 2n ** 32n - 1n
const oddUpTo = (least: bigint, most: bigint): fc.Arbitrary<bigint> => fc.bigInt(least, most).map((e) => e | 1n)
const goodExponents = fc.oneof(
  fc.constantFrom(leastExponent, leastExponent + 2n, 2n ** 31n - 1n, 2n ** 31n + 1n, mostExponent),
  oddUpTo(leastExponent, mostExponent),
)
const badExponents = fc.oneof(
  fc.constantFrom(1n, 3n, 5n, 17n, 257n, leastExponent - 2n, mostExponent + 2n, 2n ** 32n + leastExponent),
  fc.constantFrom(
    2n ** 33n + 1n,
    2n ** 63n - 1n,
    2n ** 64n - 1n,
    2n ** 64n + leastExponent,
    2n ** 256n + leastExponent,
  ),
  oddUpTo(1n, leastExponent - 2n),
  oddUpTo(mostExponent + 1n, 2n ** 40n),
)
const evenExponents = fc.oneof(
  fc.constantFrom(leastExponent + 1n, mostExponent - 1n),
  fc.bigInt(leastExponent + 1n, mostExponent).map((e) => e - (e % 2n)),
)

const publicNumbers = (ns: fc.Arbitrary<bigint>, es: fc.Arbitrary<bigint>): fc.Arbitrary<KeyFile> =>
  filesOf(publicForms, fc.tuple(ns, es))
const modulus = fc.oneof(fc.constant(plain[0]), goodModuli)
const exponent = fc.oneof(fc.constant(leastExponent), goodExponents)

const numberSamples: fc.Arbitrary<Sample<KeyFile>> = fc.oneof(
  sides(
    sizeRule,
    fc.oneof(
      { weight: 7, arbitrary: publicNumbers(goodModuli, exponent) },
      { weight: 1, arbitrary: publicNumbers(longest, exponent) },
    ),
    publicNumbers(badModuli, exponent),
  ),
  sides(
    oddModulusRule,
    publicNumbers(goodModuli, exponent),
    publicNumbers(
      modulus.map((n) => n - 1n),
      exponent,
    ),
  ),
  sides(exponentRule, publicNumbers(modulus, goodExponents), publicNumbers(modulus, badExponents)),
  sides(oddExponentRule, publicNumbers(modulus, goodExponents), publicNumbers(modulus, evenExponents)),
  sides(
    sizeRule,
    filesOf(privateForms, fc.constantFrom(...good, ...long)),
    filesOf(privateForms, fc.constantFrom(...short)),
  ),
  sides(exponentRule, keyFiles(privateForms), filesOf(privateForms, fc.constantFrom(...otherExponents))),
)

// rsa-block

interface SigningKey {
  readonly n: bigint
  /** Bytes of the modulus. */
  readonly length: number
  readonly pem: string
  readonly key: KeyObject
}
const signingKey = (numbers: Numbers): SigningKey => {
  const [n] = numbers
  const key = createPrivateKey({ key: Buffer.from(encoded(pkcs1Private(numbers))), format: 'der', type: 'pkcs1' })
  return { n, length: Math.ceil(n.toString(2).length / 8), pem: pemOf(filed(spkiForm, spki(numbers))), key }
}
const signingKeys = good.map(signingKey)
const [plainKey] = signingKeys as [SigningKey]
/** Their signatures have room for the modulus above them. */
const roomyKeys = signingKeys.filter(({ n, length }) => n < 1n << BigInt(8 * length - 1))

/** The private operation alone: under the public one its result becomes this block again. */
const rawSign = (block: Bytes, { key }: SigningKey): Bytes =>
  privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, block)

const sha256Oid = '608648016503040201'
const digestInfo = (digest: Bytes, hash = sha256Oid): Element => sequence(sequence(oid(hash), none), octets(digest))
/** EMSA-PKCS1-v1_5 (RFC 8017 §9.2): 00 01 FF … FF 00 and the content at its end. */
const blockOf = (content: Bytes, length: number): Bytes =>
  concat([Uint8Array.of(0, 1), new Uint8Array(length - 3 - content.length).fill(0xff), Uint8Array.of(0), content])
const rightBlock = (message: Bytes, length: number): Bytes => blockOf(encoded(digestInfo(sha256(message))), length)

/** Bytes of the DigestInfo for SHA-256, and those before its digest. */
const infoLength = encoded(digestInfo(new Uint8Array(32))).length
const prefixLength = infoLength - 32

type BlockInput = Drawn<'rsaVerify'>['input']
const input = (key: SigningKey, message: Bytes, signature: Bytes): BlockInput => ({
  key: key.pem,
  message: hex(message),
  signature: hex(signature),
})

const messages = fc.oneof(
  fc.uint8Array({ maxLength: 80, size: 'max' }),
  textOf(range(' ', '~'), 0, 40).map((text) => Uint8Array.from(Buffer.from(text))),
)
const keysToSign = fc.constantFrom(...signingKeys)
/** Made by each of these keys over a message, as `make` says. */
const signedBy = <C>(
  ofKeys: fc.Arbitrary<SigningKey>,
  changes: fc.Arbitrary<C>,
  make: (key: SigningKey, message: Bytes, change: C) => Bytes,
): fc.Arbitrary<BlockInput> =>
  fc.tuple(ofKeys, messages, changes).map(([key, message, change]) => input(key, message, make(key, message, change)))

const signed = (key: SigningKey, message: Bytes): Bytes => rawSign(rightBlock(message, key.length), key)
const rightly = signedBy(keysToSign, fc.constant(undefined), signed)

/** The right block with one change, under the private operation. */
const blocks = <C>(
  changes: fc.Arbitrary<C>,
  change: (block: Bytes, by: C, key: SigningKey) => Bytes,
): fc.Arbitrary<BlockInput> =>
  signedBy(keysToSign, changes, (key, message, by) => rawSign(change(rightBlock(message, key.length), by, key), key))
/** Well padded, with this in place of the DigestInfo. */
const contents = <C>(
  changes: fc.Arbitrary<C>,
  content: (digest: Bytes, by: C, message: Bytes) => Node,
): fc.Arbitrary<BlockInput> =>
  signedBy(keysToSign, changes, (key, message, by) =>
    rawSign(blockOf(encoded(content(sha256(message), by, message)), key.length), key),
  )
/** The right DigestInfo with one fault of its DER. */
const infos = (broken: (whole: fc.Arbitrary<Element>) => fc.Arbitrary<Node>): fc.Arbitrary<BlockInput> =>
  fc
    .tuple(keysToSign, messages)
    .chain(([key, message]) =>
      broken(fc.constant(digestInfo(sha256(message)))).map((info) =>
        input(key, message, rawSign(blockOf(encoded(info), key.length), key)),
      ),
    )

const withByte = (bytes: Bytes, at: number, value: number): Bytes => bytes.map((byte, i) => (i === at ? value : byte))
const xored = (bytes: Bytes, at: number, by: number): Bytes => withByte(bytes, at, (bytes[at] as number) ^ by)

const numberOf = (bytes: Bytes): bigint => BigInt(`0x0${hex(bytes).hex}`)
const toLength = (n: bigint, length: number): Bytes => bytesOf(n.toString(16).padStart(2 * length, '0'))

const lengthOfSignatureRule = 'a signature is exactly as long as the modulus'
const rangeRule = 'a signature is a number below the modulus'
const ownKeyRule = 'only the private key of the app makes its signatures'
const messageRule = 'a signature is that of the message'
const startRule = 'the block in a signature begins with 00 01'
const fillRule = 'the padding in a signature is FF up to a 00, and fills the block'
const prefixRule = 'the DigestInfo in a signature is that of SHA-256'
const infoRule = 'the DigestInfo in a signature has one encoding, with NULL and without more'
const digestRule = 'the digest in a signature is that of the message, whole and nothing more'

/** `message N` for these, signed by the first key, begins with 00. Found once by counting up. */
const zeroSignatures = [565, 712, 729, 802, 829, 897, 994, 1086, 1370, 1450, 1458, 2003, 2187, 2377, 2569, 2611]
const zeroMessages = fc.constantFrom(...zeroSignatures).map((i) => Buffer.from(`message ${i}`))

const hashes = {
  md5: '2a864886f70d0205',
  sha1: '2b0e03021a',
  sha224: '608648016503040204',
  sha384: '608648016503040202',
  sha512: '608648016503040203',
  'sha3-256': '608648016503040208',
  ripemd160: '2b24030201',
} as const
const hashNames = Object.keys(hashes) as ReadonlyArray<keyof typeof hashes>

const blockSamples: fc.Arbitrary<Sample<BlockInput>> = fc.oneof(
  sides(
    lengthOfSignatureRule,
    fc.oneof(
      rightly,
      zeroMessages.map((message) => input(plainKey, message, signed(plainKey, message))),
    ),
    fc.oneof(
      zeroMessages.map((message) => input(plainKey, message, signed(plainKey, message).subarray(1))),
      signedBy(keysToSign, smallBytes, (key, message, some) => concat([signed(key, message), some])),
      signedBy(keysToSign, fc.integer({ min: 1, max: 3 }), (key, message, count) =>
        concat([new Uint8Array(count), signed(key, message)]),
      ),
      signedBy(keysToSign, fc.oneof(fc.constant(1), place), (key, message, cut) =>
        signed(key, message).subarray(0, Math.max(0, key.length - 1 - (cut % key.length))),
      ),
    ),
  ),
  sides(
    rangeRule,
    signedBy(fc.constantFrom(...roomyKeys), fc.constant(undefined), signed),
    signedBy(fc.constantFrom(...roomyKeys), place, (key, message, choice) => {
      const number = numberOf(signed(key, message))
      const most = ((1n << BigInt(8 * key.length)) - 1n - number) / key.n
      return toLength(number + key.n * (1n + (BigInt(choice) % most)), key.length)
    }),
  ),
  sides(
    ownKeyRule,
    rightly,
    fc.oneof(
      signedBy(keysToSign, fc.constantFrom(0n, 1n, 2n), (key, _, number) => toLength(number, key.length)),
      signedBy(keysToSign, fc.constantFrom(1n, 2n), (key, _, less) => toLength(key.n - less, key.length)),
      signedBy(keysToSign, fc.constant(undefined), (key, message) =>
        toLength(key.n - numberOf(signed(key, message)), key.length),
      ),
      // The block itself, which the public operation never sees as such.
      signedBy(keysToSign, fc.constant(undefined), (key, message) => rightBlock(message, key.length)),
      fc
        .tuple(keysToSign, keysToSign, messages)
        .filter(([one, two]) => one.length === two.length && one.n > two.n)
        .map(([one, two, message]) => input(one, message, signed(two, message))),
    ),
  ),
  sides(
    messageRule,
    rightly,
    fc.oneof(
      signedBy(keysToSign, smallBytes, (key, message, some) => signed(key, concat([message, some]))),
      signedBy(keysToSign, fc.constantFrom(0, 10, 13, 32), (key, message, byte) =>
        signed(key, concat([Uint8Array.of(byte), message])),
      ),
      signedBy(keysToSign, fc.tuple(place, other), (key, message, [at, by]) =>
        signed(key, message.length === 0 ? Uint8Array.of(by) : xored(message, at % message.length, by)),
      ),
    ),
  ),
  sides(
    startRule,
    rightly,
    // Below the first byte of the modulus; of a modulus that begins with 01, just below the modulus.
    blocks(other, (block, by, { n, length }) =>
      withByte(block, 0, 1 + (by % Math.max(1, Number(n >> BigInt(8 * length - 8)) - 1))),
    ),
  ),
  sides(
    startRule,
    rightly,
    blocks(fc.oneof(fc.constantFrom(1, 3), other), (block, by) => xored(block, 1, by)),
  ),
  sides(
    fillRule,
    rightly,
    blocks(fc.tuple(fc.oneof(fc.constantFrom(0, 1, -1), place), other), (block, [choice, by]) => {
      const count = block.length - 3 - infoLength
      return xored(block, 2 + ((choice + count) % count), by)
    }),
  ),
  sides(
    fillRule,
    rightly,
    blocks(
      fc.record({
        choice: fc.oneof(fc.constantFrom(0, 7, 8, -1), place),
        junk: fc.nat({ max: 255 }),
        where: fc.constantFrom('behind', 'before', 'between'),
      }),
      (block, { choice, junk, where }) => {
        const count = block.length - 3 - infoLength
        const short = (choice + count) % count
        const [info, head] = [block.subarray(-infoLength), block.subarray(0, 2 + short)]
        const left = count - short
        if (where === 'behind') return concat([head, Uint8Array.of(0), info, new Uint8Array(left).fill(junk)])
        if (where === 'before') return concat([new Uint8Array(left), head, Uint8Array.of(0), info])
        return concat([head, new Uint8Array(left + 1), info])
      },
    ),
  ),
  sides(
    fillRule,
    rightly,
    blocks(fc.oneof(fc.constant(255), other), (block, by) => withByte(block, block.length - infoLength - 1, by)),
  ),
  sides(
    prefixRule,
    rightly,
    blocks(fc.tuple(fc.nat({ max: prefixLength - 1 }), other), (block, [at, by]) =>
      xored(block, block.length - infoLength + at, by),
    ),
  ),
  sides(
    prefixRule,
    rightly,
    fc.oneof(
      contents(fc.constantFrom(...hashNames), (_, name, message) =>
        digestInfo(createHash(name).update(message).digest(), hashes[name]),
      ),
      contents(fc.constantFrom(...hashNames), (digest, name) => digestInfo(digest, hashes[name])),
    ),
  ),
  sides(
    infoRule,
    rightly,
    fc.oneof(
      infos(brokenLength),
      infos(brokenTag),
      contents(fc.constant(undefined), (digest) => digest),
      contents(fc.constant(undefined), (digest) => octets(digest)),
      contents(fc.constant(undefined), (digest) => sequence(digestInfo(digest))),
      contents(fc.constant(undefined), (digest) => sequence(octets(digest), sequence(oid(sha256Oid), none))),
    ),
  ),
  sides(
    infoRule,
    rightly,
    contents(parameters, (digest, some) => sequence(sequence(oid(sha256Oid), ...some), octets(digest))),
  ),
  sides(
    infoRule,
    rightly,
    fc.oneof(
      contents(extras, (digest, extra) => more(digestInfo(digest), extra)),
      contents(extras, (digest, extra) => concat([encoded(digestInfo(digest)), encoded(extra)])),
    ),
  ),
  sides(
    digestRule,
    rightly,
    fc.oneof(
      contents(fc.tuple(fc.nat({ max: 31 }), other), (digest, [at, by]) => digestInfo(xored(digest, at, by))),
      contents(fc.constant(undefined), (digest) => digestInfo(sha256(digest))),
      contents(fc.constant(undefined), (digest) => digestInfo(digest.toReversed())),
      contents(fc.constant(undefined), (digest) => digestInfo(new Uint8Array(digest.length))),
    ),
  ),
  sides(
    digestRule,
    rightly,
    fc.oneof(
      contents(fc.nat({ max: 31 }), (digest, length) => digestInfo(digest.subarray(0, length))),
      contents(smallBytes, (digest, some) => digestInfo(concat([digest, some]))),
      contents(fc.constant(undefined), (digest) => digestInfo(Buffer.from(hex(digest).hex))),
    ),
  ),
)

export const keys: ReadonlyArray<Generator> = [
  generator({ name: 'key-der', op: 'importKey', weight: 200, drawn: derSamples.map(imported) }),
  generator({ name: 'key-pem', op: 'importKey', weight: 200, drawn: pemSamples }),
  generator({ name: 'key-numbers', op: 'importKey', weight: 100, drawn: numberSamples.map(imported) }),
  generator({
    name: 'rsa-block',
    op: 'rsaVerify',
    weight: 300,
    drawn: blockSamples.map(({ value, ...sample }) => ({ ...sample, input: value })),
  }),
]
