/**
 * The value of a JSON body as `Data::Dumper` of Perl prints what JSON::PP has read. `{"a":["x"]}` becomes
 *
 *     $VAR1 = {                    $VAR1 = {             {
 *               'a' => [             'a' => [              'a' => [
 *                        'x'           'x'                          'x'
 *                      ]             ]                            ]
 *             };                   };                    }
 *
 *     usual                        indented by one       terse
 */
import { isString } from '../jsonLiterals.ts'
import type { Node } from '../jsonText.ts'
import type { Form } from '../Respelling.ts'
import { type Document, isEmpty } from './Document.ts'
import { singleQuoted } from './singleQuoted.ts'

export function* perlForms({ tree, sorted }: Document): Generator<Form> {
  yield* formsInOrder(tree, 'its value (Data::Dumper of Perl)')
  yield* formsInOrder(sorted, 'its value (Data::Dumper of Perl), sorted')
}

const start = '$VAR1 = '

function* formsInOrder(node: Node, detail: string): Generator<Form> {
  const usualText = dump(node, { nesting: 'below its beginning', column: start.length })
  yield [detail, `${start}${usualText};\n`]
  yield [`${detail}, indented by one`, `${start}${dump(node, { nesting: 'by levels', column: 0 })};\n`]
  yield [`${detail}, terse`, `${dump(node, { nesting: 'below its beginning', column: 0 })}\n`]
}

/** Where a value is on its lines. */
interface Place {
  /** What the column of a nested value depends on: the place where it begins, or how deep it is. */
  readonly nesting: 'below its beginning' | 'by levels'
  readonly column: number
}

const dump = (node: Node, place: Place): string => {
  if (node._tag === 'Scalar') return dumpScalar(node.literal)
  const [open, close] = node._tag === 'Array' ? ['[', ']'] : ['{', '}']
  if (isEmpty(node)) return open + close
  const inner = { ...place, column: place.column + 2 }
  const entries =
    node._tag === 'Array'
      ? node.items.map((child) => dump(child, inner))
      : node.members.map(([name, child]) => dumpMember(name, child, inner))
  const lineStart = `\n${' '.repeat(inner.column)}`
  return `${open}${lineStart}${entries.join(`,${lineStart}`)}\n${' '.repeat(place.column)}${close}`
}

const dumpMember = (name: string, child: Node, { nesting, column }: Place): string => {
  const nameText = `${singleQuoted(name)} => `
  const childColumn = nesting === 'by levels' ? column : column + nameText.length
  return nameText + dump(child, { nesting, column: childColumn })
}

/** Data::Dumper writes other numbers as strings. */
const shortInteger = /^(?:0|-?[1-9]\d{0,8})$/

const words: Readonly<Record<string, string>> = {
  null: 'undef',
  true: "bless( do{\\(my $o = 1)}, 'JSON::PP::Boolean' )",
  false: "bless( do{\\(my $o = 0)}, 'JSON::PP::Boolean' )",
}

const dumpScalar = (literal: string): string => {
  if (isString(literal)) return singleQuoted(literal)
  return words[literal] ?? (shortInteger.test(literal) ? literal : `'${literal}'`)
}
