/** Templates whose values were not filled in: a variable with the name of the unit, a number, or a placeholder without a name. */

import { fillHole, type Template } from '../template.ts'
import { type Operation, operation, valueUnits, wholeUnits } from './Operation.ts'

/** How languages and tools write a variable. */
const variables: ReadonlyArray<Template> = [
  '{{…}}',
  '{{ … }}',
  '{…}',
  `$${'{…}'}`,
  '$…',
  '#{…}',
  ':…',
  ':…?',
  '<…>',
  '<int:…>',
  '<str:…>',
  '%…%',
  '[…]',
  '$(…)',
  '$($…)',
  '\\(…)',
  '%(…)s',
  '<%= … %>',
  '<%= @… %>',
  '{% … %}',
  `$${'{__P(…)}'}`,
  `$${'{__property(…)}'}`,
  '@…',
  '@Model.…',
  '@{…}',
  '*…',
  '{…:\\d+}',
  '!{…}',
  '&…',
  '&….',
  '?…',
  '__…__',
  '{$…}',
  '<<…>>',
  '[[…]]',
  '«…»',
]

/** Templates in which the name is often written in capitals or in camel case. */
const renamedVariables: ReadonlyArray<Template> = [
  '{{…}}',
  `$${'{…}'}`,
  '{…}',
  '$…',
  '<…>',
  '%…%',
  ':…',
  'YOUR_…',
  '<YOUR_…>',
  '__…__',
  '[…]',
]

const placeholdersWithoutName: ReadonlyArray<string> = [
  '%s',
  '%d',
  '%v',
  '%q',
  '%i',
  '%u',
  '%ld',
  '%lld',
  '%@',
  '%1$s',
  '%1$d',
  '{}',
  '{0}',
  '{1}',
  '?',
  '*',
  '**',
  '_',
  '~a',
  '~s',
  '~w',
  '(\\d+)',
  '(.*)',
  '(.+)',
  '([^/]+)',
  '[^/]+',
  '.*',
  '\\d+',
  'XXX',
  'xxx',
  '...',
  '…',
]

export const inCapitals = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()

export const inCamelCase = (name: string): string => name.replace(/[_-](.)/g, (_, c: string) => c.toUpperCase())

/** A unit has so many names for a variable at most. */
const maxNames = 4

/** The path and the query are tried with the likeliest names alone. */
const maxNamesOfWholes = 2

/** A variable with one of the names of the unit. */
const namedVariable = (template: Template, nameIndex: number): Operation =>
  operation(
    'unfilled',
    nameIndex < maxNamesOfWholes ? [...valueUnits, ...wholeUnits] : valueUnits,
    (unitText, { variables: names }) => {
      const name = names[nameIndex]
      return name === undefined ? unitText : fillHole(template, name)
    },
  )

const renamedVariable = (template: Template, rename: (name: string) => string): Operation =>
  operation('unfilled', valueUnits, (unitText, { variables: [name] }) =>
    name === undefined ? unitText : fillHole(template, rename(name)),
  )

/** A variable with the number of the unit, as formats count their values. */
const numberedVariables: ReadonlyArray<Template> = ['{…}', '$…', '%…', '%…$s', '{{…}}']

/** Formats count from 0 or from 1. */
const firstNumbers: ReadonlyArray<number> = [0, 1]

export const unfilledUnits: ReadonlyArray<Operation> = [
  ...variables.flatMap((template) => Array.from({ length: maxNames }, (_, i) => namedVariable(template, i))),
  ...renamedVariables.flatMap((template) =>
    [inCapitals, inCamelCase].map((rename) => renamedVariable(template, rename)),
  ),
  ...placeholdersWithoutName.map((placeholder) =>
    operation('unfilled', [...valueUnits, ...wholeUnits], () => placeholder),
  ),
  ...firstNumbers.flatMap((firstNumber) =>
    numberedVariables.map((template) =>
      operation('unfilled', valueUnits, (_, { index }) => fillHole(template, String(firstNumber + index))),
    ),
  ),
  ...['{2}', '{3}'].map((placeholder) => operation('unfilled', valueUnits, () => placeholder)),
]
