/** The package's public interface is a reviewed file: every change for its users shows there. */
import { readFileSync } from 'node:fs'
import { createPatch } from 'diff'
import { packedReader } from '../../scripts/build/functional.ts'
import { type EntryPoint, entryPoints } from '../../scripts/docs/entryPoints.ts'
import { publicDeclarations } from '../../scripts/docs/publicDeclarations.ts'
import { reader, srcReader } from '../../scripts/docs/reachable.ts'
import { assert, suite } from '../support/suite.ts'

const file = 'spec/project/declarations.txt'
const kept = readFileSync(file, 'utf8')

/** The declarations text of a package of these modules, with the entry point `index`. */
const textOf = (modules: Readonly<Record<string, string>>, entry: ReadonlyArray<string> = ['index']): string => {
  const source = (path: string): string => {
    const text = modules[path.slice('src/'.length, -'.ts'.length)]
    if (text === undefined) throw new Error(`${path} is read without need`)
    return text
  }
  const entries: ReadonlyArray<EntryPoint> = [{ name: 'plain', modules: entry }]
  return publicDeclarations(entries, reader(source))
}

const plain = {
  index: `export { sign, type Settings } from './sign.ts'
export * as Nonce from './Nonce.ts'`,
  sign: `import * as E from 'fp-ts/lib/Either.js'
import type { Nonce } from './Nonce.ts'
/** Words. */
export interface Settings { readonly nonce?: Nonce | undefined; readonly limit: Limit }
type Limit = number
type Unseen = string
export const sign = ({ nonce }: Settings, retries = 0): E.Either<Unfit, string> => E.right(String(nonce))
export interface Unfit { readonly why: 'unfit' }
export const internal = (): Unseen => 'not exported by the entry point'`,
  Nonce: `export type Nonce = string
export const parse = (s: string): Nonce => s`,
}
const before = textOf(plain)
const changed = (module: keyof typeof plain, from: string, to: string): string => {
  assert.ok(plain[module].includes(from), `${from} is there to be changed`)
  return textOf({ ...plain, [module]: plain[module].replace(from, to) })
}

const declarations = suite('the public declarations')

declarations('are those in the reviewed file', () => {
  const now = publicDeclarations(entryPoints(), srcReader(), packedReader())
  const difference = kept === now ? '' : createPatch(file, kept, now).slice(0, 3000)
  assert.ok(difference === '', `${difference}\nIf it is meant: npm run check -- --fix`)
})

for (const [what, module, from, to] of [
  ['an added export', 'index', 'type Settings', 'type Settings, internal'],
  ['a removed export', 'index', ', type Settings', ''],
  ['an export by another name', 'Nonce', 'parse =', 'read ='],
  ['a type that an export refers to', 'sign', 'type Limit = number', 'type Limit = bigint'],
  ['one more member of a union', 'sign', "'unfit'", "'unfit' | 'late'"],
  ['a type', 'Nonce', 'Nonce = string', 'Nonce = number'],
  ['another import', 'sign', 'import type { Nonce } from', 'import type { parse as Nonce } from'],
  ['what was optional', 'sign', 'nonce?:', 'nonce:'],
  ['an argument that was optional', 'sign', 'retries = 0', 'retries: number'],
  ['what was required', 'sign', 'readonly limit:', 'readonly limit?:'],
  ['a value that becomes a type', 'index', '{ sign', '{ type sign'],
] as const)
  declarations(`change with ${what}`, () => assert.not.equal(changed(module, from, to), before))

declarations('do not change with comments, bodies, order, or unreachable declarations', () => {
  assert.equal(changed('sign', '/** Words. */', '/** Other words. */'), before)
  assert.equal(changed('sign', 'E.right(String(nonce))', "E.left({ why: 'unfit' })"), before)
  assert.equal(changed('sign', 'type Unseen = string', 'type Unseen = number'), before)
  assert.equal(textOf({ ...plain, index: plain.index.split('\n').reverse().join('\n') }), before)
})

declarations('follow export *, renamed exports, and types of other packages', () => {
  const text = textOf({
    index: `export * from './shared.ts'
import { inner } from './inner.ts'
export { inner as outer }`,
    shared: `export type { Shared as Renamed } from './inner.ts'`,
    inner: `export interface Shared { readonly here: typeof inner }
export const inner: { readonly a: 1 } = { a: 1 }
declare module 'fastify' { interface FastifyRequest { added: Shared } }`,
  })
  assert.match(text, 'type Renamed from inner as Shared')
  assert.match(text, 'outer from inner as inner')
  assert.match(text, 'added: Shared')
})

declarations('show exports that only some runtimes have', () => {
  const text = textOf({ node: 'export const files: 1 = 1', web: 'export {}' }, ['node', 'web'])
  assert.match(text, '== plain, on Node ==')
  assert.match(text, '== plain, elsewhere ==')
})

const faces = suite('the declarations of every entry point but the whole')

/** For each heading, the packages whose types its declarations name. */
const packagesOf = new Map(
  [...kept.matchAll(/^== (.+) ==\nIt names types of: (.+)$/gm)].map(([, title, names]) => [title, names] as const),
)

faces('name no type of fp-ts and io-ts', () => {
  const titles = [...packagesOf.keys()].filter((title = '') => title.startsWith('countersign/'))
  assert.ok(titles.length > 20)
  for (const title of titles) assert.not.match(packagesOf.get(title) ?? '', /\b(?:fp|io)-ts\b/, title)
})

faces('those of the whole name io-ts, so this check works', () => {
  assert.is(packagesOf.get('countersign'), 'io-ts')
})
