/**
 * The guides for whoever changes a folder of the kit: each program in them runs as it stands, as a module of its folder, and prints what
 * the block after it shows.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { insideGuides } from '../../scripts/docs/guides.ts'
import { lastingFolder } from '../support/folder.ts'
import { blocksOf } from '../support/guides.ts'
import { assert, byTurns, suite } from '../support/suite.ts'

const inside = byTurns(2, suite('a guide of a folder'))

/** The program with what it prints as an export, and with the places of what it imports. */
const moduleOf = (code: string, guide: string): string => {
  const placed = code.replaceAll(
    /(?<= from ')\.{1,2}\/[^']+/g,
    (path) => pathToFileURL(resolve(dirname(guide), path)).href,
  )
  return [
    "import { format } from 'node:util'",
    'export const printed: Array<string> = []',
    placed.replaceAll('console.log(', 'print('),
    'function print(...values) { printed.push(format(...values)) }',
  ].join('\n')
}

for (const guide of insideGuides)
  inside(`${guide} shows what its programs print`, async () => {
    const blocks = blocksOf(readFileSync(guide, 'utf8'))
    const programs = blocks.flatMap(({ language, code }, i) =>
      language === 'ts' ? [{ code, shown: blocks[i + 1] }] : [],
    )
    assert.ok(programs.length > 0, 'no program')
    const scratch = lastingFolder(resolve('.tmp'))
    for (const [i, { code, shown }] of programs.entries()) {
      const file = join(scratch, `program-${i}.ts`)
      writeFileSync(file, moduleOf(code, guide))
      const { printed } = (await import(pathToFileURL(resolve(file)).href)) as {
        readonly printed: ReadonlyArray<string>
      }
      assert.is(`${printed.join('\n')}\n`, shown?.code, `program ${i + 1}`)
    }
  })
