// The loader hook behind typescript.mjs: one file in, one module out, types removed and nothing else changed.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

export const load = async (url, context, nextLoad) => {
  if (!url.startsWith('file:') || !/\.ts(\?|$)/.test(url)) return nextLoad(url, context)
  const file = fileURLToPath(url)
  const { code } = await transform(await readFile(file, 'utf8'), {
    format: 'esm',
    loader: 'ts',
    sourcefile: file,
    sourcemap: 'inline', // c8 and stack traces point into the TypeScript
    target: `node${process.versions.node}`,
    // The meaning of imports and fields must not depend on who removes the types.
    tsconfigRaw: { compilerOptions: { target: 'ES2023', useDefineForClassFields: true, verbatimModuleSyntax: true } },
  })
  return { format: 'module', shortCircuit: true, source: code }
}
