// The ports' own tests: a wrong answer fails its case, and known failures are those of `conform --known-failures`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { findTool } from '../../scripts/tools.ts'
import { suite } from '../support/suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-native-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

// One case that passes, and one whose expected bytes are wrong.
const [first = '', second = ''] = readFileSync('vectors/flat.jsonl', 'utf8').split('\n')
const wrong = JSON.parse(second)
wrong.expect.value = { hex: '00' }
writeFileSync(join(folder, 'flat.jsonl'), `${first}\n${JSON.stringify(wrong)}\n`)
const id: string = wrong.id

const commands: Readonly<Record<string, string>> = {
  python3: 'python3 -B -m pytest -q -p no:cacheprovider vectors/ports/python',
  go: 'go test -C vectors/ports/go -count=1 -v .',
  phpunit: 'phpunit --no-configuration --do-not-cache-result vectors/ports/php/VectorsTest.php',
}

const passes = (
  command: string,
  known: ReadonlyArray<object>,
): { readonly passed: boolean; readonly output: string } => {
  const list = join(folder, 'known.json')
  writeFileSync(list, JSON.stringify(known))
  const env = { ...process.env, VECTORS: folder, KNOWN_FAILURES: list }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' })
  return { passed: status === 0, output: stdout + stderr }
}

const native = suite("a port's own test")

for (const [tool, command] of Object.entries(commands)) {
  if (findTool(tool) === undefined && !process.env.CI) continue
  native(`${tool}: fails the case that is answered otherwise, by its id`, () => {
    const { passed, output } = passes(command, [])
    assert.not(passed)
    assert.ok(output.includes(id), output)
  })
  native(`${tool}: passes while the failure is known`, () => {
    const { passed, output } = passes(command, [{ id, reason: 'known', expires: '9999-12-31' }])
    assert.ok(passed, output)
  })
  native(`${tool}: fails for an entry that has expired, that passes, or that names no case`, () => {
    const entry = { id, reason: 'known', expires: '9999-12-31' }
    const { id: passing } = JSON.parse(first)
    for (const stale of [{ expires: '2020-01-01' }, { id: passing }, { id: 'no/case' }]) {
      const list = 'id' in stale ? [entry, { ...entry, ...stale }] : [{ ...entry, ...stale }]
      assert.not(passes(command, list).passed, JSON.stringify(stale))
    }
  })
}

native.run()
