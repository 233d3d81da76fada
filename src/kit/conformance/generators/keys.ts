/** Key files: of the test's key pairs. */
import * as Draw from '../../values/Draw.ts'
import { each, joined, over, type Samples, sides } from '../../values/Grammar.ts'
import * as files from '../../values/keys.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generator } from './Generator.ts'
import { damages, good, long, otherExponents, short } from './keyPairs.ts'

export const togetherRule = 'the numbers of a private key belong together'

const anyGood = Draw.constantFrom(...good)
const filed = (samples: Samples<files.Numbers>, forms = files.formsFor('sign')): Samples =>
  joined(files.plainly(forms), samples, (write, numbers) => write(numbers) as string)
/** In each form. */
const filedInEach = (samples: Samples<files.Numbers>): Samples =>
  files.formsFor('sign').flatMap((form) => filed(samples, [form]))
export const damagedKeys: Samples = filedInEach(
  sides(
    togetherRule,
    anyGood,
    Object.fromEntries(Object.entries(damages).map(([name, damage]) => [name, anyGood.map(damage)])),
  ),
)
const privateByNumbers: Samples = [
  ...filed(sides(files.sizeRule, each([...good, ...long]), { 'too short': each(short) })),
  ...filed(sides(files.exponentRule, anyGood, { 'too small or too large': each(otherExponents) })),
  ...damagedKeys,
]

const byDer = (use: files.Use): Samples => files.keysOf(files.derFiles(use), anyGood)
const byPem = (use: files.Use): Samples => files.keysOf(files.pemFiles(use), anyGood)
const byNumbers = (use: files.Use): Samples =>
  use === 'verify' ? [...files.publicKeysByNumbers, ...files.longKeys] : privateByNumbers

/** The generators of key files for these uses. */
export const keysFor = (uses: ReadonlyArray<files.Use>): ReadonlyArray<Generator> =>
  Object.entries({ 'key-der': byDer, 'key-pem': byPem, 'key-numbers': byNumbers }).map(([name, samples]) =>
    generator(
      name,
      'importKey',
      uses.flatMap((use) => over(samples(use), (pem): Inputs['importKey'] => ({ use, pem }))),
      (input) => input,
    ),
  )

/** Each of the good pairs. */
export const goodPrivateKeys: Samples = filedInEach(sides(togetherRule, each(good)))
export const publicKeys: Samples = [byDer, byPem, byNumbers].flatMap((samples) => samples('verify'))
export const privateKeys: Samples = [byDer, byPem, byNumbers].flatMap((samples) => samples('sign'))
