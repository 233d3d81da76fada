// What package.json points to, by the way in which it is built.
import { readFileSync } from 'node:fs'

const { bin, exports, files } = JSON.parse(readFileSync('package.json', 'utf8'))

/** `server/node` for `./dist/server/node.js`. */
const pointedTo = (targets: unknown): ReadonlyArray<string> => {
  const paths = JSON.stringify(targets).matchAll(/"\.\/dist\/([^"]+)\.js"/g)
  return [...new Set([...paths].map(([, path]) => String(path)))]
}

const isRequired = (file: string): boolean => file.startsWith('cjs/')

/** The modules of the package's interface, on Node and elsewhere. */
export const entryPoints: ReadonlyArray<string> = pointedTo(exports).filter((file) => !isRequired(file))

/** Those of them that `require` finds as well. */
export const required: ReadonlyArray<string> = pointedTo(exports)
  .filter(isRequired)
  .map((file) => file.slice('cjs/'.length))

export const commands: ReadonlyArray<string> = pointedTo(bin)

const leftOut: ReadonlyArray<string> = files
  .filter((name: string) => name.startsWith('!dist/'))
  .map((name: string) => name.slice('!dist/'.length))

/** Whether a name in dist/ is the build's. What the package leaves out, such as the site and reports, other commands write. */
export const isBuilt = (name: string): boolean =>
  !leftOut.some((other) => (other.startsWith('*') ? name.endsWith(other.slice(1)) : name === other))
