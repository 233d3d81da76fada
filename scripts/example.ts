/**
 * Starts a program of `spec/examples` on loopback, with a key pair of its own, and says how to send it a signed job. The program
 * ends with this process.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { hook } from '../spec/support/builtPackage.ts'
import { examples, start } from '../spec/support/examplePrograms.ts'
import { runIn } from '../spec/support/project.ts'
import { startRedis } from '../spec/support/redisServer.ts'
import { colors, expectKnown, progress } from './terminal.ts'

const job = '{"request_id":"20260101120000000001","stages":[]}'

/** The client's program calls one that serves. */
const runClient = async (): Promise<void> => {
  const { url, folder } = await start('http', resolve('.'))
  const program = `node --import ${hook} ${resolve('spec/examples/client/submit.ts')}`
  const { code, output } = await runIn(folder, program, { BASE_URL: url })
  progress()
  process.stdout.write(output)
  process.exit(code ?? 1)
}

/** The package must be built. */
export const startExample = async (name: string): Promise<void> => {
  expectKnown('example', [name], [...Object.keys(examples), 'client'])
  progress(`starting ${name} …`)
  if (name === 'client') return runClient()
  const redis = examples[name]?.needs === 'redis' ? await startRedis() : undefined
  const program = await start(name, resolve('.'), redis && { REDIS_URL: `redis://127.0.0.1:${redis.port}` })
  progress()
  writeFileSync(join(program.folder, 'job.json'), job)
  const submit = `node ${resolve('dist/apps/cli/main.js')} submit --base-url ${program.url} --app-id app-1`
  console.log(`
In another shell, send it a job:
  ${colors.bold(`cd ${program.folder}`)}
  ${colors.bold(`${submit} --private-key private_key.pem job.json`)}

Ctrl-C ends it. What it writes:`)
  let written = 0
  setInterval(() => {
    const log = program.log()
    process.stdout.write(log.slice(written))
    written = log.length
  }, 100)
}
