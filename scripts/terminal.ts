// How every script talks: the colours of standard output, and a line of progress on standard error.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import pc from 'picocolors'
import { MissingTool } from './tools.ts'

export const colors: ReturnType<typeof pc.createColors> = pc.createColors(
  process.stdout.isTTY === true && !process.env.NO_COLOR,
)

/** Overwrites the line that it wrote before; without a text it only removes that one. Silent where nobody watches. */
export const progress = (text = ''): void => {
  const { isTTY, columns } = process.stderr
  if (isTTY) process.stderr.write(`\r\x1b[2K${text === '' ? '' : `  ${text.slice(0, (columns || 80) - 3)}`}`)
}

/** Ends the script without a result: 2 for an argument that makes no sense, 3 for a machine that lacks something. */
export const giveUp = (code: 2 | 3, text: string): never => {
  progress()
  console.error(text)
  process.exit(code)
}

process.once('uncaughtException', (error) => {
  if (error instanceof MissingTool) giveUp(3, error.message)
  console.error(error)
  process.exit(1)
})

/** Refuses a word that is none of those known: `no such row: x; the rows are a, b`. */
export const expectKnown = (kind: string, words: ReadonlyArray<string>, known: ReadonlyArray<string>): void => {
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0) giveUp(2, `no such ${kind}: ${unknown.join(', ')}; the ${kind}s are ${known.join(', ')}`)
}

/** An option without a value, `--json`. */
export const flag = { type: 'boolean' } as const
/** An option with one, `--seconds 5`. */
export const text = { type: 'string' } as const

type Options = NonNullable<ParseArgsConfig['options']>
type Given<T extends Options> = ReturnType<typeof parseArgs<{ readonly options: T; readonly allowPositionals: true }>>

/** The script's help: the comment that begins its file. */
const help = (): string => {
  const code = readFileSync(process.argv[1] ?? '', 'utf8')
  const [comment = ''] = /^(?:\/\*\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(code) ?? []
  return comment.replace(/^ *(?:\/\*\*|\*\/|\*|\/\/) ?/gm, '').trim()
}

/**
 * The arguments of the script; it takes words only if their kind is named. An unknown option or word ends it, and so does
 * `--help`, which prints the comment at the head of the script.
 */
export const readArguments = <const T extends Options>(
  options: T,
  kind?: string,
  known?: ReadonlyArray<string>,
): Given<T> => {
  if (process.argv.slice(2).includes('--help')) {
    console.log(help())
    process.exit(0)
  }
  try {
    const given = parseArgs({ options, allowPositionals: kind !== undefined }) as Given<T>
    if (kind !== undefined && known !== undefined) expectKnown(kind, given.positionals, known)
    return given
  } catch (error) {
    return giveUp(2, (error as Error).message)
  }
}
