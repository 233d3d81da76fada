// A few files of declarations in place of two hundred: the modules that no program imports by themselves are joined, as far as
// no two of them give one name to different things.
import { dirname, posix } from 'node:path'
import ts from 'typescript'
import { namesOf } from '../docs/declarationFile.ts'

/** A name of a module below dist/types, or of a package; `*` for all of it. */
interface Origin {
  readonly module: string
  readonly name: string
}

interface Parsed {
  /** By the name that the module gives it. */
  readonly imports: ReadonlyMap<string, Origin>
  /** By the name under which the module passes it on. */
  readonly passedOn: ReadonlyMap<string, Origin>
  readonly statements: ReadonlyArray<ts.Statement>
  /** What the module declares. */
  readonly own: ReadonlyArray<ts.Statement>
}

const pathOf = (node: ts.Expression | undefined): string =>
  node !== undefined && ts.isStringLiteral(node) ? node.text : ''

const moduleOf = (from: string, path: string): string =>
  path.startsWith('.') ? posix.join(dirname(from), path).replace(/\.js$/, '') : path

const isNamed = (one: ts.Statement): one is ts.ExportDeclaration & { exportClause: ts.NamedExports } =>
  ts.isExportDeclaration(one) && one.exportClause !== undefined && ts.isNamedExports(one.exportClause)

const parsedOf = (module: string, text: string): Parsed => {
  const file = ts.createSourceFile(`${module}.d.ts`, text, ts.ScriptTarget.ES2023, true)
  const imports = new Map<string, Origin>()
  const passedOn = new Map<string, Origin>()
  for (const one of file.statements.filter(ts.isImportDeclaration)) {
    const from = moduleOf(module, pathOf(one.moduleSpecifier))
    const { name, namedBindings } = one.importClause ?? {}
    if (name !== undefined) imports.set(name.text, { module: from, name: 'default' })
    if (namedBindings === undefined) continue
    if (ts.isNamespaceImport(namedBindings)) imports.set(namedBindings.name.text, { module: from, name: '*' })
    else
      for (const { name, propertyName } of namedBindings.elements)
        imports.set(name.text, { module: from, name: (propertyName ?? name).text })
  }
  for (const { moduleSpecifier, exportClause } of file.statements.filter(isNamed)) {
    const from = moduleSpecifier === undefined ? module : moduleOf(module, pathOf(moduleSpecifier))
    for (const { name, propertyName } of exportClause.elements)
      passedOn.set(name.text, { module: from, name: (propertyName ?? name).text })
  }
  const own = file.statements.filter((one) => !ts.isImportDeclaration(one) && !isNamed(one))
  return { imports, passedOn, statements: file.statements, own }
}

/** Modules that are imported or exported whole, which would be another thing if they were joined. */
const addressed = (files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const whole = /(?:\* as \w+|export \*) from ['"](\.[^'"]+)['"]/g
  return [...files].flatMap(([module, text]) =>
    [...text.matchAll(whole)].map(([, path]) => moduleOf(module, String(path))),
  )
}

/** Apart, since programs without fp-ts read `plain/` only, those without Node's types no platform/node, and few know fast-check. */
const wing = (module: string): string =>
  /^(?:plain|platform\/node|kit\/testing\/arbitraries|kit\/\w+|guards)\//.exec(module)?.[0] ?? ''

/** The declarations by path below dist/types; the entry points stay where they are. */
export const joined = (
  files: ReadonlyMap<string, string>,
  entries: ReadonlyArray<string>,
): ReadonlyMap<string, string> => {
  const parsed = new Map([...files].map(([module, text]) => [module, parsedOf(module, text)]))

  /** Through the modules that pass it on, to the one that declares it. */
  const originOf = (given: Origin): Origin => {
    const { imports, passedOn, own } = parsed.get(given.module) ?? {}
    const next = passedOn?.get(given.name)
    if (next === undefined) return given
    if (next.module !== given.module) return originOf(next)
    const imported = own?.some((one) => namesOf(one).includes(next.name)) ? undefined : imports?.get(next.name)
    return imported === undefined ? next : originOf(imported)
  }

  const apart = new Set([...entries, ...entries.map((entry) => `plain/${entry}`), ...addressed(files)])
  const isJoinable = (module: string, { imports, passedOn }: Parsed): boolean =>
    !apart.has(module) &&
    !/import\(|declare module/.test(files.get(module) ?? '') &&
    ![...passedOn].some(([name, given]) => given.module === module && originOf({ module, name }).module === module) &&
    [...imports.values()].every(({ module: from }) => files.has(from) || /^(?:fp|io)-ts\b/.test(from))

  const meanings = new Map<string, string>()
  const groups = new Map<string, string>()
  for (const [module, one] of [...parsed].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isJoinable(module, one)) continue
    const names = [
      ...one.own.flatMap(namesOf).map((name) => [name, { module, name }] as const),
      ...[...one.imports].map(([name, given]) => [name, originOf(given)] as const),
    ].map(([name, origin]) => [name, `${origin.module}#${origin.name}`] as const)
    const group = [1, 2, 3, 4]
      .map((n) => `${wing(module)}shared${n}`)
      .find((group) => names.every(([name, meaning]) => (meanings.get(`${group} ${name}`) ?? meaning) === meaning))
    if (group === undefined) continue
    for (const [name, meaning] of names) meanings.set(`${group} ${name}`, meaning)
    groups.set(module, group)
  }

  // A face has no other declarations than its plain ones.
  const faces = new Map(
    entries.filter((entry) => files.has(`plain/${entry}`)).map((entry) => [`plain/${entry}`, entry]),
  )
  const placeOf = (module: string): string => groups.get(module) ?? faces.get(module) ?? module
  const pathTo = (here: string, module: string): string => {
    if (!files.has(module)) return module
    const path = posix.relative(dirname(here), placeOf(module))
    return `${path.startsWith('.') ? '' : './'}${path}.js`
  }

  const importsOf = (here: string, { imports }: Parsed): ReadonlyArray<string> =>
    [...imports].flatMap(([alias, given]) => {
      const { module, name } = originOf(given)
      if (placeOf(module) === here && name === alias) return []
      const clause = name === '*' ? `* as ${alias}` : name === 'default' ? alias : `{ ${named(name, alias)} }`
      return [`import type ${clause} from '${pathTo(here, module)}';`]
    })
  const named = (name: string, alias: string): string => (name === alias ? name : `${name} as ${alias}`)
  const relative = /((?:from|import\()\s*['"])(\.{1,2}\/[^'"]+)(?=['"])/g
  const textOf = (here: string, module: string, one: ts.Statement): string =>
    one
      .getFullText()
      .trim()
      .replace(relative, (_, before, path) => `${before}${pathTo(here, moduleOf(module, path))}`)

  const result = new Map<string, string>()
  for (const [module, one] of parsed) {
    if (groups.has(module) || faces.has(`plain/${module}`)) continue
    const here = placeOf(module)
    const imports = one.statements.filter(ts.isImportDeclaration)
    const foreign = imports.filter(({ moduleSpecifier }) => !pathOf(moduleSpecifier).startsWith('.'))
    const ownImports = new Map([...one.imports].filter(([, { module: from }]) => files.has(from)))
    const exported = one.statements.filter(isNamed).flatMap(({ isTypeOnly, exportClause }) =>
      exportClause.elements.map((element) => {
        const { module: from, name } = originOf({ module, name: element.name.text })
        const what = `export ${isTypeOnly || element.isTypeOnly ? 'type ' : ''}{ ${named(name, element.name.text)} }`
        return from === module ? `${what};` : `${what} from '${pathTo(here, from)}';`
      }),
    )
    const lines = [
      ...foreign.map((one) => textOf(here, module, one)),
      ...importsOf(here, { ...one, imports: ownImports }),
      ...exported,
      ...one.own.map((statement) => textOf(here, module, statement)),
    ]
    result.set(here, `${lines.join('\n')}\n`)
  }
  for (const group of new Set(groups.values())) {
    const parts = [...parsed].filter(([module]) => groups.get(module) === group)
    const lines = [
      ...parts.flatMap(([, one]) => importsOf(group, one)),
      ...parts.flatMap(([module, { own }]) => own.map((one) => textOf(group, module, one))),
    ]
    result.set(group, `${[...new Set(lines)].filter((line) => line !== 'export {};').join('\n')}\n`)
  }
  return result
}
