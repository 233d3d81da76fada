// What package.json points to, by the way in which it is built.
import { readFileSync } from 'node:fs'

const { bin, exports } = JSON.parse(readFileSync('package.json', 'utf8'))

/** `server/node` for `./dist/server/node.js`. */
const pointedTo = (targets: unknown, folder: string): ReadonlyArray<string> => {
  const paths = JSON.stringify(targets).matchAll(/"\.\/dist\/([^"]+)\.js"/g)
  const files = new Set([...paths].map(([, path]) => String(path)))
  return [...files].filter((file) => file.startsWith(folder)).map((file) => file.slice(folder.length))
}

/** A file each, which holds all that it needs: a runtime that reads files loads one faster than fifty. */
export const bundles: ReadonlyArray<string> = pointedTo(exports, '').filter((path) => !/^(?:cjs|modules)\//.test(path))

/** The same for `require`. */
export const required: ReadonlyArray<string> = pointedTo(exports, 'cjs/')

/** Many small files, of which a bundler takes what is used. They run everywhere. */
export const modules: ReadonlyArray<string> = pointedTo(exports, 'modules/')

export const commands: ReadonlyArray<string> = pointedTo(bin, '')

export const entryPoints: ReadonlyArray<string> = [...new Set([...bundles, ...required, ...modules])]
