/** What comes with the suite beside its cases, and that the skeletons say of each operation what the page says. */
import { readdirSync, readFileSync } from 'node:fs'
import {
  nativeTests,
  pages,
  skeletonFiles,
  skeletonLanguages,
  skeletons,
  skeletonText,
} from '../../../src/kit/conformance/beside.ts'
import { textBeside } from '../../../src/kit/conformance/suite.ts'
import { ops } from '../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../support/suite.ts'

const page = readFileSync('vectors/README.md', 'utf8')

/** The row of an operation in the page's table: the members of its input. */
const membersOf = (op: string): ReadonlyArray<string> => {
  const [, input = ''] = new RegExp(`^\\| \`${op}\` \\| ([^|]*) \\|`, 'm').exec(page) ?? []
  return [...input.replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

/** The comments that stand for the operations which are not begun, without the marks of the language. */
const unbegunIn = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trim().replace(/^(?:\/\/|#) ?/, ''))
  return lines
    .slice(lines.findIndex((line) => line.startsWith('parseAuthorization: ')))
    .slice(0, 18)
    .join('\n')
}

const skeleton = suite('a skeleton of a port')

skeleton('has a comment for each operation but the first, with every member of its input', () => {
  const comments = unbegunIn(skeletonText('python'))
  for (const op of ops.filter((name) => name !== 'stringToSign')) {
    const [, comment] = new RegExp(`^${op}: (.*)$`, 'm').exec(comments) ?? []
    assert.ok(comment !== undefined, op)
    assert.ok(membersOf(op).length > 0, op)
    for (const name of membersOf(op)) assert.match(comment, new RegExp(`\\b${name}\\b`), op)
  }
})

skeleton('has the same comments in each language', () => {
  for (const language of skeletonLanguages)
    assert.is(unbegunIn(skeletonText(language)), unbegunIn(skeletonText('python')), language)
})

skeleton('begins with what it is, and names the page', () => {
  for (const language of skeletonLanguages) {
    const head = skeletonText(language).slice(0, 500)
    assert.match(head, /The beginning of a port in /, language)
    assert.match(head, 'vectors/README.md of countersign', language)
  }
})

const beside = suite('beside the suite')

beside('is each file of the folder of skeletons, and no other', () => {
  const there = readdirSync('vectors/skeletons').map((name) => `skeletons/${name}`)
  assert.equal(there.toSorted(), skeletonFiles.toSorted())
  assert.is(Object.keys(skeletons).length, skeletonFiles.length)
})

beside('is each page and test by its name', () => {
  for (const name of [...pages, ...nativeTests])
    assert.is(textBeside(name), readFileSync(`vectors/${name}`, 'utf8'), name)
})
