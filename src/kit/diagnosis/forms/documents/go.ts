/** The value of a JSON body as `%#v` of Go prints it: `{"a":[1]}` becomes `map[string]interface {}{"a":[]interface {}{1}}`. */
import { joinItems, joinMembers, type Printing, printNode, same } from '../Printing.ts'
import type { Form } from '../Respelling.ts'
import type { Document } from './Document.ts'

const goSyntax: Printing = {
  text: same,
  words: { null: 'interface {}(nil)' },
  number: same,
  array: joinItems('[]interface {}{', ', ', '}'),
  object: joinMembers(':', 'map[string]interface {}{', ', ', '}'),
}

export function* goForms({ sorted }: Document): Generator<Form> {
  yield ['its value (%#v of Go)', printNode(sorted, goSyntax)]
}
