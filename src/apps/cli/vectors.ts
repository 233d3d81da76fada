import { randomUUID } from 'node:crypto'
import { conform } from '../../kit/conformance/conform.ts'
import { inProcess, isNoHello } from '../../kit/conformance/Driver.ts'
import { createPort } from '../../kit/conformance/port.ts'
import { checkFiles, groupOf } from '../../kit/conformance/suite.ts'
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
  run: async ({ what }, world): Promise<Outcome> => (what === 'list' ? list() : withNote('checking…', check(), world)),
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

/** Whether the files are those of the manifest, and our own port passes every case. */
const check = async (): Promise<Outcome> => {
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
