/**
 * The catalogue of mistakes. An id says what the caller did: with `target-without-query` it signed the target without its
 * query.
 *
 * The likeliest variation comes first, and lists of variations are short, because a search tries several mistakes at once. Longer
 * lists have rare variations, which are tried last, and mostly alone.
 */
import { bodyMistakes } from './catalogue/body.ts'
import { freshnessMistakes } from './catalogue/freshness.ts'
import { hashMistakes } from './catalogue/hash.ts'
import { headerMistakes } from './catalogue/header.ts'
import { joinMistakes } from './catalogue/join.ts'
import { layoutMistakes } from './catalogue/layouts.ts'
import { requestMistakes } from './catalogue/request.ts'
import { signatureMistakes } from './catalogue/signature.ts'
import type { Mistake } from './Mistake.ts'

/**
 * Every mistake, by part.
 *
 * @example
 * ```ts
 * import { Bytes } from 'countersign'
 * import { catalogue } from 'countersign/diagnosis'
 * import { draftOf } from './Draft.ts'
 *
 * const view = { method: 'POST', target: '/v1/jobs?a', timestamp: '1', nonce: 'n', body: Bytes.empty, appId: 'app-1' }
 * const lost = catalogue.find(({ id }) => id === 'target-without-query')
 * const [variation] = lost?.variations(draftOf(view), (_, bytes) => bytes) ?? []
 * assert.deepEqual(variation?.signed, { _tag: 'Draft', change: { target: '/v1/jobs' } })
 * ```
 */
export const catalogue: ReadonlyArray<Mistake> = [
  ...requestMistakes,
  ...freshnessMistakes,
  ...bodyMistakes,
  ...joinMistakes,
  ...layoutMistakes,
  ...hashMistakes,
  ...signatureMistakes,
  ...headerMistakes,
]
