/** The worker's own test, in Miniflare, and its wrangler.toml, which names what the worker exports. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { examplesFolder } from '../support/examplePrograms.ts'
import { installedTools } from '../support/installedTools.ts'
import { runIn } from '../support/project.ts'
import { assert, suite } from '../support/suite.ts'

const worker = suite('the worker')

worker('passes the test that the guide shows', async () => {
  const folder = await examplesFolder()
  const tools = await installedTools('spec/guards/durableObject/miniflare')
  const cwd = mkdtempSync(join(folder, 'worker-'))
  cpSync(join(folder, 'spec/examples/worker'), cwd, { recursive: true })
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(join(tools.folder, 'node_modules/miniflare'), join(cwd, 'node_modules/miniflare'))
  const { code, output } = await runIn(cwd, 'node --test worker.test.js')
  assert.is(code, 0, output)
  assert.match(output, /^# pass 1$/m)
})

worker('is what wrangler.toml names', () => {
  const program = readFileSync('spec/examples/worker/worker.js', 'utf8')
  const toml = readFileSync('spec/examples/worker/wrangler.toml', 'utf8')
  const [, bound = ''] = /^name = "(CLAIMS)"$/m.exec(toml) ?? []
  const [, named = ''] = /^class_name = "(\w+)"$/m.exec(toml) ?? []
  const [, made = ''] = /^new_sqlite_classes = \["(\w+)"\]$/m.exec(toml) ?? []
  assert.match(program, `env.${bound}`)
  assert.match(program, `export class ${named} extends DurableObject`)
  assert.is(made, named)
  assert.match(toml, /^main = "worker\.js"$/m)
})
