/**
 * The right way for a caller: a program in each of eight languages, and its lines that correct a mistake, with the method and the
 * content type of the request at hand.
 */
import { catalogue } from './catalogue.ts'
import { csharp } from './code/csharp.ts'
import { go } from './code/go.ts'
import { java } from './code/java.ts'
import { javascript } from './code/javascript.ts'
import { type Program, type Section, sections } from './code/Program.ts'
import { php } from './code/php.ts'
import { python } from './code/python.ts'
import { ruby } from './code/ruby.ts'
import { shell } from './code/shell.ts'
import type { Part } from './Mistake.ts'

export type Language = 'javascript' | 'python' | 'java' | 'go' | 'php' | 'csharp' | 'ruby' | 'shell'

const programs: Readonly<Record<Language, Program>> = {
  javascript,
  python,
  java,
  go,
  php,
  csharp,
  ruby,
  shell,
}

/** The languages of the right code. */
export const languages: ReadonlyArray<Language> = [
  'javascript',
  'python',
  'java',
  'go',
  'php',
  'csharp',
  'ruby',
  'shell',
]

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
  // Clock and keys are set outside of the program.
  clock: [],
  key: [],
}

const exceptions: Readonly<Record<string, ReadonlyArray<Section>>> = {
  // A proxy hides a part of the path from the verifier; the caller is right.
  'target-prefix-added': [],
  'nonce-missing': ['nonce', 'text'],
  'body-missing': ['text', 'send'],
  'body-hashed': ['text'],
  // The Base64 was right until it was encoded again.
  'signature-percent-encoded': ['header'],
  'signature-plus-as-space': ['header'],
}

const sectionsOf = (id: string): ReadonlyArray<Section> => {
  const mistake = catalogue.find((candidate) => candidate.id === id)
  if (mistake === undefined) return []
  return Object.hasOwn(exceptions, id) ? (exceptions[id] ?? []) : ofPart[mistake.part]
}

/** The request at hand, as far as its lines depend on it. */
export interface SentRequest {
  readonly method: string
  /** The value of Content-Type, if it is known. */
  readonly contentType?: string | undefined
}

/** What the programs send. */
const usualMethod = 'POST'
const usualType = 'application/json; charset=UTF-8'

/** What may stand in a program's text as it is. */
const isMethod = (candidate: string): boolean => /^[A-Z]{3,16}$/.test(candidate)
const isType = (candidate: string): boolean => /^[a-z]+\/[a-z0-9.+-]+(?:; ?[a-z-]+=[\w.+-]+)*$/i.test(candidate)

const sectionOf = (program: Program, section: Section, { method, contentType }: SentRequest): string => {
  const type = contentType !== undefined && isType(contentType) ? contentType : usualType
  const isJson = /^[a-z]+\/(?:[a-z0-9.-]+\+)?json\b/i.test(type)
  const text = section === 'body' && !isJson ? program.bytes : program[section]
  return text.replaceAll(usualMethod, isMethod(method) ? method : usualMethod).replaceAll(usualType, type)
}

const ofPrograms: SentRequest = { method: usualMethod }

/**
 * The lines that correct a mistake: one or two sections of the program in that language, with a blank line between them.
 * Undefined if no code of the caller helps, or the id is not in the catalogue. The lines have the method and the content type of
 * `sent`, and POST and JSON unless set.
 *
 * @example
 * ```ts
 * import { rightCode } from 'countersign/diagnosis'
 *
 * assert.match(rightCode('timestamp-milliseconds', 'javascript') ?? '', /Math\.floor\(Date\.now\(\) \/ 1000\)/)
 * assert.equal(rightCode('clock-behind', 'javascript'), undefined)
 * ```
 */
export const rightCode = (id: string, language: Language, sent: SentRequest = ofPrograms): string | undefined =>
  rightCodeFor([id], language, sent)

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
export const rightCodeFor = (
  ids: ReadonlyArray<string>,
  language: Language,
  sent: SentRequest = ofPrograms,
): string | undefined => {
  const helping = new Set(ids.flatMap(sectionsOf))
  if (helping.size === 0) return undefined
  return sections
    .filter((section) => helping.has(section))
    .map((section) => sectionOf(programs[language], section, sent))
    .join('\n\n')
}

const indentLines = (code: string, indent: string): string => code.replace(/^(?=.)/gm, indent)

/**
 * The whole program in that language: it signs a job, sends it, and prints the answer's status and body.
 *
 * The program reads from the environment URL, APP_ID, PRIVATE_KEY (the name of an unencrypted PKCS #8 PEM file) and JOB (the
 * name of the file to send; only the shell program needs it, the others otherwise build a small job).
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
  const indentedSections = sections.map((section) => indentLines(program[section], program.indent ?? ''))
  const end = program.end === undefined ? '' : `${program.end}\n`
  return `${[program.setup, ...indentedSections].join('\n\n')}\n${end}`
}
