/**
 * Key files: DER by its structure, PEM, moduli and exponents. Writing a key is separate from its numbers: tests use any odd
 * modulus, vectors real pairs.
 */
import * as Base64 from '../../core/Base64.ts'
import type { Bytes } from '../../core/Bytes.ts'
import * as Der from '../../core/Der.ts'
import { leastBits, mostBits } from '../../core/PublicKey.ts'
import { misspellings } from './base64.ts'
import { range } from './characters.ts'
import * as asn1 from './der.ts'
import * as Gen from './Gen.ts'
import {
  combineWith,
  constants,
  type GensByChange,
  type LabelledGens,
  mapEach,
  mapValues,
  validAndInvalid,
} from './Labelled.ts'
import { neighbours } from './neighbours.ts'

/** A key pair: n, e, d, p, q, d mod p−1, d mod q−1, q⁻¹ mod p; of a public key, the first two. */
export type Numbers = readonly [n: bigint, e: bigint, ...others: ReadonlyArray<bigint>]
export type Use = 'verify' | 'sign'
/** How the numbers of a key become a text; undefined if the change does not apply to these numbers. */
export type Keyed = (numbers: Numbers) => string | undefined

interface Form {
  readonly use: Use
  readonly label: string
  readonly of: (numbers: Numbers) => asn1.Element
}

const rsaOid = '2a864886f70d010101'
const rsa = asn1.sequence(asn1.oid(rsaOid), asn1.none)
const pkcs1Public = ([n, e]: Numbers): asn1.Element => asn1.sequence(asn1.integer(n), asn1.integer(e))
/** RSAPrivateKey, of version 0. */
const pkcs1Private = (numbers: Numbers): asn1.Element => asn1.sequence(asn1.integer(0n), ...numbers.map(asn1.integer))

/** SubjectPublicKeyInfo: public keys as they are usually written. */
const spki: Form = {
  use: 'verify',
  label: 'PUBLIC KEY',
  of: (numbers) => asn1.sequence(rsa, asn1.bits(Uint8Array.of(0), pkcs1Public(numbers))),
}
const pkcs8: Form = {
  use: 'sign',
  label: 'PRIVATE KEY',
  of: (numbers) => asn1.sequence(asn1.integer(0n), rsa, asn1.octets(pkcs1Private(numbers))),
}
const publicForms = [spki, { use: 'verify', label: 'RSA PUBLIC KEY', of: pkcs1Public } as const]
const privateForms = [pkcs8, { use: 'sign', label: 'RSA PRIVATE KEY', of: pkcs1Private } as const]
const forms: ReadonlyArray<Form> = [...publicForms, ...privateForms]
export const formsFor = (use: Use): ReadonlyArray<Form> => (use === 'verify' ? publicForms : privateForms)

/** PEM with lines of a width, which end with `end`, and the last with `last`. */
export const pemOf = (label: string, der: Bytes, width = 64, end = '\n', lastEnd: string = end): string => {
  const body = Base64.encode(der).replace(new RegExp(`.{1,${width}}`, 'g'), `$&${end}`)
  return `-----BEGIN ${label}-----${end}${body}-----END ${label}-----${lastEnd}`
}
const written = ({ label, of: elementOf }: Form, numbers: Numbers): string =>
  pemOf(label, asn1.encoded(elementOf(numbers)))
/** A public key in PEM, as it is usually written. */
export const publicPemOf = (numbers: Numbers): string => written(spki, numbers)
/** A private key in PEM, as it is usually written. */
export const privatePemOf = (numbers: Numbers): string => written(pkcs8, numbers)

/** As these forms are usually written. */
export const plainly = (keyForms: ReadonlyArray<Form>): Gen.Gen<Keyed> =>
  Gen.constantFrom(...keyForms).map((form) => (numbers) => written(form, numbers))

// ---- DER

const isAlgorithm = ({ within: [algorithm] }: asn1.Element): boolean =>
  algorithm !== undefined && asn1.isElement(algorithm) && algorithm.tag === Der.OBJECT_IDENTIFIER
const isVersion = (element: asn1.Element): boolean =>
  element.tag === Der.INTEGER && asn1.contentOf(element).every((byte) => byte === 0)

/** Other members of the family, RSASSA-PSS among them; RSA of X.500; EC, DSA, Ed25519. */
const otherOids = Gen.oneof(
  Gen.integer(2, 15).map((arc) => asn1.bytesOf(`2a864886f70d0101${arc.toString(16).padStart(2, '0')}`)),
  Gen.constantFrom('55080101', '2a8648ce3d0201', '2a8648ce380401', '2b6570', '2a864886f70d0101', `${rsaOid}01`).map(
    asn1.bytesOf,
  ),
  Gen.tuple(Gen.nat(8), Gen.integer(1, 127)).map(([index, bits]) =>
    asn1.bytesOf(rsaOid).map((byte, i) => (i === index ? byte ^ bits : byte)),
  ),
)
/** What may stand in place of NULL behind an algorithm. */
export const parameters: ReadonlyArray<Gen.Gen<ReadonlyArray<asn1.Node>>> = [
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

const asn1Set = asn1.element(0x31)
/** As other programs write them: key usage, a friendly name. */
const attribute = (friendlyName: string): asn1.Element =>
  asn1.sequence(
    asn1.oid('2a864886f70d010914'),
    asn1Set(
      asn1.element(0x1e)(Uint8Array.from([...friendlyName].flatMap((character) => [0, character.charCodeAt(0)]))),
    ),
  )
const usages = Gen.constantFrom('0780', '0560').map((usage) =>
  asn1.sequence(asn1.oid('551d0f'), asn1Set(asn1.bits(asn1.bytesOf(usage)))),
)
const friendlyNames = Gen.stringOf(range('a', 'z'), 1, 20).map(attribute)
const attributesOf = (list: ReadonlyArray<asn1.Node>): asn1.Element => asn1.element(Der.CONTEXT_0)(...list)
/** Around the lengths at which a length needs another byte. */
const edgesOfAttributes = Array.from({ length: 300 }, (_, count) =>
  attributesOf([asn1.sequence(asn1.oid('551d0f'), asn1Set(asn1.octets(new Uint8Array(count))))]),
).filter((element) => [126, 127, 128, 129, 255, 256, 257].includes(asn1.contentOf(element).length))
const attributes = Gen.array(Gen.oneof(usages, friendlyNames), { maxLength: 2 }).map(attributesOf)
/** More members behind the last. */
const behindKey = (draws: Gen.Gen<ReadonlyArray<asn1.Node>>): asn1.Change =>
  asn1.changing((info, addition) => asn1.withMore(info, ...addition), draws)
const noAttributes = asn1.all(
  ...[
    asn1.extras.map((extra) => [extra]),
    Gen.tuple(attributes, asn1.extras),
    Gen.tuple(attributes, attributes),
    ...constants([0x80, 0xa1, 0xa2, 0xa3, 0x31, 0x30]).map((tags) =>
      Gen.tuple(tags, attributes).map(([tag, { within }]) => [{ tag, within }]),
    ),
    // Not the first, but the second.
    Gen.tuple(friendlyNames, asn1.smallBytes).map(([firstAttribute, content]) => [
      attributesOf([firstAttribute, asn1.octets(content)]),
    ]),
    friendlyNames.map((firstAttribute) => [
      attributesOf([firstAttribute, asn1.encoded(firstAttribute).subarray(0, -1)]),
    ]),
    Gen.tuple(attributes, asn1.smallBytes).map(([addition, content]) => [
      asn1.withMore(addition, asn1.octets(content)),
    ]),
  ].map(behindKey),
  asn1.changing((info, addition) => asn1.withMore(info, addition, info), attributes),
)

/** Of a key of 2048 to 8192 bits, 32 in SPKI and 37 in PKCS#8: tags, lengths, the version, the algorithm and the unused bits. */
const bytesBeforeNumbers = 'each byte of a key before its numbers is the one that its structure has there'

/** For each rule the forms that it is about, and a way to break it. */
const derRules: ReadonlyArray<readonly [rule: string, of: ReadonlyArray<Form>, change: asn1.Change]> = [
  [
    'each length in the DER of a key is definite, of the fewest bytes, and that of the content',
    forms,
    asn1.all(asn1.brokenLength, asn1.hugeLength, asn1.cutShort),
  ],
  ['each element in the DER of a key has the tag of its type', forms, asn1.brokenTag],
  [bytesBeforeNumbers, [spki], asn1.brokenBytes(32)],
  [bytesBeforeNumbers, [pkcs8], asn1.brokenBytes(37)],
  ['each member of a key in DER is there once, in order', forms, asn1.brokenMembers],
  ['nothing follows the last member inside an element of a key, or its DER', forms, asn1.brokenEnd],
  ['an integer of a key is not negative and has the fewest bytes', forms, asn1.brokenInteger],
  [
    'the BIT STRING of a public key has no unused bits',
    [spki],
    asn1.faulty(
      asn1.isA(Der.BIT_STRING),
      (element, version) => ({ ...element, within: element.within.with(0, Uint8Array.from(version)) }),
      Gen.oneof(Gen.constantFrom<ReadonlyArray<number>>([], [1], [7], [8], [255]), Gen.tuple(asn1.other)),
    ),
  ],
  [
    'the version of a private key is 0',
    privateForms,
    asn1.faulty(
      isVersion,
      (_, version) => asn1.integer(version),
      Gen.oneof(Gen.constantFrom(1n, 2n), Gen.bigInt(1n, 70_000n)),
    ),
  ],
  [
    'the algorithm of a key is rsaEncryption, with NULL as its parameters',
    [spki, pkcs8],
    asn1.all(
      asn1.faulty(asn1.isA(Der.OBJECT_IDENTIFIER), (element, id) => ({ ...element, within: [id] }), otherOids),
      ...parameters.map((parameterGen) =>
        asn1.faulty(
          isAlgorithm,
          ({ within: [id] }, parameter) => asn1.sequence(id as asn1.Node, ...parameter),
          parameterGen,
        ),
      ),
    ),
  ],
]

/** The tree has the same shape for all numbers. */
const like: Numbers = [1n, 1n, 1n, 1n, 1n, 1n, 1n, 1n]
/** Key files of these forms with what `change` makes of their DER. */
const changedFiles = (keyForms: ReadonlyArray<Form>, change: asn1.Change): ReadonlyArray<Gen.Gen<Keyed>> =>
  keyForms.flatMap((form) =>
    mapEach(
      change(form.of(like)),
      (changeElement): Keyed =>
        (key) =>
          pemOf(form.label, asn1.encoded(changeElement(form.of(key)))),
    ),
  )

export const derFiles = (use: Use): LabelledGens<Keyed> => [
  ...derRules.flatMap(([rule, keyForms, change]) => {
    const used = keyForms.filter((form) => form.use === use)
    return used.length === 0 ? [] : validAndInvalid(rule, plainly(used), changedFiles(used, change))
  }),
  ...(use === 'verify'
    ? []
    : validAndInvalid(
        'one set of attributes, of SEQUENCEs, may follow the key in PKCS#8, and nothing else',
        changedFiles(
          [pkcs8],
          asn1.all(
            ...[attributes, ...constants(edgesOfAttributes)].map((additions) => behindKey(Gen.tuple(additions))),
          ),
        ),
        changedFiles([pkcs8], noAttributes),
      )),
]

// ---- PEM

/** What makes another label of one, or a text that is none. */
type Relabeling = (label: string) => string
const knownRelabelings: ReadonlyArray<Relabeling> = [
  ...[1, 2, 3].map((count) => (label: string) => {
    const i = forms.findIndex((form) => form.label === label)
    return (forms[(i + count) % forms.length] as Form).label
  }),
  ...['EC PRIVATE', 'DSA PRIVATE', 'ENCRYPTED PRIVATE', 'OPENSSH PRIVATE', 'EC PUBLIC'].map(
    (kind) => () => `${kind} KEY`,
  ),
  ...['KEY', 'CERTIFICATE', 'CERTIFICATE REQUEST', 'X509 CRL', 'PKCS7', ''].map((label) => () => label),
  (label) => label.toLowerCase(),
  (label) => label.replace(' KEY', ''),
]
const anyRelabeling: Gen.Gen<Relabeling> = Gen.stringOf(range('A', 'Z'), 1, 12).map((label) => () => label)
const relabelings: ReadonlyArray<Gen.Gen<Relabeling>> = [...constants(knownRelabelings), anyRelabeling]

const boundaryWords = ['BEGIN', 'END']

/** A text that is no white space and begins no block. */
const words = Gen.oneof(
  Gen.constantFrom('x', '-', 'key of app-1:', '# a comment', 'Bag Attributes', 'Comment: "a key"', '\u00e9', '\u0000'),
  Gen.stringOf(range('!', '~').replace('-', ''), 1, 20),
)
/** Valid texts: lines of any length, both line ends, with or without the last. */
export const goodPems = (keyForms: ReadonlyArray<Form>): Gen.Gen<Keyed> =>
  Gen.record({
    form: Gen.constantFrom(...keyForms),
    width: Gen.oneof(Gen.constantFrom(64, 76, 9999), Gen.integer(1, 80)),
    end: Gen.constantFrom('\n', '\r\n'),
    isEnded: Gen.boolean,
  }).map(
    ({ form, width, end, isEnded }) =>
      (key) =>
        pemOf(form.label, asn1.encoded(form.of(key)), width, end, isEnded ? end : ''),
  )

const encryptedHeader = 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\n'
const pbes2 = asn1.sequence(
  asn1.oid('2a864886f70d01050d'),
  asn1.sequence(
    asn1.sequence(asn1.oid('2a864886f70d01050c'), asn1.sequence(asn1.octets(new Uint8Array(8)), asn1.integer(2048n))),
    asn1.sequence(asn1.oid('60864801650304012a'), asn1.octets(new Uint8Array(16))),
  ),
)
const encrypted: Gen.Gen<Keyed> = Gen.bytes({ minLength: 1, maxLength: 40, size: 'max' }).map(
  (content) => () => pemOf('ENCRYPTED PRIVATE KEY', asn1.encoded(asn1.sequence(pbes2, asn1.octets(content)))),
)

/** For each rule the texts of these forms that break it. */
const pemRules = (keyForms: ReadonlyArray<Form>): ReadonlyArray<readonly [rule: string, bad: GensByChange<Keyed>]> => [
  ["the label of a key's PEM names what the DER holds", wrongLabels(keyForms)],
  ['the lines around a key are BEGIN and END with one label, between five hyphens', wrongBoundaries(keyForms)],
  ["LF or CRLF ends each line of a key's PEM, the last perhaps excepted", wrongLineEnds(keyForms)],
  ['the text of a key is one PEM block', pairsOfBlocks(keyForms)],
  ['no other text is before or behind the PEM block of a key', surroundedBlocks(keyForms)],
  [
    "the Base64 of a key's PEM is that of RFC 4648, with padding at its end only, and unused bits zero",
    wrongBase64(keyForms),
  ],
  ...(keyForms.some((form) => form.use === 'sign')
    ? ([['a private key is not encrypted, and its PEM has no headers', encryptedKeys(keyForms)]] as const)
    : []),
]

/** The text of a key, changed by what is drawn. */
const changedPem = <C>(
  keyForms: ReadonlyArray<Form>,
  draws: Gen.Gen<C>,
  change: (pem: string, by: C, label: string, der: Bytes) => string | undefined,
): Gen.Gen<Keyed> =>
  Gen.tuple(Gen.constantFrom(...keyForms), draws).map(([form, by]) => (numbers) => {
    const der = asn1.encoded(form.of(numbers))
    return change(pemOf(form.label, der), by, form.label, der)
  })

/** The text of a key whose Base64 is changed by what is drawn, with the line ends around it. */
const changedBody = <C>(
  keyForms: ReadonlyArray<Form>,
  draws: Gen.Gen<C>,
  change: (body: string, drawn: C) => string | undefined,
): Gen.Gen<Keyed> =>
  changedPem(keyForms, draws, (pem, drawn) => {
    const [body = ''] = /(?<=-)\n[^-]+/.exec(pem) ?? []
    const changed = change(body, drawn)
    return changed === body ? undefined : changed && pem.replace(body, changed)
  })

const wrongLabels = (keyForms: ReadonlyArray<Form>): GensByChange<Keyed> =>
  relabelings.map((relabelGen) =>
    changedPem(keyForms, relabelGen, (_, relabel, label, der) => pemOf(relabel(label), der)),
  )

const wrongBoundaries = (keyForms: ReadonlyArray<Form>): GensByChange<Keyed> => {
  const otherLabel = (relabeling: Gen.Gen<Relabeling>): ReadonlyArray<Gen.Gen<Keyed>> =>
    boundaryWords.map((word) =>
      changedPem(keyForms, relabeling, (pem, relabel, label) =>
        pem.replace(`${word} ${label}-`, `${word} ${relabel(label)}-`),
      ),
    )
  const otherLine = (linesFor: (boundaryLine: string) => ReadonlyArray<string>): Gen.Gen<Keyed> =>
    changedPem(keyForms, Gen.tuple(Gen.nat(), Gen.constantFrom('BEGIN', 'END')), (pem, [index, word], label) => {
      const boundaryLine = `-----${word} ${label}-----`
      // Blanks around a block are let pass by some.
      const changedLines = linesFor(boundaryLine).filter((changedLine) => changedLine.trim() !== boundaryLine)
      return pem.replace(boundaryLine, changedLines[index % changedLines.length] as string)
    })
  return [
    ...relabelings.flatMap(otherLabel),
    ...[...Object.values(neighbours), () => ['']].map(otherLine),
    ...keyForms.flatMap(nearLabels),
    // One form is enough for what is done to a line, whatever its label.
    ...keyForms.slice(0, 1).flatMap(editedLines),
    ...keyForms.slice(0, 1).flatMap(otherHyphens),
  ]
}

/** Each label that is one edit away, and what begins or ends like the label, in both lines alike. */
const nearLabels = (form: Form): ReadonlyArray<Gen.Gen<Keyed>> => {
  const { label } = form
  const edits = ['one character fewer', 'one character twice', 'the other case', 'one more " "', 'the next character']
  const otherLabels = [
    ...edits.flatMap((kind) => neighbours[kind]?.(label) ?? []),
    ...['S', ' XY', ' 2', '-', '\t', ':', '.'].map((end) => label + end),
    ...['X', 'MY ', 'NEW ', '-', '\t'].map((start) => start + label),
  ].filter((otherLabel) => forms.every((known) => known.label !== otherLabel))
  return constants([...new Set(otherLabels)]).map((labels) =>
    labels.map((otherLabel) => (numbers) => pemOf(otherLabel, asn1.encoded(form.of(numbers)))),
  )
}

/** Each line around the key, one edit away at each place. */
const editedLines = (form: Form): ReadonlyArray<Gen.Gen<Keyed>> =>
  boundaryWords.flatMap((word) => {
    const boundaryLine = `-----${word} ${form.label}-----`
    const neighbourLines = ['one character fewer', 'one more " "', 'one more "-"'].flatMap(
      (kind) => neighbours[kind]?.(boundaryLine) ?? [],
    )
    // Blanks around a block are let pass by some.
    return [...new Set(neighbourLines)]
      .filter((neighbour) => neighbour.trim() !== boundaryLine)
      .map((neighbour) => Gen.constant<Keyed>((numbers) => written(form, numbers).replace(boundaryLine, neighbour)))
  })

const hyphens = (count: number): string => '-'.repeat(count)
/** Other than five hyphens before or behind BEGIN, END or both. */
const otherHyphens = (form: Form): ReadonlyArray<Gen.Gen<Keyed>> =>
  ['BEGIN', 'END', 'BEGIN|END'].flatMap((dashedWords) =>
    [0, 1, 2, 3, 4, 6, 10].flatMap((count) =>
      [[count, 5] as const, [5, count] as const, [count, count] as const].map(([dashesBefore, dashesBehind]) =>
        Gen.constant<Keyed>((numbers) =>
          written(form, numbers).replace(
            new RegExp(`-----((?:${dashedWords}) [A-Z ]+)-----`, 'g'),
            `${hyphens(dashesBefore)}$1${hyphens(dashesBehind)}`,
          ),
        ),
      ),
    ),
  )

const wrongLineEnds = (keyForms: ReadonlyArray<Form>): GensByChange<Keyed> =>
  constants(['\\n', '\\r\\n', '%0A', '<br>', '|']).map((ends) =>
    changedPem(keyForms, ends, (pem, end) => pem.replaceAll('\n', end)),
  )

const pairsOfBlocks = (keyForms: ReadonlyArray<Form>): GensByChange<Keyed> =>
  forms.map((second) =>
    Gen.tuple(plainly(keyForms), plainly([second])).map(
      ([firstBlock, secondBlock]) =>
        (numbers) =>
          `${firstBlock(numbers)}${secondBlock(numbers)}`,
    ),
  )

const surroundedBlocks = (keyForms: ReadonlyArray<Form>): GensByChange<Keyed> =>
  ['\n', ''].flatMap((end) => [
    changedPem(keyForms, words, (pem, word) => word + end + pem),
    changedPem(keyForms, words, (pem, word) => pem + word + end),
  ])

const wrongBase64 = (keyForms: ReadonlyArray<Form>): GensByChange<Keyed> =>
  misspellings.map((misspellGen) =>
    changedBody(keyForms, misspellGen, (body, misspell) => body.replace(/[^\n](?:.|\n)*[^\n]/, misspell)),
  )

const encryptedKeys = (keyForms: ReadonlyArray<Form>): GensByChange<Keyed> => [
  changedBody(keyForms, asn1.once, (body) => `\n${encryptedHeader}${body.slice(1)}`),
  encrypted,
]

export const pemFiles = (use: Use): LabelledGens<Keyed> => [
  ...validAndInvalid(
    'a private key signs, and a public key verifies',
    formsFor(use).map((form) => goodPems([form])),
    forms.filter((form) => form.use !== use).map((form) => goodPems([form])),
  ),
  ...pemRules(formsFor(use)).flatMap(([rule, bad]) => validAndInvalid(rule, goodPems(formsFor(use)), bad)),
]

/** These ways to write a key, with such numbers. */
export const keysOf = (samples: LabelledGens<Keyed>, numbers: Gen.Gen<Numbers>): LabelledGens =>
  mapValues(
    combineWith(numbers, samples, (keyNumbers, write) => write(keyNumbers)).map((gen) =>
      gen.filter(({ value }) => value !== undefined),
    ),
    (pem) => pem as string,
  )

// ---- Numbers

/** Any odd number of so many bits: nothing shows that it is no product of two primes. */
const oddOf = (length: number): Gen.Gen<bigint> =>
  Gen.bigInt(1n << BigInt(length - 1), (1n << BigInt(length)) - 1n).map((n) => n | 1n)
const minExponent = 65_537n
const maxExponent = 2n ** 32n - 1n
const oddUpTo = (least: bigint, most: bigint): Gen.Gen<bigint> => Gen.bigInt(least, most).map((e) => e | 1n)
const usual = Gen.constant(minExponent)
const ofLengths = (...lengths: ReadonlyArray<number>): ReadonlyArray<Gen.Gen<Numbers>> =>
  lengths.map((length) => Gen.tuple(oddOf(length), usual))
const moduli = oddOf(leastBits)
const evenModuli = moduli.map((n) => n - 1n)

export const sizeRule: string = `a modulus has ${leastBits} to ${mostBits} bits`
export const exponentRule = 'a public exponent is from 65537 to 2^32 − 1'

/** Of several lengths: some changes have a place in some of them alone. */
const someNumbers = Gen.tuple(Gen.integer(leastBits, 2200).chain(oddOf), oddUpTo(minExponent, maxExponent))

/** The numbers of public keys. */
export const publicNumbers: LabelledGens<Numbers> = [
  ...validAndInvalid(
    sizeRule,
    [someNumbers, ...ofLengths(leastBits, leastBits + 1, 2055, 2056, 2057), ...ofLengths(3072, 4096).map(Gen.boundary)],
    {
      'too short': ofLengths(leastBits - 1, 1024, 512, 2040, 2047),
      'too long': ofLengths(mostBits + 1, mostBits + 8).map(Gen.boundary),
    },
  ),
  ...combineWith(
    usual,
    validAndInvalid('a modulus is odd', moduli, { 'an even modulus': evenModuli }),
    (e, n): Numbers => [n, e],
  ),
  ...validAndInvalid(
    exponentRule,
    [
      ...constants([minExponent, minExponent + 2n, 2n ** 31n - 1n, 2n ** 31n + 1n, maxExponent]),
      oddUpTo(minExponent, maxExponent),
    ].map((es) => Gen.tuple(moduli, es)),
    {
      'too small or too large': [
        ...constants([
          1n,
          3n,
          5n,
          17n,
          257n,
          minExponent - 2n,
          maxExponent + 2n,
          2n ** 32n + minExponent,
          2n ** 33n + 1n,
        ]),
        ...constants([2n ** 63n - 1n, 2n ** 64n - 1n, 2n ** 64n + minExponent, 2n ** 256n + minExponent]),
        oddUpTo(1n, minExponent - 2n),
        oddUpTo(maxExponent + 1n, 2n ** 40n),
      ].map((es) => Gen.tuple(moduli, es)),
    },
  ),
  ...validAndInvalid('a public exponent is odd', Gen.tuple(moduli, usual), {
    'an even exponent': [
      ...constants([minExponent + 1n, maxExponent - 1n]),
      Gen.bigInt(minExponent + 1n, maxExponent).map((e) => e - (e % 2n)),
    ].map((es) => Gen.tuple(moduli, es)),
  }),
]
const numbered = (numbers: LabelledGens<Numbers>): LabelledGens =>
  combineWith(Gen.constantFrom(...publicForms), numbers, written)
/** A verifier takes them where `maxKeyBits` lets it. */
export const longKeys: LabelledGens = numbered(validAndInvalid(sizeRule, ofLengths(mostBits - 1, mostBits)))

export const publicKeysByNumbers: LabelledGens = numbered(publicNumbers)
/** Public keys that nobody has the private halves of. */
export const publicKeys: LabelledGens = [
  ...publicKeysByNumbers,
  ...keysOf([...derFiles('verify'), ...pemFiles('verify')], someNumbers),
]
