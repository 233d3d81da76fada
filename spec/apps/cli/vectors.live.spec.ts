import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../support/suite.ts'
import { countersign, fails, home, packageFolder, read } from './command.ts'

const { count, files } = JSON.parse(readFileSync('vectors/manifest.json', 'utf8'))

const list = suite('countersign vectors list')

list('prints every case with its op and its description', async () => {
  const { code, out, err } = await countersign(['vectors', 'list'])
  assert.equal([code, err], [0, ''])
  assert.match(out, /^ {2}rsa\/plain {2}rsaVerify: /m)
  assert.is(out.split('\n').filter((line) => /^ {2}[a-z0-9-]+\/[a-z0-9-]+ {2}/.test(line)).length, count)
  const groups = Object.keys(files).length - 1
  assert.is(out.split('\n').filter((line) => /^[a-z0-9-]+$/.test(line)).length, groups)
})

list('prints the same as JSON', async () => {
  const { code, out } = await countersign(['vectors', 'list', '--json'])
  assert.is(code, 0)
  const { cases } = JSON.parse(out)
  assert.is(cases.length, count)
  for (const one of cases) assert.equal(Object.keys(one), ['id', 'op', 'comment'])
})

const check = suite('countersign vectors check')

check('accepts the vectors of the package', async () => {
  const { code, out, err } = await countersign(['vectors', 'check'])
  assert.is(code, 0, out + err)
  assert.is(
    out,
    `good: suite 1.0.0, ${count} cases in ${Object.keys(files).length - 1} files, all passed by our own port\n`,
  )
})

check('names a file that differs from the manifest', async () => {
  const changed = join(packageFolder, 'vectors/rsa.json')
  const before = readFileSync(changed)
  writeFileSync(changed, `${before}\n`)
  try {
    const text = await countersign(['vectors', 'check'])
    assert.is(text.code, 1)
    assert.is(text.out, 'wrong: rsa.json is not the file that manifest.json describes\n')
  } finally {
    writeFileSync(changed, before)
  }
})

check('fails if the flat file differs or is missing', async () => {
  const flat = join(packageFolder, 'vectors/flat.jsonl')
  const before = readFileSync(flat)
  writeFileSync(flat, before.subarray(0, -10))
  try {
    const { code, out, err } = await countersign(['vectors', 'check'])
    assert.equal([code, out], [3, ''])
    assert.match(err, 'the vectors of this installation cannot be read: flat.jsonl is not the file that manifest.json')
    rmSync(flat)
    const gone = await countersign(['vectors', 'list', '--json'])
    assert.is(gone.code, 3)
    assert.is(JSON.parse(gone.out).outcome, 'error')
  } finally {
    cpSync('vectors/flat.jsonl', flat)
  }
})

const write = suite('countersign vectors write')

write('writes the files of the repository, and overwrites none', async () => {
  const { code, out, err } = await countersign(['vectors', 'write', '--out', 'written'])
  assert.is(code, 0, out + err)
  for (const name of [...Object.keys(files), 'manifest.json', 'keys.json', 'schema/case.schema.json'])
    assert.is(read(`written/${name}`), readFileSync(`vectors/${name}`, 'utf8'), name)
  const again = await countersign(['vectors', 'write', '--out', 'written'])
  assert.is(again.code, 2)
  assert.match(again.err, 'written: it exists already')
})

write(
  'with --archive writes also what a release carries: page, tests, skeletons and generated cases, with their sums',
  async () => {
    const { code, out, err } = await countersign(['vectors', 'write', '--archive', '--generated=60', '--out=archived'])
    assert.is(code, 0, out + err)
    for (const name of ['README.md', 'LICENSE', 'ports/go/vectors_test.go', 'skeletons/port.rs', 'flat.jsonl'])
      assert.is(read(`archived/${name}`), readFileSync(`vectors/${name}`, 'utf8'), name)
    assert.is(read('archived/generated.jsonl').split('\n').length, 61)
    assert.is(JSON.parse(read('archived/generated.json')).count, 60)
    const sums = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(home, 'archived'), encoding: 'utf8' })
    assert.is(sums.split('\n').filter((line) => line.endsWith(': OK')).length, Number(/(\d+) files/.exec(out)?.[1]) - 1)
    assert.match(out, '\n  skeletons        skeletons of ports in nine languages\n')
  },
)

const usage = suite('countersign vectors')

usage('takes check, list or write, and nothing else', async () => {
  for (const args of [[], ['chekc'], ['check', 'list'], ['--list'], ['']]) await fails(['vectors', ...args], /^error: /)
})
