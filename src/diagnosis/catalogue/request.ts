/**
 * The request line: a method or a target that was signed otherwise than it was sent. What libraries do to percent
 * escapes and queries stands in percent.ts.
 */
import type { Mistake, Respelling, View } from '../Mistake.ts'
import * as percent from '../percent.ts'
import { part, signs } from './mistake.ts'

/** Texts that stood in place of the target. */
const target = (id: string, what: string, remedy: string, forms: (view: View) => ReadonlyArray<Respelling>): Mistake =>
  signs({ id, part: 'target', what, remedy }, ['target'], (view) =>
    forms(view).map(({ detail, text }) => part(detail, { target: text })),
  )

const fragmentOf = (url: string): string => (url.includes('#') ? url.slice(url.indexOf('#')) : '')

/** Path and query of a URL, as they stand in it. */
const pathOf = (url: string): string => url.replace(/#.*$/s, '').replace(/^[A-Za-z][0-9A-Za-z+.-]*:\/\/[^/?#]*/, '')

/** With and without scheme, with and without port. */
const origins = (host: string): ReadonlyArray<string> => {
  const hosts = [...new Set([host, host.replace(/:\d{1,5}$/, '')])]
  return hosts.flatMap((name) => ['https://', 'http://', '//', ''].map((scheme) => scheme + name))
}

const prefixesLost = (v: View): ReadonlyArray<Respelling> => {
  const [path, query] = percent.split(v.target)
  const segments = path.split('/').slice(1)
  return [1, 2, 3]
    .filter((count) => count < segments.length)
    .map((count) => ({
      detail: `/${segments.slice(0, count).join('/')}`,
      text: `/${segments.slice(count).join('/')}${query}`,
    }))
}

const prefixAdded = (v: View): ReadonlyArray<Respelling> => {
  const called = pathOf(v.url ?? '')
  return called.endsWith(v.target) ? [{ detail: called.slice(0, -v.target.length), text: called }] : []
}

export const requestMistakes: ReadonlyArray<Mistake> = [
  signs(
    {
      id: 'method-case',
      part: 'method',
      what: 'The caller signed the method in another case than upper case.',
      remedy: 'Upper-case the method before it is signed.',
    },
    ['method'],
    (v) => [
      part('lower case', { method: v.method.toLowerCase() }),
      part('capitalized', { method: v.method.slice(0, 1) + v.method.slice(1).toLowerCase() }),
    ],
  ),
  signs(
    {
      id: 'method-other',
      part: 'method',
      what: 'The caller signed another method than it sent, as when a redirect turns POST into GET.',
      remedy: 'Sign the method that is sent.',
    },
    ['method'],
    () => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((method) => part(method, { method })),
  ),

  {
    ...target('target-with-origin', 'The caller signed the whole URL.', 'Sign the path and the query only.', (v) => [
      ...(v.url === undefined ? [] : [{ detail: 'the URL', text: v.url.replace(/#.*$/s, '') }]),
      ...(v.host === undefined ? [] : origins(v.host).map((origin) => ({ detail: origin, text: origin + v.target }))),
    ]),
    needs: 'host',
  },
  target(
    'target-without-query',
    'The caller signed the path without the query.',
    'Sign the target with its query, as it stands on the request line.',
    (v) => [{ detail: 'no query', text: percent.split(v.target)[0] }],
  ),
  target(
    'target-decoded',
    'The caller signed the target after its percent escapes had been decoded.',
    'Sign the target with its escapes, as it is sent.',
    (v) => percent.decodings(v.target),
  ),
  target(
    'target-reencoded',
    'The caller signed the target with other percent escapes than it sent.',
    'Encode the target once, then sign and send that very text.',
    (v) => percent.reencodings(v.target),
  ),
  {
    ...target(
      'target-with-fragment',
      'The caller signed the fragment too.',
      'Cut off the # and all behind it.',
      (v) => [{ detail: 'the fragment', text: v.target + fragmentOf(v.url ?? '') }],
    ),
    needs: 'url',
  },
  target(
    'target-no-leading-slash',
    'The caller signed the target without the slash that it begins with.',
    'Let the target begin with a slash.',
    (v) => [{ detail: 'no slash', text: v.target.slice(1) }],
  ),
  target(
    'target-trailing-slash',
    'The caller signed the path with a slash at its end and sent it without, or the reverse.',
    'Sign the path that is sent, with or without the slash at its end.',
    (v) => {
      const [path, query] = percent.split(v.target)
      return [
        path.endsWith('/')
          ? { detail: 'removed', text: path.slice(0, -1) + query }
          : { detail: 'added', text: `${path}/${query}` },
        { detail: 'added behind the query', text: `${v.target}/` },
      ]
    },
  ),
  target(
    'target-double-slash',
    'The caller joined base and path with two slashes, or with one where it sent two.',
    'Join the base URL and the path with exactly one slash, then sign and send that.',
    (v) => [
      { detail: 'two at the beginning', text: `/${v.target}` },
      { detail: 'one for two', text: v.target.replace(/\/{2,}/g, '/') },
    ],
  ),
  target(
    'target-prefix-lost',
    'The caller signed the path without the prefix under which the service is reached.',
    "Sign the whole path, with the base URL's own.",
    prefixesLost,
  ),
  {
    ...target(
      'target-prefix-added',
      'The caller signed a prefix of the path that a proxy removes before the request arrives.',
      'Let the verifier see the path as the caller sent it.',
      prefixAdded,
    ),
    needs: 'url',
  },
  target(
    'query-reordered',
    'The caller signed the parameters of the query in another order than it sent them.',
    'Sign the query in the order in which it is sent.',
    (v) => percent.reorderings(v.target),
  ),
]
