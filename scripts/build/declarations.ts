// The declarations, for `import` in dist/types/ and for `require` in dist/types/cjs/: the same text, read by other rules.
import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const emit = (): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src/tsconfig.build.json'], (error, output) =>
      error ? reject(new Error(output || error.message)) : resolve(),
    )
  })

/** tsc leaves `./Nonce.ts` as it is written, which stands for a declaration only as long as no runtime looks for the file. */
const namingJavaScript = (declarations: string): string =>
  declarations.replace(/((?:from|import\()\s*['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g, '$1.js')

export const declarations = async (): Promise<void> => {
  await emit()
  for (const name of readdirSync('dist/types', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue
    const file = join('dist/types', name)
    writeFileSync(file, namingJavaScript(readFileSync(file, 'utf8')))
  }
  for (const name of readdirSync('dist/types'))
    cpSync(`dist/types/${name}`, `dist/types/cjs/${name}`, { recursive: true })
  writeFileSync('dist/types/cjs/package.json', '{ "type": "commonjs" }\n')
}
