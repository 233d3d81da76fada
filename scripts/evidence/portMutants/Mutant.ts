/** A port with one change. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesOf } from './operators.ts'
import type { MutatedPort } from './ports.ts'
import type { Change, Site } from './Site.ts'

export interface Mutant {
  readonly port: string
  readonly file: string
  readonly line: number
  readonly operator: string
  /** The function, and the line with the change in it: `isFit: return bits «>= → >» 2048`. Each mutant of a file has another. */
  readonly change: string
  /** The whole file, a character for each byte. */
  readonly text: string
}

const linesIn = (text: string): number => text.split('\n').length

const decoded = (bytes: string): string => Buffer.from(bytes, 'latin1').toString()

const shownIn = (source: string, site: Site, { start, end, text }: Change): string => {
  const from = source.lastIndexOf('\n', start - 1) + 1
  const to = source.indexOf('\n', end)
  const [before, old, after] = [source.slice(from, start), source.slice(start, end), source.slice(end, to)].map(decoded)
  const marked = `${before}«${old} → ${text}»${after}`.replace(/\s+/g, ' ').trim()
  return site.function === '' ? marked : `${site.function}: ${marked}`
}

const sitesOf = ({ sites, unjudged }: MutatedPort, path: string): ReadonlyArray<Site> => {
  const [file = '', ...args] = sites
  const input = readFileSync(path)
  const { status, stdout, stderr } = spawnSync(file, args, { input, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`the sites of ${path} are unknown: ${stderr}`)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Site => JSON.parse(line))
    .filter((site) => !unjudged.includes(site.function))
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

const mutantsIn = (port: MutatedPort, file: string): ReadonlyArray<Mutant> => {
  const path = join(port.folder, file)
  const source = readFileSync(path, 'latin1')
  const texts = new Set([source])
  const seen = new Map<string, number>()
  return sitesOf(port, path).flatMap((site) =>
    changesOf(site, source, port.words).flatMap((change) => {
      const text = source.slice(0, change.start) + change.text + source.slice(change.end)
      // Two operators may do the same.
      if (texts.has(text)) return []
      texts.add(text)
      const shown = shownIn(source, site, change)
      const times = (seen.get(shown) ?? 0) + 1
      seen.set(shown, times)
      const line = linesIn(source.slice(0, change.start))
      const named = times === 1 ? shown : `${shown} (${times})`
      return [{ port: port.name, file, line, operator: change.operator, change: named, text }]
    }),
  )
}

/** All mutants of a port, in the order of its files and lines. */
export const mutantsOf = (port: MutatedPort): ReadonlyArray<Mutant> =>
  readdirSync(port.folder)
    .filter((file) => port.isSource.test(file))
    .sort()
    .flatMap((file) => mutantsIn(port, file))

/** The behaviour that a file holds: `keys` for keys.py and keys.go. */
export const behaviourOf = (file: string): string => file.replace(/\.\w+$/, '')
