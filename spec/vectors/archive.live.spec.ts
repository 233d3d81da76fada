// What `npm run vectors -- archive` writes.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { archive } from '../../scripts/vectors/archive.ts'
import { compareAnswer } from '../../src/kit/conformance/compareAnswer.ts'
import { createPort } from '../../src/kit/conformance/port.ts'
import { parseVectors } from '../../src/kit/conformance/suite.ts'
import { lastingFolder } from '../support/folder.ts'
import { assert, suite } from '../support/suite.ts'

const { suite: version } = JSON.parse(readFileSync('vectors/manifest.json', 'utf8'))
const title = `countersign-vectors-${version}`

/** The folder in which an archive was made, from a copy of the vectors with this time on each file. */
const made = (seconds: number): string => {
  const folder = lastingFolder()
  cpSync('vectors', join(folder, 'vectors'), { recursive: true, filter: (path) => !/vectors.cases/.test(path) })
  for (const name of readdirSync(join(folder, 'vectors'))) utimesSync(join(folder, 'vectors', name), seconds, seconds)
  const hook = pathToFileURL('scripts/typescript.mjs').href
  execFileSync(process.execPath, ['--import', hook, resolve('scripts/vectors.ts'), 'archive', '--sample=200'], {
    cwd: folder,
  })
  return folder
}

const archiving = suite('the archive of the vectors')

archiving('has the same bytes whatever the times of the files, and unpacks to files with their sums', async () => {
  const folders = [made(1_000_000_000), made(1_700_000_001)]
  const [one, other] = folders.map((folder) => readFileSync(join(folder, 'dist', `${title}.tar.gz`)))
  assert.ok(one?.equals(other as Buffer))
  const [folder = ''] = folders
  execFileSync('tar', ['-xzf', `dist/${title}.tar.gz`], { cwd: folder })
  const sums = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(folder, title), encoding: 'utf8' })
  const listed = sums.split('\n').filter((line) => line.endsWith(': OK'))
  for (const name of [
    'flat.jsonl',
    'target.json',
    'keys.json',
    'schema/case.schema.json',
    'README.md',
    'LICENSE',
    'ports/go/vectors_test.go',
  ])
    assert.ok(listed.includes(`${name}: OK`), name)
  const unpacked = readFileSync(join(folder, title, 'flat.jsonl'))
  assert.ok(unpacked.equals(readFileSync('vectors/flat.jsonl')))
  const sample = parseVectors(readFileSync(join(folder, title, 'generated.jsonl'), 'utf8'))
  assert.is(new Set(sample.map(({ id }) => id)).size, 200)
  const { answer, hello } = createPort({ version: '0' })
  for (const vector of sample) {
    const judged = await compareAnswer(vector, await answer(vector.op, vector.input), hello.policies)
    assert.is(judged.verdict, 'pass', vector.id)
  }
})

archiving('is the same for any order of its files', () => {
  const files = ['b', 'a', 'c/d'].map((name) => ({ name, content: Buffer.from(name.repeat(40_000)) }))
  assert.equal(archive('x', files), archive('x', files.toReversed()))
  const digest = createHash('sha256').update(archive('x', files)).digest('hex')
  assert.is(digest, '44568d42f74af3a98280edce4aa6a02c6c960e41a5a2641a2bf7aefe8c55fe91')
})

archiving('refuses a name that a reader of ustar would cut', () => {
  assert.throws(() => archive('x', [{ name: 'y'.repeat(99), content: Buffer.alloc(0) }]), '1 to 100')
})
