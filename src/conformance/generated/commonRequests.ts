/** The rules of every request, whether it is signed or has a token. */
import * as fc from 'fast-check'
import { ofMethods } from './characters.ts'
import { each, mapped, textOf } from './Generator.ts'
import { methods as anyMethods, targets } from './parts.ts'
import {
  bits,
  both,
  type Change,
  type Changes,
  type Draft,
  having,
  otherCase,
  sending,
  valued,
} from './requestDrafts.ts'

const lengthRule = 'a body has at most bodyLimit bytes'

/** Bodies so many bytes over the limit. */
const lengths = (...overs: ReadonlyArray<fc.Arbitrary<number>>): ReadonlyArray<fc.Arbitrary<Change>> =>
  [...each([0, 1, 64]), fc.nat(3000)].flatMap((limits) =>
    overs.map((over) =>
      fc.tuple(limits, over).map(([limit, by]) => (draft) => ({
        ...having({ body: 'b'.repeat(Math.max(limit + by, 0)) })(draft),
        bodyLimit: limit,
      })),
    ),
  )

const capitalMethods = fc
  .tuple(textOf(ofMethods, 0, 15), fc.constantFrom('P', 'S', 'K', 'I', 'POST'), textOf(ofMethods, 0, 12))
  .map((texts) => texts.join(''))

const allowing = (allowed: boolean): fc.Arbitrary<Change> => fc.constant((draft) => ({ ...draft, allowed }))

/** ASCII letters only. */
const upper = (method: string): string => method.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** An absolute-form loses scheme and authority, right or wrong; what is neither form stays. */
const originOf = (target: string): string => {
  const [, rest = target] = /^(?!\/).*?:\/\/[^/?]*(.*)$/s.exec(target) ?? []
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`
}

/** Characters of several bytes, and what a reader of text cuts off. */
const pieces = ['\u00e9', '\u20ac', '\u{1f600}', 'e\u0301', '\r\n', ' ', '\0', '"\\', '\xff'].map((piece) =>
  piece === '\xff' ? piece : Buffer.from(piece).toString('latin1'),
)

/** Bodies of such characters, at the limit or a byte beyond it. */
const bytesCounted = (over: number): ReadonlyArray<fc.Arbitrary<Change>> =>
  mapped(each(pieces), (piece) => (draft) => {
    const body = piece.repeat(24)
    return { ...having({ body })(draft), bodyLimit: body.length - over }
  })

/** What the rules say of every request, whether it is signed or has a token. */
export const commonSamples: ReadonlyArray<Changes> = [
  both('an app does only what it may do', allowing(true), allowing(false)),
  both(
    lengthRule,
    lengths(fc.constant(0), fc.integer({ min: -3000, max: 0 })),
    lengths(fc.constant(1), fc.integer({ min: 1, max: 3000 })),
  ),
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
  valued(anyMethods, (method) => having({ method: upper(method) })),
  both(
    'a method is sent in upper case',
    capitalMethods.map((method) => having({ method })),
    [
      fc.tuple(capitalMethods, bits).map(
        ([method, at]) =>
          (draft) =>
            sending(() => ({ method: otherCase(method, at) }))(having({ method })(draft)),
      ),
      ...mapped(each(['post', 'Post', 'get']), (sent) => (draft: Draft) => ({
        ...having({ method: upper(sent) })(draft),
        sent: { method: sent },
      })),
    ],
  ),
  valued(targets, (target) => (draft) => ({ ...having({ target: originOf(target) })(draft), sent: { target } })),
]
