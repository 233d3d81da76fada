/**
 * A text that is made of parts of the package's own files. A page in one file and a test in Jest take no ES modules: the build
 * tells of which parts of the modules a script consists that does the same, and so the package holds no second copy.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A text, or a part of a file in `dist/`, from one character to another. */
export type Part = string | readonly [file: string, start: number, end: number]

/** The text of the parts in `list`, a file of JSON in `folder`, which is `dist/`. Throws if a file is missing. */
export const joinedParts = (folder: string, list: string): string => {
  const texts = new Map<string, string>()
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? readFileSync(join(folder, file), 'utf8')
    texts.set(file, text)
    return text
  }
  const parts: ReadonlyArray<Part> = JSON.parse(textOf(list))
  return parts.map((part) => (typeof part === 'string' ? part : textOf(part[0]).slice(part[1], part[2]))).join('')
}

/** What the script of the parts in `list` answers. It asks for packages by `load`. */
export const runParts = (folder: string, list: string, load: (name: string) => unknown): unknown =>
  new Function('require', joinedParts(folder, list))(load)
