// The ports' own tests: a wrong answer fails its case, unless the failure is known.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTool } from '../../scripts/tools.ts'
import { lastingFolder } from '../support/folder.ts'
import { assert, suite } from '../support/suite.ts'

const folder = lastingFolder()

// One case that passes, and one whose expected bytes are wrong.
const [first = '', second = ''] = readFileSync('vectors/flat.jsonl', 'utf8').split('\n')
const wrong = JSON.parse(second)
wrong.expect.value = { hex: '00' }
writeFileSync(join(folder, 'flat.jsonl'), `${first}\n${JSON.stringify(wrong)}\n`)
const id: string = wrong.id

interface NativeTest {
  readonly command: string
  /** How its runner leaves out the wrong case; by a list of known failures unless set. */
  readonly skip?: string
}

const tests: Readonly<Record<string, NativeTest>> = {
  python3: { command: 'python3 -B -m pytest -q -p no:cacheprovider vectors/ports/python' },
  go: { command: 'go test -C vectors/ports/go -count=1 -v .', skip: `-skip TestVectors/${id}` },
  phpunit: { command: 'phpunit --no-configuration --do-not-cache-result vectors/ports/php/VectorsTest.php' },
}

interface Setting {
  readonly known?: ReadonlyArray<object>
  /** How many cases the manifest tells. */
  readonly count?: number
}

const passes = (command: string, { known = [], count = 2 }: Setting = {}): readonly [boolean, output: string] => {
  const list = join(folder, 'known.json')
  writeFileSync(list, JSON.stringify(known))
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ count }))
  const env = { ...process.env, VECTORS: folder, KNOWN_FAILURES: list }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' })
  return [status === 0, stdout + stderr]
}

const native = suite("a port's own test")

for (const [tool, { command, skip }] of Object.entries(tests)) {
  if (findTool(tool) === undefined && !process.env.CI) continue
  const entry = { id, reason: 'known', expires: '9999-12-31' }
  native(`${tool}: fails the case that is answered otherwise, by its id`, () => {
    const [passed, output] = passes(command)
    assert.not(passed)
    assert.ok(output.includes(id), output)
  })
  native(`${tool}: passes while the failure is known, and fails if a case is missing`, () => {
    const [passed, output] = skip === undefined ? passes(command, { known: [entry] }) : passes(`${command} ${skip}`)
    assert.ok(passed, output)
    const missing =
      skip === undefined ? passes(command, { known: [entry], count: 3 }) : passes(`${command} ${skip}`, { count: 3 })
    assert.not(missing[0])
  })
  if (skip !== undefined) continue
  native(`${tool}: fails for a known failure that has expired or passes`, () => {
    const { id: passing } = JSON.parse(first)
    const expired = [{ ...entry, expires: '2020-01-01' }]
    for (const known of [expired, [entry, { ...entry, id: passing }]])
      assert.not(passes(command, { known })[0], JSON.stringify(known))
  })
}
