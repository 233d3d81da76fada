/**
 * The form of a request: reads its fields as an inspection, and fills them.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AuthType from '../../core/AuthType.ts'
import { type Bytes, empty } from '../../core/Bytes.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import * as VerifyPolicy from '../../core/VerifyPolicy.ts'
import { authorizationLines, readingOf } from '../../kit/diagnosis/headerParts.ts'
import { capital } from '../../kit/diagnosis/numerals.ts'
import { bodyField } from './bodyField.ts'
import { bytesField } from './bytesField.ts'
import { area, box, button, byId, field, markInvalid, unfold } from './element.ts'
import type { Filled, Inspection } from './Inspection.ts'
import { readKeys } from './keyTexts.ts'
import { tell } from './language.ts'
import { rawField } from './rawField.ts'

export interface RequestForm {
  readonly fill: (filled: Filled) => void
  /** Says something below the box of the request. */
  readonly say: (text: string, isProblem?: boolean) => void
  /** Empties every field, and drops what is still being read. */
  readonly clear: () => void
}

/** Calls `inspect` when the form is sent, and `changed` when something in it changes. */
export const requestForm = (inspect: (inspection: Inspection) => void, changed: () => void): RequestForm => {
  const form = byId('inspect', HTMLFormElement)
  const body = bodyField(changed)
  const claimed = bytesField('claimed', changed, (bytes, name) => claimed.set(bytes, `from ${name}`))

  const fillIn = (filled: Filled): void => {
    writeFields(filled)
    body.set(filled.body)
    complainOf({})
    changed()
  }

  const send = (): void => {
    const { inspection, problems } = inspectionIn(body.bytes(), claimed.bytes(), raw.headers())
    complainOf(problems)
    if (raw.complains()) return
    if (inspection !== undefined) return void inspect(inspection)
    const id = idOf(problems)
    if (id !== 'app-key') unfold('more')
    box(id).focus()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // A request that was pasted a moment ago counts.
    raw.readNow()
    send()
  })
  form.addEventListener('input', changed)
  button('own-time').addEventListener('click', () => {
    takeOwnTime()
    changed()
  })
  const raw = rawField(fillIn, body)

  const clear = (): void => {
    raw.clear()
    form.reset()
    body.clear()
    claimed.clear()
    complainOf({})
  }
  const fillAll = (filled: Filled): void => {
    fillIn(filled)
    claimed.set(filled.claimed ?? empty, 'from the link')
    if (filled.claimed !== undefined) unfold('claim')
    raw.show(filled)
    if (filled.bodyMissing === undefined) return
    unfold('parts')
    body.want(
      `The link was made without the body, of ${filled.bodyMissing}. Give it here or at Body: without it there is no verdict.`,
    )
  }
  return { fill: fillAll, say: raw.say, clear }
}

/** All but the body; an absent one stays as it is. */
const writeFields = (filled: Filled): void => {
  const { method, target, host = '', url = '', authorization, paths, appKey, otherKeys, settings } = filled
  const { now, maxAge, maxSkew, authType } = settings ?? {}
  const fields = { method, target, host, url, now, 'max-age': maxAge, 'max-skew': maxSkew, 'auth-type': authType }
  for (const [id, text] of Object.entries(fields)) if (text !== undefined) field(id).value = text
  const lines = { authorization: authorization.join('\n'), paths: paths?.join('\n') }
  for (const [id, text] of Object.entries({ ...lines, 'app-key': appKey, 'other-keys': otherKeys }))
    if (text !== undefined) area(id).value = text
}

/** The time of arrival is that of the header. */
const takeOwnTime = (): void => {
  const [line = ''] = authorizationLines(area('authorization').value)
  const own = Timestamp.parse(readingOf(line, AuthType.standard).values.timestamp[0] ?? '')
  field('now').value = E.isRight(own) ? String(own.right) : ''
  tell(box('settings-error'), E.isRight(own) ? '' : 'The header has no timestamp that can be read.')
}

type Problems = Partial<Record<'app-key' | 'other-keys' | 'settings', string>>

const complainOf = (problems: Problems): void => {
  for (const name of ['app-key', 'other-keys', 'settings'] as const) tell(box(`${name}-error`), problems[name] ?? '')
  for (const name of ['app-key', 'other-keys'] as const) markInvalid(area(name), problems[name] !== undefined)
}

/** The first field that has a problem. */
const idOf = (problems: Problems): string =>
  problems['app-key'] !== undefined ? 'app-key' : problems['other-keys'] !== undefined ? 'other-keys' : 'now'

const inspectionIn = (
  body: Bytes,
  claimed: Bytes,
  headers: Inspection['headers'],
): { readonly inspection?: Inspection; readonly problems: Problems } => {
  const appKeys = readKeys(area('app-key').value)
  const otherKeys = readKeys(area('other-keys').value)
  const settings = settingsIn()
  const problems: Problems = {
    ...(E.isLeft(appKeys) ? { 'app-key': capital(appKeys.left) } : {}),
    ...(E.isLeft(otherKeys) ? { 'other-keys': capital(otherKeys.left) } : {}),
    ...(E.isLeft(settings) ? { settings: capital(settings.left) } : {}),
  }
  if (E.isLeft(appKeys) || E.isLeft(otherKeys) || E.isLeft(settings)) return { problems }
  return {
    problems,
    inspection: {
      method: field('method').value,
      target: field('target').value,
      authorization: authorizationLines(area('authorization').value),
      body,
      claimed: claimed.length === 0 ? undefined : claimed,
      host: field('host').value.trim() || undefined,
      url: field('url').value.trim() || undefined,
      headers,
      paths: area('paths').value.match(/\S(?:[^\n]*\S)?/g) ?? undefined,
      appKeys: appKeys.right,
      otherKeys: otherKeys.right,
      ...settings.right,
    },
  }
}

const settingsIn = (): E.Either<string, Pick<Inspection, 'now' | 'settings'>> => {
  const given = field('now').value.trim()
  const now = given === '' ? E.right(Timestamp.ofMillis(Date.now())) : Timestamp.parse(given)
  if (E.isLeft(now)) return E.left('the time of arrival is a whole number of seconds, or nothing for now')
  const policy = VerifyPolicy.parse({
    authType: field('auth-type').value.trim(),
    maxAge: Number(field('max-age').value.trim() || Number.NaN),
    maxSkew: Number(field('max-skew').value.trim() || Number.NaN),
  })
  if (E.isLeft(policy)) return E.left(policy.left.detail)
  const { authType, maxAge, maxSkew } = policy.right
  return E.right({ now: now.right, settings: { authType, maxAge, maxSkew } })
}
