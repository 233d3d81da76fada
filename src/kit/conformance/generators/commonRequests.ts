/** The rules of every request, whether it is signed or has a token. */

import * as Draw from '../../values/Draw.ts'
import { each, mapped } from '../../values/Grammar.ts'
import { methods as anyMethods, targets } from '../../values/parts.ts'
import { both, type Change, type Changes, type Draft, having, sending, valued } from './requestDrafts.ts'

const lengthRule = 'a body has at most bodyLimit bytes'

/** Bodies so many bytes over the limit. */
const lengths = (...overs: ReadonlyArray<Draw.Draw<number>>): ReadonlyArray<Draw.Draw<Change>> =>
  [...each([0, 1, 64]), Draw.nat(3000)].flatMap((limits) =>
    overs.map((over) =>
      Draw.tuple(limits, over).map(([limit, by]) => (draft) => ({
        ...having({ body: 'b'.repeat(Math.max(limit + by, 0)) })(draft),
        bodyLimit: limit,
      })),
    ),
  )

const allowing = (allowed: boolean): Draw.Draw<Change> => Draw.constant((draft) => ({ ...draft, allowed }))

/** ASCII letters only. */
const upper = (method: string): string => method.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** An absolute-form loses scheme and authority, right or wrong; what is neither form stays. */
export const originOf = (target: string): string => {
  const [, rest = target] = /^(?!\/).*?:\/\/[^/?]*(.*)$/s.exec(target) ?? []
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`
}

/** Characters of several bytes, and what a reader of text cuts off. */
const pieces = ['\u00e9', '\u20ac', '\u{1f600}', 'e\u0301', '\r\n', ' ', '\0', '"\\', '\xff'].map((piece) =>
  piece === '\xff' ? piece : Buffer.from(piece).toString('latin1'),
)

/** Bodies of such characters, at the limit or a byte beyond it. */
const bytesCounted = (over: number): ReadonlyArray<Draw.Draw<Change>> =>
  mapped(each(pieces), (piece) => (draft) => {
    const body = piece.repeat(24)
    return { ...having({ body })(draft), bodyLimit: body.length - over }
  })

/** What the rules say of every request, whether it is signed or has a token. */
export const commonSamples: ReadonlyArray<Changes> = [
  both('an app does only what it may do', allowing(true), allowing(false)),
  both(lengthRule, lengths(Draw.constant(0), Draw.integer(-3000, 0)), lengths(Draw.constant(1), Draw.integer(1, 3000))),
  both(
    lengthRule,
    [
      ...bytesCounted(0),
      // More than 31 or 32 bits hold.
      ...mapped(each([2 ** 31, 2 ** 32, 2 ** 53 - 1]), (bodyLimit) => (draft: Draft) => ({
        ...having({ body: '{}' })(draft),
        bodyLimit,
      })),
    ],
    bytesCounted(1),
  ),
]

/** The line of a request, whether it is signed or has a token. */
export const lineSamples: Changes = [
  ...valued(anyMethods, (method) => having({ method: upper(method) })),
  ...both(
    'a method is sent in upper case',
    [],
    mapped(each(['post', 'Post', 'get']), (method) => sending(() => ({ method }))),
  ),
  ...valued(targets, (target) => (draft) => ({ ...having({ target: originOf(target) })(draft), sent: { target } })),
]
