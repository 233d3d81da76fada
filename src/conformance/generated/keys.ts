/** Key files: DER by its structure, PEM, moduli and exponents. */
import * as fc from 'fast-check'
import type { Bytes } from '../../core/Bytes.ts'
import * as Der from '../../core/Der.ts'
import { leastBits, mostBits } from '../../core/PublicKey.ts'
import { range } from './characters.ts'
import {
  all,
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
import {
  type Drawn,
  each,
  eachOf,
  type Generator,
  generator,
  mapped,
  type Sample,
  type Samples,
  sides,
  textOf,
} from './Generator.ts'
import { damages, good, long, type Numbers, otherExponents, plain, short } from './keyPairs.ts'

type Use = 'verify' | 'sign'
interface Form {
  readonly use: Use
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
const formsFor = (use: Use): ReadonlyArray<Form> => (use === 'verify' ? publicForms : privateForms)

/** A key file of a form. */
export const filed = ({ use, label }: Omit<Form, 'of'>, whole: Node): KeyFile => ({ use, label, der: encoded(whole) })

/** Key files of these forms, with what `change` makes of good keys. */
const changedFiles = (of: ReadonlyArray<Form>, change: Change): ReadonlyArray<fc.Arbitrary<KeyFile>> =>
  of.flatMap((form) =>
    mapped(change(fc.constantFrom(...good.map(form.of)), form.of(plain)), (whole) => filed(form, whole)),
  )
const keyFiles = (of: ReadonlyArray<Form> = forms): fc.Arbitrary<KeyFile> => filesOf(of, fc.constantFrom(...good))
const filesOf = (of: ReadonlyArray<Form>, numbers: fc.Arbitrary<Numbers>): fc.Arbitrary<KeyFile> =>
  fc.tuple(fc.constantFrom(...of), numbers).map(([form, some]) => filed(form, form.of(some)))

/** PEM with lines of a width, which end with `end`, and the last with `last`. */
export const pemOf = ({ label, der }: KeyFile, width = 64, end = '\n', last: string = end): string => {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(new RegExp(`.{1,${width}}`, 'g'), `$&${end}`)
  return `-----BEGIN ${label}-----${end}${lines}-----END ${label}-----${last}`
}

/** A public key in PEM, as it is usually written. */
export const publicPemOf = (numbers: Numbers): string => pemOf(filed(spkiForm, spki(numbers)))

/** A private key in PEM, as it is usually written. */
export const privatePemOf = (numbers: Numbers): string => pemOf(filed(pkcs8Form, pkcs8(numbers)))

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
export const parameters: ReadonlyArray<fc.Arbitrary<ReadonlyArray<Node>>> = [
  ...each<ReadonlyArray<Node>>([[], [octets()], [sequence()], [integer(0n)], [none, none], [oid(rsaOid)]]),
  smallBytes.map((content) => [element(0x05)(content)]),
]

const set = element(0x31)
/** As other programs write them: key usage, a friendly name. */
const attribute = (name: string): Element =>
  sequence(oid('2a864886f70d010914'), set(element(0x1e)(Buffer.from(name, 'utf16le').swap16())))
const usages = fc.constantFrom('0780', '0560').map((usage) => sequence(oid('551d0f'), set(bits(bytesOf(usage)))))
const friendlyNames = textOf(range('a', 'z'), 1, 20).map(attribute)
const attributesOf = (all: ReadonlyArray<Node>): Element => element(Der.CONTEXT_0)(...all)
/** Around the lengths at which a length needs another byte. */
const edgesOfAttributes = Array.from({ length: 300 }, (_, count) =>
  attributesOf([sequence(oid('551d0f'), set(octets(new Uint8Array(count))))]),
).filter((one) => [126, 127, 128, 129, 255, 256, 257].includes(contentOf(one).length))
const attributes = fc.array(fc.oneof(usages, friendlyNames), { maxLength: 2 }).map(attributesOf)
/** More members behind the last. */
const behindKey = (draws: fc.Arbitrary<ReadonlyArray<Node>>): Change =>
  changing(({ tag, within }, some) => ({ tag, within: [...within, ...some] }), draws)
const noAttributes = [
  extras.map((extra) => [extra]),
  fc.tuple(attributes, extras),
  fc.tuple(attributes, attributes),
  ...each([0x80, 0xa1, 0xa2, 0xa3, 0x31, 0x30]).map((tags) =>
    fc.tuple(tags, attributes).map(([tag, { within }]) => [{ tag, within }]),
  ),
  // Not the first, but the second.
  fc.tuple(friendlyNames, smallBytes).map(([first, content]) => [attributesOf([first, octets(content)])]),
  friendlyNames.map((first) => [attributesOf([first, encoded(first).subarray(0, -1)])]),
  fc.tuple(attributes, smallBytes).map(([some, content]) => [withMore(some, octets(content))]),
  fc.tuple(attributes, fc.constantFrom(...good)).map(([some, key]) => [some, pkcs8(key)]),
]

/** For each rule the forms that it is about, and a way to break it. */
const derRules: ReadonlyArray<readonly [rule: string, of: ReadonlyArray<Form>, change: Change]> = [
  [
    'each length in the DER of a key is definite, of the fewest bytes, and that of the content',
    forms,
    all(brokenLength, cutShort),
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
    all(
      faulty(isA(Der.OBJECT_IDENTIFIER), (at, id) => ({ ...at, within: [id] }), otherOids),
      ...parameters.map((some) => faulty(isAlgorithm, ({ within: [id] }, more) => sequence(id as Node, ...more), some)),
    ),
  ],
]

const derSamples = (use: Use): Samples<KeyFile> => [
  ...derRules.flatMap(([rule, of, change]) => {
    const used = of.filter((form) => form.use === use)
    return used.length === 0 ? [] : sides(rule, keyFiles(used), changedFiles(used, change))
  }),
  ...(use === 'verify'
    ? []
    : sides(
        'one set of attributes, of SEQUENCEs, may follow the key in PKCS#8, and nothing else',
        [attributes, ...each(edgesOfAttributes)].flatMap((some) =>
          changedFiles([pkcs8Form], behindKey(some.map((one) => [one]))),
        ),
        noAttributes.flatMap((some) => changedFiles([pkcs8Form], behindKey(some))),
      )),
]

// key-pem

/** What makes another label of one, or a text that is none. */
const relabelings: ReadonlyArray<fc.Arbitrary<(label: string) => string>> = [
  ...[1, 2, 3].map((by) =>
    fc.constant((label: string) => {
      const i = forms.findIndex((form) => form.label === label)
      return (forms[(i + by) % forms.length] as Form).label
    }),
  ),
  ...mapped(
    each(['EC PRIVATE KEY', 'DSA PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'KEY']),
    (label) => () => label,
  ),
  ...mapped(each(['CERTIFICATE', 'CERTIFICATE REQUEST', 'EC PUBLIC KEY', 'X509 CRL', 'PKCS7']), (label) => () => label),
  textOf(range('A', 'Z'), 1, 12).map((label) => () => label),
  ...each<(label: string) => string>([
    (label) => label.toLowerCase(),
    (label) => `${label}S`,
    (label) => `X${label}`,
    (label) => label.slice(1),
    (label) => label.replace(' KEY', ''),
    (label) => label.replace(' ', ''),
    () => '',
  ]),
]

type Import = KeyInput['input']
/** The text of a good key, changed by what is drawn. */
const changed = <C>(
  change: (pem: string, by: C, file: KeyFile) => string,
  draws: fc.Arbitrary<C>,
  files: fc.Arbitrary<KeyFile>,
): fc.Arbitrary<Import> =>
  fc.tuple(files, draws).map(([file, by]) => ({ use: file.use, pem: change(pemOf(file), by, file) }))
/** The same for its Base64, with the line ends around it. */
const changedBody = <C>(
  change: (body: string, by: C) => string,
  draws: fc.Arbitrary<C>,
  files: fc.Arbitrary<KeyFile>,
): fc.Arbitrary<Import> => changed((pem, by) => pem.replace(/(?<=-)\n[^-]+/, (body) => change(body, by)), draws, files)

/** A text that is no white space and begins no block. */
const words = fc.oneof(
  fc.constantFrom('x', '-', 'key of app-1:', '# a comment', 'Bag Attributes', 'Comment: "a key"', '\u00e9', '\u0000'),
  textOf(range('!', '~').replace('-', ''), 1, 20),
)
const alphabet = `${range('A', 'Z')}${range('a', 'z')}${range('0', '9')}+/`
/** Valid texts: lines of any length, both line ends, with or without the last. */
const goodPems = (of?: ReadonlyArray<Form>): fc.Arbitrary<Import> =>
  fc
    .record({
      file: keyFiles(of),
      width: fc.oneof(fc.constantFrom(64, 76, 9999), fc.integer({ min: 1, max: 80 })),
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
const nearlyBoundaries = each([
  '',
  '----WORD LABEL-----',
  '-----WORD LABEL----',
  '------WORD LABEL-----',
  '-----WORD LABEL------',
  '-----LABEL-----',
  '-----WORD-LABEL-----',
  '-----word LABEL-----',
  '_____WORD LABEL_____',
])

const base64Rule = "the Base64 of a key's PEM is that of RFC 4648, with padding at its end only, and unused bits zero"

/** For each rule the texts of these forms that break it. */
const pemRules = (
  of: ReadonlyArray<Form>,
): ReadonlyArray<readonly [rule: string, bad: ReadonlyArray<fc.Arbitrary<Import>>]> => {
  const files = keyFiles(of)
  return [
    [
      "the label of a key's PEM names what the DER holds",
      relabelings.map((relabeling) =>
        changed((_, relabel, file) => pemOf({ ...file, label: relabel(file.label) }), relabeling, files),
      ),
    ],
    [
      'the lines around a key are BEGIN and END with one label, between five hyphens',
      ['BEGIN', 'END'].flatMap((word) => [
        ...[0, 1, 2].map(() =>
          changed(
            (pem, relabel, { label }) => pem.replace(`${word} ${label}-`, `${word} ${relabel(label)}-`),
            fc.oneof(...relabelings),
            files,
          ),
        ),
        ...nearlyBoundaries.map((boundaries) =>
          changed(
            (pem, line, { label }) =>
              pem.replace(`-----${word} ${label}-----`, line.replace('WORD', word).replace('LABEL', label)),
            boundaries,
            files,
          ),
        ),
      ]),
    ],
    [
      "LF or CRLF ends each line of a key's PEM, the last perhaps excepted",
      each(['\\n', '\\r\\n', '%0A', '<br>', '|']).map((ends) =>
        changed((pem, end) => pem.replaceAll('\n', end), ends, files),
      ),
    ],
    ['the text of a key is one PEM block', [changed((pem, second) => pem + pemOf(second), keyFiles(), files)]],
    [
      'no other text is before or behind the PEM block of a key',
      ['\n', ''].flatMap((end) =>
        [true, false].map((isBefore) =>
          changed((pem, text) => (isBefore ? text + end + pem : pem + text + end), words, files),
        ),
      ),
    ],
    [
      base64Rule,
      [
        ...each([1, 2, 3, 4, 5]).map((pads) => changedBody(repadded, pads, files)),
        // In groups: a reader that takes one of them takes its kind.
        ...['-_', '=.,:;', '!#$%&*?@~|"\'', '()[]{}<>^`\\', '\u0000\u200b', '\u00e9\u0391\uff21'].map((characters) =>
          changedBody(
            (body, [character, choice, isReplaced]) => {
              const at = 1 + (choice % (body.length - 4))
              return body.slice(0, at) + character + body.slice(isReplaced && body[at] !== '\n' ? at + 1 : at)
            },
            fc.tuple(fc.constantFrom(...characters), place, fc.boolean()),
            files,
          ),
        ),
        ...['+-', '/_'].map(([from = '', to = '']) =>
          changedBody((body) => body.replaceAll(from, to), fc.constant(0), files),
        ),
        ...[1, 2, 3].map((unused) =>
          changedBody(
            withUnusedBits,
            fc.constant(unused),
            files.filter(({ der }) => der.length % 3 === (unused === 1 ? 2 : 1)),
          ),
        ),
      ],
    ],
  ]
}

const pemSamples = (use: Use): Samples<Import> => {
  const of = formsFor(use)
  const others = forms.filter((form) => form.use !== use)
  return [
    ...sides(
      'a private key signs, and a public key verifies',
      of.map((form) => goodPems([form])),
      others.map((form) => goodPems([form]).map(({ pem }) => ({ use, pem }))),
    ),
    ...pemRules(of).flatMap(([rule, bad]) => sides(rule, goodPems(of), bad)),
    ...(use === 'verify'
      ? []
      : sides('a private key is not encrypted', goodPems(of), [
          ...of.map((form) =>
            changedBody((body) => `\n${encryptedHeader}${body.slice(1)}`, fc.constant(0), keyFiles([form])),
          ),
          encrypted,
        ])),
  ]
}

// key-numbers

/** Any odd number of so many bits: nothing shows that it is no product of two primes. */
const oddOf = (length: number): fc.Arbitrary<bigint> =>
  fc.bigInt(1n << BigInt(length - 1), (1n << BigInt(length)) - 1n).map((n) => n | 1n)
const goodModuli = [
  ...[leastBits, leastBits + 1, 2055, 2056, 2057, 3072, 4096, mostBits - 1, mostBits].map(oddOf),
  fc.integer({ min: leastBits, max: 2200 }).chain(oddOf),
]
const badModuli = [
  ...[leastBits - 1, mostBits + 1, mostBits + 8, 1024, 512, 2040].map(oddOf),
  fc.integer({ min: 2033, max: leastBits - 1 }).chain(oddOf),
]
const leastExponent = 65_537n
const mostExponent = 2n ** 32n - 1n
const oddUpTo = (least: bigint, most: bigint): fc.Arbitrary<bigint> => fc.bigInt(least, most).map((e) => e | 1n)
const goodExponents = [
  ...each([leastExponent, leastExponent + 2n, 2n ** 31n - 1n, 2n ** 31n + 1n, mostExponent]),
  oddUpTo(leastExponent, mostExponent),
]
const badExponents = [
  ...each([1n, 3n, 5n, 17n, 257n, leastExponent - 2n, mostExponent + 2n, 2n ** 32n + leastExponent]),
  ...each([2n ** 33n + 1n, 2n ** 63n - 1n, 2n ** 64n - 1n, 2n ** 64n + leastExponent, 2n ** 256n + leastExponent]),
  oddUpTo(1n, leastExponent - 2n),
  oddUpTo(mostExponent + 1n, 2n ** 40n),
]
const evenExponents = [
  ...each([leastExponent + 1n, mostExponent - 1n]),
  fc.bigInt(leastExponent + 1n, mostExponent).map((e) => e - (e % 2n)),
]

const publicNumbers = (ns: fc.Arbitrary<bigint>, es: fc.Arbitrary<bigint>): fc.Arbitrary<KeyFile> =>
  filesOf(publicForms, fc.tuple(ns, es))
const modulus = fc.constantFrom(plain, ...good).map(([n]) => n)
const exponent = fc.constant(leastExponent)

const sizeRule = `a modulus has ${leastBits} to ${mostBits} bits`
const exponentRule = 'a public exponent is from 65537 to 2^32 − 1'
const togetherRule = 'the numbers of a private key belong together'

const numberSamples = (use: Use): Samples<KeyFile> =>
  use === 'verify'
    ? [
        ...sides(
          sizeRule,
          goodModuli.map((ns) => publicNumbers(ns, exponent)),
          badModuli.map((ns) => publicNumbers(ns, exponent)),
        ),
        ...sides(
          'a modulus is odd',
          publicNumbers(modulus, exponent),
          publicForms.map((form) =>
            filesOf(
              [form],
              fc.tuple(
                modulus.map((n) => n - 1n),
                exponent,
              ),
            ),
          ),
        ),
        ...sides(
          exponentRule,
          goodExponents.map((es) => publicNumbers(modulus, es)),
          badExponents.map((es) => publicNumbers(modulus, es)),
        ),
        ...sides(
          'a public exponent is odd',
          publicNumbers(modulus, exponent),
          evenExponents.map((es) => publicNumbers(modulus, es)),
        ),
      ]
    : [
        ...sides(
          sizeRule,
          each([...good, ...long]).map((key) => filesOf(privateForms, key)),
          each(short).map((key) => filesOf(privateForms, key)),
        ),
        ...sides(
          exponentRule,
          keyFiles(privateForms),
          each(otherExponents).map((key) => filesOf(privateForms, key)),
        ),
        ...privateForms.flatMap((form) =>
          sides(
            togetherRule,
            keyFiles([form]),
            damages.map((damage) => filesOf([form], fc.constantFrom(...good).map(damage))),
          ),
        ),
      ]

/** The generators of key files for these uses. */
export const keysFor = (of: ReadonlyArray<Use>): ReadonlyArray<Generator> => [
  generator({
    name: 'key-der',
    op: 'importKey',
    ...eachOf<'importKey'>(mapped(of.flatMap(derSamples), imported)),
  }),
  generator({
    name: 'key-pem',
    op: 'importKey',
    ...eachOf<'importKey'>(mapped(of.flatMap(pemSamples), drawnOf)),
  }),
  generator({
    name: 'key-numbers',
    op: 'importKey',
    ...eachOf<'importKey'>(mapped(of.flatMap(numberSamples), imported)),
  }),
]
/** The texts of keys for one use, one draw for each of the ways to break them. */
const pemsFor = (use: Use): Samples =>
  mapped(
    [
      ...mapped(derSamples(use), imported),
      ...mapped(pemSamples(use), drawnOf),
      ...mapped(numberSamples(use), imported),
    ],
    ({ input: { pem }, rule, passes }) => ({ value: pem, rule, passes: passes === true }),
  )
/** Each of the good pairs, in each form. */
export const goodPrivateKeys: Samples = privateForms.flatMap((form) =>
  sides(
    togetherRule,
    each(good).map((keys) => filesOf([form], keys).map((file) => pemOf(file))),
    [],
  ),
)
export const publicKeys: Samples = pemsFor('verify')
export const privateKeys: Samples = pemsFor('sign')
