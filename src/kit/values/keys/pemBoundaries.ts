/**
 * Wrong labels and wrong boundary lines of a key's PEM, for pemFiles.ts. A boundary line is `-----BEGIN label-----` or
 * `-----END label-----`. The label is wrong in both lines alike, or a line is wrong: another label in one of the two, one edit away,
 * or other than five hyphens.
 */
import { range } from '../characters.ts'
import * as Gen from '../Gen.ts'
import { constants, type GensByChange } from '../Labelled.ts'
import { neighbours } from '../neighbours.ts'
import { allForms, changedPems, derOf, type KeyForm, type KeyWriter, pemOf, usualPemOf } from './keyFile.ts'

/** Files whose label, in both lines, does not name the structure in the DER. */
export const wrongLabels = (forms: ReadonlyArray<KeyForm>): GensByChange<KeyWriter> =>
  relabelings.map((relabelGen) =>
    changedPems(forms, relabelGen, ({ label, der }, relabel) => pemOf(relabel(label), der)),
  )

/** Files with a boundary line that is not BEGIN or END and the label of the other line, between five hyphens. */
export const wrongBoundaries = (forms: ReadonlyArray<KeyForm>): GensByChange<KeyWriter> => {
  // What is done to a line does not depend on its label, so one form is enough.
  const oneForm = forms.slice(0, 1)
  return [
    ...relabelings.flatMap((relabelGen) => otherLabelInOneLine(forms, relabelGen)),
    ...[...Object.values(neighbours), () => ['']].map((linesFor) => otherLine(forms, linesFor)),
    ...forms.flatMap(nearLabels),
    ...oneForm.flatMap(editedLines),
    ...oneForm.flatMap(otherHyphens),
  ]
}

const boundaryWords = ['BEGIN', 'END']

// ---- Labels

/** Makes another label of one. */
type Relabeling = (label: string) => string

/** The label of the form that comes so many places later in the list of forms. */
const labelOfOtherForm =
  (placesLater: number): Relabeling =>
  (label) => {
    const index = allForms.findIndex((form) => form.label === label)
    return (allForms[(index + placesLater) % allForms.length] as KeyForm).label
  }

const knownRelabelings: ReadonlyArray<Relabeling> = [
  ...[1, 2, 3].map(labelOfOtherForm),
  ...['EC PRIVATE', 'DSA PRIVATE', 'ENCRYPTED PRIVATE', 'OPENSSH PRIVATE', 'EC PUBLIC'].map(
    (kind) => () => `${kind} KEY`,
  ),
  ...['KEY', 'CERTIFICATE', 'CERTIFICATE REQUEST', 'X509 CRL', 'PKCS7', ''].map((label) => () => label),
  (label) => label.toLowerCase(),
  (label) => label.replace(' KEY', ''),
]
const anyRelabeling: Gen.Gen<Relabeling> = Gen.stringOf(range('A', 'Z'), 1, 12).map((label) => () => label)
const relabelings: ReadonlyArray<Gen.Gen<Relabeling>> = [...constants(knownRelabelings), anyRelabeling]

const otherLabelInOneLine = (
  forms: ReadonlyArray<KeyForm>,
  relabelGen: Gen.Gen<Relabeling>,
): ReadonlyArray<Gen.Gen<KeyWriter>> =>
  boundaryWords.map((word) =>
    changedPems(forms, relabelGen, ({ pem, label }, relabel) =>
      pem.replace(`${word} ${label}-`, `${word} ${relabel(label)}-`),
    ),
  )

/** Each label one edit away, and labels that begin or end like the right one; in both lines alike. */
const nearLabels = (form: KeyForm): ReadonlyArray<Gen.Gen<KeyWriter>> => {
  const { label } = form
  const edits = ['one character fewer', 'one character twice', 'the other case', 'one more " "', 'the next character']
  const otherLabels = [
    ...edits.flatMap((edit) => neighbours[edit]?.(label) ?? []),
    ...['S', ' XY', ' 2', '-', '\t', ':', '.'].map((end) => label + end),
    ...['X', 'MY ', 'NEW ', '-', '\t'].map((start) => start + label),
  ].filter((otherLabel) => allForms.every((known) => known.label !== otherLabel))
  return constants([...new Set(otherLabels)]).map((labels) =>
    labels.map((otherLabel) => (numbers) => pemOf(otherLabel, derOf(form, numbers))),
  )
}

// ---- Lines

/** Only blanks around a boundary line are no fault: some programs allow them. */
const differsInMoreThanBlanks = (boundaryLine: string) => (line: string) => line.trim() !== boundaryLine

/** Files with another line in place of BEGIN or END: one of those that `linesFor` makes of the right line. */
const otherLine = (
  forms: ReadonlyArray<KeyForm>,
  linesFor: (boundaryLine: string) => ReadonlyArray<string>,
): Gen.Gen<KeyWriter> =>
  changedPems(forms, Gen.tuple(Gen.nat(), Gen.constantFrom('BEGIN', 'END')), ({ pem, label }, [index, word]) => {
    const boundaryLine = `-----${word} ${label}-----`
    const otherLines = linesFor(boundaryLine).filter(differsInMoreThanBlanks(boundaryLine))
    return pem.replace(boundaryLine, otherLines[index % otherLines.length] as string)
  })

/** Each line with one character fewer, one more blank or one more hyphen, at each place. */
const editedLines = (form: KeyForm): ReadonlyArray<Gen.Gen<KeyWriter>> =>
  boundaryWords.flatMap((word) => {
    const boundaryLine = `-----${word} ${form.label}-----`
    const edits = ['one character fewer', 'one more " "', 'one more "-"']
    const otherLines = edits
      .flatMap((edit) => neighbours[edit]?.(boundaryLine) ?? [])
      .filter(differsInMoreThanBlanks(boundaryLine))
    return [...new Set(otherLines)].map((otherLine) =>
      Gen.constant<KeyWriter>((numbers) => usualPemOf(form, numbers).replace(boundaryLine, otherLine)),
    )
  })

/** Other than five hyphens before BEGIN, END or both words, after the label, or at both places. */
const otherHyphens = (form: KeyForm): ReadonlyArray<Gen.Gen<KeyWriter>> =>
  ['BEGIN', 'END', 'BEGIN|END'].flatMap((words) => {
    const boundaryLines = new RegExp(`-----((?:${words}) [A-Z ]+)-----`, 'g')
    return [0, 1, 2, 3, 4, 6, 10].flatMap((count) => {
      const few = '-'.repeat(count)
      const replacements = [`${few}$1-----`, `-----$1${few}`, `${few}$1${few}`]
      return replacements.map((replacement) =>
        Gen.constant<KeyWriter>((numbers) => usualPemOf(form, numbers).replace(boundaryLines, replacement)),
      )
    })
  })
