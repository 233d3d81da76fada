// `npm run vectors`: writes vectors/ from the cases in vectors/cases/. The same bytes every time; with `--check` it writes
// nothing, and fails where what is there is something else.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPort } from '../src/conformance/port.ts'
import { resolveKeys } from '../src/conformance/suite.ts'
import type { Vector } from '../src/conformance/Vector.ts'
import { ours, type Policies } from '../src/core/Policies.ts'
import { behaviours } from '../vectors/cases/behaviours.ts'
import { checks } from '../vectors/cases/checks.ts'
import { type Draft, keys } from '../vectors/cases/draft.ts'
import { schemas } from '../vectors/cases/schemas.ts'
import { policies, reasons } from '../vectors/cases/words.ts'

const suite = '1.0.0'

/** A trace is written as a port sees it that takes every policy. */
const everything = Object.fromEntries(Object.keys(ours).map((name) => [name, true])) as unknown as Policies
const tracer = createPort({ policies: everything, version: suite })

const complete = async (draft: Draft): Promise<Vector> => {
  const { id, since = suite, comment, flags, fault, twin, op, input, expect } = draft
  const { input: resolved } = resolveKeys({ op, input } as Vector, keys)
  const traced = ['stringToSign', 'sign', 'verify'].includes(op) ? await tracer.answer(op, resolved) : undefined
  return {
    id,
    since,
    comment,
    flags,
    ...(fault === undefined ? {} : { fault }),
    ...(twin === undefined ? {} : { twin }),
    op,
    input,
    expect,
    ...(traced?.trace === undefined ? {} : { trace: traced.trace }),
  }
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The generated files by name. */
const files = async (): Promise<ReadonlyMap<string, string>> => {
  const written = new Map<string, string>()
  const counts: Record<string, { count: number; sha256: string }> = {}
  const flat: Array<string> = []
  for (const { behaviour, file = behaviour, comment, cases } of behaviours) {
    const vectors = await Promise.all(cases.map(complete))
    const text = pretty({ behaviour, comment, cases: vectors })
    written.set(`${file}.json`, text)
    counts[`${file}.json`] = { count: vectors.length, sha256: sha256(text) }
    for (const vector of vectors) flat.push(`${JSON.stringify(resolveKeys(vector, keys))}\n`)
  }
  counts['flat.jsonl'] = { count: flat.length, sha256: sha256(flat.join('')) }
  written.set('flat.jsonl', flat.join(''))
  written.set('manifest.json', pretty({ suite, count: flat.length, files: counts }))
  written.set('checks.json', pretty(checks))
  written.set('reasons.json', pretty(reasons))
  written.set('policies.json', pretty(policies))
  for (const [name, schema] of Object.entries(schemas)) written.set(`schema/${name}.schema.json`, pretty(schema))
  return written
}

const folder = 'vectors'
const made = await files()
const kept = new Set(['flags.json', 'keys.json', 'README.md', 'LICENSE'])
const stray = ['', 'schema']
  .flatMap((sub) => readdirSync(join(folder, sub), { withFileTypes: true }).map((entry) => ({ sub, entry })))
  .filter(({ entry }) => entry.isFile())
  .map(({ sub, entry }) => join(sub, entry.name))
  .filter((name) => !made.has(name) && !kept.has(name))

if (process.argv.includes('--check')) {
  const differing = [...made].filter(([name, text]) => {
    const path = join(folder, name)
    return !existsSync(path) || readFileSync(path, 'utf8') !== text
  })
  const wrong = [
    ...differing.map(([name]) => `${name} is not what its cases make it`),
    ...stray.map((name) => `${name} belongs to nothing`),
  ]
  if (wrong.length > 0) {
    console.error(`${wrong.map((line) => `vectors/${line}\n`).join('')}run npm run vectors`)
    process.exit(1)
  }
  console.log(`vectors/: ${made.size} files are what their cases make them`)
} else {
  mkdirSync(join(folder, 'schema'), { recursive: true })
  for (const [name, text] of made) writeFileSync(join(folder, name), text)
  const { count } = JSON.parse(made.get('manifest.json') as string)
  console.log(`vectors/: ${count} cases in ${behaviours.length} files`)
  for (const name of stray) console.log(`vectors/${name} belongs to nothing: remove it`)
}
