/**
 * A structure that a program prints in its language and then turns into JSON by replacements: `str(d).replace("'", '"')` of Python,
 * `h.inspect.gsub('=>', ':')` of Ruby. Such a repair often forgets something, such as `None`. A result that is JSON is left to the
 * serializers.
 */
import { isJson } from './isJson.ts'
import { withNumbersForInfinity } from './jsonText.ts'
import type { Form } from './Respelling.ts'

interface Replacement {
  /** Empty if nothing is replaced. */
  readonly detail: string
  readonly replace: (printed: string) => string
}

/** A step of a repair: a program makes one of these replacements. */
type RepairStep = ReadonlyArray<Replacement>

interface Repair {
  /** Matches the detail of a printed text that programs repair in this way. The detail ends with the language. */
  readonly language: RegExp
  readonly steps: ReadonlyArray<RepairStep>
}

const nothing: Replacement = { detail: '', replace: (printed) => printed }
const quotes: Replacement = { detail: `' replaced by "`, replace: (printed) => printed.replaceAll("'", '"') }
const withoutSpaces: Replacement = { detail: 'without spaces', replace: (printed) => printed.replaceAll(' ', '') }

const lowerCaseTruth = (printed: string): string => printed.replaceAll('True', 'true').replaceAll('False', 'false')

const repairs: ReadonlyArray<Repair> = [
  {
    language: /\((?:Python)\)$/,
    steps: [
      [quotes],
      [
        nothing,
        { detail: 'True and False in lower case', replace: lowerCaseTruth },
        { detail: 'None replaced by null', replace: (printed) => printed.replaceAll('None', 'null') },
        {
          detail: 'True, False and None replaced',
          replace: (printed) => lowerCaseTruth(printed).replaceAll('None', 'null'),
        },
      ],
      [
        nothing,
        { detail: 'compact', replace: (printed) => printed.replaceAll(': ', ':').replaceAll(', ', ',') },
        withoutSpaces,
      ],
    ],
  },
  {
    language: /\(Ruby[^)]*\)$/,
    steps: [
      [
        { detail: '=> replaced by :', replace: (printed) => printed.replaceAll('=>', ':') },
        { detail: "=> replaced by ': '", replace: (printed) => printed.replaceAll(/ ?=> ?/g, ': ') },
      ],
      [nothing, { detail: 'nil replaced by null', replace: (printed) => printed.replaceAll('nil', 'null') }],
      [nothing, withoutSpaces],
    ],
  },
  {
    language: /\((?:Java|Dart|Groovy)\)$/,
    steps: [
      [nothing, { detail: '= replaced by :', replace: (printed) => printed.replaceAll('=', ':') }],
      [nothing, { detail: 'compact', replace: (printed) => printed.replaceAll(', ', ',') }, withoutSpaces],
    ],
  },
]

/** Every way to make one replacement of each step. */
const everyRepair = (steps: ReadonlyArray<RepairStep>): ReadonlyArray<ReadonlyArray<Replacement>> =>
  steps.reduce<ReadonlyArray<ReadonlyArray<Replacement>>>(
    (begun, step) => begun.flatMap((replacements) => step.map((replacement) => [...replacements, replacement])),
    [[]],
  )

/** Whether programs repair a printed text with this detail. */
export const isRepaired = (detail: string): boolean => repairs.some(({ language }) => language.test(detail))

/** Each repair of a longer text takes milliseconds, and most lead to JSON, which is no form here. */
const maxRepaired = 8192

/**
 * The repairs of these printed texts of a JSON text. A repair that only takes the backslashes out of the JSON is left out, for that
 * has a simpler cause. With `wanted`, the repairs that are this text.
 */
export function* repairedTexts(json: string, printedForms: Iterable<Form>, wanted?: string): Generator<Form> {
  if (json.length > maxRepaired) return
  const unescaped = json.replace(/\\([\s\S])/g, '$1')
  for (const [detail, printed] of printedForms)
    for (const { language, steps } of repairs)
      for (const replacements of language.test(detail) ? everyRepair(steps) : []) {
        const repaired = replacements.reduce((changed, { replace }) => replace(changed), printed)
        if (wanted !== undefined && repaired !== wanted) continue
        if (repaired === printed || repaired === unescaped || isJson(withNumbersForInfinity(repaired, json))) continue
        const repairDetails = replacements.map((replacement) => replacement.detail).filter((words) => words !== '')
        yield [[detail, ...repairDetails].join(', '), repaired]
      }
}
