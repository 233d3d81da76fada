import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inProcess, isNoHello } from '../../kit/conformance/Driver.ts'
import { createPort } from '../../kit/conformance/port.ts'
import { grouped } from '../../kit/conformance/reports/tally.ts'
import { checkFiles, groupOf } from '../../kit/conformance/suite.ts'
import * as args from './arguments.ts'
import { usable } from './files.ts'
import { type Command, command, defaulting, operand } from './grammar.ts'
import type { Colours, Outcome } from './Outcome.ts'
import { packagedSuite, suiteFiles } from './suite.ts'
import { withNote } from './terminal.ts'
import { version } from './version.ts'

export const vectors: Command = command({
  args: {
    what: operand(
      args.oneOf('check|list|write', ['check', 'list', 'write']),
      'check them against their manifest and our own port, list them, or write them as files',
    ),
    out: defaulting(args.folder, 'vectors', 'where write puts them; a folder that is not there yet'),
  },
  example: 'check',
  run: async ({ what, out }, world): Promise<Outcome> => {
    if (what === 'write') return write(out)
    return what === 'list' ? list() : withNote('checking…', check(), world)
  },
})

const list = (): Outcome => {
  const cases = packagedSuite().vectors.map(({ id, op, comment }) => ({ id, op, comment }))
  const text = ({ bold, dim }: Colours): string =>
    grouped(cases, ({ id }) => groupOf(id))
      .map((some) => {
        const lines = some.map(({ id, op, comment }) => `  ${id}  ${dim(`${op}: ${comment}`)}\n`)
        return `${bold(groupOf(some[0].id))}\n${lines.join('')}`
      })
      .join('\n')
  return { exit: 0, text, json: { cases } }
}

/** The files as in the repository, with `flat.jsonl`, for a port that reads them itself. */
const write = async (out: string): Promise<Outcome> => {
  const files = suiteFiles()
  // Nothing is overwritten.
  await usable(out, mkdir(out))
  for (const [name, text] of files) {
    const file = join(out, name)
    await usable(file, mkdir(dirname(file), { recursive: true }))
    await usable(file, writeFile(file, text))
  }
  return {
    exit: 0,
    text: ({ bold }) => `${bold(out)}  ${files.size} files\n`,
    json: { folder: out, files: [...files.keys()] },
  }
}

/** Whether the files are those of the manifest, and our own port passes every case. */
const check = async (): Promise<Outcome> => {
  const { conform } = await import('../../kit/conformance/conform.ts')
  const suite = packagedSuite()
  const today = new Date().toISOString().slice(0, 10)
  const report = await conform(inProcess(createPort({ version })), { suite, level: 'full', today, seed: randomUUID() })
  const files = checkFiles()
  const failed = isNoHello(report) ? [] : report.cases.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)
  const problems = [
    ...files.flatMap(({ problem }) => problem ?? []),
    ...failed.map((id) => `${id}: our own port fails it`),
  ]
  const good = problems.length === 0 && !isNoHello(report) && report.conformant
  return {
    exit: good ? 0 : 1,
    text: ({ green, red }) =>
      good
        ? `${green('good')}: suite ${suite.version}, ${suite.vectors.length} cases in ${files.length - 1} files, all passed by our own port\n`
        : problems.map((problem) => `${red('wrong')}: ${problem}\n`).join(''),
    json: { outcome: good ? 'good' : 'wrong', suite: suite.version, cases: suite.vectors.length, problems },
  }
}
