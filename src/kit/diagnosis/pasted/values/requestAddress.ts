/**
 * Method and URL in a tree of literals: by their usual names, the nearest to the headers, or side by side.
 *
 *     { method: 'POST', baseURL: 'https://h', url: '/v1/jobs' }      POST 'https://h/v1/jobs'      "POST /v1/jobs HTTP/1.1"
 */
import type { Leaf } from './literalIndex.ts'
import type { Group, Text } from './literalTree.ts'
import {
  isMethod,
  isTarget,
  isUrl,
  pathNames,
  plainName,
  queryNames,
  targetNames,
  wholeUrlNames,
} from './usualNames.ts'
/** The first text of this group with such a name and such a value. */
export const named = ({ items }: Group, names: RegExp, isValue: (text: string) => boolean): string | undefined => {
  for (const { key, value } of items) {
    if (key === undefined || !names.test(plainName(key))) continue
    const text = value._tag === 'Text' ? value.readings[0] : firstIn(value, isValue)
    if (text !== undefined && isValue(text)) return text
  }
  return undefined
}

const firstIn = (group: Group, isValue: (text: string) => boolean): string | undefined => {
  for (const { value } of group.items) {
    const text = value._tag === 'Text' ? value.readings[0] : firstIn(value, isValue)
    if (text !== undefined && isValue(text)) return text
  }
  return undefined
}

const withQuery = (path: string, query: string | undefined): string =>
  query === undefined || query === '' || path.includes('?') ? path : `${path}?${query.replace(/^\?/, '')}`

const isPath = (text: string): boolean => /^\/[!-~]*$/.test(text)

/** How languages print that there is no query. */
const absent = /^(?:None|null|nil|<nil>|\(null\)|undefined)$/

/** The URL or the target by its name. */
export const urlIn = (group: Group): string | undefined => {
  const whole = named(group, wholeUrlNames, isUrl)
  if (whole !== undefined) return whole
  const parts = group.items.find(({ key, value }) => key !== undefined && isUrlInParts(key, value))?.value
  if (parts?._tag === 'Group') return urlIn(parts)
  const base = named(group, /^baseurl$/, isUrl)
  const target = named(group, targetNames, isPath) ?? named(group, pathNames, isPath)
  if (target === undefined) return base
  const url = withQuery(
    target,
    named(group, queryNames, (query) => !absent.test(query)),
  )
  return base === undefined ? url : base.replace(/\/$/, '') + url
}

/** `url: Url { path: "/v1/jobs", query: Some("a=b") }`. */
const isUrlInParts = (key: string, value: Text | Group): boolean =>
  /^(?:url|uri)$/.test(plainName(key)) &&
  value._tag === 'Group' &&
  value.items.some((item) => item.key !== undefined && pathNames.test(plainName(item.key)))

export interface Address {
  readonly method: string
  readonly url: string
  readonly at: number
}

/** Method and URL side by side; a quoted request line. The last before the headers, or else the first behind them. */
export const besideHeaders = (leaves: ReadonlyArray<Leaf>, at: number): Address | undefined => {
  const lines: Array<Address> = []
  leaves.forEach(({ value }, i) => {
    const text = value.readings[0]
    const whole = /^([A-Z]{3,10}) (\S+)(?: HTTP\/[0-9.]{1,3})?$/.exec(text)
    if (whole !== null && isMethod(whole[1] ?? '') && isTarget(whole[2] ?? ''))
      lines.push({ method: whole[1] ?? '', url: whole[2] ?? '', at: value.from })
    const method = /(?:^|[.:])([A-Za-z]{3,7})$/.exec(text)?.[1] ?? ''
    if (!isMethod(method)) return
    const url = [leaves[i + 1], leaves[i - 1], leaves[i + 2]]
      .map((leaf) => leaf?.value.readings[0] ?? '')
      .find((each) => isTarget(each))
    if (url !== undefined) lines.push({ method, url, at: value.from })
  })
  return lines.findLast((line) => line.at < at) ?? lines[0]
}

/** What every program writes in capitals on the wire. */
export const sentMethod = (method: string): string =>
  isMethod(method) ? method.replace(':', '').toUpperCase() : method

/** The text that has one of these names, wherever it stands. */
export const anywhere = (
  leaves: ReadonlyArray<Leaf>,
  names: RegExp,
  isValue: (text: string) => boolean,
): string | undefined =>
  leaves.find(({ key, value }) => key !== undefined && names.test(plainName(key)) && isValue(value.readings[0]))?.value
    .readings[0]

/** A method, where the text has none beside its URL. Code for libcurl posts what it has fields for. */
export const methodAnywhere = (leaves: ReadonlyArray<Leaf>): string | undefined =>
  anywhere(leaves, /^(?:(?:http|request)?method|curloptcustomrequest)$/, isMethod) ??
  (anywhere(leaves, /^curlopt(?:copy)?postfields$/, () => true) === undefined ? undefined : 'POST')
