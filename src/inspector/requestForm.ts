/**
 * The form of a request: reads its fields as an inspection, and fills them.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AuthType from '../core/AuthType.ts'
import * as Bytes from '../core/Bytes.ts'
import * as Timestamp from '../core/Timestamp.ts'
import * as VerifyPolicy from '../core/VerifyPolicy.ts'
import { contentOf, filesOf, inWords, type Received } from '../diagnosis/Received.ts'
import { readRequest } from '../diagnosis/readRequest.ts'
import { authorizationLines } from './authorizationLines.ts'
import { type BodyField, bodyField, mostInField } from './bodyField.ts'
import { area, box, button, byId, field, fill } from './element.ts'
import { takesFiles } from './files.ts'
import { readingOf } from './headerParts.ts'
import type { Inspection } from './Inspection.ts'
import { type GivenKey, readKeys } from './keyTexts.ts'
import { capital, counted, sentence } from './words.ts'

/** The fields of a request and its keys. */
export interface Filled {
  readonly method: string
  readonly target: string
  readonly authorization: ReadonlyArray<string>
  readonly body: Bytes.Bytes
  readonly host?: string | undefined
  readonly url?: string | undefined
  readonly appKey?: string
  readonly otherKeys?: string
}

export interface RequestForm {
  readonly fill: (filled: Filled) => void
  /** Empties every field, and drops what is still being read. */
  readonly clear: () => void
}

/** Calls `inspect` when the form is sent, and `changed` when something in it changes. */
export const requestForm = (inspect: (inspection: Inspection) => void, changed: () => void): RequestForm => {
  const form = byId('inspect', HTMLFormElement)
  const body = bodyField(changed)

  const fillIn = (filled: Filled): void => {
    field('method').value = filled.method
    field('target').value = filled.target
    field('host').value = filled.host ?? ''
    field('url').value = filled.url ?? ''
    area('authorization').value = filled.authorization.join('\n')
    if (filled.appKey !== undefined) area('app-key').value = filled.appKey
    if (filled.otherKeys !== undefined) area('other-keys').value = filled.otherKeys
    body.set(filled.body)
    complainOf({})
    changed()
  }

  const send = (): void => {
    const { inspection, problems } = inspectionIn(body)
    complainOf(problems)
    if (inspection !== undefined) inspect(inspection)
    else box(idOf(problems)).focus()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // A request that was pasted a moment ago counts.
    raw.readNow()
    send()
  })
  form.addEventListener('input', changed)
  button('own-time').addEventListener('click', () => {
    const [line = ''] = authorizationLines(area('authorization').value)
    const own = Timestamp.parse(readingOf(line, AuthType.standard).values.timestamp[0] ?? '')
    field('now').value = E.isRight(own) ? String(own.right) : ''
    fill(box('settings-error'), E.isRight(own) ? '' : 'The header has no timestamp that can be read.')
    changed()
  })
  const raw = readsRaw(fillIn, body)

  const clear = (): void => {
    raw.forget()
    form.reset()
    body.clear()
    complainOf({})
    say('')
  }
  return { fill: fillIn, clear }
}

/** Says below the field what was read from it, or why nothing was. */
const say = (text: string, isProblem = false): void => {
  const says = box('raw-says')
  says.classList.toggle('problem', isProblem)
  fill(says, text)
}

/** A text that waits to be read. */
interface Pending {
  readonly readNow: () => void
  /** Drops it. */
  readonly forget: () => void
}

/** A whole request, pasted or from a file. */
const readsRaw = (fillIn: (filled: Filled) => void, whole: BodyField): Pending => {
  const raw = area('raw')
  const read = (bytes: Bytes.Bytes): void => {
    const received = readRequest(bytes)
    if (E.isLeft(received)) {
      say(sentence(inWords(received.left)), true)
      return
    }
    const { notes = [], body, ...rest } = received.right
    const content = contentOf(body)
    fillIn({ ...rest, body: E.isRight(content) ? content.right : Bytes.empty })
    const files = filesOf(body)
    // curl may drop the line ends of a file, or percent-encode it.
    if (files.length === 1)
      whole.takeFileBy((bytes) =>
        E.getOrElse(() => bytes)(contentOf(body, new Map(files.map((name) => [name, bytes])))),
      )
    say([summaryOf(received.right), ...filesWanted(files.length), ...notes.map(sentence)].join(' '))
  }
  let waiting: ReturnType<typeof setTimeout> | undefined
  let pending: Bytes.Bytes | undefined
  const drop = (): void => {
    clearTimeout(waiting)
    pending = undefined
  }
  const readNow = (): void => {
    const text = pending
    drop()
    if (text !== undefined) read(text)
  }
  raw.addEventListener('input', () => {
    drop()
    const text = Bytes.ofText(raw.value)
    say('')
    if (raw.value.trim() === '' || E.isLeft(text)) return
    // Not at every key: a text that is being typed is not complete.
    pending = text.right
    waiting = setTimeout(readNow, 300)
  })
  const forgetFile = takesFiles(field('raw-file'), raw, (bytes) => {
    drop()
    const text = Bytes.toText(bytes)
    raw.value = E.isRight(text) && bytes.length <= mostInField ? text.right : ''
    read(bytes)
  })
  return {
    readNow,
    forget: () => {
      drop()
      forgetFile()
    },
  }
}

const summaryOf = ({ method, target, authorization, body }: Received): string => {
  const place = target.length > 60 ? `${target.slice(0, 60)}…` : target
  const lines = counted(authorization.length, 'Authorization line')
  const content = body._tag === 'Bytes' ? `, ${counted(body.bytes.length, 'byte')} of body` : ''
  return `Read: ${method} ${place}, ${lines}${content}.`
}

const filesWanted = (count: number): ReadonlyArray<string> => {
  if (count === 0) return []
  return count === 1
    ? ['The command takes its body from a file: choose that file below, at Body.']
    : [`The command puts its body together from ${count} files: give the whole of it below, at Body.`]
}

type Problems = Partial<Record<'app-key' | 'other-keys' | 'settings', string>>

const complainOf = (problems: Problems): void => {
  for (const name of ['app-key', 'other-keys', 'settings'] as const) fill(box(`${name}-error`), problems[name] ?? '')
  for (const name of ['app-key', 'other-keys'] as const) {
    if (problems[name] === undefined) area(name).removeAttribute('aria-invalid')
    else area(name).setAttribute('aria-invalid', 'true')
  }
}

/** The first field that has a problem. */
const idOf = (problems: Problems): string =>
  problems['app-key'] !== undefined ? 'app-key' : problems['other-keys'] !== undefined ? 'other-keys' : 'now'

const inspectionIn = (body: BodyField): { readonly inspection?: Inspection; readonly problems: Problems } => {
  const appKeys = readKeys(area('app-key').value)
  const otherKeys = readKeys(area('other-keys').value)
  const settings = settingsIn()
  const problems: Problems = {
    ...(E.isLeft(appKeys) ? { 'app-key': capital(appKeys.left) } : {}),
    ...(E.isLeft(otherKeys) ? { 'other-keys': capital(otherKeys.left) } : {}),
    ...(E.isLeft(settings) ? { settings: capital(settings.left) } : {}),
  }
  if (E.isLeft(appKeys) || E.isLeft(otherKeys) || E.isLeft(settings)) return { problems }
  const host = field('host').value.trim()
  const url = field('url').value.trim()
  return {
    problems,
    inspection: {
      method: field('method').value,
      target: field('target').value,
      authorization: authorizationLines(area('authorization').value),
      body: body.bytes(),
      ...(host === '' ? {} : { host }),
      ...(url === '' ? {} : { url }),
      appKeys: appKeys.right as ReadonlyArray<GivenKey>,
      otherKeys: otherKeys.right as ReadonlyArray<GivenKey>,
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
