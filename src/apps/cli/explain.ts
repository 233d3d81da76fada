/**
 * `countersign explain`: what the guide says of a reason for a refusal. It reads the page that came with the package, so that the
 * command and the guide cannot differ.
 */
import { readFileSync } from 'node:fs'
import type { Language } from '../../kit/diagnosis/chinese/language.ts'
import * as args from './arguments.ts'
import { wrappedColumns } from './columns.ts'
import { didYouMean } from './didYouMean.ts'
import { fileReason } from './files.ts'
import { type Command, command, operand } from './grammar.ts'
import { type Colours, CommandError, type Outcome } from './Outcome.ts'
import { widthOf } from './terminal.ts'

/** In the package and in the repository three folders up: `dist/apps/cli`, `src/apps/cli`. */
const pages: Readonly<Record<Language, URL>> = {
  en: new URL('../../../src/server/refusals.md', import.meta.url),
  zh: new URL('../../../src/server/refusals.zh.md', import.meta.url),
}

export const explain: Command = command({
  args: {
    reason: operand(
      args.text('REASON'),
      'the name of a refusal, such as nonce_replayed. You find it in a log, in an answer or in the output of verify',
    ),
    lang: args.lang,
  },
  example: 'nonce_replayed',
  run: async ({ reason, lang }, world): Promise<Outcome> => {
    const sections = sectionsOf(guide(lang))
    const markdown = sections.get(reason)
    if (markdown === undefined) throw unknownReason(reason, [...sections.keys()])
    const paragraphs = plainParagraphs(markdown)
    const width = widthOf(world.stdout)
    const text = ({ bold }: Colours): string =>
      [bold(reason), ...paragraphs.flatMap((paragraph) => ['', ...wrappedColumns(paragraph, width)]), ''].join('\n')
    return { exit: 0, text, json: { reason, explanation: paragraphs.join('\n\n') } }
  },
})

const guide = (language: Language): string => {
  try {
    return readFileSync(pages[language], 'utf8')
  } catch (error) {
    throw new CommandError(3, `the guide of this installation cannot be read: ${fileReason(error)}`)
  }
}

/** Each heading of the page, and the text below it. */
export const sectionsOf = (markdown: string): ReadonlyMap<string, string> =>
  new Map(
    markdown
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n')
        return [section.slice(0, end), section.slice(end + 1)]
      }),
  )

const unknownReason = (reason: string, known: ReadonlyArray<string>): CommandError => {
  const near = didYouMean(reason, known)
  const name = /^\w{1,40}$/.test(reason) ? ` ${reason}` : ' of that name'
  return new CommandError(
    2,
    `there is no reason${name}; ${near === undefined ? `the reasons are ${known.join(', ')}` : `is it ${near}?`}`,
  )
}

/** Markdown without its marks: a link becomes its text, and code stays as it is, without backticks. */
export const plainParagraphs = (markdown: string): ReadonlyArray<string> =>
  markdown
    .trim()
    .split(/\n\n|\n(?=- )/)
    .map((paragraph) =>
      paragraph
        .replace(/\[((?:`[^`]*`|[^\]`])*)\]\([^)]*\)/g, '$1')
        .replace(/\*\*|`/g, '')
        .replace(/^- /, '')
        // Chinese has no blanks: a line may end after any character, and `**` before a word needs one in Markdown alone.
        .replace(/(?<=[\u3000-\uff60])\n|(?<=[\u3000-\u303f\uff00-\uff60]) /g, '')
        .replaceAll('\n', ' '),
    )
