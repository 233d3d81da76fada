/**
 * A prefix and a slash that the signed path has, and the path that arrived has not: a proxy removed the prefix, and changed a slash as well.
 *
 *     signed /api/v1/jobs, sent v1/jobs      removed with the slash after it
 *     signed /api/v1/jobs/, sent /v1/jobs    the slash at the end is gone too
 *     signed /api//jobs, sent /jobs          two slashes became one
 */
import { splitTarget } from './forms/percent.ts'
import { forBoth } from './remedies.ts'
import type { Telling } from './Telling.ts'

const segmentsOf = (path: string): ReadonlyArray<string> => path.split('/').filter((segment) => segment !== '')

/** Without one slash at the end. */
const openEnded = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path)

/** Whether a double slash of the signed path, beside the prefix or after it, is a single one in the path that arrived, or the reverse. */
const hasDoubleSlash = (signedPath: string, sentPath: string): boolean => {
  const signed = openEnded(signedPath)
  const sent = openEnded(sentPath).replace(/^\//, '')
  return !signed.endsWith(`/${sent}`) || signed.slice(0, signed.length - sent.length).includes('//')
}

/** How the slashes differ, beside the prefix. Undefined if they do not differ, or in more than one way. */
const slashWords = (signedPath: string, sentPath: string): string | undefined => {
  const isEndSigned = signedPath.endsWith('/')
  const differences = [
    ...(sentPath.startsWith('/') ? [] : ['The slash after the prefix is missing too.']),
    ...(hasDoubleSlash(signedPath, sentPath) ? ['The two paths also differ in a double slash.'] : []),
    ...(isEndSigned === sentPath.endsWith('/')
      ? []
      : [
          isEndSigned
            ? 'The slash at the end of the path is missing too.'
            : 'Also, the path arrived with a slash at its end, which was not signed.',
        ]),
  ]
  return differences.length === 1 ? differences[0] : undefined
}

/** What a proxy removed from the target. Undefined if the targets differ in more or in less than a prefix and a slash. */
export const prefixAndSlash = (signed: string, sentTarget: string): Telling | undefined => {
  const [signedPath, signedQuery] = splitTarget(signed)
  const [sentPath, sentQuery] = splitTarget(sentTarget)
  if (signedQuery !== sentQuery || !signedPath.startsWith('/')) return undefined
  const signedSegments = segmentsOf(signedPath)
  const sentSegments = segmentsOf(sentPath)
  const count = signedSegments.length - sentSegments.length
  if (count <= 0 || sentSegments.length === 0) return undefined
  if (signedSegments.slice(count).join('/') !== sentSegments.join('/')) return undefined
  const slash = slashWords(signedPath, sentPath)
  if (slash === undefined) return undefined
  const prefix = `/${signedSegments.slice(0, count).join('/')}`
  return {
    id: 'target-prefix-added',
    detail: `${prefix}, and a slash`,
    what: `The caller signed the path with the prefix ${prefix}, but the path arrived without this prefix. ${slash}`,
    ...forBoth(
      'Sign the path that is sent.',
      'If the caller sent what it signed, configure the proxy so that it does not change the path.',
    ),
  }
}
