// What `npm run vectors -- --check` says of vectors/, and the proofs that take seconds.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as assert from 'uvu/assert'
import { suite } from '../support/suite.ts'

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

made('fail the check where one byte differs, a file is missing, or a file is unknown', () => {
  const copy = mkdtempSync(join(tmpdir(), 'countersign-vectors-'))
  try {
    cpSync(folder, join(copy, folder), {
      recursive: true,
      filter: (path) => !/vectors.(ports|cases)/.test(path),
    })
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
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})

made.run()

const prove = suite('the quick proofs')

prove('hold: cases are well formed, and each negative has exactly one fault', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './scripts/typescript.mjs', 'scripts/evidence.ts', 'prove', 'lint', 'faults'],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  )
  assert.is(status, 0, stdout + stderr)
  assert.match(stdout, /✔ lint /)
  assert.match(stdout, /✔ faults|✔ single/)
})

prove.run()
