/**
 * A built ES module as the body of a function, for places that take no ES modules: `require`, and a page in one file. So the
 * package holds its code once.
 *
 *     import { x as y } from "./b.js";          const{x:y}=load("./b.js");
 *     var v = y(1);                        →    var v = y(1);
 *     export { v as w };                        return{w:v};
 *
 * This reads the form that the build writes, and the build refuses every other: all imports first, one a line; one list of
 * exports at the end; no exported variable that changes. Lines keep their numbers.
 */

export interface Import {
  /** As it is written: `./b.js`, or the name of a package. */
  readonly from: string
  /** `members`: `import { x }`. `all`: `import * as x`. `default`: `import x`. */
  readonly kind: 'members' | 'all' | 'default'
  /** The pattern or the name that the import declares: `{x:y}` or `x`. */
  readonly bound: string
  /** The line ends after it. */
  readonly space: string
}

export interface ModuleForm {
  readonly imports: ReadonlyArray<Import>
  /** Between the imports and the exports. */
  readonly body: string
  /** Where the body begins in the text. */
  readonly start: number
  /** The members of an object: `w:v`. */
  readonly exports: string
}

const importLine = /import\s*(?:\{([^}]*)\}|\*\s*as\s+([\w$]+)|([\w$]+))\s*from\s*"([^"]+)";?(\s*)/y
const exportList = /\bexport\s*\{([^}]*)\};?\s*$/

export const moduleForm = (text: string): ModuleForm => {
  const imports: Array<Import> = []
  const pattern = new RegExp(importLine)
  let start = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    imports.push(importOf(match))
    start = pattern.lastIndex
  }
  const exported = exportList.exec(text)
  const end = exported?.index ?? text.length
  const exports = bindingsIn(exported?.[1] ?? '').map(({ name, alias }) => `${alias}:${name}`)
  return { imports, body: text.slice(start, end), start, exports: exports.join(',') }
}

const importOf = ([, members, namespace, byDefault = '', from = '', space = '']: RegExpExecArray): Import => {
  if (members !== undefined) {
    const properties = bindingsIn(members).map(({ name, alias }) => `${name}:${alias}`)
    return { from, kind: 'members', bound: `{${properties.join(',')}}`, space }
  }
  if (namespace !== undefined) return { from, kind: 'all', bound: namespace, space }
  return { from, kind: 'default', bound: byDefault, space }
}

interface Binding {
  readonly name: string
  readonly alias: string
}

/** The bindings of `a as b, c`: a under the alias b, and c under its own name. */
const bindingsIn = (list: string): ReadonlyArray<Binding> =>
  list
    .split(',')
    .filter((binding) => binding.trim() !== '')
    .map((binding) => {
      const [name = '', alias = name] = binding.trim().split(/\s+as\s+/)
      return { name, alias }
    })

/** The body of a function that answers what the module exports. `expressionOf` writes the expression of what it imports. */
export const moduleBody = (text: string, expressionOf: (imported: Import) => string): string => {
  const { imports, body, exports } = moduleForm(text)
  const declarations = imports.map((imported) => `const ${imported.bound}=${expressionOf(imported)};${imported.space}`)
  return `${declarations.join('')}${body}return{${exports}};`
}
