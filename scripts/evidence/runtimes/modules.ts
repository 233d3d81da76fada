// The modules of the installed package, by the platforms on which they work.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The entry points that need Node's files or sockets. */
export const onNodeOnly: ReadonlyArray<string> = [
  'countersign/node',
  'countersign/guards/lmdb',
  'countersign/guards/redis',
  'countersign/guards/postgres',
]

/** The modules that the installed package exports, each with its file for platforms other than Node; not NestJS, which is not beside it. */
export const modulesOf = (folder: string): ReadonlyArray<{ readonly name: string; readonly file: string }> => {
  type Target = string | { readonly default: Target }
  const fileOf = (target: Target): string => (typeof target === 'string' ? target : fileOf(target.default))
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'node_modules/countersign/package.json'), 'utf8'))
  return Object.entries<Target>(exports)
    .filter(([path, target]) => typeof target !== 'string' && path !== './nest')
    .map(([path, target]) => ({ name: `${name}${path.slice(1)}`, file: fileOf(target).slice(2) }))
}

/** The adapters of Node's frameworks. A bundler for another platform takes them, and no server there has use for them. */
const ofNode: ReadonlyArray<string> = ['http', 'express', 'fastify', 'koa'].map((name) => `countersign/${name}`)

/** The exported modules that work on every platform. */
export const webModulesOf = (folder: string): ReadonlyArray<string> =>
  modulesOf(folder).flatMap(({ name }) => (onNodeOnly.includes(name) || ofNode.includes(name) ? [] : [name]))
