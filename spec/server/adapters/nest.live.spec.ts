/** The adapter for NestJS: compiled with Nest's own declarations, and tested by Jest in CommonJS as an app of it would be. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { builtPackage } from '../../support/builtPackage.ts'
import { withPackages } from '../../support/examplePrograms.ts'
import { runIn } from '../../support/project.ts'
import { suite } from '../../support/suite.ts'

const folder = await builtPackage({ types: true })
const nest = suite('countersign/nest')

const compilerOptions = {
  ...{ module: 'nodenext', target: 'es2023', strict: true, outDir: 'out', rewriteRelativeImportExtensions: true },
  ...{ experimentalDecorators: true, emitDecoratorMetadata: true, isolatedModules: true },
  ...{ types: ['node'], typeRoots: [resolve('node_modules/@types')] },
}

/** The app with the packages of a version, compiled. */
const compiled = async (from: string, include: ReadonlyArray<string>, manifest: object): Promise<string> => {
  const app = await withPackages('nest', folder, from)
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  const { code, output } = await runIn(app, `node ${resolve('node_modules/typescript-7/bin/tsc')}`)
  assert.is(code, 0, output)
  return app
}

nest('compiles with the declarations of 12, as an ES module', async () => {
  await compiled('spec/examples/nest', ['express.ts', 'fastify.ts'], { type: 'module' })
})

for (const version of ['10', '11'])
  nest(`passes the test of its guide in ${version}, compiled with its declarations and run by Jest in CommonJS`, async () => {
    const jest = { testRegex: 'e2e-spec\\.js$' }
    const app = await compiled(`spec/project/nest/${version}`, ['app.e2e-spec.ts'], { jest })
    const { code, output } = await runIn(app, 'node node_modules/jest/bin/jest.js')
    assert.is(code, 0, output)
    assert.match(output, '3 passed, 3 total')
  })

nest.run()
