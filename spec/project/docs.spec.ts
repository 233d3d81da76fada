/** Every public function has a documentation sentence and a tested example. */
import { readFileSync } from 'node:fs'
import { docComment } from '../../scripts/docs/comments.ts'
import { entryPoints } from '../../scripts/docs/entryPoints.ts'
import { publicFunctions } from '../../scripts/docs/publicFunctions.ts'
import { srcReader } from '../../scripts/docs/reachable.ts'
import { assert, suite } from '../support/suite.ts'

/** Functions without an example, with the reason. */
const excused: Readonly<Record<string, string>> = {
  'countersign/nest Verified': 'NestJS is installed for its live spec alone, which runs the program of its guide',
}

const functions = publicFunctions(entryPoints(), srcReader())
const documented = functions.map((one) => ({
  ...one,
  comment: docComment(readFileSync(`src/${one.module}.ts`, 'utf8'), one.local),
}))
const listed = (some: ReadonlyArray<{ readonly name: string; readonly module: string }>): string =>
  some.map(({ name, module }) => `${name} (src/${module}.ts)`).join('\n')

const documentation = suite('every function of every entry point')

documentation('is found: in namespaces, in named types, and in framework adapters', () => {
  const names = functions.map(({ name }) => name)
  const few = ['Nonce.parse', 'verifyRequest', '/client createClient', '/fastify verified', '/http verified']
  const missing = few.filter((name) => !names.some((one) => one.endsWith(name)))
  assert.equal(missing, [])
  assert.not.ok(names.some((name) => name.endsWith('Freshness.defaults')))
})

documentation('has its own sentence', () => {
  const silent = documented.filter(({ comment = '' }) => !/^\/\*\*\s+(?:\*\s+)?[^\s@*]/.test(comment))
  assert.is(listed(silent), '')
})

documentation('has an example, or a reason for none', () => {
  const bare = documented.filter((one) => !one.comment?.includes('@example') && excused[one.name] === undefined)
  assert.is(listed(bare), '')
})

documentation('is not excused if it has an example', () => {
  for (const name of Object.keys(excused)) {
    const found = documented.find((one) => one.name === name)
    assert.ok(found !== undefined && !found.comment?.includes('@example'), name)
  }
})
