/**
 * `countersign port`: our own implementation as a port, which answers the conformance protocol. With `--skeleton` it writes the
 * beginning of a port in another language instead: to standard output, so that `> port.py` does what it says, or into a folder.
 * The commands that compile the skeleton and put the suite to it are shown beside it, and never get into the file.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ours } from '../../core/Policies.ts'
import {
  type Skeleton,
  type SkeletonLanguage,
  skeletonLanguages,
  skeletons,
  skeletonText,
} from '../../kit/conformance/beside.ts'
import { policiesOf } from '../../kit/conformance/policies.ts'
import { createPort } from '../../kit/conformance/port.ts'
import { servePort } from '../../kit/conformance/serve.ts'
import { shellWord } from '../../kit/conformance/shellWord.ts'
import * as args from './arguments.ts'
import { usable } from './files.ts'
import { type Command, command, optional } from './grammar.ts'
import type { Outcome, World } from './Outcome.ts'
import { allPolicies, policyList } from './policies.ts'
import { readable } from './suite.ts'
import { write } from './terminal.ts'
import { version } from './version.ts'

export const port: Command = command({
  args: {
    policies: optional(
      policyList('LIST', allPolicies),
      'use exactly these policies (default: the policies of countersign)',
    ),
    skeleton: optional(
      args.oneOf('LANGUAGE', skeletonLanguages),
      `write a skeleton for your own port, in this language, to standard output, and answer nothing: ${skeletonLanguages.join(', ')}`,
    ),
    out: optional(args.folder, 'the folder into which --skeleton writes its file, instead of standard output'),
  },
  example: '--skeleton go > port.go',
  run: async ({ policies: taken, skeleton, out }, { stdin, stdout, stderr }): Promise<Outcome> => {
    if (skeleton !== undefined) return out === undefined ? printSkeleton(skeleton, stderr) : saveSkeleton(skeleton, out)
    const policies = taken === undefined ? ours : policiesOf(taken)
    await servePort(createPort({ policies, version }), stdin, (line) => write(stdout, line))
    return { exit: 0, text: '', json: {} }
  },
})

const isFor = 'says hello and answers stringToSign; a comment marks each other operation'

/** The commands that compile a skeleton and put the suite to it, in the folder of its file. */
const commandsFor = ({ build, run }: Skeleton): ReadonlyArray<string> => {
  const conform = `npx countersign conform --level signer -- ${run}`
  return build === undefined ? [conform] : [build, conform]
}

const shownCommands = (commands: ReadonlyArray<string>): string => commands.map((line) => `  ${line}\n`).join('')

/** Prints the program text alone. What goes to standard error is for the person who redirects it into a file. */
const printSkeleton = async (language: SkeletonLanguage, stderr: World['stderr']): Promise<Outcome> => {
  const skeleton = skeletons[language]
  const text = readable(() => skeletonText(language))
  await write(stderr, `${skeleton.file}  ${isFor}\n\n${shownCommands(commandsFor(skeleton))}`)
  return { exit: 0, text, json: { ...skeleton, text } }
}

/** Writes the file of a skeleton, never over another. */
const saveSkeleton = async (language: SkeletonLanguage, out: string): Promise<Outcome> => {
  const skeleton = skeletons[language]
  const { file, build, run } = skeleton
  const text = readable(() => skeletonText(language))
  const path = join(out, file)
  await usable(out, mkdir(out, { recursive: true }))
  await usable(path, writeFile(path, text, { flag: 'wx' }))
  const commands = commandsFor(skeleton)
  const shown = resolve(out) === resolve('.') ? commands : [`cd ${shellWord(out)}`, ...commands]
  return {
    exit: 0,
    text: ({ bold }) => `${bold(path)}  ${isFor}\n\n${shownCommands(shown)}`,
    json: { file: path, ...(build !== undefined && { build }), run },
  }
}
