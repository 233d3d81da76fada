/** A process without a file descriptor left: what was read before counts, for a while. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { believedMs } from '../../../src/platform/node/believedFile.ts'
import { lastingFolder } from '../../support/folder.ts'
import { rsa } from '../../support/keys.ts'
import { assert, needs, suite } from '../../support/suite.ts'

const shortage = suite('no file descriptor is left')

/** Prints how many keys the ring has: before, with no descriptor left, and long after. */
const program = (folder: string): string => `
import { openSync, closeSync } from 'node:fs'
import { keyRingFolder } from './src/platform/node/keyRingFolder.ts'
const ring = (await keyRingFolder(${JSON.stringify(folder)})()).right
const count = async () => { const keys = await ring.keysOf('app-1')(); return keys._tag === 'Right' ? keys.right.length : keys.left._tag }
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const before = await count()
const taken = []
try { for (;;) taken.push(openSync('/dev/null')) } catch {}
await wait(1500)
const meanwhile = await count()
await wait(${believedMs})
const late = await count()
for (const file of taken) closeSync(file)
await wait(1500)
console.log(JSON.stringify([before, meanwhile, late, await count()]))
`

needs('bash', shortage)('a key that was read within ten seconds counts, then none; and again when there is one', () => {
  const folder = mkdtempSync(join(lastingFolder(), 'keys-'))
  writeFileSync(join(folder, 'app-1.pem'), rsa(2048, 'app-1').publicPem)
  const node = `'${process.execPath}' --import ./scripts/typescript.mjs --input-type=module --eval "$PROGRAM"`
  const { stdout, stderr } = spawnSync('bash', ['-c', `ulimit -n 200; exec ${node}`], {
    encoding: 'utf8',
    env: { ...process.env, PROGRAM: program(folder) },
  })
  assert.is(stdout.trim(), '[1,1,"key_source_unavailable",1]', stderr)
})
