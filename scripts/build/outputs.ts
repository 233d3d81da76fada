// What package.json points to, by the way in which it is built.
import { readFileSync } from 'node:fs'

const { bin, exports, files } = JSON.parse(readFileSync('package.json', 'utf8'))

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

const leftOut: ReadonlyArray<string> = files
  .filter((name: string) => name.startsWith('!dist/'))
  .map((name: string) => name.slice('!dist/'.length))

/** Whether a name in dist/ is the build's. What the package leaves out, such as the site and reports, other commands write. */
export const isBuilt = (name: string): boolean =>
  !leftOut.some((other) => (other.startsWith('*') ? name.endsWith(other.slice(1)) : name === other))
