/** The NestJS app, on both of its platforms. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge } from '../support/exampleContract.ts'
import { examplesFolder, start, withPackages } from '../support/examplePrograms.ts'
import { runIn } from '../support/project.ts'
import { assert, suite } from '../support/suite.ts'

const folder = await examplesFolder()
const nest = suite('a NestJS app')

nest('on Express judges as every example does', () => judge(start('nest-express', folder)))
nest('on Fastify judges as every example does', () => judge(start('nest-fastify', folder)))

nest('on Express goes on taking unsigned JSON where nothing has to be signed', async () => {
  const { url, stop } = await start('nest-express', folder)
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/webhook`, { method: 'POST', body: '{"a":1}', headers })
    assert.equal(await answer.json(), { received: { a: 1 } })
  } finally {
    await stop()
  }
})

nest('compiles with the declarations of Nest', async () => {
  const app = await withPackages('nest', folder)
  const compilerOptions = {
    ...{ experimentalDecorators: true, emitDecoratorMetadata: true, allowImportingTsExtensions: true },
    ...{ declaration: false, isolatedDeclarations: false, erasableSyntaxOnly: false },
    typeRoots: ['../../node_modules/@types'],
  }
  const config = { extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'], exclude: [] }
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(config))
  const { code, output } = await runIn(app, 'tsc')
  assert.is(code, 0, output)
})
