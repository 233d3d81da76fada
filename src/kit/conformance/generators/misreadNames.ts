/**
 * Requests with an app id or a token that is not known, but that a forbidden normalization makes a known one: the app `app-1` is known, and
 * `APP-1` is sent. For `altered.ts`.
 */
import { flow } from 'fp-ts/lib/function.js'
import * as AppId from '../../../core/AppId.ts'
import * as Token from '../../../core/Token.ts'
import * as Gen from '../../values/Gen.ts'
import { alterations, oneOfLazy, type TriggeredAlterations } from './alterations.ts'
import type { GeneratedInput } from './Generator.ts'
import * as drafts from './requestDrafts.ts'
import type { Pair } from './signedRequest.ts'

/** An app id or a token is sent that a normalization makes the known one. */
interface Misread {
  readonly name: string
  readonly sent: string
  readonly known: string
}

/** One such text for each trigger. None if the normalized text is not a valid app id or token. */
const misreadings = (
  triggered: ReadonlyArray<TriggeredAlterations>,
  isValid: (name: string) => boolean,
): Gen.Gen<ReadonlyArray<Misread>> => {
  const oneFor = ({ normalization, alterations }: TriggeredAlterations): Gen.Gen<ReadonlyArray<Misread>> =>
    oneOfLazy(() => alterations().filter(({ normalized }) => isValid(normalized))).map((alteration) =>
      alteration === undefined
        ? []
        : [{ name: normalization.name, sent: alteration.sent, known: alteration.normalized }],
    )
  return Gen.tuple(...triggered.map(oneFor)).map((misreads) => misreads.flat())
}

const misreadTogether = (
  draft: drafts.Draft,
  misreads: ReadonlyArray<Misread>,
  changeFor: (misread: Misread) => drafts.Change,
  isLast: boolean,
): GeneratedInput<'verify'> =>
  drafts.toOneVerifier(
    drafts.signedRule,
    draft,
    misreads.map((misread, index) => ({
      draft: flow(drafts.signAndSend({ nonce: `n-${index}` }), changeFor(misread))(draft),
      name: misread.name,
      passes: false,
    })),
    isLast,
  )

/** Each app has a key of its own. A run has few apps, because more keys would take time to make. */
export const misreadApps: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = drafts
  .inGroups(alterations.app, 23)
  .map((group) =>
    Gen.tuple(misreadings(group, AppId.isAppId), Gen.boolean).map(([misreads, isLast]) => {
      const apps = [...new Set(misreads.map(({ known }) => known))]
      const pairOf = (appId: string): Pair => `quick-${apps.indexOf(appId) + 1}`
      const keys = [...drafts.plainDraft.keys, ...apps.map((appId) => ({ appId, pair: pairOf(appId) }))]
      const changeFor = ({ sent, known }: Misread): drafts.Change =>
        flow(drafts.signAndSend({ appId: known }), (draft) => ({
          ...draft,
          pair: pairOf(known),
          sent: { appId: sent },
        }))
      return misreadTogether({ ...drafts.plainDraft, keys }, misreads, changeFor, isLast)
    }),
  )

export const misreadTokens: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = drafts
  .inGroups(alterations.token, drafts.requestsPerRun)
  .map((group) =>
    Gen.tuple(misreadings(group, Token.isToken), Gen.boolean).map(([misreads, isLast]) => {
      const knownTokens = [drafts.knownToken, ...new Set(misreads.map((misread) => misread.known))]
      const tokens = knownTokens.map((token, index) => ({ appId: `app-${index}`, token }))
      const changeFor =
        ({ sent }: Misread): drafts.Change =>
        (draft) => ({ ...draft, token: sent })
      return misreadTogether({ ...drafts.plainDraft, tokens, token: drafts.knownToken }, misreads, changeFor, isLast)
    }),
  )
