/**
 * The modules of `dist/` for `require`, whose files in `dist/cjs/` call this. Jest and Node 22.3 to 22.11 load no ES module by
 * `require`; a second copy of all code would be an eighth of the package. So this reads each file once, and runs it as a function:
 *
 *     import { x } from "./b.js"; … export { v };   →   (load, later, moduleUrl) => { const{x}=load("./b.js"); … return{v}; }
 */
import { type Import, moduleBody } from './moduleBody.ts'

type Exports = Readonly<Record<string, unknown>>

/** Loads a module of another package, or of Node. */
type Require = (name: string) => unknown

/** The body of a module as a function. Its parameters: how it loads another module, how it does so later, and its own address. */
type Run = (load: (from: string) => unknown, later: (from: string) => Promise<unknown>, moduleUrl: string) => Exports
const parameterNames = ['load', 'later', 'moduleUrl']

/** A function that loads a file of the folder, such as `server/node.js`. Each file runs once. */
export const modulesByRequire = (require: Require, folder: string): ((file: string) => Exports) => {
  const { dirname, join } = process.getBuiltinModule('node:path')
  const { pathToFileURL } = process.getBuiltinModule('node:url')
  const compile = compiler()
  const loaded = new Map<string, Exports>()
  const loadPath = (path: string): Exports => {
    const before = loaded.get(path)
    if (before !== undefined) return before
    const load = (from: string): unknown => (from.startsWith('.') ? loadPath(join(dirname(path), from)) : require(from))
    const later = async (from: string): Promise<unknown> => load(from)
    const exports = compile(path)(load, later, pathToFileURL(path).href)
    Object.defineProperty(exports, '__esModule', { value: true })
    loaded.set(path, exports)
    return exports
  }
  return (file) => loadPath(join(folder, file))
}

// ---- From a file to its function

/** Node's modules come from the process here: a test in Jest may have mocks of what `require` gives. */
const compiler = (): ((path: string) => Run) => {
  const { compileFunction } = process.getBuiltinModule('node:vm')
  // A test in Jest runs in its own context, with another Array and Error. `compileFunction` would compile for the main context.
  const isMainContext = compileFunction('return Array')() === Array
  return (path) => {
    const body = bodyByRequire(readModule(path))
    if (isMainContext) return compileFunction(body, parameterNames, { filename: path }) as Run
    return new Function(...parameterNames, `${body}\n//# sourceURL=${path}`) as Run
  }
}

const readModule = (path: string): string => {
  const { readFileSync } = process.getBuiltinModule('node:fs')
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const advice =
      'a bundler used the files for require: give the bundler the condition `module` as well, or leave countersign out of the bundle'
    throw new Error(`countersign: ${path} cannot be read; ${advice}`, { cause: error })
  }
}

/** The text of a module as the body of a `Run`. The build checks that no text in quotes looks like a call of `import`. */
export const bodyByRequire = (text: string): string =>
  `"use strict";${moduleBody(text, expressionOf)}`
    .replace(/\bimport\((?=")/g, 'later(')
    .replaceAll('import.meta.url', 'moduleUrl')

const expressionOf = ({ from, kind }: Import): string => {
  const loaded = `load(${JSON.stringify(from)})`
  return kind === 'default' ? `(m=>m&&m.__esModule?m.default:m)(${loaded})` : loaded
}
