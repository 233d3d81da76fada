/** Processes that share a high-water file by mistake: one has it, however an earlier one ended. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inFolder } from '../../support/folder.ts'
import { assert, suite, works } from '../../support/suite.ts'
import { bundled, type Running, run } from '../child.ts'

const lock = suite('a high-water file for several processes')

const inUse =
  /^the replay guard cannot answer: the high-water file .*mark is in use: another guard uses it, and each guard needs its/

interface Scene {
  readonly file: string
  /** Starts processes at once, and answers what each says, with how to kill it. */
  readonly start: (count: number, ...args: ReadonlyArray<string>) => Promise<ReadonlyArray<Started>>
}

interface Started {
  readonly said: string
  readonly kill: () => Promise<unknown>
}

const saying = async ({ child, spoken, ended }: Running): Promise<Started> => {
  const said = String(await spoken).trim()
  const kill = (): Promise<unknown> => {
    child.kill('SIGKILL')
    return ended
  }
  return { said, kill }
}

const withScene = (use: (scene: Scene, program: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const program = await bundled(new URL('highWaterHolder.ts', import.meta.url), false)
    const file = join(folder, 'mark')
    const start: Scene['start'] = (count, ...args) =>
      Promise.all(Array.from({ length: count }, () => saying(run(program, {}, file, ...args))))
    try {
      await use({ file, start }, program.file)
    } finally {
      await program.remove()
    }
  })

lock('is refused in words to the second, and a killed process leaves it to the next', () =>
  withScene(async ({ start }) => {
    for (let round = 0; round < 3; round++) {
      const [first] = (await start(1)) as [Started]
      assert.is(first.said, 'held')
      const [second] = (await start(1)) as [Started]
      assert.match(second.said, inUse)
      await Promise.all([first.kill(), second.kill()])
    }
  }),
)

lock('that a killed process left is taken by one of several that start at once', () =>
  withScene(async ({ start }) => {
    await ((await start(1)) as [Started])[0].kill()
    for (let round = 0; round < 6; round++) {
      const all = await start(5)
      assert.ok(all.filter(({ said }) => said === 'held').length <= 1)
      for (const { said } of all) if (said !== 'held') assert.match(said, inUse)
      await Promise.all(all.map(({ kill }) => kill()))
    }
  }),
)

lock('is refused to a second worker of one cluster', () =>
  withScene(async ({ file }, program) => {
    const child = spawn(process.execPath, [program, file, 'cluster'], { stdio: ['ignore', 'pipe', 'ignore'] })
    let said = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      said += text
      if (said.split('\n').length > 2) break
    }
    child.kill('SIGKILL')
    assert.match(said, /^held$/m)
    assert.match(said, /in use: another guard uses it/)
  }),
)

const inContainer = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child']
const contained = works('unshare', ...inContainer, 'true') ? lock : () => lock.lacks('unshare, as a user who may')

contained('is refused to a process of another container, where both have the process number 1', () =>
  withScene(async ({ file, start }, program) => {
    const args = [...inContainer, process.execPath, program, file]
    const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    assert.is(`${said}`, 'held\n')
    const [outside] = (await start(1)) as [Started]
    assert.match(outside.said, inUse)
    const other = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    assert.match(String(await once(other.stdout, 'data')), inUse)
    other.kill('SIGKILL')
    child.kill('SIGKILL')
    await once(child, 'close')
    await outside.kill()
    const [next] = (await start(1)) as [Started]
    assert.is(next.said, 'held')
    await next.kill()
  }),
)
