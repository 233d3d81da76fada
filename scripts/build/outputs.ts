// What package.json points to, by the way in which it is built.
import { readFileSync } from 'node:fs'
import { entryPoints as entriesOfPackage } from '../docs/entryPoints.ts'

const { bin, files } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The modules of the package's interface, on Node and elsewhere: `server/node` for `./dist/server/node.js`. */
export const entryPoints: ReadonlyArray<string> = entriesOfPackage().flatMap(({ modules }) => modules)

export const commands: ReadonlyArray<string> = Object.values<string>(bin).map((file) =>
  file.replace(/^\.\/dist\/|\.js$/g, ''),
)

const leftOut: ReadonlyArray<string> = files
  .filter((name: string) => name.startsWith('!dist/'))
  .map((name: string) => name.slice('!dist/'.length))

/** Whether a name in dist/ is the build's. What the package leaves out, such as the site and reports, other commands write. */
export const isBuilt = (name: string): boolean =>
  !leftOut.some((other) => (other.startsWith('*') ? name.endsWith(other.slice(1)) : name === other))
