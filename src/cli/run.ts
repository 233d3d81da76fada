/**
 * Runs a command line: parses it, runs its command, prints the outcome, and says how to exit.
 */
import process from 'node:process'
import type { ExitCode, Outcome } from './Outcome.ts'
import { CommandError } from './Outcome.ts'

declare const COUNTERSIGN_VERSION: string

export const run = async (argv: ReadonlyArray<string>): Promise<ExitCode> => {
  // The parser's colours know FORCE_COLOR only; https://no-color.org is older and better known.
  if (process.env['NO_COLOR'] !== undefined && process.env['NO_COLOR'] !== '') process.env['FORCE_COLOR'] = '0'
  const { runSafely, subcommands } = await import('cmd-ts')
  const { default: colors } = await import('picocolors')
  const app = subcommands({
    name: 'countersign',
    version: COUNTERSIGN_VERSION,
    description: 'Signs, verifies and submits requests of the job service',
    cmds: {
      keygen: (await import('./keygen.ts')).keygen,
      sign: (await import('./sign.ts')).sign,
      verify: (await import('./verify.ts')).verify,
      submit: (await import('./submit.ts')).submit,
      serve: (await import('./serve.ts')).serve,
    },
  })
  const asJson = argv.includes('--json')
  try {
    const parsed = await runSafely(app, [...argv])
    if (parsed._tag === 'error') {
      const { into, message } = parsed.error.config
      if (into === 'stdout') {
        process.stdout.write(`${message}\n`)
        return 0
      }
      if (asJson) process.stdout.write(`${JSON.stringify({ outcome: 'error', message: plain(masked(message, argv)) })}\n`)
      else process.stderr.write(`${masked(message, argv)}\n`)
      return 2
    }
    const outcome: Outcome & { readonly asJson?: boolean } = await parsed.value.value
    print(outcome, asJson || outcome.asJson === true, colors)
    return outcome.exit
  } catch (error) {
    const { exit, message } = error instanceof CommandError ? error : unexpected(error)
    if (asJson) process.stdout.write(`${JSON.stringify({ outcome: 'error', message })}\n`)
    else process.stderr.write(`${colors.red('error:')} ${message}\n`)
    return exit
  }
}

const print = (outcome: Outcome, asJson: boolean, colors: { green: (s: string) => string; red: (s: string) => string }): void => {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(outcome.json)}\n`)
    return
  }
  if (typeof outcome.text !== 'string') {
    process.stdout.write(outcome.text)
    return
  }
  process.stdout.write(outcome.text.replace(/^accepted/, colors.green('accepted')).replace(/^refused/, colors.red('refused')))
}

/** The parser quotes the command line under its complaint; what may be confidential is dotted out, its length kept for the caret. */
const masked = (message: string, argv: ReadonlyArray<string>): string =>
  argv.reduce((text, arg, i) => {
    const [, name, attached] = /^--?([^=]+)=(.*)$/s.exec(arg) ?? [undefined, argv[i - 1]?.replace(/^--?/, ''), arg]
    return attached !== '' && /auth|token|pass|secret/i.test(name ?? '') && !arg.startsWith(`--${attached}`)
      ? text.replaceAll(attached as string, '·'.repeat((attached as string).length))
      : text
  }, message)

const plain = (text: string): string => text.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '').trim()

/** A fault of the program itself: said in one line, for a stack helps nobody at a prompt. */
const unexpected = (error: unknown): { exit: 3; message: string } => ({
  exit: 3,
  message: `something unexpected failed (${error instanceof Error ? `${error.name}: ${error.message}` : 'not an Error'})`,
})
