/** The built package under the real npm: when the server ends with npx, and when it goes on. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { requireTool } from '../../../scripts/tools.ts'
import { builtPackage } from '../../support/builtPackage.ts'
import { lastingFolder } from '../../support/folder.ts'
import { rsa } from '../../support/keys.ts'
import { assert, needs, suite, until } from '../../support/suite.ts'

const folder = lastingFolder()
mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
mkdirSync(join(folder, 'keys'))
writeFileSync(join(folder, 'package.json'), '{"name":"host","version":"1.0.0","private":true}')
writeFileSync(join(folder, 'keys/app-1.pem'), rsa(2048, 'app-1').publicPem)
symlinkSync(await builtPackage(), join(folder, 'node_modules/countersign'), 'dir')
symlinkSync('../countersign/dist/apps/cli/main.js', join(folder, 'node_modules/.bin/countersign'))

/** Leaders of process groups. */
const leaders: Array<number> = []
const endAll = (): void => {
  for (const leader of leaders.splice(0)) {
    try {
      process.kill(-leader, 'SIGKILL')
    } catch {
      // Its processes have ended.
    }
  }
}
process.once('exit', endAll)

// npm hands its own variables on, and this spec may run under `npm test`.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_V8_COVERAGE$|COUNTERSIGN_)/i.test(name)),
)

interface Started {
  /** The command itself: npx, or the shell. Its process leads a group. */
  readonly pid: number
  readonly ended: Promise<unknown>
  readonly answers: () => Promise<boolean>
}

/** A shell runs the script. If it starts a process that leads a group of its own, it writes that process's id into the file `pid`. */
const start = async (script: string): Promise<Started> => {
  const out = join(folder, 'out')
  writeFileSync(out, '')
  writeFileSync(join(folder, 'pid'), '')
  const child = spawn(requireTool('bash'), ['-c', `exec >>out 2>&1; ${script}`], {
    cwd: folder,
    env,
    stdio: 'ignore',
    detached: true,
  })
  leaders.push(child.pid as number)
  const ended = once(child, 'exit')
  const place = () => /http:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(out, 'utf8'))
  await until(() => place() !== null)
  const port = place()?.[1]
  const leader = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  if (leader > 0) leaders.push(leader)
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ status }) => status === 401,
      () => false,
    )
  assert.ok(await answers())
  return { pid: child.pid as number, ended, answers }
}

const ending = suite('countersign under npx')

const endsWithNpx = async (args: string, end: (pid: number) => void): Promise<void> => {
  const { pid, ended, answers } = await start(`exec npx --offline countersign ${args}`)
  try {
    end(pid)
    await ended
    await until(async () => !(await answers()))
  } finally {
    endAll()
  }
}

needs('npm', ending)('a signal that ends npx ends the server, and frees its port', async () => {
  const kill = (pid: number) => process.kill(pid, 'SIGTERM')
  await endsWithNpx('serve --keys keys', kill)
  await endsWithNpx('serve --keys keys --upstream http://127.0.0.1:9', kill)
  // Ctrl-C goes to all of them.
  await endsWithNpx('serve --keys keys', (pid) => process.kill(-pid, 'SIGINT'))
})

const goesOn = async (script: string): Promise<void> => {
  const { ended, answers } = await start(script)
  try {
    await ended
    // Longer than the server takes to notice that npx has gone.
    await setTimeout(3000)
    assert.ok(await answers(), script)
  } finally {
    endAll()
  }
}

needs('npm', ending)(
  'a server that outlives its shell goes on: behind nohup or setsid, with npx or without',
  async () => {
    // The shell waits for the server, so the shell ends only once the server runs.
    const background = (command: string): string =>
      `setsid ${command} & echo $! >pid; until grep -q listening out; do sleep 0.1; done; sleep 1`
    await goesOn(background('node_modules/.bin/countersign serve --keys keys'))
    await goesOn(background('nohup node_modules/.bin/countersign serve --keys keys'))
    await goesOn(background('nohup npx --offline countersign serve --keys keys'))
    // npx runs a shell here, not the server: the server goes on.
    await goesOn(background(`nohup npx --offline -c 'bash -c "nohup countersign serve --keys keys & sleep 2"'`))
  },
)
