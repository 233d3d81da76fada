/** Key files: DER by its structure, PEM, moduli and exponents. */
import * as fc from 'fast-check'
import type { Bytes } from '../../core/Bytes.ts'
import * as Der from '../../core/Der.ts'
import { leastBits, mostBits } from '../../core/PublicKey.ts'
import { range } from './characters.ts'
import {
  bits,
  brokenEnd,
  brokenInteger,
  brokenLength,
  brokenMembers,
  brokenTag,
  bytesOf,
  type Change,
  changing,
  contentOf,
  cutShort,
  type Element,
  either,
  element,
  encoded,
  extras,
  faulty,
  integer,
  isA,
  isElement,
  type Node,
  none,
  octets,
  oid,
  other,
  place,
  sequence,
  smallBytes,
  withMore,
} from './der.ts'
import { type Drawn, type Generator, generator, type Sample, sides, textOf } from './Generator.ts'
import { good, long, type Numbers, otherExponents, plain, short } from './keyPairs.ts'

interface Form {
  readonly use: 'verify' | 'sign'
  readonly label: string
  readonly of: (numbers: Numbers) => Element
}
/** A key file before its Base64. */
interface KeyFile extends Omit<Form, 'of'> {
  readonly der: Bytes
}

const rsaOid = '2a864886f70d010101'
const rsa = sequence(oid(rsaOid), none)
const pkcs1Public = ([n, e]: Numbers): Element => sequence(integer(n), integer(e))
/** SubjectPublicKeyInfo. */
export const spki = (numbers: Numbers): Element => sequence(rsa, bits(Uint8Array.of(0), pkcs1Public(numbers)))
/** RSAPrivateKey, of version 0. */
export const pkcs1Private = (numbers: Numbers): Element => sequence(integer(0n), ...numbers.map(integer))
const pkcs8 = (numbers: Numbers): Element => sequence(integer(0n), rsa, octets(pkcs1Private(numbers)))

/** Public keys as they are usually written. */
export const spkiForm: Form = { use: 'verify', label: 'PUBLIC KEY', of: spki }
const pkcs8Form: Form = { use: 'sign', label: 'PRIVATE KEY', of: pkcs8 }
const publicForms: ReadonlyArray<Form> = [spkiForm, { use: 'verify', label: 'RSA PUBLIC KEY', of: pkcs1Public }]
const privateForms: ReadonlyArray<Form> = [pkcs8Form, { use: 'sign', label: 'RSA PRIVATE KEY', of: pkcs1Private }]
const forms = [...publicForms, ...privateForms]

/** A key file of a form. */
export const filed = ({ use, label }: Omit<Form, 'of'>, whole: Node): KeyFile => ({ use, label, der: encoded(whole) })

/** Key files of these forms, with what `change` makes of good keys. */
const changedFiles = (of: ReadonlyArray<Form>, change: Change): fc.Arbitrary<KeyFile> =>
  fc.oneof(...of.map((form) => change(fc.constantFrom(...good.map(form.of))).map((whole) => filed(form, whole))))
const keyFiles = (of: ReadonlyArray<Form> = forms): fc.Arbitrary<KeyFile> => changedFiles(of, (whole) => whole)
const filesOf = (of: ReadonlyArray<Form>, numbers: fc.Arbitrary<Numbers>): fc.Arbitrary<KeyFile> =>
  fc.tuple(fc.constantFrom(...of), numbers).map(([form, some]) => filed(form, form.of(some)))

/** PEM with lines of a width, which end with `end`, and the last with `last`. */
export const pemOf = ({ label, der }: KeyFile, width = 64, end = '\n', last: string = end): string => {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(new RegExp(`.{1,${width}}`, 'g'), `$&${end}`)
  return `-----BEGIN ${label}-----${end}${lines}-----END ${label}-----${last}`
}

type KeyInput = Drawn<'importKey'>
const drawnOf = ({ value: input, ...sample }: Sample<KeyInput['input']>): KeyInput => ({ ...sample, input })
const imported = ({ value: file, ...sample }: Sample<KeyFile>): KeyInput =>
  drawnOf({ ...sample, value: { use: file.use, pem: pemOf(file) } })

// key-der

const isAlgorithm = ({ within: [first] }: Element): boolean =>
  first !== undefined && isElement(first) && first.tag === Der.OBJECT_IDENTIFIER
const isVersion = (at: Element): boolean => at.tag === Der.INTEGER && contentOf(at).every((byte) => byte === 0)

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
/** What may stand in place of NULL behind an algorithm. */
export const parameters: fc.Arbitrary<ReadonlyArray<Node>> = fc.oneof(
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
const attributes = fc.array(attribute, { maxLength: 2 }).map((all) => element(Der.CONTEXT_0)(...all))
/** More members behind the last. */
const behindKey = (draws: fc.Arbitrary<ReadonlyArray<Node>>): Change =>
  changing(({ tag, within }, some) => ({ tag, within: [...within, ...some] }), draws)
const noAttributes = fc.oneof(
  extras.map((extra) => [extra]),
  fc.tuple(attributes, extras),
  fc.tuple(attributes, attributes),
  fc.tuple(fc.constantFrom(0x80, 0xa1, 0xa2, 0xa3, 0x31), attributes).map(([tag, { within }]) => [{ tag, within }]),
  fc.tuple(attributes, smallBytes).map(([some, content]) => [withMore(some, octets(content))]),
)

/** For each rule the forms that it is about, and a way to break it. */
const derRules: ReadonlyArray<readonly [rule: string, of: ReadonlyArray<Form>, change: Change]> = [
  [
    'each length in the DER of a key is definite, of the fewest bytes, and that of the content',
    forms,
    either(brokenLength, cutShort),
  ],
  ['each element in the DER of a key has the tag of its type', forms, brokenTag],
  ['each member of a key in DER is there once, in order', forms, brokenMembers],
  ['nothing follows the last member inside an element of a key, or its DER', forms, brokenEnd],
  ['an integer of a key is not negative and has the fewest bytes', forms, brokenInteger],
  [
    'the BIT STRING of a public key has no unused bits',
    [spkiForm],
    faulty(
      isA(Der.BIT_STRING),
      (at, first) => ({ ...at, within: at.within.with(0, Uint8Array.from(first)) }),
      fc.oneof(fc.constantFrom([], [1], [7], [8], [255]), fc.tuple(other)),
    ),
  ],
  [
    'the version of a private key is 0',
    privateForms,
    faulty(isVersion, (_, version) => integer(version), fc.oneof(fc.constantFrom(1n, 2n), fc.bigInt(1n, 70_000n))),
  ],
  [
    'the algorithm of a key is rsaEncryption, with NULL as its parameters',
    [spkiForm, pkcs8Form],
    either(
      faulty(isA(Der.OBJECT_IDENTIFIER), (at, id) => ({ ...at, within: [id] }), otherOids),
      faulty(isAlgorithm, ({ within: [id] }, some) => sequence(id as Node, ...some), parameters),
    ),
  ],
]

const derSamples: fc.Arbitrary<Sample<KeyFile>> = fc.oneof(
  ...derRules.map(([rule, of, change]) => sides(rule, keyFiles(of), changedFiles(of, change))),
  sides(
    'one set of attributes, of SEQUENCEs, may follow the key in PKCS#8, and nothing else',
    changedFiles([pkcs8Form], behindKey(attributes.map((some) => [some]))),
    changedFiles([pkcs8Form], behindKey(noAttributes)),
  ),
)

// key-pem

/** What makes another label of one, or a text that is none. */
const relabelings: fc.Arbitrary<(label: string) => string> = fc.oneof(
  fc.integer({ min: 1, max: 3 }).map((by) => (label: string) => {
    const i = forms.findIndex((form) => form.label === label)
    return (forms[(i + by) % forms.length] as Form).label
  }),
  fc
    .constantFrom('EC PRIVATE KEY', 'DSA PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'KEY')
    .map((label) => () => label),
  fc.constantFrom('CERTIFICATE REQUEST', 'EC PUBLIC KEY', 'X509 CRL', 'PKCS7').map((label) => () => label),
  textOf(range('A', 'Z'), 1, 12).map((label) => () => label),
  fc.constantFrom<(label: string) => string>(
    (label) => label.toLowerCase(),
    (label) => `${label}S`,
    (label) => `X${label}`,
    (label) => label.slice(1),
    (label) => label.replace(' KEY', ''),
  ),
)

type Import = KeyInput['input']
/** The text of a good key, changed by what is drawn. */
const changed = <C>(
  change: (pem: string, by: C, file: KeyFile) => string,
  draws: fc.Arbitrary<C>,
  files = keyFiles(),
): fc.Arbitrary<Import> =>
  fc.tuple(files, draws).map(([file, by]) => ({ use: file.use, pem: change(pemOf(file), by, file) }))
/** The same for its Base64, with the line ends around it. */
const changedBody = <C>(
  change: (body: string, by: C) => string,
  draws: fc.Arbitrary<C>,
  files?: fc.Arbitrary<KeyFile>,
): fc.Arbitrary<Import> => changed((pem, by) => pem.replace(/(?<=-)\n[^-]+/, (body) => change(body, by)), draws, files)

/** A text that is no white space and begins no block. */
const words = fc.oneof(
  fc.constantFrom('x', '-', 'key of app-1:', '# a comment', 'Bag Attributes', 'Comment: "a key"', '\u00e9', '\u0000'),
  textOf(range('!', '~').replace('-', ''), 1, 20),
)
const alphabet = `${range('A', 'Z')}${range('a', 'z')}${range('0', '9')}+/`
/** No character of Base64, and no white space. */
const foreign = fc.constantFrom(...'-_.,:;!#$%&*?@~|"\'()[]{}<>^`\\', '\u0000', '\u00e9', '\u0391', '\uff21', '\u200b')

/** Valid texts: lines of any length, both line ends, with or without the last. */
const goodPems: fc.Arbitrary<Import> = fc
  .record({
    file: keyFiles(),
    width: fc.oneof(fc.constantFrom(64, 76, 9999), fc.integer({ min: 4, max: 80 })),
    end: fc.constantFrom('\n', '\r\n'),
    isEnded: fc.boolean(),
  })
  .map(({ file, width, end, isEnded }) => ({ use: file.use, pem: pemOf(file, width, end, isEnded ? end : '') }))

/** Another number of characters of padding, modulo 4; or padding in place of a character, the first or one inside. */
const repadded = (body: string, by: number): string => {
  const bare = body.replace(/=*\n$/, '')
  const padding = body.slice(bare.length)
  if (by < 4) return `${bare}${'='.repeat((padding.length - 1 + by) % 4)}\n`
  const at = by === 4 ? 1 : 80
  return `${bare.slice(0, at)}=${bare.slice(at + 1)}${padding}`
}
/** One of the two lowest bits of the last character set, or both: they are unused before any padding. */
const withUnusedBits = (body: string, bits: number): string =>
  body.replace(/.(?==+\n$)/, (last) => alphabet.charAt(alphabet.indexOf(last) | bits))

const encryptedHeader = 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\n'
const pbes2 = sequence(
  oid('2a864886f70d01050d'),
  sequence(
    sequence(oid('2a864886f70d01050c'), sequence(octets(new Uint8Array(8)), integer(2048n))),
    sequence(oid('60864801650304012a'), octets(new Uint8Array(16))),
  ),
)
const encrypted: fc.Arbitrary<Import> = fc
  .uint8Array({ minLength: 1, maxLength: 40, size: 'max' })
  .map((content) => filed({ use: 'sign', label: 'ENCRYPTED PRIVATE KEY' }, sequence(pbes2, octets(content))))
  .map((file) => ({ use: file.use, pem: pemOf(file) }))

/** Lines that are nearly BEGIN or END, with WORD for either and LABEL for the label. */
const nearlyBoundaries = fc.constantFrom(
  '',
  '----WORD LABEL-----',
  '-----WORD LABEL----',
  '------WORD LABEL-----',
  '-----WORD LABEL------',
  '-----LABEL-----',
  '-----WORD-LABEL-----',
  '-----word LABEL-----',
  '_____WORD LABEL_____',
)
const beginOrEnd = fc.constantFrom('BEGIN', 'END')

const base64Rule = "the Base64 of a key's PEM is that of RFC 4648, with padding at its end only, and unused bits zero"

/** For each rule the texts that break it. */
const pemRules: ReadonlyArray<readonly [rule: string, bad: fc.Arbitrary<Import>]> = [
  [
    "the label of a key's PEM names what the DER holds",
    changed((_, relabel, file) => pemOf({ ...file, label: relabel(file.label) }), relabelings),
  ],
  [
    'the lines around a key are BEGIN and END with one label, between five hyphens',
    fc.oneof(
      changed(
        (pem, [word, relabel], { label }) => pem.replace(`${word} ${label}-`, `${word} ${relabel(label)}-`),
        fc.tuple(beginOrEnd, relabelings),
      ),
      changed(
        (pem, [word, line], { label }) =>
          pem.replace(`-----${word} ${label}-----`, line.replace('WORD', word).replace('LABEL', label)),
        fc.tuple(beginOrEnd, nearlyBoundaries),
      ),
    ),
  ],
  [
    "LF or CRLF ends each line of a key's PEM, the last perhaps excepted",
    changed((pem, end) => pem.replaceAll('\n', end), fc.constantFrom('\\n', '\\r\\n', '%0A', '<br>', '|')),
  ],
  ['the text of a key is one PEM block', changed((pem, second) => pem + pemOf(second), keyFiles())],
  [
    'no other text is before or behind the PEM block of a key',
    changed(
      (pem, [text, end, isBefore]) => (isBefore ? text + end + pem : pem + text + end),
      fc.tuple(words, fc.constantFrom('\n', ''), fc.boolean()),
    ),
  ],
  [base64Rule, changedBody(repadded, fc.integer({ min: 1, max: 5 }))],
  [
    base64Rule,
    fc.oneof(
      changedBody(
        (body, [character, choice, isReplaced]) => {
          const at = 1 + (choice % (body.length - 4))
          return body.slice(0, at) + character + body.slice(isReplaced && body[at] !== '\n' ? at + 1 : at)
        },
        fc.tuple(foreign, place, fc.boolean()),
      ),
      changedBody(
        (body, [from, to]) => body.replaceAll(from, to),
        fc.constantFrom<[string, string]>(['+', '-'], ['/', '_']),
      ),
      changedBody(
        withUnusedBits,
        fc.integer({ min: 1, max: 3 }),
        keyFiles().filter(({ der }) => der.length % 3 !== 0),
      ),
    ),
  ],
  [
    'a private key signs, and a public key verifies',
    goodPems.map(({ use, pem }) => ({ use: use === 'sign' ? 'verify' : 'sign', pem })),
  ],
]

const pemSamples = fc.oneof(
  ...pemRules.map(([rule, bad]) => sides(rule, goodPems, bad)),
  sides(
    'a private key is not encrypted',
    goodPems.filter(({ use }) => use === 'sign'),
    fc.oneof(
      changedBody((body) => `\n${encryptedHeader}${body.slice(1)}`, fc.constant(0), keyFiles(privateForms)),
      encrypted,
    ),
  ),
)

// key-numbers

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
  fc.constantFrom(2n ** 33n + 1n, 2n ** 63n - 1n, 2n ** 64n - 1n),
  fc.constantFrom(64n, 256n).map((bits) => 2n ** bits + leastExponent),
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

const sizeRule = `a modulus has ${leastBits} to ${mostBits} bits`
const exponentRule = 'a public exponent is from 65537 to 2^32 − 1'

/** One of the numbers with another bit; the exponent stays within its limits. */
const damaged = fc
  .tuple(fc.constantFrom(...good), fc.nat({ max: 7 }), fc.integer({ min: 2, max: 15 }))
  .map(([numbers, at, bit]) => numbers.map((n, i) => (i === at ? n ^ (1n << BigInt(bit)) : n)) as unknown as Numbers)

/** Another modulus of as many bits; everything else fits the primes. */
const otherModulus = fc
  .tuple(fc.constantFrom(...good), fc.integer({ min: 1, max: 1024 }))
  .map(([[n, ...others], bit]) => [n ^ (1n << BigInt(bit)), ...others] as unknown as Numbers)

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
    'a modulus is odd',
    publicNumbers(goodModuli, exponent),
    publicNumbers(
      modulus.map((n) => n - 1n),
      exponent,
    ),
  ),
  sides(exponentRule, publicNumbers(modulus, goodExponents), publicNumbers(modulus, badExponents)),
  sides('a public exponent is odd', publicNumbers(modulus, goodExponents), publicNumbers(modulus, evenExponents)),
  sides(
    sizeRule,
    filesOf(privateForms, fc.constantFrom(...good, ...long)),
    filesOf(privateForms, fc.constantFrom(...short)),
  ),
  sides(exponentRule, keyFiles(privateForms), filesOf(privateForms, fc.constantFrom(...otherExponents))),
  sides('the numbers of a private key belong together', keyFiles(privateForms), filesOf(privateForms, damaged)),
  sides(
    'the modulus of a private key is the product of its primes',
    keyFiles(privateForms),
    filesOf(privateForms, otherModulus),
  ),
)

/** The generators of key files. */
export const keys: ReadonlyArray<Generator> = [
  generator({ name: 'key-der', op: 'importKey', weight: 200, drawn: derSamples.map(imported) }),
  generator({ name: 'key-pem', op: 'importKey', weight: 200, drawn: pemSamples.map(drawnOf) }),
  generator({ name: 'key-numbers', op: 'importKey', weight: 200, drawn: numberSamples.map(imported) }),
]
