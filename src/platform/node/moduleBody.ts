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
  /** `members` binds some by name, `all` one object of all, `default` the member `default`. */
  readonly kind: 'members' | 'all' | 'default'
  /** What is bound: `{x:y}`, or a name. */
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

/** `a as b, c` as `[['a', 'b'], ['c', 'c']]`. */
const pairsIn = (list: string): ReadonlyArray<readonly [name: string, alias: string]> =>
  list
    .split(',')
    .filter((each) => each.trim() !== '')
    .map((each) => {
      const [name = '', alias = name] = each.trim().split(/\s+as\s+/)
      return [name, alias]
    })

export const moduleForm = (text: string): ModuleForm => {
  const imports: Array<Import> = []
  const line = new RegExp(importLine)
  let start = 0
  for (let found = line.exec(text); found !== null; found = line.exec(text)) {
    const [, members, all, byDefault, from = '', space = ''] = found
    start = line.lastIndex
    if (members !== undefined) {
      const bound = pairsIn(members).map(([name, alias]) => `${name}:${alias}`)
      imports.push({ from, kind: 'members', bound: `{${bound.join(',')}}`, space })
    } else if (all !== undefined) imports.push({ from, kind: 'all', bound: all, space })
    else imports.push({ from, kind: 'default', bound: byDefault ?? '', space })
  }
  const last = exportList.exec(text)
  const end = last?.index ?? text.length
  const exports = pairsIn(last?.[1] ?? '').map(([name, alias]) => `${alias}:${name}`)
  return { imports, body: text.slice(start, end), start, exports: exports.join(',') }
}

/** The body of a function that answers what the module exports. `expressionOf` writes the expression of what it imports. */
export const moduleBody = (text: string, expressionOf: (imported: Import) => string): string => {
  const { imports, body, exports } = moduleForm(text)
  const bindings = imports.map((each) => `const ${each.bound}=${expressionOf(each)};${each.space}`)
  return `${bindings.join('')}${body}return{${exports}};`
}
