/** The guides: the Markdown that stands at the top, in `.github`, in `vectors` and beside the code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One page each for whoever changes a folder with a vocabulary of its own: no part of the site or of the package. */
export const insideGuides: ReadonlyArray<string> = [
  'kit/values',
  'kit/conformance/generators',
  'kit/diagnosis/forms',
].map((folder) => join('src', folder, 'README.md'))

/** Where a task begins, though the README names another guide of it before. */
const firstOfTasks: ReadonlyArray<string> = ['src/server/README.md', 'vectors/README.md']

/** Their paths: the README, then those with which a task begins, then as the README names them, then the others. */
export const guides = (): ReadonlyArray<string> => {
  const inSrc = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => join('src', name))
  const elsewhere = ['.', '.github', 'vectors'].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  )
  const found = [...elsewhere, ...inSrc].filter(
    (path) => path.endsWith('.md') && !path.endsWith('TEMPLATE.md') && !insideGuides.includes(path),
  )
  const readme = readFileSync('README.md', 'utf8')
  const place = (path: string): number => {
    const at = readme.indexOf(`(${path}`)
    if (path === 'README.md') return -2
    if (firstOfTasks.includes(path)) return -1
    return at < 0 ? readme.length : at
  }
  return found.toSorted((a, b) => place(a) - place(b))
}

/** What a reader wants to do, in the order of the menu, and the guides for it. */
const tasks: ReadonlyArray<readonly [task: string, paths: RegExp]> = [
  ['Start', /^src\/start\//],
  ['Callers', /^src\/(?:client|platform)\/|^src\/server\/stand-in\.md/],
  [
    'Servers',
    /^src\/(?:guards|kit\/testing|server\/(?:adapters|keys))\/|^src\/server\/(?:README|streams|runtimes)\.md/,
  ],
  ['Operate', /^src\/(?:apps\/gateway|server\/operate)\/|^src\/server\/(?:logs|SPEED)\.md/],
  ['Refusals', /^src\/(?:kit\/diagnosis\/|server\/refusals(?:\.zh)?\.md)/],
  ['Port authors', /^(?:vectors|src\/kit\/conformance|src\/core)\//],
  ['fp-ts', /^src\/programs\//],
  ['Project', /./],
]
export const taskNames: ReadonlyArray<string> = tasks.map(([task]) => task)
export const taskOf = (path: string): string => (tasks.find(([, paths]) => paths.test(path)) as [string, RegExp])[0]
