/**
 * A part of a request, or a line about it, in place of the request: what our own programs print of a refusal, a verdict as
 * JSON, such as pino writes it, or the Authorization header alone. It holds too little to judge, so it is never read as a request.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../../core/AppId.ts'
import * as Method from '../../../core/Method.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import { isReason, type Reason } from '../../../core/VerifyError.ts'
import { read as readJson } from '../../../job/JsonReader.ts'

/** What the line tells of its request; every member is absent if the line does not have it. */
export interface Logged {
  /** Absent if the request was accepted, or never reached the verifier. */
  readonly reason?: Reason
  /** The app that sent the request, or that it claimed to come from. */
  readonly appId?: string
  /** The HTTP method. */
  readonly method?: string
  /** The target without its query. */
  readonly path?: string
  /** The target with its query, if the text has it. */
  readonly target?: string
  /** When the line was written, in seconds since 1970. */
  readonly now?: number
  /** The value of the Authorization header, if the text has it. */
  readonly authorization?: string
  /** The other headers of a text whose form no reader knows. */
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>
  /** The lines of such a text that were not understood: the first and the last of each range, from 1. */
  readonly notUnderstood?: ReadonlyArray<readonly [first: number, last: number]>
}

const stamp = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)\]?[ \t]+/

/** Colours of a terminal: of its escapes, an editor may have dropped the first character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's escape
const colours = /\u001b?\[\d{1,3}m/g

/** A longer text is no line of ours. */
const maxText = 65_536

/** What the line tells, or an object of JSON; nothing if it is no line of a log. */
export const readLogLine = (logLine: string): Logged | undefined => {
  const plain = logLine.slice(0, maxText).replace(colours, '').trim()
  return readInspected(plain) ?? (plain.startsWith('{') ? readJsonLine(plain) : readTextLine(plain))
}

/** A verdict as `console.log` prints it. */
const readInspected = (printed: string): Logged | undefined => {
  const outcomeStart = printed.search(/\boutcome: '(?:reject|accept)',\s/)
  const memberNamed = (memberName: string): string =>
    new RegExp(`\\b${memberName}: '([^'\\n]*)'`).exec(printed.slice(outcomeStart))?.[1] ?? ''
  return outcomeStart < 0
    ? undefined
    : ofValues(memberNamed('reason'), memberNamed('appId'), memberNamed('method'), memberNamed('path'))
}

const seconds = (time: unknown): Pick<Logged, 'now'> => {
  const ms = typeof time === 'string' ? Date.parse(time.replace(',', '.')) : time
  return typeof ms === 'number' && ms > 1e11 && ms < 1e14 ? { now: Math.floor(ms / 1000) } : {}
}

/** Each value counts only if it has its form. */
const ofValues = (reason: string, appId: string, method: string, path: string): Logged => ({
  ...(isReason(reason) ? { reason } : {}),
  ...(AppId.isAppId(appId) ? { appId } : {}),
  ...(E.isRight(Method.parseExact(method)) ? { method } : {}),
  ...(RequestTarget.isRequestTarget(path) ? { path } : {}),
})

/** The status, and the reason or the app: `401 signature_invalid: …`, `200 app-1: GET /v1/jobs/7`. */
const statusLine = /^[1-5]\d\d (?<word>[\w.-]{1,128})[:,] (?<afterWord>.*)$/s

/** Other lines of ours: `explained: …`, `kept as FILE`, `kept 7.http`, `unreadable 431 …`, `refused: the service answered 401`. */
const otherLine =
  /^(?:explained: |kept (?:as |.*\.http\b)|unreadable [45]\d\d |refused: the service answered [1-5]\d\d$)/

/** A summary: `reject app_unknown`, `verdict: reject app_unknown`, `refused: app_unknown`. */
const summary = /^(?:(?:\w{1,20}:? )?reject |refused: (?=\w+$))(?<reason>[a-z_]{1,40})(?= |$)/

/** A reason, alone or with its words: `app_unknown: …`. */
const reasonAtStart = /^(?<reason>[a-z_]{1,40})(?=:? |$)/

/** The method and the path of a request that was accepted: `GET /v1/jobs/7`. */
const methodAndPath = /^(?<method>[A-Z-]+) (?<path>\/\S*?)(?::? .*)?$/

/** A line of ours, with a time before it or without. */
const readTextLine = (logLine: string): Logged | undefined => {
  const [stampText = '', writtenAt] = stamp.exec(logLine) ?? []
  const message = logLine.slice(stampText.length)
  const { word = '', afterWord = '' } = statusLine.exec(message)?.groups ?? {}
  const isOurs = word !== '' || otherLine.test(message)
  const reasonIn = (form: RegExp): string => form.exec(message)?.groups?.reason ?? ''
  const reason = [word, reasonIn(summary), reasonIn(reasonAtStart)].find(isReason)
  if (reason === undefined && !isOurs) return undefined
  const { method = '', path = '' } = methodAndPath.exec(afterWord.trimEnd())?.groups ?? {}
  const appId = reason === undefined && word !== 'request_unreadable' ? word : ''
  return { ...ofValues(reason ?? '', appId, method, path), ...seconds(writtenAt) }
}

const isObject = (json: unknown): json is object => typeof json === 'object' && json !== null

const textIn = (object: object, memberName: string): string => {
  const memberValue = Object.hasOwn(object, memberName) ? (object as Record<string, unknown>)[memberName] : undefined
  return typeof memberValue === 'string' ? memberValue : ''
}

/** A verdict, by itself or as a member of the object that a logger writes. */
const readJsonLine = (logLine: string): Logged | undefined => {
  const json = readJson(logLine, { maxMembers: 1000 })
  const logged: unknown = E.isRight(json) ? json.right.value : undefined
  if (!isObject(logged)) return undefined
  const members: ReadonlyArray<unknown> = Object.values(logged)
  const verdict = [logged, ...members].filter(isObject).find(isVerdict)
  if (verdict === undefined) return readAnswer(logged) ?? readServeLine(logged)
  const [reason, appId, method, path] = ['reason', 'appId', 'method', 'path'].map((memberName) =>
    textIn(verdict, memberName),
  )
  // A verdict's own timestamp is the caller's, in seconds: too small to be milliseconds.
  const times = Object.entries(logged).filter(([memberName]) => /^(?:@?timestamp|time|ts)$/.test(memberName))
  const time = times.map(([, writtenAt]) => seconds(writtenAt)).find((moment) => moment.now !== undefined)
  return { ...ofValues(reason ?? '', appId ?? '', method ?? '', path ?? ''), ...time }
}

/** `{"time":"…","status":401,"message":"signature_invalid: …"}`: the same line as text, with its parts as members. */
const readServeLine = (logged: object): Logged | undefined => {
  const { status } = logged as { readonly status?: unknown }
  const time = textIn(logged, 'time')
  const message = textIn(logged, 'message')
  return readTextLine(`${time} ${typeof status === 'number' ? `${status} ` : ''}${message}`)
}

/** `{"error":{"code":"signature_invalid","message":"…"}}`, the body of a refusal; or what `submit --json` makes of it. */
const readAnswer = (answer: object): Logged | undefined => {
  const { error, status } = answer as { readonly error?: unknown; readonly status?: unknown }
  if (typeof status === 'number' && textIn(answer, 'outcome') === 'reject') return {}
  if (!isObject(error) || textIn(error, 'code') === '' || textIn(error, 'message') === '') return undefined
  return ofValues(textIn(error, 'code'), '', '', '')
}

const isVerdict = (object: object): boolean => {
  const outcome = textIn(object, 'outcome')
  return (
    (outcome === 'reject' && isReason(textIn(object, 'reason'))) ||
    (outcome === 'accept' && textIn(object, 'scheme') !== '')
  )
}

/** The line of an Authorization header alone, with its name, or its value with items or a token. */
export const readHeaderLine = (headerLine: string): Logged | undefined => {
  const credentials =
    /^authorization[ \t]*:[ \t]*(\S.*)$/i.exec(headerLine)?.[1] ??
    /^[\w-]{1,64} (?:(?=\w{1,64}=).*\b(?:app_?id|nonce_str|signature)=|(?<=bearer )\S+$).*/i.exec(headerLine)?.[0]
  return credentials === undefined ? undefined : { authorization: credentials.trimEnd() }
}

/** What the line says, what it lacks, and what to do. */
export const wordsFor = ({ reason, path, authorization }: Logged): string => {
  const todo = 'so nothing can be checked: give the request itself'
  if (authorization !== undefined)
    return `this is only the Authorization header. Method, target and body are missing, ${todo}`
  const subject = reason === undefined ? 'a line of a log' : `a line of a log, of a request that was refused: ${reason}`
  const lacks = `no Authorization header, no ${path === undefined ? 'target' : 'query'} and no body`
  return `this is ${subject}. It has ${lacks}, ${todo}. countersign serve --keep DIR or keepRefusals can save the next refused request`
}
