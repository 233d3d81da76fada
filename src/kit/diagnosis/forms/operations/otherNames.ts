/** The names of parameters as other programs write them, and parameters without their names or with their values as names. */

import { withoutListMark } from '../listNames.ts'
import { capitalized } from '../namings.ts'
import { fillHole, type Template } from '../template.ts'
import { type Operation, operation } from './Operation.ts'
import { inCamelCase, inCapitals } from './unfilledUnits.ts'

const aroundNames: ReadonlyArray<Template> = [
  'filter[…]',
  'params[…]',
  'query[…]',
  'request.…',
  'params.…',
  'query.…',
  '…[]',
  '…%5B%5D',
  '…[0]',
  '…%5B0%5D',
  '_…',
  '$…',
  '@…',
  '-…',
  '--…',
  '… ',
  ' …',
  '…:',
]

const inSnakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const inKebabCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

const nameAndValue = (parameter: string): readonly [name: string, value: string] => {
  const equals = parameter.indexOf('=')
  return equals < 0 ? [parameter, ''] : [parameter.slice(0, equals), parameter.slice(equals + 1)]
}

const nameWriters: ReadonlyArray<Operation['write']> = [
  ...aroundNames.map((template) => (name: string) => fillHole(template, name)),
  inCapitals,
  inCamelCase,
  (name) => capitalized(inCamelCase(name)),
  inSnakeCase,
  inKebabCase,
  (name) => name.replaceAll('.', '_'),
  withoutListMark,
  (_, { index }) => String(index),
]

const parameterWriters: ReadonlyArray<(name: string, value: string) => string> = [
  (_, value) => value,
  (name) => name,
  (name) => `${name}=${name}`,
  (_, value) => `${value}=${value}`,
  (name, value) => `${value}=${name}`,
]

export const otherNames: ReadonlyArray<Operation> = [
  ...nameWriters.map((write) => operation('named otherwise', ['name'], write)),
  ...parameterWriters.map((write) =>
    operation('named otherwise', ['parameter'], (parameter) => write(...nameAndValue(parameter))),
  ),
]
