/**
 * The program's packages, and which versions of them adapters, guards and arbitraries serve. They look by themselves: a range in
 * package.json would keep npm from installing the package beside another version, even for a program that uses the client alone.
 */
export interface Package {
  readonly name: string
  /** In words. */
  readonly served: string
}

export const express: Package = { name: 'express', served: '4.17 or later' }
export const fastCheck: Package = { name: 'fast-check', served: '3.22 or later' }
export const fastify: Package = { name: 'fastify', served: '5' }
export const hono: Package = { name: 'hono', served: '4' }
export const lmdb: Package = { name: 'lmdb', served: '3.4 or later' }
export const redis: Package = { name: 'redis', served: '4 or later, without legacyMode' }

/** Why a package of the program cannot be used, and what to do. `found`: its version, if it tells. */
export const unserved = ({ name, served }: Package, found = 'this'): string =>
  `countersign takes ${name} ${served}, not ${found}: npm install ${name}@latest`

/** Where the package explains a refusal: a path in it, with the heading. */
export const docsOf = (reason: string): string => `countersign/src/server/refusals.md#${reason}`
