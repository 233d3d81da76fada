/**
 * Key files on both sides of each rule about the PEM of a key: its label, its BEGIN and END lines, its line ends, its Base64, and the text
 * around it. The near misses of a rule are usual files after a change that breaks it.
 *
 * ```ts
 * pemFiles('verify')
 * // among others, for the rule `the text of a key is one PEM block`: a writer of two public keys, one after the other
 * ```
 */
import { misspellings } from '../base64.ts'
import { range } from '../characters.ts'
import * as asn1 from '../der.ts'
import * as Gen from '../Gen.ts'
import { constants, type GensByChange, type LabelledGens, validAndInvalid } from '../Labelled.ts'
import {
  allForms,
  changedPems,
  derOf,
  formsFor,
  type KeyForm,
  type KeyUse,
  type KeyWriter,
  pemOf,
  usualFiles,
} from './keyFile.ts'
import { wrongBoundaries, wrongLabels } from './pemBoundaries.ts'

/** Writers of key files for a use, each under the rule of PEM that it obeys or breaks. */
export const pemFiles = (use: KeyUse): LabelledGens<KeyWriter> => {
  const forms = formsFor(use)
  const formsOfOtherUse = allForms.filter((form) => form.use !== use)
  return [
    ...validAndInvalid(
      'a private key signs, and a public key verifies',
      forms.map((form) => goodPems([form])),
      formsOfOtherUse.map((form) => goodPems([form])),
    ),
    ...pemRules(forms).flatMap(({ rule, goodFiles = goodPems(forms), wrongFiles }) =>
      validAndInvalid(rule, goodFiles, wrongFiles),
    ),
    ...(use === 'sign'
      ? validAndInvalid(
          'a private key is not encrypted, and its PEM has no headers',
          goodPems(forms),
          encryptedKeys(forms),
        )
      : []),
  ]
}

const anyWidth = Gen.oneof(Gen.constantFrom(64, 76, 9999), Gen.integer(1, 80))

/** Files without a fault, in one of these forms: lines of any length, both line ends, with or without the last. */
export const goodPems = (forms: ReadonlyArray<KeyForm>, widths: Gen.Gen<number> = anyWidth): Gen.Gen<KeyWriter> =>
  Gen.record({
    form: Gen.constantFrom(...forms),
    width: widths,
    lineEnd: Gen.constantFrom('\n', '\r\n'),
    isEnded: Gen.boolean,
  }).map(
    ({ form, width, lineEnd, isEnded }) =>
      (numbers) =>
        pemOf(form.label, derOf(form, numbers), { width, lineEnd, lastLineEnd: isEnded ? lineEnd : '' }),
  )

// ---- The rules

interface PemRule {
  readonly rule: string
  /** `goodPems`, unless set. */
  readonly goodFiles?: ReadonlyArray<Gen.Gen<KeyWriter>>
  readonly wrongFiles: GensByChange<KeyWriter>
}

/** The rules for files of any use, with files of these forms that break each rule. */
const pemRules = (forms: ReadonlyArray<KeyForm>): ReadonlyArray<PemRule> => [
  { rule: "the label of a key's PEM names what the DER holds", wrongFiles: wrongLabels(forms) },
  {
    rule: 'the lines around a key are BEGIN and END with one label, between five hyphens',
    wrongFiles: wrongBoundaries(forms),
  },
  {
    rule: "LF or CRLF ends each line of a key's PEM, the last perhaps excepted",
    goodFiles: lineWidths.map((widths) => goodPems(forms, widths)),
    wrongFiles: wrongLineEnds(forms),
  },
  { rule: 'the text of a key is one PEM block', wrongFiles: pairsOfBlocks(forms) },
  { rule: 'no other text is before or behind the PEM block of a key', wrongFiles: surroundedBlocks(forms) },
  {
    rule: "the Base64 of a key's PEM is that of RFC 4648, with padding at its end only, and unused bits zero",
    wrongFiles: wrongBase64(forms),
  },
]

/** 64 is the usual length and 76 that of MIME. A reader that decodes each line by itself needs groups of four characters. */
const lineWidths = [...constants([1, 63, 64, 65, 76]), anyWidth]

const wrongLineEnds = (forms: ReadonlyArray<KeyForm>): GensByChange<KeyWriter> =>
  constants(['\\n', '\\r\\n', '%0A', '<br>', '|']).map((lineEnds) =>
    changedPems(forms, lineEnds, ({ pem }, lineEnd) => pem.replaceAll('\n', lineEnd)),
  )

const pairsOfBlocks = (forms: ReadonlyArray<KeyForm>): GensByChange<KeyWriter> =>
  allForms.map((secondForm) =>
    Gen.tuple(usualFiles(forms), usualFiles([secondForm])).map(
      ([writeFirst, writeSecond]) =>
        (numbers) =>
          `${writeFirst(numbers)}${writeSecond(numbers)}`,
    ),
  )

/** Texts that are not white space and do not begin a PEM block. */
const foreignTexts = Gen.oneof(
  Gen.constantFrom('x', '-', 'key of app-1:', '# a comment', 'Bag Attributes', 'Comment: "a key"', '\u00e9', '\u0000'),
  Gen.stringOf(range('!', '~').replace('-', ''), 1, 20),
)
const surroundedBlocks = (forms: ReadonlyArray<KeyForm>): GensByChange<KeyWriter> =>
  ['\n', ''].flatMap((between) => [
    changedPems(forms, foreignTexts, ({ pem }, foreignText) => foreignText + between + pem),
    changedPems(forms, foreignTexts, ({ pem }, foreignText) => pem + foreignText + between),
  ])

// ---- What is between the boundary lines

/** Files whose Base64 is changed by a drawn value. The change gets the line ends around the Base64 as well. */
const changedBase64 = <C>(
  forms: ReadonlyArray<KeyForm>,
  draws: Gen.Gen<C>,
  change: (base64Lines: string, drawn: C) => string | undefined,
): Gen.Gen<KeyWriter> =>
  changedPems(forms, draws, ({ pem }, drawn) => {
    const [base64Lines = ''] = /(?<=-)\n[^-]+/.exec(pem) ?? []
    const changed = change(base64Lines, drawn)
    return changed === base64Lines ? undefined : changed && pem.replace(base64Lines, changed)
  })

const wrongBase64 = (forms: ReadonlyArray<KeyForm>): GensByChange<KeyWriter> =>
  misspellings.map((misspellGen) =>
    changedBase64(forms, misspellGen, (base64Lines, misspell) => base64Lines.replace(/[^\n](?:.|\n)*[^\n]/, misspell)),
  )

/** The headers of OpenSSL's older encryption (RFC 1421). */
const encryptionHeaders = 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\n'

/** PBES2 with PBKDF2 of 2048 rounds and AES-128-CBC (RFC 8018 §6.2). */
const encryptionAlgorithm = asn1.sequence(
  asn1.oid('2a864886f70d01050d'),
  asn1.sequence(
    asn1.sequence(asn1.oid('2a864886f70d01050c'), asn1.sequence(asn1.octets(new Uint8Array(8)), asn1.integer(2048n))),
    asn1.sequence(asn1.oid('60864801650304012a'), asn1.octets(new Uint8Array(16))),
  ),
)
const encryptedPkcs8: Gen.Gen<KeyWriter> = Gen.bytes({ minLength: 1, maxLength: 40, size: 'max' }).map((ciphertext) => {
  const der = asn1.encoded(asn1.sequence(encryptionAlgorithm, asn1.octets(ciphertext)))
  return () => pemOf('ENCRYPTED PRIVATE KEY', der)
})

const encryptedKeys = (forms: ReadonlyArray<KeyForm>): GensByChange<KeyWriter> => [
  changedBase64(forms, asn1.once, (base64Lines) => `\n${encryptionHeaders}${base64Lines.slice(1)}`),
  encryptedPkcs8,
]
