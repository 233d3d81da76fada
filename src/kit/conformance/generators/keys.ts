/** Key files for the op `importKey`: valid ones in every form, and each with one fault. */
import * as Gen from '../../values/Gen.ts'
import * as files from '../../values/keys.ts'
import { combineWith, constants, type LabelledGens, mapValues, validAndInvalid } from '../../values/Labelled.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generatorOf } from './Generator.ts'
import { damages, good, long, otherExponents, short } from './keyPairs.ts'

export const togetherRule = 'the numbers of a private key belong together'

const anyGood = Gen.constantFrom(...good)
const filed = (samples: LabelledGens<files.Numbers>, forms = files.formsFor('sign')): LabelledGens =>
  combineWith(files.plainly(forms), samples, (write, numbers) => write(numbers) as string)
/** In each form. */
const filedInEach = (samples: LabelledGens<files.Numbers>): LabelledGens =>
  files.formsFor('sign').flatMap((form) => filed(samples, [form]))
export const damagedKeys: LabelledGens = filedInEach(
  validAndInvalid(
    togetherRule,
    anyGood,
    Object.fromEntries(Object.entries(damages).map(([name, damage]) => [name, anyGood.map(damage)])),
  ),
)
const privateByNumbers: LabelledGens = [
  ...filed(validAndInvalid(files.sizeRule, constants([...good, ...long]), { 'too short': constants(short) })),
  ...filed(validAndInvalid(files.exponentRule, anyGood, { 'too small or too large': constants(otherExponents) })),
  ...damagedKeys,
]

const byDer = (use: files.Use): LabelledGens => files.keysOf(files.derFiles(use), anyGood)
const byPem = (use: files.Use): LabelledGens => files.keysOf(files.pemFiles(use), anyGood)
const byNumbers = (use: files.Use): LabelledGens =>
  use === 'verify' ? [...files.publicKeysByNumbers, ...files.longKeys] : privateByNumbers

/** The generators of key files for these uses. */
export const keysFor = (uses: ReadonlyArray<files.Use>): ReadonlyArray<Generator> =>
  Object.entries({ 'key-der': byDer, 'key-pem': byPem, 'key-numbers': byNumbers }).map(([name, samples]) =>
    generatorOf(
      name,
      'importKey',
      uses.flatMap((use) => mapValues(samples(use), (pem): Inputs['importKey'] => ({ use, pem }))),
      (input) => input,
    ),
  )

/** Each of the good pairs. */
export const goodPrivateKeys: LabelledGens = filedInEach(validAndInvalid(togetherRule, constants(good)))
export const publicKeys: LabelledGens = [byDer, byPem, byNumbers].flatMap((samples) => samples('verify'))
export const privateKeys: LabelledGens = [byDer, byPem, byNumbers].flatMap((samples) => samples('sign'))
