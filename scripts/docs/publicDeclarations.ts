/** The public declarations as one text: what changes in it is a change to the package's interface. */
import type { EntryPoint } from './entryPoints.ts'
import { type Reached, type Reader, srcReader } from './reachable.ts'

/** `countersign/server`, and where a runtime makes a difference, which. */
const faces = (entries: ReadonlyArray<EntryPoint>): ReadonlyArray<readonly [title: string, module: string]> =>
  entries.flatMap(({ name, modules }) =>
    modules.map((module, i) => {
      if (modules.length === 1) return [name, module] as const
      return [`${name}, ${i === 0 ? 'on Node' : 'elsewhere'}`, module] as const
    }),
  )

/** `fp-ts` of `fp-ts/lib/Either.js`. */
export const packageOf = (path: string): string => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

const listed = ({ exportsOf }: Reader, packed: Reader, title: string, module: string): string => {
  const names = [...exportsOf(module)].map(([name, { module, name: original, typeOnly }]) => {
    if (original === '*') return `${name}: all of ${module}`
    return `${typeOnly ? 'type ' : ''}${name} from ${module}${original === name ? '' : ` as ${original}`}`
  })
  const packages = [...new Set([...packed.reachableFrom([module]).packages].map(packageOf))].sort()
  return [`== ${title} ==`, `It names types of: ${packages.join(', ') || 'nothing else'}`, ...names].join('\n')
}

/** In the order of the names, since the order of declarations means nothing. */
const declared = ({ module, file, names, imports }: Reached): string => {
  const imported = [...imports]
    .map(([name, { module, name: original }]) => {
      if (original === '*') return `import * as ${name} from '${module}'`
      return `import { ${original === name ? name : `${original} as ${name}`} } from '${module}'`
    })
    .sort()
  const statements = [...names].sort().flatMap((name) => file.declared.get(name) ?? [])
  const texts = [...new Set([...statements, ...file.augmentations])].map((statement) => statement.getText())
  return [`-- ${module} --`, ...imported, ...texts].join('\n')
}

/**
 * Deterministic: the same sources give the same text, in whatever order they stand. `packed` reads the sources as the declarations of the
 * package are made of them.
 */
export const publicDeclarations = (
  entries: ReadonlyArray<EntryPoint>,
  from: Reader = srcReader(),
  packed: Reader = from,
): string => {
  const shown = faces(entries)
  const { modules } = from.reachableFrom(shown.map(([, module]) => module))
  const sections = [...shown.map(([title, module]) => listed(from, packed, title, module)), ...modules.map(declared)]
  return `${sections.join('\n\n')}\n`
}
