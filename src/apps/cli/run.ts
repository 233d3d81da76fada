/**
 * Runs a command line: finds its command, lets it run, prints the outcome, and says how to exit.
 */
import { nameOf, placeOf } from '../../core/untrusted.ts'
import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import { commands } from './commands.ts'
import { didYouMean } from './didYouMean.ts'
import { jsonEntry } from './logger.ts'
import { CommandError, type Environment, type ExitCode, type Outcome, type World } from './Outcome.ts'
import { coloursOf, jsonLine, surviveClosedPipes, widthOf, write } from './terminal.ts'
import { version } from './version.ts'

const names = Object.keys(commands)

/** Whether a server is to write its log as JSON, the line about a wrong option included: nothing is parsed yet. */
export const logsJson = ([first, ...rest]: ReadonlyArray<string>, env: Environment): boolean => {
  if (first !== 'serve') return false
  const forms = rest.flatMap((arg, i) => {
    const form = arg === '--log' ? rest[i + 1] : /^--log=(.*)$/s.exec(arg)?.[1]
    return form === undefined ? [] : [form]
  })
  return (forms.at(-1) ?? env.COUNTERSIGN_LOG) === 'json'
}

export const run = async (argv: ReadonlyArray<string>, world: World): Promise<ExitCode> => {
  surviveClosedPipes(world)
  // Arguments after `--` belong to another command.
  const json = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined).includes('--json')
  try {
    const outcome = await outcomeOf(argv, world)
    await print(outcome, json, world)
    await outcome.until
    return outcome.exit
  } catch (error) {
    const stop = error instanceof CommandError ? error : unexpected(error)
    // If this cannot be written either, only the exit code remains.
    await complain(stop, json ? 'json' : logsJson(argv, world.env) ? 'log' : 'text', world).catch(() => {})
    return stop.exit
  }
}

const outcomeOf = async ([first = '', ...rest]: ReadonlyArray<string>, world: World): Promise<Outcome> => {
  if (first === '--version' || first === '-v') return said(`${version}\n`, { version })
  if (first === '--help' || first === '-h') return manualOf(world)
  if (first === '--complete') return said(await (await import('./completionLines.ts')).completionLines(rest), {})
  const [named] = rest.filter((arg) => !arg.startsWith('-'))
  if (first === 'help') return manualOf(world, named)
  if (first === '')
    throw new CommandError(
      2,
      `a command is missing; the commands are ${names.join(', ')}`,
      '`countersign --help` explains each command',
    )
  const request = (await entryOf(first).load()).parse(rest, world.env)
  if (request._tag === 'Help') return manualOf(world, first)
  if (request._tag === 'Wrong')
    throw new CommandError(2, request.complaints.join('\n'), `\`countersign ${first} --help\` shows its options`)
  return request.run(world).catch((error) => Promise.reject(withVariables(error, request.variables)))
}

/** Says which values the line does not show. */
const withVariables = (error: unknown, variables: ReadonlyArray<string>): unknown => {
  if (!(error instanceof CommandError) || variables.length === 0) return error
  const taken = `taken from the environment: ${variables.join(', ')}`
  return new CommandError(error.exit, error.message, error.hint === undefined ? taken : `${error.hint}; ${taken}`)
}

const entryOf = (name: string) => {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry !== undefined) return entry
  const near = didYouMean(name.replace(/^--/, ''), [...names, 'help', 'version'])
  const meant = near === 'version' ? '--version' : near
  const what = /^[a-z-]{1,32}$/i.test(name) ? ` ${name}` : ' of that name'
  throw new CommandError(
    2,
    `there is no command${what}; ${meant === undefined ? `the commands are ${names.join(', ')}` : `is it ${meant}?`}`,
  )
}

const said = (text: string, json: object): Outcome => ({ exit: 0, text, json })

/** The help text of a command, or of them all. */
const manualOf = async ({ stdout, env }: World, name?: string): Promise<Outcome> => {
  const { manual, overview } = await import('./help.ts')
  const page = { colours: coloursOf(stdout, env), width: widthOf(stdout) }
  if (name === undefined) return said(overview(page), { commands: names })
  const { about, load } = entryOf(name)
  const text = manual(name, about, await load(), page)
  return said(text, { help: text })
}

const print = ({ text, json }: Outcome, asJson: boolean, { stdout, env }: World): Promise<void> => {
  if (asJson) return write(stdout, `${jsonLine(json)}\n`)
  return write(stdout, typeof text === 'function' ? text(coloursOf(stdout, env)) : text)
}

/**
 * A line for each thing that is wrong, or one object. A message may quote a file, an argument or another program. Control
 * characters in it would steer the terminal, so they are made visible here, for all messages.
 */
const complain = (
  { message, hint }: CommandError,
  form: 'text' | 'json' | 'log',
  { stdout, stderr, env }: World,
): Promise<void> => {
  if (form === 'log') return write(stderr, jsonEntry({ level: 'error', message, hint }))
  if (form === 'json')
    return write(stdout, `${jsonLine({ outcome: 'error', message: message.replaceAll('\n', '; ') })}\n`)
  const { red, dim } = coloursOf(stderr, env)
  const lines = visibleLines(message)
    .split('\n')
    .map((line) => `${red('error:')} ${line}\n`)
  return write(stderr, lines.join('') + (hint === undefined ? '' : `${dim(visibleLines(hint))}\n`))
}

/** A bug in this program. Its message may quote a secret, so only the name, the code and the place are shown. */
const unexpected = (error: unknown): CommandError =>
  new CommandError(3, `there is a bug in this program (${nameOf(error)} ${placeOf(error)}); please report it`)
