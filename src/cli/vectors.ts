import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { conform } from '../conformance/conform.ts'
import { inProcess, isNoHello } from '../conformance/Driver.ts'
import { createPort } from '../conformance/port.ts'
import { groupOf, packagedFolder } from '../conformance/suite.ts'
import { oneOf } from './arguments.ts'
import { type Command, command, operand } from './grammar.ts'
import type { Outcome } from './Outcome.ts'
import { packagedSuite } from './suite.ts'
import { type Colours, withNote } from './terminal.ts'
import { version } from './version.ts'

export const vectors: Command = command({
  args: {
    what: operand(
      oneOf('check|list', ['check', 'list']),
      'check them against their manifest and our own port, or list them',
    ),
  },
  example: 'check',
  run: async ({ what }): Promise<Outcome> => (what === 'list' ? list() : withNote('checking…', check())),
})

const list = (): Outcome => {
  const cases = packagedSuite().vectors.map(({ id, op, comment }) => ({ id, op, comment }))
  const groups = [...new Set(cases.map(({ id }) => groupOf(id)))]
  const text = ({ bold, dim }: Colours): string =>
    groups
      .map((group) => {
        const lines = cases
          .filter(({ id }) => groupOf(id) === group)
          .map(({ id, op, comment }) => `  ${id}  ${dim(`${op}: ${comment}`)}\n`)
        return `${bold(group)}\n${lines.join('')}`
      })
      .join('\n')
  return { exit: 0, text, json: { cases } }
}

/** The files are what the manifest says, and our own port passes every case. */
const check = async (): Promise<Outcome> => {
  const suite = packagedSuite()
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', packagedFolder), 'utf8'))
  const files = Object.entries<{ sha256: string }>(manifest.files)
  const changed = files
    .filter(
      ([name, { sha256 }]) =>
        createHash('sha256')
          .update(readFileSync(new URL(name, packagedFolder)))
          .digest('hex') !== sha256,
    )
    .map(([name]) => name)
  const today = new Date().toISOString().slice(0, 10)
  const report = await conform(inProcess(createPort({ version })), { suite, level: 'full', today, seed: randomUUID() })
  const failed = isNoHello(report) ? [] : report.cases.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)
  const conformant = !isNoHello(report) && report.conformant
  const good = changed.length === 0 && conformant
  const problems = [
    ...changed.map((name) => `${name} is not the file that manifest.json describes`),
    ...failed.map((id) => `${id}: our own port fails it`),
  ]
  return {
    exit: good ? 0 : 1,
    text: ({ green, red }) =>
      good
        ? `${green('good')}: suite ${suite.version}, ${suite.vectors.length} cases in ${files.length - 1} files, all passed by our own port\n`
        : problems.map((problem) => `${red('wrong')}: ${problem}\n`).join(''),
    json: { outcome: good ? 'good' : 'wrong', suite: suite.version, cases: suite.vectors.length, problems },
  }
}
