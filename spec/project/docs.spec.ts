/** Every public function has a documentation sentence and a tested example. */
import { readFileSync } from 'node:fs'
import { docComment, fileComment } from '../../scripts/docs/comments.ts'
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
  for (const name of ['Nonce.parse', 'verifyRequest', '/client createClient', '/fastify verified', '/http verified'])
    assert.ok(
      names.some((one) => one.endsWith(name)),
      name,
    )
  assert.not.ok(names.some((name) => name.endsWith('Freshness.defaults')))
})

documentation('has its own sentence', () => {
  const silent = documented.filter(({ comment = '' }) => !/^\/\*\*\s+(?:\*\s+)?[^\s@*]/.test(comment))
  assert.is(listed(silent), '')
})

documentation('has an example, or a reason for none', () => {
  const bare = documented.filter(
    ({ name, comment = '' }) => !comment.includes('@example') && excused[name] === undefined,
  )
  assert.is(listed(bare), '')
})

documentation('is not excused if it has an example', () => {
  for (const name of Object.keys(excused)) {
    const comment = documented.find((one) => one.name === name)?.comment ?? ''
    assert.not.match(comment, /@example/, name)
    assert.ok(
      functions.some((one) => one.name === name),
      `${name} is gone`,
    )
  }
})

const comments = suite('docComment')

comments('is the comment directly before the declaration', () => {
  const source =
    '/** Of the file. */\nimport x from "x"\n/** Of a. */\nexport const a = (): void => {}\nexport const b = a\n'
  assert.is(docComment(source, 'a'), '/** Of a. */')
  assert.is(docComment(source, 'b'), undefined)
})

const ofFiles = suite('fileComment')

ofFiles('is the comment at the top, without its stars', () => {
  const comment = '/**\n * One.\n *\n *   two\n */\n'
  assert.is(fileComment(`${comment}import x from "x"`), 'One.\n\n  two')
  assert.is(fileComment(`${comment}export * from "x"`), 'One.\n\n  two')
  assert.is(fileComment(`${comment}\n/** Of a. */\nexport const a = 1`), 'One.\n\n  two')
})

ofFiles('is not the comment of the first declaration, nor a line comment', () => {
  assert.is(fileComment('/** Of a. */\nexport const a = 1'), undefined)
  assert.is(fileComment('// A remark.\nimport x from "x"'), undefined)
})
