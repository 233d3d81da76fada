// Programs without fp-ts see declarations that name none. What the Promise faces declare, and all that it leads to, goes to
// dist/types/plain; the whole declarations take those names from there, so that each type exists once.
import { dirname, posix } from 'node:path'
import ts from 'typescript'
import { isExported, namesOf } from '../docs/declarationFile.ts'
import { packageOf } from '../docs/publicDeclarations.ts'
import { type Reader, srcReader } from '../docs/reachable.ts'

/** Below dist/types. */
const folder = 'plain'

const needsLibraries = ({ reachableFrom }: Reader, entry: string): boolean =>
  [...reachableFrom([entry]).packages].some((path) => ['fp-ts', 'io-ts'].includes(packageOf(path)))

/** Packages that bring no types: without those of `@types` they are any, as anywhere in such a program, and no error of ours. */
const untyped = ['express', 'koa']

const isOwn = (path: string): boolean => path.startsWith('.')
const moduleOf = (from: string, path: string): string => posix.join(dirname(from), path).replace(/\.[jt]s$/, '')
const pathOf = (node: ts.Expression | undefined): string | undefined =>
  node !== undefined && ts.isStringLiteral(node) ? node.text : undefined

/** The identifiers in a statement. Too many do no harm: a parameter of the name of an import keeps that import. */
const identifiersIn = (statement: ts.Node): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(statement)
  return found
}

/** The statement with its comment, exported. */
const exported = (one: ts.Statement): string => {
  const comment = one
    .getFullText()
    .slice(0, one.getStart() - one.getFullStart())
    .trimStart()
  return `${comment}${isExported(one) || ts.isModuleDeclaration(one) ? '' : 'export '}${one.getText()}`
}

interface Halves {
  /** Undefined where the faces reach nothing. */
  readonly plain: string | undefined
  readonly whole: string
}

/** The declarations of each module in two files, by path below dist/types without ending; `files` has them in one. */
export const split = (
  files: ReadonlyMap<string, string>,
  entries: ReadonlyArray<string>,
): ReadonlyMap<string, string> => {
  const from = srcReader()
  const faces = new Set(entries.filter((entry) => !needsLibraries(from, entry)))
  const reached = new Map(from.reachableFrom([...faces]).modules.map(({ module, names }) => [module, names]))
  const isReached = (module: string, name: string): boolean => reached.get(module)?.has(name) === true

  const halvesOf = (module: string, text: string): Halves & { readonly imports: ReadonlyArray<string> } => {
    const source = ts.createSourceFile(`${module}.d.ts`, text, ts.ScriptTarget.ES2023, true)
    const own = source.statements.filter((one) => !ts.isImportDeclaration(one) && !ts.isExportDeclaration(one))
    const isPlain = (one: ts.Statement): boolean =>
      (ts.isModuleDeclaration(one) && faces.has(module)) || namesOf(one).some((name) => isReached(module, name))
    const moved = own.filter(isPlain)
    const used = new Set(moved.flatMap((one) => [...identifiersIn(one)]))
    const imports: Array<string> = []

    const isPassedOn = (element: ts.ExportSpecifier): boolean => {
      const origin = from.exportsOf(module).get(element.name.text)
      return origin !== undefined && (!origin.own || isReached(origin.module, origin.name))
    }
    const passedOn = source.statements.filter(ts.isExportDeclaration).flatMap((one) => {
      const path = pathOf(one.moduleSpecifier)
      const target = path === undefined ? undefined : moduleOf(module, path)
      if (one.exportClause === undefined) {
        if (target === undefined || !(faces.has(module) || reached.has(target))) return []
        imports.push(target)
        return [one.getText()]
      }
      if (!ts.isNamedExports(one.exportClause)) return []
      const elements = one.exportClause.elements.filter(isPassedOn)
      if (elements.length === 0) return []
      if (target !== undefined) imports.push(target)
      // Without a path: names that this module imports.
      else for (const { name, propertyName } of elements) used.add((propertyName ?? name).getText())
      const names = elements.map((element) => element.getText()).join(', ')
      return [`export ${one.isTypeOnly ? 'type ' : ''}{ ${names} }${path === undefined ? '' : ` from '${path}'`};`]
    })

    const importing = source.statements.filter(ts.isImportDeclaration).flatMap((one) => {
      const path = pathOf(one.moduleSpecifier) ?? ''
      const { name, namedBindings } = one.importClause ?? {}
      const clauses: Array<string> = []
      if (name !== undefined && used.has(name.text)) clauses.push(name.text)
      if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)) {
        if (used.has(namedBindings.name.text)) clauses.push(namedBindings.getText())
      } else {
        const elements = namedBindings?.elements.filter((element) => used.has(element.name.text)) ?? []
        const names = elements.map((element) => element.getText().replace(/^type /, ''))
        if (names.length > 0) clauses.push(`{ ${names.join(', ')} }`)
      }
      if (clauses.length === 0) return []
      if (isOwn(path)) imports.push(moduleOf(module, path))
      return [...(untyped.includes(path) ? ['// @ts-ignore'] : []), `import type ${clauses.join(', ')} from '${path}';`]
    })

    if (moved.length + passedOn.length === 0) return { plain: undefined, whole: text, imports }
    const lines = [...importing, ...passedOn, ...moved.map(exported)]
    const plain = `${lines.join('\n')}\n`
    const back = posix.relative(dirname(module), posix.join(folder, module))
    const path = `${back.startsWith('.') ? '' : './'}${back}.js`
    const names = [...new Set(moved.flatMap(namesOf))]
    const shown = names.filter((name) => moved.some((one) => namesOf(one).includes(name) && isExported(one)))
    if (faces.has(module)) return { plain, whole: `export * from '${path}';\n`, imports }
    const kept = source.statements.filter((one) => !moved.includes(one)).map((one) => one.getFullText().trim())
    const whole = [
      ...(names.length === 0 ? [] : [`import type { ${names.join(', ')} } from '${path}';`]),
      ...(shown.length === 0 ? [] : [`export { ${shown.join(', ')} } from '${path}';`]),
      ...kept,
    ]
    return { plain, whole: `${whole.join('\n')}\n`, imports }
  }

  const written = new Map<string, string>()
  const queue = [...faces]
  for (const module of queue) {
    const text = files.get(module)
    if (text === undefined || written.has(`${folder}/${module}`)) continue
    const { plain, imports } = halvesOf(module, text)
    // Even if it is empty: another plain module imports it.
    written.set(`${folder}/${module}`, plain ?? 'export {};\n')
    queue.push(...imports)
  }
  for (const [module, text] of files)
    written.set(module, written.has(`${folder}/${module}`) ? halvesOf(module, text).whole : text)
  return written
}
