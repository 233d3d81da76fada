/**
 * `countersign port`: our own implementation as a port, which answers the conformance protocol; with `--skeleton` it writes the
 * beginning of a port in another language instead.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ours } from '../../core/Policies.ts'
import { type SkeletonLanguage, skeletonLanguages, skeletons, skeletonText } from '../../kit/conformance/beside.ts'
import { policiesOf } from '../../kit/conformance/compareAnswer.ts'
import { createPort } from '../../kit/conformance/port.ts'
import { servePort } from '../../kit/conformance/serve.ts'
import { shellWord } from '../../kit/conformance/shellWord.ts'
import * as args from './arguments.ts'
import { usable } from './files.ts'
import { type Command, command, defaulting, optional } from './grammar.ts'
import type { Outcome } from './Outcome.ts'
import { allPolicies, policyList } from './policies.ts'
import { readable } from './suite.ts'
import { write } from './terminal.ts'
import { version } from './version.ts'

export const port: Command = command({
  args: {
    policies: optional(policyList('LIST', allPolicies), 'take exactly these policies (our own unless set)'),
    skeleton: optional(
      args.oneOf('LANGUAGE', skeletonLanguages),
      `answer nothing, and write the beginning of a port of your own: ${skeletonLanguages.join(', ')}`,
    ),
    out: defaulting(args.folder, '.', 'where --skeleton writes'),
  },
  example: '--skeleton go',
  run: async ({ policies: taken, skeleton, out }, { stdin, stdout }): Promise<Outcome> => {
    if (skeleton !== undefined) return writeSkeleton(skeleton, out)
    const policies = taken === undefined ? ours : policiesOf(taken)
    await servePort(createPort({ policies, version }), stdin, (line) => write(stdout, line))
    return { exit: 0, text: '', json: {} }
  },
})

/** Writes the file of a skeleton, never over another, and shows the commands that compile it and run the suite. */
const writeSkeleton = async (language: SkeletonLanguage, out: string): Promise<Outcome> => {
  const { file, build, run } = skeletons[language]
  const text = readable(() => skeletonText(language))
  const path = join(out, file)
  await usable(out, mkdir(out, { recursive: true }))
  await usable(path, writeFile(path, text, { flag: 'wx' }))
  const conform = `npx countersign conform --level signer -- ${run}`
  const commands = [...(out === '.' ? [] : [`cd ${shellWord(out)}`]), ...(build === undefined ? [] : [build]), conform]
  return {
    exit: 0,
    text: ({ bold }) =>
      `${bold(path)}  says hello and answers stringToSign; a comment stands for each other operation\n\n` +
      commands.map((line) => `  ${line}\n`).join(''),
    json: { file: path, ...(build !== undefined && { build }), run },
  }
}
