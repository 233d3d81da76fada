// A folder of src/ imports only folders listed before it; those that share a rank never import each other.
// Usage: layers.ts [SRC]. src/index.ts stands on top of them all.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ts from 'typescript'

const layers = 'core job effects ambient programs diagnosis guards node|web client|server conformance cli inspector'.split(' ')
const rankOf = (folder: string): number => layers.findIndex((layer) => layer.split('|').includes(folder))

const src = resolve(process.argv[2] ?? 'src')
const folderOf = (file: string): string => relative(src, file).split(sep)[0] ?? ''
const refusals: string[] = []

for (const name of readdirSync(src, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!/\.[cm]?[jt]sx?$/.test(name) || name === 'index.ts') continue
  const file = join(src, name)
  const folder = folderOf(file)
  if (rankOf(folder) < 0) refusals.push(`src/${name}: the folder ${folder} has no rank`)

  for (const { fileName: path } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
    // By its own name the package would reach every layer unseen.
    if (/^countersign(\/|$)/.test(path)) refusals.push(`src/${name}: imports the package by name, ${path}`)
    if (!path.startsWith('.')) continue
    const target = folderOf(resolve(dirname(file), path))
    if (target !== folder && !(rankOf(target) >= 0 && rankOf(target) < rankOf(folder))) {
      refusals.push(`src/${name}: ${folder} may not import ${path}`)
    }
  }
}

if (refusals.length > 0) {
  console.error(refusals.join('\n'))
  process.exit(1)
}
