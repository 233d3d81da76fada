/**
 * The help texts, from what the grammar knows.
 */
import { wrapped } from '../../kit/conformance/reports/visible.ts'
import { commands } from './commands.ts'
import { type Command, type Named, variableOf } from './grammar.ts'
import type { Colours } from './Outcome.ts'

interface Page {
  readonly colours: Colours
  readonly width: number
}

/** A line for each command. */
export const overview = ({ colours, width }: Page): string => {
  const rows = Object.entries(commands).map(([name, { about }]) => [name, about] as const)
  return [
    `${colours.bold('countersign')} signs, submits and verifies requests of the job service.`,
    '',
    'Usage: countersign COMMAND [options]',
    '',
    ...table(rows, width, colours),
    '',
    ...wrapped('`countersign COMMAND --help` shows what a command takes.', width),
    ...wrapped(fromEnvironment({ kind: 'option', name: 'app-id' }), width),
    ...wrapped('Exit codes: 0 yes, 1 no, 2 usage or a file that cannot be used, 3 the environment failed.', width),
    '',
  ].join('\n')
}

const fromEnvironment = (arg: Pick<Named, 'kind' | 'name'>): string =>
  `An option with a value can come from the environment, --${arg.name} as ${variableOf(arg)}. An argument wins.`

/** What a command takes: first what must be given, in the order in which it is written; at the end what few callers need. */
export const manual = (name: string, about: string, { args, example }: Command, { colours, width }: Page): string => {
  const options = args.filter(({ kind }) => kind !== 'operand')
  const operands = args.filter(({ kind }) => kind === 'operand')
  const required = options.filter((arg) => arg.required)
  const others = options.filter((arg) => !arg.required && arg.rare !== true)
  const rare = options.filter((arg) => arg.rare === true)
  const rowOf = (arg: Named) => [written(arg), arg.about] as const
  const rows = [...required, ...operands, ...others].map(rowOf)
  const usage = ['Usage: countersign', name, ...required.map(written), '[options]', ...operands.map(written)]
  const [setting] = options.filter(({ kind }) => kind === 'option')
  return [
    `${colours.bold(`countersign ${name}`)}: ${about}`,
    '',
    ...wrapped(usage.join(' '), width, '  '),
    '',
    ...table(rows, width, colours),
    '',
    ...(rare.length === 0 ? [] : ['Rarely needed:', ...table(rare.map(rowOf), width, colours), '']),
    ...(setting === undefined ? [] : [...wrapped(fromEnvironment(setting), width), '']),
    'Example:',
    commandLine(`  countersign ${name} ${example}`, width),
    '',
  ].join('\n')
}

/** On one line where it fits, so that it can be copied either way. */
const commandLine = (text: string, width: number): string =>
  text.length <= width ? text : text.replaceAll(' --', ' \\\n    --')

const written = ({ kind, name, shows }: Named): string => {
  if (kind === 'operand') return name
  const long = name === 'help' ? '-h, --help' : `--${name}`
  return shows === '' ? long : `${long} ${shows}`
}

/** Two columns; the second is wrapped. */
const table = (
  rows: ReadonlyArray<readonly [string, string]>,
  width: number,
  colours: Colours,
): ReadonlyArray<string> => {
  const left = rows.reduce((most, [name]) => Math.max(most, name.length), 0) + 4
  return rows.flatMap(([name, about]) => {
    const [first = '', ...rest] = wrapped(about, Math.max(20, width - left))
    return [
      `  ${colours.bold(name)}${' '.repeat(left - 2 - name.length)}${first}`,
      ...rest.map((line) => ' '.repeat(left) + line),
    ]
  })
}
