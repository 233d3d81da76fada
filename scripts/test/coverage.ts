// The pure code has no excuse: each line of it runs in some spec of its own folders, or the step fails and names the lines.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Report } from 'c8'
import { transformSync } from 'esbuild'

const pure = ['core', 'job', 'programs']
const folders = pure.map((folder) => join('src', folder))

/** The part of istanbul's map that is read here; c8 makes it and does not declare it. */
interface CoverageMap {
  readonly files: () => readonly string[]
  readonly fileCoverageFor: (file: string) => { readonly getUncoveredLines: () => readonly string[] }
  readonly getCoverageSummary: () => Record<'lines' | 'branches', { readonly total: number; readonly covered: number }>
}

/** A file of types leaves nothing to run, and so nothing loads it. */
const isEmptyAtRunTime = (file: string): boolean => {
  const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } }
  return transformSync(readFileSync(file, 'utf8'), { loader: 'ts', tsconfigRaw }).code === ''
}

const typesOnly = (): readonly string[] =>
  folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.ts') && isEmptyAtRunTime(file))

/** `3-5,9` */
const spans = (lines: readonly number[]): string => {
  const starts = lines.filter((line, i) => lines[i - 1] !== line - 1)
  const ends = lines.filter((line, i) => lines[i + 1] !== line + 1)
  return starts.map((start, i) => (start === ends[i] ? `${start}` : `${start}-${ends[i]}`)).join(',')
}

export interface Coverage {
  readonly lines: number
  /** The share of branches that were taken: lines hide an early return that stands on one line with its condition. */
  readonly branches: number
  /** `FILE:LINES` */
  readonly uncovered: readonly string[]
}

/** What the processes left in `directory` (NODE_V8_COVERAGE), against every file of the pure code, loaded or not. */
export const measureCoverage = async (directory: string): Promise<Coverage> => {
  const report = new Report({
    all: true,
    exclude: [...typesOnly()],
    extension: ['.ts'],
    include: folders.map((folder) => `${folder}/**`),
    reporter: [],
    resolve: '',
    src: [process.cwd()],
    tempDirectory: directory,
  }) as unknown as { readonly getCoverageMapFromAllCoverageFiles: () => Promise<CoverageMap> }

  const map = await report.getCoverageMapFromAllCoverageFiles()
  const { lines, branches } = map.getCoverageSummary()
  return {
    lines: lines.total,
    branches: branches.total === 0 ? 1 : branches.covered / branches.total,
    uncovered: map
      .files()
      .map((file) => ({ file, missed: map.fileCoverageFor(file).getUncoveredLines().map(Number) }))
      .filter(({ missed }) => missed.length > 0)
      .map(({ file, missed }) => `${relative('', file)}:${spans(missed)}`),
  }
}
