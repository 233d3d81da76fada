// Three wings of src/: the programs for people (`apps`) import the kit, the kit imports the library, and never the other way
// round. Within a wing a folder imports only folders listed before it; those that share a rank never import each other.
// No file imports itself through others, be it for a type. Of spec/, scripts import the shared support alone.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const library = 'core job effects queue platform/common programs guards platform/node|platform/web client|server'
const kit = 'kit/values kit/diagnosis kit/testing kit/conformance'
const apps = 'apps/gateway apps/cli apps/inspector'
const layers = `${library} ${kit} ${apps}`.split(' ')
const rankOf = (folder: string): number => layers.findIndex((layer) => layer.split('|').includes(folder))

/** `core` for `src/core/Nonce.ts`, `platform/node` for `src/platform/node/digest.ts`. */
const folderOf = (file: string): string => {
  const [first = '', second = ''] = relative('src', file).split('/')
  return ['platform', 'kit', 'apps'].includes(first) ? `${first}/${second}` : first
}

const filesOf = (root: string): ReadonlyArray<string> =>
  (existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name))
    .map((name) => join(root, name))
    .sort()

/** By the paths that it names. */
const importsOf = (file: string): ReadonlyArray<string> =>
  ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.map(({ fileName }) => fileName)

const refusals: Array<string> = []
const targetsOf = new Map<string, ReadonlyArray<string>>()

for (const file of filesOf('src')) {
  const folder = folderOf(file)
  const paths = importsOf(file)
  targetsOf.set(
    file,
    paths.filter((path) => path.startsWith('.')).map((path) => join(dirname(file), path)),
  )
  if (file === 'src/index.ts') continue
  if (rankOf(folder) < 0) refusals.push(`${file}: the folder ${folder} has no rank`)
  for (const path of paths) {
    // By its own name the package would reach every layer unseen.
    if (/^countersign(\/|$)/.test(path)) refusals.push(`${file}: imports the package by name, ${path}`)
    if (!path.startsWith('.')) continue
    const target = folderOf(join(dirname(file), path))
    if (target !== folder && !(rankOf(target) >= 0 && rankOf(target) < rankOf(folder))) {
      refusals.push(`${file}: ${folder} may not import ${path}`)
    }
  }
}

/** The shortest way from each file back to itself; files of one circle find the same one. */
const circles = new Set<string>()
for (const start of targetsOf.keys()) {
  const ways: Array<ReadonlyArray<string>> = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    const targets = targetsOf.get(way.at(-1) as string) ?? []
    if (targets.includes(start)) {
      const known = circles.size
      circles.add([...way].sort().join())
      if (circles.size > known) refusals.push(`${[...way, start].join(' → ')}: a circle`)
      break
    }
    for (const file of targets) {
      if (!seen.has(file)) ways.push([...way, file])
      seen.add(file)
    }
  }
}

for (const file of [...filesOf('scripts'), ...filesOf('vectors/cases')]) {
  for (const path of importsOf(file)) {
    const target = path.startsWith('.') ? join(dirname(file), path) : ''
    if (target.startsWith('spec/') && !target.startsWith('spec/support/'))
      refusals.push(`${file}: a script may not import ${path}; what both need is in spec/support`)
    if (target.startsWith('scripts/') && file.startsWith('vectors/'))
      refusals.push(`${file}: cases may not import ${path}`)
  }
}

if (refusals.length > 0) {
  console.error(refusals.join('\n'))
  process.exit(1)
}
