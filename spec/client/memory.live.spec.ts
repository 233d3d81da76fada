/** A body of 512 MiB is signed and sent in a few MiB of memory, by the client, the signer and the command. */
import { execFile } from 'node:child_process'
import { truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testApp } from '../../src/kit/testing/keys.ts'
import { inFolder } from '../support/folder.ts'
import { withServer } from '../support/loopback.ts'
import { assert, suite } from '../support/suite.ts'

const size = 512 * 2 ** 20
const mostMiB = 12
const run = promisify(execFile)

/** Prints by how many MiB the process grew while it worked. */
const program = (work: string, baseUrl: string, file: string): string => `
import { createClient } from '${join(process.cwd(), 'src/client/node.ts')}'
import { fileParts } from '${join(process.cwd(), 'src/platform/node/fileParts.ts')}'
const app = { appId: 'a', privateKey: ${JSON.stringify(testApp.privateKey)} }
const client = await createClient({ baseUrl: '${baseUrl}', ...app, timeoutMs: 120_000 })
await client.submitJob('{}')
await client.sign({ method: 'POST', url: '/', body: '{}' })
const body = () => fileParts('${file}')
const peak = () => process.resourceUsage().maxRSS / 1024
const before = peak()
${work}
console.log(peak() - before)
process.exit(0)
`

const memory = suite('a body of 512 MiB')

memory('takes at most 12 MiB above an idle process, in fetch, submitJob and sign', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'body')
    writeFileSync(file, '')
    truncateSync(file, size)
    let received = 0
    const server = createServer((req, res) => {
      req.on('data', ({ length }) => {
        received += length
      })
      req.on('end', () => res.end('{}'))
    })
    await withServer(server, async ({ url: baseUrl }) => {
      for (const [work, sent] of [
        ["await (await client.fetch('/', { method: 'PUT', body: fileParts('FILE') })).text()", size],
        ['await client.submitJob(body)', size],
        ["await client.sign({ method: 'POST', url: '/', body: body() })", 0],
      ] as const) {
        received = 0
        const script = join(folder, 'program.mjs')
        writeFileSync(script, program(work.replace('FILE', file), baseUrl, file))
        const { stdout } = await run(process.execPath, ['--import', './scripts/typescript.mjs', script])
        assert.ok(received - sent < 100, `${received}`)
        assert.ok(Number(stdout) <= mostMiB, `${work}: ${stdout} MiB`)
      }
    })
  }),
)
