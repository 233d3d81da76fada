/**
 * `npm run evidence -- escapes`: what HTTP libraries make of a target, against src/diagnosis/forms/escapes.ts. `--write` writes
 * that file. `-- escapes curl Go`: only these. `DEBUG=1` shows what a library says.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import * as table from '../../src/diagnosis/forms/escapes.ts'
import { expectKnown } from '../terminal.ts'
import { ask } from './escapes/ask.ts'
import { libraries } from './escapes/libraries.ts'

const file = 'src/diagnosis/forms/escapes.ts'
const args = process.argv.slice(2)
const wanted = args.filter((arg) => arg !== '--write')
const names = libraries.map(({ name }) => name)
expectKnown('library', wanted, names)

const found: Array<table.Library> = []
for (const name of wanted.length > 0 ? wanted : names) {
  const told = await ask(name)
  const known = table.libraries.find((library) => library.name === name)
  const same = JSON.stringify(known) === JSON.stringify(told)
  if (!same && !args.includes('--write')) process.exitCode = 1
  console.log(`${same ? '=' : '≠'} ${JSON.stringify(told)}`)
  found.push(told)
}

if (args.includes('--write')) {
  const all = names.flatMap((name) => [...found, ...table.libraries].find((library) => library.name === name) ?? [])
  const literal = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
  const lines = all.map(
    ({ name, path, query, ...flags }) =>
      `  { ${[`name: ${literal(name)}`, `path: ${literal(path)}`, `query: ${literal(query)}`]
        .concat(Object.keys(flags).map((flag) => `${flag}: true`))
        .join(', ')} },\n`,
  )
  const [head = ''] = readFileSync(file, 'utf8').split('= [')
  writeFileSync(file, `${head}= [\n${lines.join('')}]\n`)
}
