/**
 * `countersign vectors`: checks the conformance vectors, lists them, or writes them as files.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inProcess, isNoHello } from '../../kit/conformance/Driver.ts'
import { createPort } from '../../kit/conformance/port.ts'
import { grouped } from '../../kit/conformance/reports/tally.ts'
import { checkFiles, groupOf, textBeside } from '../../kit/conformance/suite.ts'
import * as args from './arguments.ts'
import { usable } from './files.ts'
import { type Command, command, defaulting, flag, operand, rarely } from './grammar.ts'
import type { Colours, Outcome } from './Outcome.ts'
import { packagedSuite, readable, suiteFiles } from './suite.ts'
import { withNote } from './terminal.ts'
import { version } from './version.ts'

export const vectors: Command = command({
  args: {
    what: operand(
      args.oneOf('check|list|write', ['check', 'list', 'write']),
      'check: compare the vectors with their manifest, and run them on the verifier of countersign. list: list them. write: write them as files',
    ),
    out: defaulting(args.folder, 'vectors', 'the folder for write; it must not exist yet'),
    archive: flag(
      'also write the other files of a release: README.md, generated cases, tests of ports in five languages, and skeletons of ports',
    ),
    generated: rarely(defaulting(args.count, 10_000, 'how many generated cases --archive draws')),
  },
  example: 'check',
  run: async ({ what, out, archive, generated }, world): Promise<Outcome> => {
    if (what === 'write') return archive ? withNote('drawing cases…', writeArchive(out, generated), world) : write(out)
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

/** What an author of a port looks at first, by its name. */
const guidance: Readonly<Record<string, string>> = {
  'flat.jsonl': 'all cases, one on each line; you need no other file',
  'README.md': 'the page: the scheme, the protocol, the operations',
  'generated.jsonl': 'generated cases, for a port that never runs the runner',
  ports: 'tests in five languages that read flat.jsonl; copy one into your project',
  skeletons: 'skeletons of ports in nine languages',
}

/** The files as in the repository, with `flat.jsonl`, for a port that reads them itself. */
const write = async (out: string): Promise<Outcome> => {
  const files = suiteFiles()
  await usable(out, mkdir(out))
  return writeInto(out, files)
}

/** Everything that is in the archive of a release, with the sums of all files; `count` generated cases among them. */
const writeArchive = async (out: string, count: number): Promise<Outcome> => {
  const files = suiteFiles()
  // Before the cases are drawn, which takes seconds.
  await usable(out, mkdir(out))
  const { archivedFiles, sumsOf } = await import('../../kit/conformance/archived.ts')
  const textOf = (name: string): string => readable(() => textBeside(name))
  const archived = await archivedFiles({ files, textOf, version, count })
  return writeInto(out, new Map([...archived, ['SHA256SUMS', sumsOf(archived)]]))
}

/** Into a folder that has been made for them, so that nothing is overwritten. */
const writeInto = async (out: string, files: ReadonlyMap<string, string>): Promise<Outcome> => {
  for (const [name, text] of files) {
    const file = join(out, name)
    await usable(file, mkdir(dirname(file), { recursive: true }))
    await usable(file, writeFile(file, text))
  }
  return {
    exit: 0,
    text: ({ bold }) => `${bold(out)}  ${files.size} files\n${guidanceFor(files)}`,
    json: { folder: out, files: [...files.keys()] },
  }
}

/** A line for each of the files and folders that are there. */
const guidanceFor = (files: ReadonlyMap<string, string>): string =>
  Object.entries(guidance)
    .filter(([name]) => [...files.keys()].some((file) => file === name || file.startsWith(`${name}/`)))
    .map(([name, words]) => `  ${name.padEnd(17)}${words}\n`)
    .join('')

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
