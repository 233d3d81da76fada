/**
 * A structure as a language prints it, and then made to look like JSON by replacements: `str(d).replace("'", '"')` of Python,
 * `h.inspect.gsub('=>', ':')` of Ruby. What is JSON afterwards is left to the serializers.
 */
import { isJson } from './isJson.ts'
import type { Form } from './Respelling.ts'

type Replacement = readonly [says: string, replace: (text: string) => string]

const none: Replacement = ['', (text) => text]

const quotes: Replacement = [`' replaced by "`, (text) => text.replaceAll("'", '"')]

/** Each row: one of these is done, or nothing. */
const repairs: ReadonlyArray<{ readonly of: RegExp; readonly rows: ReadonlyArray<ReadonlyArray<Replacement>> }> = [
  {
    of: /\((?:Python)\)$/,
    rows: [
      [quotes],
      [
        none,
        ['True and False in lower case', (text) => text.replaceAll('True', 'true').replaceAll('False', 'false')],
        ['None replaced by null', (text) => text.replaceAll('None', 'null')],
        [
          'True, False and None replaced',
          (text) => text.replaceAll('True', 'true').replaceAll('False', 'false').replaceAll('None', 'null'),
        ],
      ],
      [
        none,
        ['compact', (text) => text.replaceAll(': ', ':').replaceAll(', ', ',')],
        ['without spaces', (text) => text.replaceAll(' ', '')],
      ],
    ],
  },
  {
    of: /\(Ruby[^)]*\)$/,
    rows: [
      [
        ['=> replaced by :', (text) => text.replaceAll('=>', ':')],
        ["=> replaced by ': '", (text) => text.replaceAll(/ ?=> ?/g, ': ')],
      ],
      [none, ['nil replaced by null', (text) => text.replaceAll('nil', 'null')]],
      [none, ['without spaces', (text) => text.replaceAll(' ', '')]],
    ],
  },
  {
    of: /\((?:Java|Dart, Kotlin|Groovy)\)$/,
    rows: [
      [none, ['= replaced by :', (text) => text.replaceAll('=', ':')]],
      [none, ['compact', (text) => text.replaceAll(', ', ',')], ['without spaces', (text) => text.replaceAll(' ', '')]],
    ],
  },
]

/** One of each row, in every way. */
const everyWay = (rows: ReadonlyArray<ReadonlyArray<Replacement>>): ReadonlyArray<ReadonlyArray<Replacement>> =>
  rows.reduce<ReadonlyArray<ReadonlyArray<Replacement>>>(
    (ways, row) => ways.flatMap((way) => row.map((each) => [...way, each])),
    [[]],
  )

/** Whether a program would repair what is printed so. */
export const isRepaired = (detail: string): boolean => repairs.some(({ of }) => of.test(detail))

/** Each repair of a longer text takes milliseconds, and most lead to JSON, which is no form here. */
const maxRepaired = 8192

/** What is made of these printed texts of a JSON text; none that the text is without its backslashes, which is simpler. */
export function* repairedTexts(json: string, printed: Iterable<Form>): Generator<Form> {
  if (json.length > maxRepaired) return
  const unescaped = json.replace(/\\([\s\S])/g, '$1')
  for (const [detail, text] of printed)
    for (const { of, rows } of repairs)
      for (const way of of.test(detail) ? everyWay(rows) : []) {
        const repaired = way.reduce((whole, [, replace]) => replace(whole), text)
        const says = way.flatMap(([each]) => (each === '' ? [] : [each]))
        if (repaired !== text && repaired !== unescaped && !isJson(repaired))
          yield [[detail, ...says].join(', '), repaired]
      }
}
