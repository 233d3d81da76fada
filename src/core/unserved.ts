/**
 * The versions that adapters, guards and arbitraries serve of the program's packages. They look by themselves: a range in package.json
 * would keep npm from installing the package beside another version, even for a program that uses the client alone.
 */
export const served = {
  express: '4.17 or later, or 5',
  'fast-check': '3.22 or later, or 4',
  fastify: '5',
  hono: '4',
  '@hono/node-server': '1.16 or later, or 2',
  lmdb: '3.4 or later',
  redis: '4 or later, without legacyMode',
} as const

/** Why a package of the program cannot be used, and what to do. `found`: its version, if it tells. */
export const unserved = (name: keyof typeof served, found = 'this version'): string =>
  `countersign works with ${name} ${served[name]}, and not with ${found}: npm install ${name}@latest`
