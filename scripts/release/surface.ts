// The public interface as a list of names, made of the text of the public declarations (spec/project/declarations.txt), so that a
// release can be compared with the one before: which names are gone, which have another declaration.
//
//     countersign/client createClient      an export of an entry point
//     ClientOptions 1f0c9a7b               a declaration that an export leads to, with a digest of its text
import { createHash } from 'node:crypto'

/** The interface of the last release; `npm version` writes it. */
export const releasedInterface = 'spec/project/released/interface.txt'

/** Each name of the interface, with the digest of its declaration, or '' where only the name counts. */
export type Surface = ReadonlyMap<string, string>

const exportsOf = (section: string): ReadonlyArray<readonly [string, string]> => {
  const [heading = '', , ...lines] = section.split('\n')
  const title = heading.replaceAll('=', '').trim()
  return lines
    .filter((line) => line !== '')
    .map((line) => [`${title} ${line.replace(/^type /, '').replace(/:? (?:from|all of) .*/, '')}`, ''] as const)
}

const declaration =
  /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|const|class|function|namespace) (\w+).*(?:\n(?:[ }]).*)*/gm

/** By name alone: a declaration that moves to another module is the same for a user. */
export const surfaceOf = (declarations: string): Surface => {
  const names = new Map<string, string>()
  const texts = new Map<string, Array<string>>()
  for (const section of declarations.split(/\n\n(?=(?:==|--) )/)) {
    if (section.startsWith('==')) for (const [name, digest] of exportsOf(section)) names.set(name, digest)
    else
      for (const [text, name = ''] of section.matchAll(declaration)) texts.set(name, [...(texts.get(name) ?? []), text])
  }
  for (const [name, all] of texts)
    names.set(name, createHash('sha256').update(all.sort().join('\n')).digest('hex').slice(0, 8))
  return names
}

export const writeSurface = (surface: Surface): string =>
  [...surface]
    .map(([name, digest]) => `${name}${digest === '' ? '' : ` #${digest}`}\n`)
    .sort()
    .join('')

export const readSurface = (text: string): Surface =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [name = '', digest = ''] = line.split(' #')
        return [name, digest] as const
      }),
  )

/** The words that Markdown shows as code. */
const codeWords = (markdown: string): ReadonlySet<string> =>
  new Set([...markdown.matchAll(/```.*?```|`[^`\n]+`/gs)].flatMap(([code]) => code.match(/[\w$-]+/g) ?? []))

/** `createClient` of `countersign/client createClient`. */
const lastWord = (name: string): string => name.slice(name.lastIndexOf(' ') + 1)

/**
 * What these words of CHANGELOG.md do not name as code: names that are gone, and declarations that have changed. A name of `before` without a
 * digest is compared by name alone.
 */
export const untoldChanges = (before: Surface, now: Surface, words: string): ReadonlyArray<string> => {
  const told = codeWords(words)
  const gone = [...before.keys()].filter((name) => !now.has(name)).map((name) => ['gone', name] as const)
  const changed = [...before]
    .filter(([name, digest]) => digest !== '' && now.has(name) && now.get(name) !== digest)
    .map(([name]) => ['changed', name] as const)
  return [...gone, ...changed].filter(([, name]) => !told.has(lastWord(name))).map((line) => line.join(': '))
}
