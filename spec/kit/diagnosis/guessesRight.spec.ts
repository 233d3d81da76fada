/**
 * How often a guess is right: of clients whose mistakes are known, and for which a search may find nothing, at least half of
 * those that get a guess made the mistake that it names.
 */
import { gzipSync } from 'node:zlib'
import type { Case } from '../../../src/kit/diagnosis/examine.ts'
import { guesses } from '../../../src/kit/diagnosis/guesses.ts'
import { type Draw, drawOf, plant, plantable, viewOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'

interface Refused {
  readonly request: Case
  /** The ids that say rightly what the client did; none if nothing in the request can tell. */
  readonly truths: ReadonlyArray<string>
}

type Make = (draw: Draw) => Refused | undefined

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
const json = 'application/json; charset=utf-8'

/** A right request with the headers of a usual client. */
const sentBy = (draw: Draw): Case => {
  const { method, target, body } = viewOf(draw)
  return { method, target, body, authorization: [], keys: [], headers: headersFor(body) }
}

const headersFor = (body: Uint8Array): NonNullable<Case['headers']> =>
  body.length === 0
    ? [['user-agent', 'axios/1.7.7']]
    : [
        ['user-agent', 'axios/1.7.7'],
        ['content-type', json],
        ['content-length', String(body.length)],
      ]

const withBody = (request: Case, body: Uint8Array): Case => ({ ...request, body, headers: headersFor(body) })

const textOf = ({ body }: Case): string => Buffer.from(body).toString()

/** What clients do, and how often among twenty: nothing shows the first two, and the search often finds the third. */
const kinds: ReadonlyArray<readonly [weight: number, make: Make]> = [
  [4, (draw) => ({ request: sentBy(draw), truths: [] })],
  [4, (draw) => changedValue(sentBy(draw))],
  [4, (draw) => ofCatalogue(draw)],
  [2, (draw) => lostBody(draw)],
  [1, (draw) => cutBody(sentBy(draw), draw)],
  [1, (draw) => ({ request: lettersLost(sentBy(draw)), truths: ['body-encoding'] })],
  [1, (draw) => ({ request: zipped(sentBy(draw)), truths: ['body-compressed'] })],
  [1, (draw) => ({ request: inflated(sentBy(draw)), truths: ['body-compressed'] })],
  [1, (draw) => ({ request: throughShell(sentBy(draw)), truths: ['body-through-shell', 'body-other'] })],
  [1, (draw) => ({ request: unfilled(sentBy(draw), draw), truths: ['part-unfilled', 'target-other'] })],
]

/** The value differs that was signed; the request that arrived is a right one. */
const changedValue = (request: Case): Refused => ({ request, truths: ['body-other'] })

/** Two or three mistakes of the catalogue at once. */
const ofCatalogue = (draw: Draw): Refused | undefined => {
  const mistakes = Array.from({ length: 2 + draw.below(2) }, () => draw.of(plantable))
  if (new Set(mistakes).size < mistakes.length) return undefined
  const planted = plant(viewOf(draw), mistakes, 2048, draw)
  if (planted === undefined) return undefined
  return { request: { ...planted.request, headers: headersFor(planted.request.body) }, truths: planted.ids }
}

/** A redirect, or a client that sends none with this method, drops the body; half of them keep the headers of it. */
const lostBody = (draw: Draw): Refused => {
  const request = sentBy(draw)
  const method = draw.of(['DELETE', 'POST', 'GET'])
  const headers = draw.real() < 0.5 ? ([['content-type', json]] as const) : []
  return { request: { ...request, method, headers, body: bytes('') }, truths: ['body-lost'] }
}

const cutBody = (request: Case, { below }: Draw): Refused => ({
  request: withBody(request, request.body.subarray(0, below(request.body.length))),
  truths: ['body-other', 'body-lost'],
})

const lettersLost = (request: Case): Case =>
  withBody(request, bytes(textOf(request).replace(/"text":( ?)"[^"]*"/, '"text":$1"????"')))

/** In a coding that was not taken off here. */
const zipped = (request: Case): Case => {
  const sent = withBody(request, new Uint8Array(gzipSync(request.body)))
  return { ...sent, headers: [...(sent.headers ?? []), ['content-encoding', 'gzip']] }
}

/** The compressed body was signed, and something has taken the compression off. */
const inflated = (request: Case): Case => ({
  ...request,
  headers: [
    ['content-type', json],
    ['content-encoding', 'gzip'],
    ['transfer-encoding', 'chunked'],
  ],
})

const throughShell = (request: Case): Case => withBody(request, bytes(textOf(request).replaceAll('"', '')))

const unfilled = (request: Case, { of }: Draw): Case => ({
  ...request,
  target: `/v1/jobs/${of(['undefined', '{{id}}', ':id', 'null'])}`,
})

const weights = kinds.reduce((sum, [weight]) => sum + weight, 0)

const makeOf = ({ below }: Draw): Make => {
  let at = below(weights)
  for (const [weight, make] of kinds) {
    if (at < weight) return make
    at -= weight
  }
  return () => undefined
}

const clients = 400

const precision = suite('guesses: how often they are right')

precision(
  'of generated clients: a guess that is told names a mistake that was made, in more than half of the cases',
  () => {
    const told = new Map<string, { right: number; wrong: number }>()
    for (let seed = 0; seed < clients; seed++) {
      const draw = drawOf(seed)
      const refused = makeOf(draw)(draw)
      const [guess] = refused === undefined ? [] : guesses(refused.request)
      if (refused === undefined || guess === undefined) continue
      const count = told.get(guess.because) ?? { right: 0, wrong: 0 }
      if (refused.truths.includes(guess.id)) count.right++
      else count.wrong++
      told.set(guess.because, count)
    }
    assert.ok(told.size >= 5, `${told.size} clues spoke`)
    // Of each clue that spoke often enough to say so, and of all together.
    for (const [because, { right, wrong }] of told)
      assert.ok(right + wrong < 10 || right > wrong, `${because}: ${right} right, ${wrong} wrong`)
    const sum = (of: 'right' | 'wrong'): number => [...told.values()].reduce((all, count) => all + count[of], 0)
    assert.ok(sum('right') > sum('wrong'), `${sum('right')} right, ${sum('wrong')} wrong`)
  },
)
