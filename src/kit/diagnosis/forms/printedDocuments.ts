/**
 * The value of a JSON body in another format, or as functions for debugging print it over several lines. `{"a":[1,"x"],"b":null}`
 * becomes
 *
 *     a:            <root><a>1</a><a>x</a><b/></root>    array (
 *     - 1                                                  'a' =>
 *     - x                                                  array (
 *     b: null                                                0 => 1, …
 *
 *     YAML          XML                                  var_export of PHP
 *
 * The folder `documents` has a module for each format and language.
 */
import { appleForms } from './documents/apple.ts'
import { type Document, documentOf } from './documents/Document.ts'
import { goForms } from './documents/go.ts'
import { perlForms } from './documents/perl.ts'
import { phpForms } from './documents/php.ts'
import { pythonForms } from './documents/python.ts'
import { rustForms } from './documents/rust.ts'
import { xmlForms } from './documents/xml.ts'
import { yamlForms } from './documents/yaml.ts'
import type { Node } from './jsonText.ts'
import type { Form } from './Respelling.ts'

/** In the order in which the search tries their forms. */
const printers: ReadonlyArray<(document: Document) => Iterable<Form>> = [
  yamlForms,
  xmlForms,
  phpForms,
  perlForms,
  pythonForms,
  goForms,
  rustForms,
  appleForms,
]

/** The texts of all printers, each with the name of its printer. Some texts are the same for some bodies. */
export function* printedDocuments(tree: Node): Generator<Form> {
  const document = documentOf(tree)
  for (const formsOf of printers) yield* formsOf(document)
}
