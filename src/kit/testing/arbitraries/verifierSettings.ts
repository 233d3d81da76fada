/** The settings of a verifier, each on both sides of its rule. */
import { editions } from '../../../core/Edition.ts'
import { ours } from '../../../core/Policies.ts'
import * as Draw from '../../values/Draw.ts'
import { each, eachWord, over, type Samples, sides } from '../../values/Grammar.ts'
import { authTypes } from '../../values/header.ts'

export const edition: Samples<unknown> = sides<unknown>('an edition is one of two words', each(editions), {
  'another word': [...eachWord('Mainland INTERNATIONAL global china constructor'), ...each(['', 'mainland '])],
  'no text': each<unknown>([null, 0, true, {}, ['mainland']]),
})
export const amount: Samples<unknown> = sides<unknown>(
  'an amount is a whole number, 0 or more',
  [Draw.nat(Number.MAX_SAFE_INTEGER), ...each([0, 1, 60, 300, 86_400, Number.MAX_SAFE_INTEGER])],
  {
    'no whole number': each([0.5, 300.5, Number.NaN, Number.POSITIVE_INFINITY]),
    'a number out of its range': [...each([-1, 2 ** 53, 1e300]), Draw.integer(-(2 ** 31), -1)],
    'no number': each<unknown>(['300', '', true, null, {}, [300], 300n]),
  },
)
const authType: Samples<unknown> = [
  ...over<string, unknown>(authTypes, (word) => word),
  ...sides<unknown>('an auth type is a text', [], each<unknown>([null, 7, true, {}, ['SVC']])),
]
const policy = Draw.constantFrom(...Object.keys(ours))
const policies: Samples<unknown> = sides<unknown>(
  'policies are a record of known names, each true or false',
  [
    Draw.partial(Object.fromEntries(Object.keys(ours).map((name) => [name, Draw.boolean]))),
    ...each<unknown>([{}, { ows: true }, { 'scheme-case': false }]),
  ],
  {
    'no record': each<unknown>([null, true, 'ows', 1, ['ows']]),
    'an unknown name': each(['OWS', 'method_case', 'toString', 'constructor', 'ows ', '', '__proto__']).map((names) =>
      names.map((name) => Object.fromEntries([[name, true]])),
    ),
    'neither true nor false': each<unknown>(['true', 1, 0, null, {}]).map((values) =>
      Draw.tuple(policy, values).map(([name, value]) => ({ [name]: value })),
    ),
  },
)

/** One setting each; the others are left out. */
export const verifierSettings: Samples<{ readonly [name: string]: unknown }> = Object.entries({
  ...{ edition, authType, policies },
  ...{ maxAge: amount, maxSkew: amount, bodyLimit: amount },
}).flatMap(([name, samples]) => over(samples, (value) => ({ [name]: value })))
