/**
 * How a caller does it rightly: a program in each of four languages, and the lines of it that set a mistake right.
 */
import { catalogue } from './catalogue.ts'
import { go } from './code/go.ts'
import { javascript } from './code/javascript.ts'
import { type Program, type Section, sections } from './code/Program.ts'
import { python } from './code/python.ts'
import { shell } from './code/shell.ts'
import type { Part } from './Mistake.ts'

export type Language = 'javascript' | 'python' | 'go' | 'shell'

const programs: Readonly<Record<Language, Program>> = { javascript, python, go, shell }

/** The languages in which there is right code. */
export const languages: ReadonlyArray<Language> = ['javascript', 'python', 'go', 'shell']

const ofPart: Readonly<Record<Part, ReadonlyArray<Section>>> = {
  method: ['text', 'send'],
  target: ['target', 'send'],
  timestamp: ['timestamp', 'header'],
  nonce: ['nonce', 'header'],
  body: ['body', 'send'],
  encoding: ['body', 'send'],
  join: ['text'],
  hash: ['signature'],
  signature: ['signature'],
  header: ['header'],
  // A clock is set, and a key is chosen or registered, outside of the program.
  clock: [],
  key: [],
}

const exceptions: Readonly<Record<string, ReadonlyArray<Section>>> = {
  // The caller did nothing wrong: a proxy hides a part of the path from the verifier.
  'target-prefix-added': [],
  'nonce-missing': ['nonce', 'text'],
  'body-missing': ['text', 'send'],
  'body-hashed': ['text'],
  // The Base64 was right, and what came after it was not.
  'signature-percent-encoded': ['header'],
  'signature-plus-as-space': ['header'],
}

const sectionsOf = (id: string): ReadonlyArray<Section> => {
  const mistake = catalogue.find((one) => one.id === id)
  if (mistake === undefined) return []
  return Object.hasOwn(exceptions, id) ? (exceptions[id] ?? []) : ofPart[mistake.part]
}

/**
 * The lines that set a mistake right: one or two sections of the program in that language, in its order and with a
 * blank line between them. Undefined where no code of the caller's helps, and for an id that is not in the catalogue.
 *
 * @example
 * ```ts
 * import { rightCode } from 'countersign/diagnosis'
 *
 * assert.match(rightCode('timestamp-milliseconds', 'javascript') ?? '', /Math\.floor\(Date\.now\(\) \/ 1000\)/)
 * assert.equal(rightCode('clock-behind', 'javascript'), undefined)
 * ```
 */
export const rightCode = (id: string, language: Language): string | undefined => rightCodeFor([id], language)

/**
 * The same for several mistakes at once, each section once.
 *
 * @example
 * ```ts
 * import { rightCode, rightCodeFor } from 'countersign/diagnosis'
 *
 * const ids = ['timestamp-milliseconds', 'header-milliseconds']
 * assert.equal(rightCodeFor(ids, 'go'), rightCode('timestamp-milliseconds', 'go'))
 * ```
 */
export const rightCodeFor = (ids: ReadonlyArray<string>, language: Language): string | undefined => {
  const helping = new Set(ids.flatMap(sectionsOf))
  if (helping.size === 0) return undefined
  return sections
    .filter((section) => helping.has(section))
    .map((section) => programs[language][section])
    .join('\n\n')
}

const indented = (text: string, indent: string): string => text.replace(/^(?=.)/gm, indent)

/**
 * The whole program in that language: it signs a job, sends it, and prints the answer's status and body.
 *
 * From the environment it takes URL, APP_ID, PRIVATE_KEY (the name of a PKCS #8 PEM file, not encrypted) and JOB (the
 * name of the file to send; without it the program builds a small job, but in the shell, which needs the file).
 *
 * @example
 * ```ts
 * import { languages, wholeProgram } from 'countersign/diagnosis'
 *
 * assert.ok(languages.every((language) => wholeProgram(language).includes('SVC-SHA256-RSA')))
 * ```
 */
export const wholeProgram = (language: Language): string => {
  const program = programs[language]
  const lines = sections.map((section) => indented(program[section], program.indent ?? ''))
  const end = program.end === undefined ? '' : `${program.end}\n`
  return `${[program.setup, ...lines].join('\n\n')}\n${end}`
}
