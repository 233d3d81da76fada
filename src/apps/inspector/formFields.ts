/**
 * The fields of the inspector's form: writes a request into them, and reads them as an inspection. A field with a wrong value has a
 * problem, which is shown below the field.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AuthType from '../../core/AuthType.ts'
import type { Bytes } from '../../core/Bytes.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import * as VerifyPolicy from '../../core/VerifyPolicy.ts'
import { authorizationLines, readingOf } from '../../kit/diagnosis/headerParts.ts'
import { capital } from '../../kit/diagnosis/numerals.ts'
import { area, box, field, markInvalid } from './element.ts'
import type { Filled, Inspection } from './Inspection.ts'
import { readKeys } from './keyTexts.ts'
import { tell } from './language.ts'

// ---- Writing

/** Writes all fields but the body. An absent member leaves its field as it is. */
export const writeFields = (filled: Filled): void => {
  const { method, target, host = '', url = '', authorization, paths, appKey, otherKeys, settings } = filled
  const { now, maxAge, maxSkew, authType } = settings ?? {}
  const fields = { method, target, host, url, now, 'max-age': maxAge, 'max-skew': maxSkew, 'auth-type': authType }
  for (const [id, text] of Object.entries(fields)) if (text !== undefined) field(id).value = text
  const areas = {
    authorization: authorization.join('\n'),
    paths: paths?.join('\n'),
    'app-key': appKey,
    'other-keys': otherKeys,
  }
  for (const [id, text] of Object.entries(areas)) if (text !== undefined) area(id).value = text
}

/** Sets the time of arrival to the time in the header. */
export const takeTimeOfHeader = (): void => {
  const [line = ''] = authorizationLines(area('authorization').value)
  const headerTime = Timestamp.parse(readingOf(line, AuthType.standard).values.timestamp[0] ?? '')
  field('now').value = E.isRight(headerTime) ? String(headerTime.right) : ''
  tell(box('settings-error'), E.isRight(headerTime) ? '' : 'The header has no timestamp that can be read.')
}

// ---- Problems

/** What is wrong, by the place where it is shown. */
type Problems = Partial<Record<'app-key' | 'other-keys' | 'settings', string>>

/** Shows these problems, and hides all others. */
export const showProblems = (problems: Problems): void => {
  for (const place of ['app-key', 'other-keys', 'settings'] as const) tell(box(`${place}-error`), problems[place] ?? '')
  for (const place of ['app-key', 'other-keys'] as const) markInvalid(area(place), problems[place] !== undefined)
}

/** The id of the first field that has a problem. */
export const firstProblemField = (problems: Problems): string => {
  if (problems['app-key'] !== undefined) return 'app-key'
  return problems['other-keys'] !== undefined ? 'other-keys' : 'now'
}

// ---- Reading

/** The values that are not in a field. */
export interface OtherValues {
  readonly body: Bytes
  readonly claimed: Bytes
  readonly headers: Inspection['headers']
}

/** The inspection of the fields, or their problems. */
export const readInspection = ({
  body,
  claimed,
  headers,
}: OtherValues): { readonly inspection?: Inspection; readonly problems: Problems } => {
  const appKeys = readKeys(area('app-key').value)
  const otherKeys = readKeys(area('other-keys').value)
  const settings = readSettings()
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

const readSettings = (): E.Either<string, Pick<Inspection, 'now' | 'settings'>> => {
  const arrival = field('now').value.trim()
  const now = arrival === '' ? E.right(Timestamp.ofMillis(Date.now())) : Timestamp.parse(arrival)
  if (E.isLeft(now))
    return E.left(
      'write the time of arrival as a whole number of seconds; if the field is empty, the page uses the current time',
    )
  const policy = VerifyPolicy.parse({
    authType: field('auth-type').value.trim(),
    maxAge: numberIn('max-age'),
    maxSkew: numberIn('max-skew'),
  })
  if (E.isLeft(policy)) return E.left(policy.left.detail)
  const { authType, maxAge, maxSkew } = policy.right
  return E.right({ now: now.right, settings: { authType, maxAge, maxSkew } })
}

/** NaN, which is no setting, for an empty field. `Number('')` is 0. */
const numberIn = (id: string): number => Number(field(id).value.trim() || Number.NaN)
