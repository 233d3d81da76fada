// What `npm run vectors -- --check` says of vectors/, and the proofs that take seconds.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lastingFolder } from '../support/folder.ts'
import { assert, byTurns, suite } from '../support/suite.ts'

const folder = 'vectors'
const made = suite('the files of vectors/')

const check = (cwd: string): { readonly code: number | null; readonly out: string; readonly err: string } => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', pathToFileURL('scripts/typescript.mjs').href, resolve('scripts/vectors.ts'), '--check'],
    { cwd, encoding: 'utf8' },
  )
  return { code: status, out: stdout, err: stderr }
}

made('have the bytes that the cases generate', () => {
  const { code, out, err } = check('.')
  assert.is(code, 0, err)
  assert.match(out, 'files are as the cases generate them')
})

byTurns(2, made)('fail the check where one byte differs, a file is missing, or a file is unknown', () => {
  const copy = lastingFolder()
  cpSync(folder, join(copy, folder), { recursive: true, filter: (path) => !/vectors.(ports|cases)/.test(path) })
  const flat = readFileSync(join(copy, folder, 'flat.jsonl'))
  flat[1000] = (flat[1000] as number) ^ 1
  writeFileSync(join(copy, folder, 'flat.jsonl'), flat)
  writeFileSync(join(copy, folder, 'reasons.json'), `${readFileSync(join(folder, 'reasons.json'), 'utf8')}\n`)
  rmSync(join(copy, folder, 'schema/case.schema.json'))
  writeFileSync(join(copy, folder, 'stray.json'), '{}')
  const { code, err } = check(copy)
  assert.is(code, 1)
  assert.is(
    err,
    [
      'vectors/flat.jsonl differs from what the cases generate',
      'vectors/reasons.json differs from what the cases generate',
      'vectors/schema/case.schema.json differs from what the cases generate',
      'vectors/stray.json is neither generated nor known',
      'run npm run vectors\n',
    ].join('\n'),
  )
})

const prove = suite('the proofs')

/** Runs them on a copy of the vectors, and answers its list of ids as it is then. */
const proved = (args: ReadonlyArray<string>, change: (folder: string) => void) => {
  const copy = lastingFolder()
  cpSync(folder, join(copy, folder), { recursive: true })
  for (const other of ['node_modules', 'package.json', 'scripts', 'spec', 'src'])
    symlinkSync(resolve(other), join(copy, other))
  change(join(copy, folder))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', pathToFileURL('scripts/typescript.mjs').href, resolve('scripts/evidence.ts'), 'prove', ...args],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  )
  return { status, out: stdout + stderr, ids: readFileSync(join(copy, folder, 'cases/ids.txt'), 'utf8') }
}

const ids = readFileSync(join(folder, 'cases/ids.txt'), 'utf8')

const edit = (path: string, by: (text: string) => string): void => writeFileSync(path, by(readFileSync(path, 'utf8')))

/** A case that no list has, and nothing else. */
const withCase = (line: string) => (folder: string) => edit(join(folder, 'flat.jsonl'), () => `${line}\n`)

const lines = readFileSync(join(folder, 'flat.jsonl'), 'utf8').split('\n')
const refused = lines.find((line) => line.includes('"id":"authorization/app-id-missing"')) ?? ''

prove('hold, and list a new id', () => {
  const without = (folder: string): void => edit(join(folder, 'cases/ids.txt'), (text) => text.replace(/^.+\n/, ''))
  const { status, out, ids: listed } = proved(['--write-ids', '--first'], without)
  assert.is(status, 0, out)
  assert.match(out, '1 new ids are written')
  assert.is(listed, ids)
})

byTurns(2, prove)('write no id if one does not hold, or is left out', () => {
  const added = withCase(refused.replace('authorization/', 'authorization/new-'))
  const all = proved(['--write-ids'], added)
  assert.equal([all.status, all.ids], [1, ids], all.out)
  for (const section of ['lint', 'single']) {
    const { status, ids: listed } = proved([section, '--write-ids'], added)
    assert.equal([status, listed], [2, ids], section)
  }
})

prove('name the case that is refused for another reason than it says, in both implementations', () => {
  const { status, out } = proved(
    ['oracles'],
    withCase(refused.replace('authorization_malformed', 'signature_malformed')),
  )
  assert.is(status, 1)
  for (const who of ['ours', 'Python'])
    assert.match(out, `${who}: refused for authorization_malformed, the case says signature_malformed`)
  assert.match(out, JSON.parse(refused).id)
})
