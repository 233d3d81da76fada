/**
 * Requests with every edit of one character: of an Authorization line, and of the method, the target and the body. For `altered.ts`.
 */
import * as Gen from '../../values/Gen.ts'
import { neighbours } from '../../values/neighbours.ts'
import type { GeneratedInput } from './Generator.ts'
import * as drafts from './requestDrafts.ts'

interface EditedPart {
  readonly valid: string
  readonly changeFor: (text: string) => drafts.Change
  /** How many characters are edited, from the first one on. Absent: all. */
  readonly places?: number
}

/** One run for each kind of edit, with all texts that are one such edit away. */
const editsOf = (
  rule: string,
  draft: drafts.Draft,
  parts: ReadonlyArray<EditedPart>,
): ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> =>
  Object.entries(neighbours).map(([edit, neighboursOf]) =>
    Gen.boolean.map((isLast) => {
      // Any number of spaces may follow the auth type.
      const isInvalid = (text: string, valid: string): boolean => text.replace(/ +/, ' ') !== valid
      const changes = parts.flatMap(({ valid, changeFor, places }) =>
        neighboursOf(valid, places)
          .filter((text) => isInvalid(text, valid))
          .map(changeFor),
      )
      const requests = changes.map((change) => ({ draft: change(draft), name: edit, passes: false }))
      return drafts.toOneVerifier(rule, draft, requests, isLast)
    }),
  )

const lineOf = (draft: drafts.Draft, places?: number): EditedPart => ({
  valid: drafts.inputOf(draft).steps[0]?.authorization[0] ?? '',
  changeFor: (line) => (edited) => ({ ...edited, writeLines: () => [line] }),
  ...(places !== undefined && { places }),
})

const tokenDraft: drafts.Draft = { ...drafts.plainDraft, token: drafts.knownToken }
export const edits: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = [
  ...editsOf('each character of a header counts', drafts.plainDraft, [lineOf(drafts.plainDraft, 90)]),
  ...editsOf('each character of a header counts', tokenDraft, [lineOf(tokenDraft)]),
  ...editsOf(
    'method, target and body are signed, to the last bit',
    drafts.plainDraft,
    (['method', 'target', 'body'] as const).map((part) => ({
      valid: drafts.plainDraft.parts[part],
      changeFor: (neighbour) => drafts.sendOnly(() => ({ [part]: neighbour })),
    })),
  ),
]
