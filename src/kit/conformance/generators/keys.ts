/** Key files: of the test's key pairs. */
import * as Draw from '../../values/Draw.ts'
import { each, joined, over, type Samples, sides } from '../../values/Grammar.ts'
import {
  derFiles,
  exponentRule,
  formsFor,
  keysOf,
  longKeys,
  type Numbers,
  pemFiles,
  plainly,
  publicKeysByNumbers,
  sizeRule,
  type Use,
} from '../../values/keys.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generator } from './Generator.ts'
import { damages, good, long, otherExponents, short } from './keyPairs.ts'

export const togetherRule = 'the numbers of a private key belong together'

const anyGood = Draw.constantFrom(...good)
const filed = (samples: Samples<Numbers>, forms = formsFor('sign')): Samples =>
  over(
    joined(plainly(forms), samples, (write, numbers) => write(numbers)),
    (pem) => pem as string,
  )
const privateByNumbers: Samples = [
  ...filed(sides(sizeRule, each([...good, ...long]), { 'too short': each(short) })),
  ...filed(sides(exponentRule, anyGood, { 'too small or too large': each(otherExponents) })),
  ...formsFor('sign').flatMap((form) =>
    keysOf(
      sides(
        togetherRule,
        plainly([form]),
        Object.fromEntries(
          Object.entries(damages).map(([name, damage]) => [
            name,
            plainly([form]).map((write) => (numbers: Numbers) => write(damage(numbers))),
          ]),
        ),
      ),
      anyGood,
    ),
  ),
]

const byDer = (use: Use): Samples => keysOf(derFiles(use), anyGood)
const byPem = (use: Use): Samples => keysOf(pemFiles(use), anyGood)
const byNumbers = (use: Use): Samples => (use === 'verify' ? [...publicKeysByNumbers, ...longKeys] : privateByNumbers)

/** The generators of key files for these uses. */
export const keysFor = (uses: ReadonlyArray<Use>): ReadonlyArray<Generator> =>
  Object.entries({ 'key-der': byDer, 'key-pem': byPem, 'key-numbers': byNumbers }).map(([name, samples]) =>
    generator(
      name,
      'importKey',
      uses.flatMap((use) => over(samples(use), (pem): Inputs['importKey'] => ({ use, pem }))),
      (input) => input,
    ),
  )

/** Each of the good pairs, in each form. */
export const goodPrivateKeys: Samples = formsFor('sign').flatMap((form) =>
  filed(sides(togetherRule, each(good)), [form]),
)
export const publicKeys: Samples = [byDer, byPem, byNumbers].flatMap((samples) => samples('verify'))
export const privateKeys: Samples = [byDer, byPem, byNumbers].flatMap((samples) => samples('sign'))
