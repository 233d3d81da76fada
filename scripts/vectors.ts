// `npm run vectors`: writes vectors/ from the cases in vectors/cases/. The same bytes every time; with `--check` it writes
// nothing, and fails where a file has other bytes. `npm run vectors -- archive` also writes dist/countersign-vectors-VERSION.tar.gz, with a
// sample of generated cases, the tests of ports and the skeletons.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { ours, type Policies } from '../src/core/Policies.ts'
import { vector, wordsOf } from '../src/kit/conformance/codecs.ts'
import { createPort } from '../src/kit/conformance/port.ts'
import { resolveKeys } from '../src/kit/conformance/testKeys.ts'
import type { Vector } from '../src/kit/conformance/Vector.ts'
import { catalogue } from '../src/kit/diagnosis/catalogue.ts'
import { behaviours } from '../vectors/cases/behaviours.ts'
import { checks } from '../vectors/cases/checks.ts'
import { type Draft, keys } from '../vectors/cases/draft.ts'
import { flagsFor } from '../vectors/cases/flags.ts'
import { schemas } from '../vectors/cases/schemas.ts'
import { policies, reasons } from '../vectors/cases/words.ts'
import { flag, readArguments, text } from './terminal.ts'
import { archive } from './vectors/archive.ts'

const { values, positionals } = readArguments({ check: flag, sample: text }, 'file', ['archive'])

const suite = '1.0.0'
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

// The trace of a case is that of a port which takes every policy.
const everything = Object.fromEntries(Object.keys(ours).map((name) => [name, true])) as unknown as Policies
const tracer = createPort({ policies: everything, version: suite })

const complete = async (draft: Draft): Promise<Vector> => {
  const { id, since = suite, comment, flags, fault, twin, op, input, expect } = draft
  const { input: resolved } = resolveKeys({ op, input } as Vector, keys)
  const traced = ['stringToSign', 'sign', 'verify'].includes(op) ? await tracer.answer(op, resolved) : undefined
  // In the order of the file, which leaves out what is undefined.
  const made = vector.decode({ id, since, comment, flags, fault, twin, op, input, expect, trace: traced?.trace })
  if (E.isLeft(made)) throw new Error(`${id}: ${wordsOf(made.left)}`)
  return made.right
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const written = new Map<string, string>()
const counts: Record<string, { count: number; sha256: string }> = {}
const all: Array<Vector> = []
for (const { behaviour, file = behaviour, comment, cases } of behaviours) {
  const vectors = await Promise.all(cases.map(complete))
  const text = pretty({ behaviour, comment, cases: vectors })
  written.set(`${file}.json`, text)
  counts[`${file}.json`] = { count: vectors.length, sha256: sha256(text) }
  all.push(...vectors)
}
const flat = all.map((vector) => `${JSON.stringify(resolveKeys(vector, keys))}\n`).join('')
counts['flat.jsonl'] = { count: all.length, sha256: sha256(flat) }
written.set('flat.jsonl', flat)
written.set('manifest.json', pretty({ suite, count: all.length, files: counts }))
const ofFindings = catalogue.map(({ id }) => id)
written.set('flags.json', pretty(flagsFor([...all.flatMap(({ flags }) => flags), ...ofFindings])))
written.set('checks.json', pretty(checks))
written.set('reasons.json', pretty(reasons))
written.set('policies.json', pretty(policies))
for (const [name, schema] of Object.entries(schemas)) written.set(`schema/${name}.schema.json`, pretty(schema))

const folder = 'vectors'
const byHand = new Set(['keys.json', 'README.md', 'LICENSE'])
const stray = ['', 'schema']
  .flatMap((sub) => readdirSync(join(folder, sub), { withFileTypes: true }).map((entry) => ({ sub, entry })))
  .filter(({ entry }) => entry.isFile())
  .map(({ sub, entry }) => join(sub, entry.name))
  .filter((name) => !written.has(name) && !byHand.has(name))

if (values.check) {
  const differing = [...written].filter(([name, text]) => {
    const path = join(folder, name)
    return !existsSync(path) || readFileSync(path, 'utf8') !== text
  })
  const wrong = [
    ...differing.map(([name]) => `vectors/${name} differs from what the cases generate`),
    ...stray.map((name) => `vectors/${name} is neither generated nor known`),
  ]
  if (wrong.length > 0) {
    console.error([...wrong, 'run npm run vectors'].join('\n'))
    process.exit(1)
  }
  console.log(`vectors/: all ${written.size} files are as the cases generate them`)
} else {
  mkdirSync(join(folder, 'schema'), { recursive: true })
  for (const [name, text] of written) writeFileSync(join(folder, name), text)
  console.log(`vectors/: ${all.length} cases in ${behaviours.length} files`)
  for (const name of stray) console.log(`vectors/${name} is neither generated nor known: remove it`)
}

if (positionals.length > 0) {
  const { archivedFiles } = await import('../src/kit/conformance/archived.ts')
  const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const files = await archivedFiles({
    files: new Map([...written, ['keys.json', textOf('keys.json')]]),
    textOf,
    version,
    // Specs make a smaller sample: `--sample=100`.
    ...(values.sample !== undefined && { count: Number(values.sample) }),
  })
  const title = `countersign-vectors-${suite}`
  mkdirSync('dist', { recursive: true })
  const contents = [...files].map(([name, text]) => ({ name, content: Buffer.from(text) }))
  writeFileSync(join('dist', `${title}.tar.gz`), archive(title, contents))
  console.log(`dist/${title}.tar.gz: ${files.size + 1} files`)
}
