/**
 * The target with other marks between its units. Further modules add parameters, write lists in other forms, and print the query as a map.
 *
 *     /v1/jobs?a=1&b=2    /v1/jobs?a: 1&b: 2    /v1/jobs;a=1;b=2    /v1/jobs/1/2
 */
import { addedParameters, type SignedParts } from './addedParameters.ts'
import { rawFieldsOf } from './fields.ts'
import { membersAsParameters, writtenLists } from './listParameters.ts'
import type { ChangedTarget } from './operations/Operation.ts'
import { splitTarget } from './percent.ts'
import { printedQuery } from './printedQuery.ts'

/** The target after each such change. Some come twice. With `wanted`, at least the targets that are this text. */
export function* changedMarks(target: string, parts?: SignedParts, wanted?: string): Generator<ChangedTarget> {
  const [path] = splitTarget(target)
  const mayKeepPath = wanted === undefined || wanted.startsWith(path)
  yield* otherMarks(target)
  if (mayKeepPath) {
    yield* writtenLists(target)
    yield* membersAsParameters(target)
    yield* queryInPath(target)
  }
  yield* addedParameters(target, parts)
  if (mayKeepPath) yield* printedQuery(target)
}

interface Mark {
  readonly mark: RegExp
  /** What programs write in its place. */
  readonly others: ReadonlyArray<string>
}

/** The marks of a target, in the order in which the search tries them. */
const marks: ReadonlyArray<Mark> = [
  {
    mark: /(?<=\?.*)&/g,
    others: [
      ',',
      ', ',
      ';',
      '; ',
      '\n',
      '\r\n',
      '',
      ' ',
      '%26',
      '|',
      '&&',
      '&&&',
      '/',
      '?',
      ' & ',
      '+',
      '\t',
      '^&',
      '\\&',
      '"&"',
      "'&'",
      '%2526',
      '\\u0026',
      '&amp;amp;',
      '%0A',
      '%2C',
      '%3B',
      '-',
      '_',
      '.',
      ':',
      '#',
      '\0',
      ' and ',
    ],
  },
  {
    mark: /(?<=\?.*)=/g,
    others: [
      ':',
      ': ',
      '=>',
      ' => ',
      '',
      ' = ',
      '%3D',
      '==',
      '/',
      '-',
      ' ',
      '\\=',
      '[]=',
      ',',
      '->',
      ' -> ',
      '="',
      '%253D',
      '\\u003d',
      '&#61;',
      '=\n',
      '_',
      '.',
      '|',
      ';',
      ' =',
      '= ',
      '~',
      '%3A',
      '\t',
    ],
  },
  {
    mark: /\?/g,
    others: [
      '&',
      '/',
      '%3F',
      '/?',
      '??',
      '?&',
      ';',
      '#',
      '\n',
      '\r\n',
      ' ',
      '\\?',
      ',',
      ' ? ',
      '?undefined&',
      '?null&',
      '?None&',
      '?None',
      '?null',
      '?undefined',
      '%253F',
      '\\u003f',
      '|',
      ':',
      '?=',
      '.',
      '.?',
      '*?',
      '?/',
      '/ ?',
      '?q=',
      '/index.php?',
      '.json?',
      '.html?',
      '#?',
      '?#',
      '\t',
      '$',
      '~',
      '!',
      '?amp;',
    ],
  },
  {
    mark: /\/(?=[^?]*(?:\?|$))/g,
    others: [
      '//',
      '%2F',
      '%2f',
      '%252F',
      '.',
      '\\',
      '\\\\',
      ':',
      '%5C',
      ' / ',
      '',
      '-',
      '_',
      '\\/',
      '/./',
      ',',
      '///',
      '|',
      '&#47;',
      '\\u002f',
      '::',
      '>',
      ' ',
      '/../',
      '%2F%2F',
    ],
  },
]

/** More marks of a kind are changed only together. */
const maxAlone = 12

function* otherMarks(target: string): Generator<ChangedTarget> {
  for (const { mark, others } of marks) {
    const places = Array.from(target.matchAll(mark), ({ index }) => index)
    for (const other of others) {
      yield ['mark', target.replace(mark, () => other)]
      if (places.length < 2) continue
      // All but the first, as when the path begins with a slash.
      const first = places[0] as number
      yield [
        'mark',
        target.slice(0, first + 1) + target.slice(first + 1).replaceAll(target[first] as string, () => other),
      ]
      for (const place of places.slice(0, maxAlone))
        yield ['mark', target.slice(0, place) + other + target.slice(place + 1)]
    }
  }
}

/** The query in the path, and the parameters of a matrix (`;a=1;b=2`). */
function* queryInPath(target: string): Generator<ChangedTarget> {
  const [path, question] = splitTarget(target)
  if (question.length < 2) return
  const fields = rawFieldsOf(question.slice(1))
  for (const separator of ['/', ';', ',', ':'])
    for (const equals of ['/', '=', ':', ',', '-']) {
      const written = fields.map(({ name, value = '' }) => name + equals + value)
      yield ['mark', path + separator + written.join(separator)]
    }
  yield ['mark', `${path}/${fields.map(({ value = '' }) => value).join('/')}`]
  yield ['mark', `${path};${question.slice(1).replaceAll('&', ';')}`]
}
