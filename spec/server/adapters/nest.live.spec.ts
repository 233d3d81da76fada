/** The module for NestJS in 10 and 11, on their platforms; spec/examples runs 12. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import * as assert from 'uvu/assert'
import { installedTools } from '../../support/installedTools.ts'
import { runIn } from '../../support/project.ts'
import { suite } from '../../support/suite.ts'

const nest = suite('countersign/nest')

/** What the app in `nestApp.ts` answers, by the name of the request; bundled. */
const answersIn = async (version: string, platform: string, how: string): Promise<Record<string, unknown>> => {
  const { folder } = await installedTools(`spec/project/nest/${version}`)
  const place = mkdtempSync(join(folder, 'app-'))
  process.once('exit', () => rmSync(place, { recursive: true, force: true }))
  await build({
    entryPoints: ['spec/server/adapters/nestApp.ts'],
    outfile: join(place, 'app.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@nestjs/*', 'reflect-metadata', 'fast-check'],
    nodePaths: [resolve('node_modules')],
  })
  const { code, output } = await runIn(place, `node app.mjs ${platform} ${how}`)
  assert.is(code, 0, output)
  return JSON.parse(output.slice(output.lastIndexOf('\n{') + 1))
}

const verdicts = {
  accepted: [201, { app_id: 'test-app', request_id: '1', read: '1', rawBody: true }],
  replayed: [401, 'nonce_replayed'],
  altered: [401, 'signature_invalid'],
  'no job': [400, 'job_invalid'],
  unsigned: [401, 'authorization_missing'],
  'a pattern below the path': [401, 'authorization_missing'],
  'a pattern beside it': [200, 'open'],
  uncovered: [500, 'this route is not covered by verified'],
  'guarded, uncovered': [500, 'this route is not covered by verified'],
  'unsigned JSON': [201, { read: { a: 1 }, rawBody: false }],
}

for (const [version, platform] of [
  ['10', 'express'],
  ['11', 'express'],
  ['11', 'fastify'],
] as const)
  for (const how of ['started', 'tested'])
    nest(`in ${version} on ${platform}, ${how}, judges what its routes cover, and nothing else`, async () => {
      assert.equal(await answersIn(version, platform, how), verdicts)
    })

nest('in 10 on Fastify, whose version is 4, says which it takes', async () => {
  const { error } = await answersIn('10', 'fastify', 'started')
  assert.match(String(error), /countersign takes fastify 5, not 4/)
})

nest.run()
