/**
 * The help texts, made from the grammar of each command, so that they cannot differ from what a command takes.
 *
 *     countersign sign: sign a request and print its Authorization header
 *
 *     Usage: countersign sign --app-id ID --private-key FILE [options] URL
 *
 *       --app-id ID          the id of the app
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
  const rows = Object.entries(commands).map(([name, { about }]) => ({ name, about }))
  return [
    `${colours.bold('countersign')} signs, submits and verifies requests of the job service.`,
    '',
    'Usage: countersign COMMAND [options]',
    '',
    ...table(rows, width, colours),
    '',
    ...wrapped('`countersign COMMAND --help` shows the options of a command.', width),
    ...wrapped(fromEnvironment({ kind: 'option', name: 'app-id' }), width),
    ...wrapped(
      'Exit codes: 0: the answer is yes, or the work is done. 1: the answer is no. 2: the command line is wrong, or a file cannot be used. 3: the network, the service or the system failed.',
      width,
    ),
    '',
  ].join('\n')
}

const fromEnvironment = (arg: Pick<Named, 'kind' | 'name'>): string =>
  `You can also set an option that has a value as an environment variable: --${arg.name} as ${variableOf(arg)}. If both are set, the option on the command line is used.`

/** What a command takes: first the arguments that must be given, in the order of the usage line; last those that few callers need. */
export const manual = (name: string, about: string, { args, example }: Command, { colours, width }: Page): string => {
  const options = args.filter(({ kind }) => kind !== 'operand')
  const operands = args.filter(({ kind }) => kind === 'operand')
  const required = options.filter((arg) => arg.required)
  const others = options.filter((arg) => !arg.required && arg.rare !== true)
  const rare = options.filter((arg) => arg.rare === true)
  const rowOf = (arg: Named): Row => ({ name: written(arg), about: arg.about })
  const rows = [...required, ...operands, ...others].map(rowOf)
  const usage = ['Usage: countersign', name, ...required.map(written), '[options]', ...operands.map(written)]
  const optionWithValue = options.find(({ kind }) => kind === 'option')
  return [
    `${colours.bold(`countersign ${name}`)}: ${about}`,
    '',
    ...wrapped(usage.join(' '), width, '  '),
    '',
    ...table(rows, width, colours),
    '',
    ...(rare.length === 0 ? [] : ['Rarely needed:', ...table(rare.map(rowOf), width, colours), '']),
    ...(optionWithValue === undefined ? [] : [...wrapped(fromEnvironment(optionWithValue), width), '']),
    'Example:',
    commandLine(`  countersign ${name} ${example}`, width),
    '',
  ].join('\n')
}

/** The command on one line, or with a line for each option, which a shell takes as well. */
const commandLine = (typed: string, width: number): string =>
  typed.length <= width ? typed : typed.replaceAll(' --', ' \\\n    --')

const written = ({ kind, name, shows }: Named): string => {
  if (kind === 'operand') return name
  const optionText = name === 'help' ? '-h, --help' : `--${name}`
  return shows === '' ? optionText : `${optionText} ${shows}`
}

interface Row {
  readonly name: string
  readonly about: string
}

/** Two columns; the second is wrapped. */
const table = (rows: ReadonlyArray<Row>, width: number, colours: Colours): ReadonlyArray<string> => {
  const indent = rows.reduce((widest, { name }) => Math.max(widest, name.length), 0) + 4
  return rows.flatMap(({ name, about }) => {
    const [firstLine = '', ...otherLines] = wrapped(about, Math.max(20, width - indent))
    return [
      `  ${colours.bold(name)}${' '.repeat(indent - 2 - name.length)}${firstLine}`,
      ...otherLines.map((line) => ' '.repeat(indent) + line),
    ]
  })
}
