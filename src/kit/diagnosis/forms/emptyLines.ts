/**
 * The parts in another order and with an empty line among them: the program joined an empty value as one more part, or its body was empty.
 *
 *     /v1/jobs␊POST␊␊1700000000␊n-1␊{}    target, method, timestamp, nonce, body, an empty line before the timestamp
 *     POST␊/v1/jobs␊␊1700000000␊n-1       method, target, timestamp, nonce, an empty line before the timestamp
 *
 * An empty line among the five parts in their right order belongs to other mistakes.
 */
import { type Layout, standard } from '../Draft.ts'
import type { Telling } from '../Telling.ts'
import { listed } from '../variables.ts'
import { lazily } from './lazily.ts'
import { permutations } from './permutations.ts'
import type { Form } from './Respelling.ts'

type Order = Layout['order']

const isStandard = (order: Order): boolean => standard.order.join().startsWith(order.join())

/** The order with an empty line before this part. Another mistake has a line feed before the text, or two before the body. */
const emptyLineBefore = (piece: Order[number], order: Order): Form<Layout> => {
  const names = order.join(', ')
  const layout = { ...standard, order, labels: { [piece]: '\n' } }
  if (order.length < standard.order.length) return [`${names}, an empty line before the ${piece}`, layout, 'late']
  if (piece === order[0]) return [`${names}, an empty line first`, layout, 'late', { contains: ['leading-line-feed'] }]
  return piece === 'body' && piece === order.at(-1)
    ? [`${names}, two line feeds before the body`, layout, 'late', { contains: ['separator-other'] }]
    : [`${names}, an empty line before the ${piece}`, layout, 'late']
}

/** The order with an empty line before each of its parts. */
const beforeEach = (order: Order, change: Partial<Layout>): ReadonlyArray<Form<Layout>> =>
  order.map((piece) => {
    const [detail, layout, rare, traits] = emptyLineBefore(piece, order)
    return [detail, { ...layout, ...change }, rare, traits]
  })

const withoutBody = standard.order.slice(0, -1)

function* everyOrder(): Generator<Form<Layout>> {
  // The place of an empty body shows only at the end.
  for (const order of permutations(standard.order))
    if (!isStandard(order)) yield* beforeEach(order, order.at(-1) === 'body' ? {} : { bodied: true })
  for (const order of permutations(withoutBody)) {
    yield* beforeEach(order, { bodiless: 'any' })
    // Without a body, this is another order of the five parts.
    if (!isStandard(order))
      yield [`${order.join(', ')}, an empty line at the end`, { ...standard, order, end: '\n', bodiless: true }, 'late']
  }
}

/** They are the same for every request. */
export const ordersWithEmptyLine: () => ReadonlyArray<Form<Layout>> = lazily(everyOrder)

const formWithEmptyLine =
  /^([a-z, ]+), (?:an empty line (first|before the [a-z]+|at the end)|two line feeds before the body)$/

/** The words for such a form, by its detail. */
export const emptyLineTelling = (detail: string): Telling | undefined => {
  const match = formWithEmptyLine.exec(detail)
  if (match === null) return undefined
  const [, names = '', place = 'before the body'] = match
  const order = names.split(', ')
  const signedPlace = place === 'first' ? `before the ${order[0]}` : place
  const what = `The caller signed the parts in this order: ${listed(order)}. It signed an empty line ${signedPlace}.`
  return {
    what: order.includes('body') ? what : `${what} It signed no body, or the body was still empty.`,
    remedy: 'Sign method, target, timestamp, nonce and body, each once and in this order.',
  }
}
