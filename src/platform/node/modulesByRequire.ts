/**
 * The modules of `dist/` for `require`, whose files in `dist/cjs/` call this. Jest and Node 22.3 to 22.11 load no ES module by
 * `require`; a second copy of all code would be an eighth of the package. So this reads each file once, and runs it as a function.
 */
import { type Import, moduleBody } from './moduleBody.ts'

type Exports = Readonly<Record<string, unknown>>

/** Of another package, or of Node. */
type Require = (name: string) => unknown

/** What a module asks for at run time: others at once, others later, and its own address. */
type Run = (load: (from: string) => unknown, later: (from: string) => Promise<unknown>, moduleUrl: string) => Exports
const names = ['load', 'later', 'moduleUrl']

const expressionOf = ({ from, kind }: Import): string => {
  const loaded = `load(${JSON.stringify(from)})`
  return kind === 'default' ? `(m=>m&&m.__esModule?m.default:m)(${loaded})` : loaded
}

/** The text of a module as a body of `Run`. The build makes sure that no text in quotes looks like a call of `import`. */
export const bodyByRequire = (text: string): string =>
  `"use strict";${moduleBody(text, expressionOf)}`
    .replace(/\bimport\((?=")/g, 'later(')
    .replaceAll('import.meta.url', 'moduleUrl')

/** A function that loads a file of the folder, such as `server/node.js`. Each file runs once. */
export const modulesByRequire = (require: Require, folder: string): ((file: string) => Exports) => {
  // Not by `require`, of which a test in Jest gets its mocks.
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const { dirname, join } = process.getBuiltinModule('node:path')
  const { pathToFileURL } = process.getBuiltinModule('node:url')
  const { compileFunction } = process.getBuiltinModule('node:vm')
  // A test in Jest runs in a context of its own, with its own Array and Error: only what it compiles itself is of that context.
  const isOfContext = compileFunction('return Array')() === Array

  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      const advice =
        'a bundler used the files for require: give the bundler the condition `module` as well, or leave countersign out of the bundle'
      throw new Error(`countersign: ${path} cannot be read; ${advice}`, { cause: error })
    }
  }
  const compiled = (path: string): Run => {
    const body = bodyByRequire(read(path))
    if (isOfContext) return compileFunction(body, names, { filename: path }) as Run
    return new Function(...names, `${body}\n//# sourceURL=${path}`) as Run
  }

  const loaded = new Map<string, Exports>()
  const load = (path: string): Exports => {
    const before = loaded.get(path)
    if (before !== undefined) return before
    const near = (from: string): unknown => (from.startsWith('.') ? load(join(dirname(path), from)) : require(from))
    const later = async (from: string): Promise<unknown> => near(from)
    const exports = compiled(path)(near, later, pathToFileURL(path).href)
    Object.defineProperty(exports, '__esModule', { value: true })
    loaded.set(path, exports)
    return exports
  }
  return (file) => load(join(folder, file))
}
