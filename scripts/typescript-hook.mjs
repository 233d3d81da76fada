// The loader hook behind typescript.mjs: one file in, one module out, types removed and nothing else changed. What esbuild has
// made of a text is kept, for every spec is a process of its own, and most load the same files.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const { version } = createRequire(import.meta.url)('esbuild/package.json')
const kept = fileURLToPath(new URL('../node_modules/.cache/countersign/typescript/', import.meta.url))
mkdirSync(kept, { recursive: true })

const options = {
  format: 'esm',
  loader: 'ts',
  sourcemap: 'inline', // c8 and stack traces point into the TypeScript
  target: `node${process.versions.node}`,
  // The meaning of imports and fields must not depend on who removes the types.
  tsconfigRaw: { compilerOptions: { target: 'ES2023', useDefineForClassFields: true, verbatimModuleSyntax: true } },
}
export const load = async (url, context, nextLoad) => {
  if (!url.startsWith('file:') || !/\.ts(\?|$)/.test(url)) return nextLoad(url, context)
  const file = fileURLToPath(url)
  // Without its folder, beside which it is looked for anyway: so a copy of the project finds what this one has kept.
  const sourcefile = basename(file)
  // At once: by promises, reading costs eight times as much.
  const text = readFileSync(file, 'utf8')
  const digest = createHash('sha256').update(JSON.stringify([version, options, sourcefile, text]))
  const known = `${kept}${digest.digest('hex')}.js`
  try {
    return { format: 'module', shortCircuit: true, source: readFileSync(known, 'utf8') }
  } catch {
    const { transform } = await import('esbuild')
    const { code: source } = await transform(text, { ...options, sourcefile })
    // Whole or not at all: other processes may look for it now.
    writeFileSync(`${known}.${process.pid}`, source)
    renameSync(`${known}.${process.pid}`, known)
    return { format: 'module', shortCircuit: true, source }
  }
}
