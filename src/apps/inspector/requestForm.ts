/**
 * The form of a request on the inspector's page: the buttons and boxes around its fields. Sending the form makes an inspection of its
 * fields (`formFields.ts`). A request that was pasted as a whole (`rawField.ts`), or that came in a link, fills the fields.
 */
import { empty } from '../../core/Bytes.ts'
import { type BodyField, bodyField } from './bodyField.ts'
import { type BytesField, bytesField } from './bytesField.ts'
import { box, button, byId, unfold } from './element.ts'
import { firstProblemField, readInspection, showProblems, takeTimeOfHeader, writeFields } from './formFields.ts'
import type { Filled, Inspection } from './Inspection.ts'
import { type RawField, rawField } from './rawField.ts'

export interface RequestForm {
  readonly fill: (filled: Filled) => void
  /** Says something below the box of the request. */
  readonly say: (text: string, isProblem?: boolean) => void
  /** Empties every field, and drops what is still being read. */
  readonly clear: () => void
}

/** The fields that are more than an input element, and whom the form calls. */
interface FormParts {
  readonly form: HTMLFormElement
  /** The box for the whole request. */
  readonly raw: RawField
  readonly body: BodyField
  /** What the caller says it signs. */
  readonly claimed: BytesField
  readonly inspect: (inspection: Inspection) => void
  readonly changed: () => void
}

/** Calls `inspect` when the form is sent, and `changed` when something in it changes. */
export const requestForm = (inspect: (inspection: Inspection) => void, changed: () => void): RequestForm => {
  const form = byId('inspect', HTMLFormElement)
  const body = bodyField(changed)
  const claimed = bytesField('claimed', changed, (bytes, name) => claimed.set(bytes, `from ${name}`))
  const raw = rawField((filled) => fillFields({ body, changed }, filled), body)
  const parts: FormParts = { form, raw, body, claimed, inspect, changed }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(parts)
  })
  form.addEventListener('input', changed)
  button('own-time').addEventListener('click', () => {
    takeTimeOfHeader()
    changed()
  })
  return { fill: (filled) => fill(parts, filled), say: raw.say, clear: () => clear(parts) }
}

const send = ({ raw, body, claimed, inspect }: FormParts): void => {
  // A request that was pasted a moment ago counts.
  raw.readNow()
  const { inspection, problems } = readInspection({
    body: body.bytes(),
    claimed: claimed.bytes(),
    headers: raw.headers(),
  })
  showProblems(problems)
  if (raw.complains()) return
  if (inspection !== undefined) {
    inspect(inspection)
    return
  }
  const fieldId = firstProblemField(problems)
  if (fieldId !== 'app-key') unfold('more')
  box(fieldId).focus()
}

const fillFields = ({ body, changed }: Pick<FormParts, 'body' | 'changed'>, filled: Filled): void => {
  writeFields(filled)
  body.set(filled.body)
  showProblems({})
  changed()
}

/** Fills the form with a request that was not read from its box: one of a link. */
const fill = (parts: FormParts, filled: Filled): void => {
  const { raw, body, claimed } = parts
  fillFields(parts, filled)
  claimed.set(filled.claimed ?? empty, 'from the link')
  if (filled.claimed !== undefined) unfold('claim')
  raw.show(filled)
  if (filled.bodyMissing === undefined) return
  unfold('parts')
  body.want(
    `The link does not have the body (${filled.bodyMissing}). The page needs the body for a verdict. Give the body here or in the field Body.`,
  )
}

const clear = ({ form, raw, body, claimed }: FormParts): void => {
  raw.clear()
  form.reset()
  body.clear()
  claimed.clear()
  showProblems({})
}
