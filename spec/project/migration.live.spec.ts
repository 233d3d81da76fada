/**
 * What a user of the release before wrote still compiles, or CHANGELOG.md says what to write instead. Its tables of changes have the old code in the
 * first column and the new code in the second. `released/` holds the programs: `0.1.0.md` what the guides showed, `0.1.0-more.md` what they
 * did not, `migrated.md` the same after the migration.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { buildPackage } from '../support/builtPackage.ts'
import { lastingFolder } from '../support/folder.ts'
import { blocksOf } from '../support/guides.ts'
import { runIn } from '../support/project.ts'
import { assert, suite } from '../support/suite.ts'

await buildPackage({ types: true })
mkdirSync('.tmp', { recursive: true })
// Inside the project, so that its packages and its own name are found.
const folder = lastingFolder(resolve('.tmp'))

const documents: ReadonlyArray<string> = ['0.1.0.md', '0.1.0-more.md', 'migrated.md']
const programs: ReadonlyMap<string, string> = new Map(
  documents.flatMap((name) =>
    blocksOf(readFileSync(join('spec/project/released', name), 'utf8')).map(
      ({ code }, n) => [`${basename(name, '.md')}-${n}.ts`, code] as const,
    ),
  ),
)
for (const [name, code] of programs) writeFileSync(join(folder, name), code)
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      strict: true,
      target: 'es2023',
      module: 'nodenext',
      moduleDetection: 'force',
      types: ['node'],
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['*.ts'],
  }),
)

interface CompileError {
  readonly file: string
  readonly code: string
  /** The line of the program that the compiler complains of. */
  readonly line: string
}

const { output } = await runIn(folder, `node ${resolve('node_modules/typescript-7/bin/tsc')} -p . --pretty false`)
const errors: ReadonlyArray<CompileError> = [...output.matchAll(/^(\S+\.ts)\((\d+),\d+\): error (TS\d+)/gm)].map(
  ([, file = '', row = '', code = '']) => ({
    file,
    code,
    line: (programs.get(file) ?? '').split('\n')[Number(row) - 1] ?? '',
  }),
)

/** A parameter of a function whose option is unknown has no type: it follows from the other error. */
const isConsequence = ({ code }: CompileError): boolean => /^TS70(?:06|31)$/.test(code)

interface Row {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
  readonly where: ReadonlyArray<string>
}
const codeSpans = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** The rows of the tables of changes. */
const rowsOf = (changelog: string): ReadonlyArray<Row> =>
  [...changelog.matchAll(/^\| 0\.1\.0 \| 1\.0 \|.*\n\|-.*\n((?:\|.*\n)+)/gm)]
    .flatMap(([, rows = '']) => rows.trim().split('\n'))
    .map((row) => row.split(' | '))
    .map(([before = '', after = '', where = '']) => ({
      before: codeSpans(before),
      after: codeSpans(after),
      where: codeSpans(where),
    }))

const isOfCommand = ({ before: [first = ''] }: Row): boolean => first.startsWith('--')
const allRows = rowsOf(readFileSync('CHANGELOG.md', 'utf8'))
const rows = allRows.filter((row) => !isOfCommand(row))

/** `scope` is not in `scoped`. */
const holds = (line: string, code: string): boolean => {
  const at = line.indexOf(code)
  return (
    at >= 0 &&
    !/\w/.test(
      `${/^\w/.test(code) ? (line[at - 1] ?? '') : ''}${/\w$/.test(code) ? (line[at + code.length] ?? '') : ''}`,
    )
  )
}
const isToldBy =
  ({ line }: CompileError) =>
  ({ before }: Row): boolean =>
    before.some((code) => holds(line, code))

const untold = (told: ReadonlyArray<Row>): ReadonlyArray<CompileError> =>
  errors.filter((error) => !isConsequence(error) && !told.some(isToldBy(error)))

const migration = suite('a program of the release before')

migration('fails to compile only where CHANGELOG.md says what to write instead', () => {
  assert.ok(errors.length > 0, output)
  assert.equal(
    untold(rows).filter(({ file }) => !file.startsWith('migrated')),
    [],
  )
})

migration('compiles after the migration', () =>
  assert.equal(
    errors.filter(({ file }) => file.startsWith('migrated')),
    [],
  ),
)

const after = [...programs].flatMap(([name, code]) => (name.startsWith('migrated') ? [code] : [])).join('\n')

for (const { before, after: codes } of rows)
  migration(
    `with ${before.join(', ')} needs its row, and the code that the row gives is among the migrated programs`,
    () => {
      assert.ok(
        untold(rows.filter((row) => row.before !== before)).length > untold(rows).length,
        'no program fails for the sake of this row: add one to released/0.1.0-more.md',
      )
      for (const code of codes)
        if (!code.startsWith('npx ')) assert.ok(after.includes(code), `${code} is not in released/migrated.md`)
    },
  )

for (const { before, after: options, where } of allRows.filter(isOfCommand))
  for (const [n, option] of before.entries())
    migration(`${where} ${option} is refused with the option that it is now`, async () => {
      const said = await runIn('.', `node dist/apps/cli/main.js ${where[0]?.replace('countersign ', '')} ${option} x`)
      assert.is(said.code, 2)
      assert.match(said.output, new RegExp(`no option ${option}\\b.*${options[n]}`))
    })
