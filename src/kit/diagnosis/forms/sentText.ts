/**
 * A body that holds the string to sign: the caller signed the right text, and sent all of it in place of the body alone. It may
 * have lost its line feeds, as by `curl -d @FILE`, or have one behind it.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { type Draft, textOf } from '../Draft.ts'
import { latin1 } from '../Received.ts'
import type { Form } from './Respelling.ts'

/** What begins the detail of such a form. */
export const sentAsBody = 'the string to sign was sent as the body'

/** Whether a body is a string to sign: the other four parts stand in it, in front of what is left. */
export const holdsText = ({ method, target, timestamp, nonce }: Draft, body: string): boolean => {
  let from = 0
  for (const piece of [method, target, timestamp, nonce]) {
    const at = body.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return body.startsWith(method)
}

/** The body that was signed, taken out of such a text. */
export function* textSentAsBody(draft: Draft, body: string): Generator<Form> {
  if (!holdsText(draft, body)) return
  const head = latin1(textOf({ ...draft, body: Bytes.empty }))
  for (const [says, start] of [
    ['', head],
    [', without its line feeds', head.replaceAll('\n', '')],
    [', with CR LF', head.replaceAll('\n', '\r\n')],
  ] as const) {
    if (!body.startsWith(start)) continue
    const rest = body.slice(start.length)
    yield [sentAsBody + says, rest]
    if (rest.endsWith('\n')) yield [`${sentAsBody}${says}, and a line feed behind it`, rest.replace(/\r?\n$/, '')]
  }
}
