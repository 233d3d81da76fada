/** The words for a string to sign that the caller sent whole, as the body of the request. */
import * as Bytes from '../../../core/Bytes.ts'
import { textOf } from '../Draft.ts'
import { holdsText, isSentAsBody, sentAsBody } from '../forms/sentText.ts'
import type { Telling } from '../Telling.ts'
import { forForm, type MistakeFound, sentBodyText, type Teller } from './Teller.ts'

const textSentTelling: Telling = {
  id: 'body-other',
  detail: sentAsBody,
  what: 'The body that arrived is the string to sign. The caller signed it, and then sent the whole string as the body.',
  remedy: 'Send only the body: the part after the fourth line feed of the string to sign.',
}

/** For the form of sentText.ts. */
export const textSent: Teller = forForm(isSentAsBody, ({ detail }) => ({ ...textSentTelling, detail }))

/** For a caller that seems to have signed the body alone: the body is the string to sign. */
export const bodyAloneSigned = (found: MistakeFound): Telling | undefined => {
  const isBodySigned = Bytes.Eq.equals(textOf(found.signed), found.right.body)
  return isBodySigned && holdsText(found.right, sentBodyText(found)) ? textSentTelling : undefined
}
