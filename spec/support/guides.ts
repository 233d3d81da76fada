/** The guides as texts, and the blocks of code in them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guides } from '../../scripts/docs/guides.ts'

export const texts: ReadonlyMap<string, string> = new Map(guides().map((path) => [path, readFileSync(path, 'utf8')]))
export const textOf = (path: string): string => texts.get(path) ?? ''

export interface Block {
  readonly language: string
  readonly code: string
}
export const blocksOf = (text: string): ReadonlyArray<Block> =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({ language, code }))

/** Programs that a guide shows, and other specs run. */
export const programs: ReadonlyArray<string> = [
  'spec/examples',
  'spec/recipes',
  'spec/server/frameworks',
  'scripts/evidence/runtimes/recipes',
].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?[jt]s$|\.(?:html|toml)$/.test(name) && !/\.(?:spec|d)\.ts$/.test(name))
    // What the starter of a framework makes is shown by no guide of ours.
    .filter((name) => !name.split('/').includes('rest'))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
)

/** What a guide shows is run here, unless it is a program, or installs the project. */
export const isRun = ({ language, code }: Block): boolean =>
  /^(?:sh|ts)$/.test(language) && !programs.includes(code) && !/^npm (?:ci|init|install)\b/.test(code)
