/** The lock under which dist/ is built. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { locked } from '../../scripts/build/locked.ts'
import { plant, runIn } from '../support/project.ts'
import { assert, suite } from '../support/suite.ts'

const locking = suite('a lock')

locking('lets one task run after the other, also after one that fails', async () => {
  const file = join(plant({}), '.tmp/lock')
  const said: Array<string> = []
  const task = (name: string) =>
    locked(file, async () => {
      said.push(`${name} begins`)
      await pause(10)
      said.push(`${name} ends`)
      if (name === 'a') throw new Error('a fails')
    })
  const [a] = await Promise.allSettled([task('a'), task('b')])
  assert.is(a.status, 'rejected')
  assert.equal(said, ['a begins', 'a ends', 'b begins', 'b ends'])
  assert.not.ok(existsSync(file))
})

locking('leaves no listener behind', async () => {
  const file = join(plant({}), 'lock')
  const before = process.listenerCount('exit')
  for (let i = 0; i < 12; i++) await locked(file, async () => {})
  assert.is(process.listenerCount('exit'), before)
})

locking('of a process that was killed is not waited for', async () => {
  const folder = plant({})
  const { output } = await runIn(folder, "sh -c 'echo $$'")
  writeFileSync(join(folder, 'lock'), output.trim())
  let ran = false
  await locked(join(folder, 'lock'), async () => {
    ran = true
  })
  assert.ok(ran)
})
