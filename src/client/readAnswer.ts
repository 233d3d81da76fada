/**
 * Reads an answer of the service for a program: the JSON of an accepted request by a codec, or else an error with the code and the
 * words of the refusal.
 */
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import type { Bytes } from '../core/Bytes.ts'
import { jsonOf } from '../programs/jsonOf.ts'
import { clientError } from './ClientError.ts'

/** A codec of io-ts, in plain types. */
export interface AnswerCodec<A> {
  /** Reads a value, or says why it cannot. */
  readonly decode: (
    value: unknown,
  ) => { readonly _tag: 'Right'; readonly right: A } | { readonly _tag: 'Left'; readonly left: unknown }
}

/** An answer of `submitJob` or of `fetch`. */
export type AnswerToRead = Response | { readonly status: number; readonly headers: object; readonly body: Bytes }

/** The body of a refusal, as the interface shows it. */
const RefusalBody = t.type({ error: t.partial({ code: t.string, message: t.string }) })

/** The body as JSON; none if it is no JSON. */
const contentOf = async (answer: AnswerToRead): Promise<O.Option<unknown>> => {
  if ('arrayBuffer' in answer)
    return jsonOf(answer.headers.get('content-type') ?? undefined, new Uint8Array(await answer.arrayBuffer()))
  return jsonOf((answer.headers as Readonly<Record<string, string>>)['content-type'], answer.body)
}

/** What is wrong with a value, in words, by the failures of its codec. */
export type Explain = (failures: t.Errors) => Promise<string>

/** Reads the JSON of an answer by a codec. Rejects with a `ClientError` if it is refused or malformed. */
export type ReadAnswer = <A>(codec: AnswerCodec<A>, answer: AnswerToRead) => Promise<A>

export const readAnswerBy =
  (explain: Explain): ReadAnswer =>
  async <A>(codec: AnswerCodec<A>, answer: AnswerToRead): Promise<A> => {
    const json = await contentOf(answer)
    if (answer.status < 200 || answer.status > 299) {
      const refusalBody = O.chain((value: unknown) => O.fromEither(RefusalBody.decode(value)))(json)
      const { code, message: words } = O.isSome(refusalBody) ? refusalBody.value.error : {}
      const refusal = { status: answer.status, ...(code && { code }), ...(words && { words }) }
      throw clientError({ _tag: 'answer_refused', refusal })
    }
    if (O.isNone(json)) throw clientError({ _tag: 'answer_malformed', detail: 'its body is no JSON' })
    const decoded = codec.decode(json.value)
    if (decoded._tag === 'Right') return decoded.right
    throw clientError({ _tag: 'answer_malformed', detail: await explain(decoded.left as t.Errors) })
  }
