/**
 * Runs a command line: finds its command, lets it run, prints the outcome, and says how to exit.
 */
import process from 'node:process'
import { commands } from './commands.ts'
import { nearest } from './nearest.ts'
import { CommandError, type ExitCode, type Outcome } from './Outcome.ts'
import { coloursOf, surviveClosedPipes, widthOf, write } from './terminal.ts'

declare const COUNTERSIGN_VERSION: string

const { stdout, stderr } = process

export const run = async (argv: ReadonlyArray<string>): Promise<ExitCode> => {
  surviveClosedPipes()
  const [first = '', ...rest] = argv
  const json = argv.includes('--json')
  if (first === '' || first === 'help' || first === '--help' || first === '-h') {
    const asked = first === 'help' ? rest.find((arg) => !arg.startsWith('-')) : undefined
    if (asked !== undefined) return run([asked, '--help'])
    // Without a command nothing was asked, and so nothing is answered with yes.
    return first === '' ? refuse([`a command is missing: ${names.join(', ')}`], 'countersign --help', json) : help()
  }
  if (first === '--version' || first === '-v') {
    await write(stdout, `${COUNTERSIGN_VERSION}\n`)
    return 0
  }
  const entry = Object.hasOwn(commands, first) ? commands[first] : undefined
  if (entry === undefined) {
    const meant = nearest(first, names)
    const what = /^[a-z-]{1,32}$/i.test(first) ? ` ${first}` : ' of that name'
    const hint = meant === undefined ? `the commands are ${names.join(', ')}` : `is it ${meant}?`
    return refuse([`there is no command${what}; ${hint}`], 'countersign --help', json)
  }

  const command = await entry.load()
  const request = command.parse(rest)
  if (request._tag === 'Help') {
    const { manual } = await import('./help.ts')
    await write(stdout, manual(first, entry.about, command, { colours: coloursOf(stdout), width: widthOf(stdout) }))
    return 0
  }
  if (request._tag === 'Wrong') return refuse(request.complaints, `countersign ${first} --help`, request.json)
  try {
    const outcome = await request.run()
    await print(outcome, request.json)
    await outcome.until
    return outcome.exit
  } catch (error) {
    const { exit, message } = error instanceof CommandError ? error : unexpected(error)
    await complain([message], undefined, request.json)
    return exit
  }
}

const names = Object.keys(commands)

const help = async (): Promise<ExitCode> => {
  const { overview } = await import('./help.ts')
  await write(stdout, overview({ colours: coloursOf(stdout), width: widthOf(stdout) }))
  return 0
}

const print = ({ text, json }: Outcome, asJson: boolean): Promise<void> => {
  if (asJson) return write(stdout, `${JSON.stringify(json)}\n`)
  return write(stdout, typeof text === 'function' ? text(coloursOf(stdout)) : text)
}

const refuse = async (complaints: ReadonlyArray<string>, see: string, json: boolean): Promise<ExitCode> => {
  await complain(complaints, see, json)
  return 2
}

const complain = async (complaints: ReadonlyArray<string>, see: string | undefined, json: boolean): Promise<void> => {
  if (json) return write(stdout, `${JSON.stringify({ outcome: 'error', message: complaints.join('; ') })}\n`)
  const { red, dim } = coloursOf(stderr)
  const lines = complaints.map((complaint) => `${red('error:')} ${complaint}\n`)
  await write(stderr, lines.join('') + (see === undefined ? '' : dim(`see ${see}\n`)))
}

/**
 * A fault of the program itself. Its message may quote whatever it stumbled over, so that only its name, its code and the
 * place are told.
 */
const unexpected = (error: unknown): { readonly exit: 3; readonly message: string } => {
  const { name = 'not an Error', code, stack = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>
  const place = /^ +at .*$/m.exec(stack)?.[0].trim() ?? 'somewhere'
  const what = code === undefined ? name : `${name} ${code}`
  return { exit: 3, message: `something failed that should not (${what} ${place}); please report it` }
}
