/**
 * A body that is the string to sign: the caller signed the right text, and sent all of it in place of the body. It may have lost its
 * line feeds, as by `curl -d @FILE`, or have one more at its end.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { type Draft, textOf } from '../Draft.ts'
import { latin1 } from '../Received.ts'
import type { Form } from './Respelling.ts'

/** The beginning of the details of these forms. */
export const sentAsBody = 'the string to sign was sent as the body'

/** Whether in this form the body that was sent is the string to sign. */
export const isSentAsBody = (detail: string): boolean => detail.startsWith(sentAsBody)

/** Whether a body is a string to sign: it begins with the method, and the other three parts of the head follow in order. */
export const holdsText = ({ method, target, timestamp, nonce }: Draft, body: string): boolean => {
  let searchStart = 0
  for (const partText of [method, target, timestamp, nonce]) {
    const offset = body.indexOf(partText, searchStart)
    if (offset < 0) return false
    searchStart = offset + partText.length
  }
  return body.startsWith(method)
}

/** The body that was signed, which is the end of the text that was sent. */
export function* textSentAsBody(draft: Draft, body: string): Generator<Form> {
  if (!holdsText(draft, body)) return
  const head = latin1(textOf({ ...draft, body: Bytes.empty }))
  for (const [suffix, start] of [
    ['', head],
    [', without its line feeds', head.replaceAll('\n', '')],
    [', with CR LF', head.replaceAll('\n', '\r\n')],
  ] as const) {
    if (!body.startsWith(start)) continue
    const signedBody = body.slice(start.length)
    yield [sentAsBody + suffix, signedBody]
    if (signedBody.endsWith('\n'))
      yield [`${sentAsBody}${suffix}, and a line feed behind it`, signedBody.replace(/\r?\n$/, '')]
  }
}
