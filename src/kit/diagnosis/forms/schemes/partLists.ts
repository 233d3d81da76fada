/**
 * Templates of lists of parts, as a program joins them that has no scheme before it: only some of our five parts, or with the app id, in
 * any order.
 *
 *     timestamp, nonce, body, "." between them        {timestamp}.{nonce}.{body}
 *     the same with names, sorted                     body={body}&nonce={nonce}&timestamp={timestamp}
 */
import { type DraftParts, standard } from '../../Draft.ts'
import type { NamedTemplate } from './Template.ts'

/** Every order of every choice of the items, from none to all. */
const arrangements = (chosenFrom: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => [
  [],
  ...chosenFrom.flatMap((chosen, i) =>
    arrangements(chosenFrom.toSpliced(i, 1)).map((furtherChosen) => [chosen, ...furtherChosen]),
  ),
]

/** Names that other services give to the parts. */
const spellings: ReadonlyArray<Readonly<Record<string, string>>> = ['url', 'uri', 'path'].flatMap((target) =>
  ['nonce', 'nonce_str'].map((nonce) => ({ target, 'app id': 'app_id', nonce })),
)

const isPart = (partName: string): partName is keyof DraftParts =>
  (standard.order as ReadonlyArray<string>).includes(partName)

/** Lists of these parts, with the body or its hash, or without: joined by every separator, and with names. */
function* listsOf(head: ReadonlyArray<string>): Generator<NamedTemplate> {
  const withBody = [...head, 'body']
  const hasHash = !head.includes('app id') && !head.includes('path or URL')
  const withHash = hasHash ? [[...head, 'hash of the body']] : []
  const others = head.length === 0 ? [] : [head, ['body', ...head]]
  for (const listed of [withBody, ...withHash, ...others]) {
    // Another separator or another order of all parts is another mistake.
    const coveredParts = listed.map((partName) => (partName === 'path or URL' ? 'target' : partName))
    if (['method', 'target', 'timestamp', 'nonce'].every((partName) => coveredParts.includes(partName))) continue
    yield* joinedLists(listed)
    yield* labelledLists(listed)
    yield* shortLabelledLists(listed)
  }
}

/** Whether a list has the body itself and the path alone, as most lists have. */
const isUsualList = (listed: ReadonlyArray<string>): boolean =>
  !listed.includes('hash of the body') && !listed.includes('path or URL')

/** A list joined by separators, the likeliest first. */
function* joinedLists(listed: ReadonlyArray<string>): Generator<NamedTemplate> {
  const detail = `only ${listed.join(', ')}`
  const places = listed.map((partName) => `{${partName}}`)
  const ranks = listed.flatMap((partName) => (isPart(partName) ? standard.order.indexOf(partName) : []))
  const isInOrder = ranks.every((rank, i) => i === 0 || rank > (ranks[i - 1] as number))
  const maxSeparators = listed.length < 2 ? 1 : isUsualList(listed) && isInOrder ? 8 : 4
  // If only the nonce is missing, line feeds belong to another mistake, with a body or without.
  const lacksNonceAlone = /^method,target,timestamp(?:,body)?$/.test(listed.join())
  for (const separator of ['\n', '', '.', ':', '|', '&', ',', ' '].slice(lacksNonceAlone ? 1 : 0, maxSeparators)) {
    const separatorDetail = separator === '\n' ? '' : `, ${JSON.stringify(separator)} between them`
    yield [detail + separatorDetail, places.join(separator)]
  }
  if (!lacksNonceAlone && isUsualList(listed))
    yield [`${detail}, a line feed behind each`, places.map((place) => `${place}\n`).join('')]
  if (isInOrder && ranks.length === 4)
    yield [`${detail}, and Go says that one is missing`, `${places.join('\n')}\n%!s(MISSING)`]
}

/** A list with a name before each part, as a query. */
function* labelledLists(listed: ReadonlyArray<string>): Generator<NamedTemplate> {
  if (!isUsualList(listed) || listed.length < 3 || listed.includes('method')) return
  const detail = `only ${listed.join(', ')}, with names`
  for (const spelling of spellings) {
    const fields = listed.map((partName) => `${spelling[partName] ?? partName}={${partName}}`)
    yield [detail, fields.join('&')]
    yield [`${detail}, sorted`, fields.toSorted().join('&')]
  }
}

/** The signs after a name, and what stands behind each value or between two. */
const shortJoints = ['=', ': ', ':'].flatMap((sign) => ['\n', '&'].map((separator) => ({ sign, separator })))

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** One part or two with their names, as the lines of headers and as a query. */
function* shortLabelledLists(listed: ReadonlyArray<string>): Generator<NamedTemplate> {
  if (!isUsualList(listed) || listed.length > 2 || listed.includes('body')) return
  const detail = `only ${listed.join(', ')}, with names`
  for (const { sign, separator } of shortJoints)
    for (const spelling of spellings)
      for (const write of [(name: string) => name, capitalized]) {
        const fields = listed.map((partName) => `${write(spelling[partName] ?? partName)}${sign}{${partName}}`)
        yield [detail, fields.join(separator)]
        if (separator === '\n')
          yield [`${detail}, a line feed behind each`, fields.map((field) => `${field}\n`).join('')]
      }
}

/** Parts that a list has as neighbours, if it has them. */
const neighbours: ReadonlyArray<ReadonlyArray<string>> = [
  ['method'],
  ['target'],
  ['path or URL'],
  ['method', 'target'],
  ['method', 'path or URL'],
]

/** Lists that leave some of the five parts out. */
export function* everyList(): Generator<NamedTemplate> {
  for (const order of arrangements(['timestamp', 'nonce', 'app id'])) yield* listsOf(order)
  for (const together of neighbours) {
    const name = together.join()
    const others = together.includes('path or URL') ? ['timestamp', 'nonce'] : ['timestamp', 'nonce', 'app id']
    for (const order of arrangements([name, ...others])) {
      const isShort = order.length < 4 || order[0] === 'app id'
      if (order.includes(name) && isShort) yield* listsOf(order.flatMap((item) => item.split(',')))
    }
  }
}
