/**
 * Key files for the op `importKey`, on both sides of each rule about keys: the DER, the PEM, and the numbers. The numbers of a public key
 * may be any; those of a private key come from real pairs, because a signer may check that they belong together.
 */
import * as Gen from '../../values/Gen.ts'
import { derFiles } from '../../values/keys/derFiles.ts'
import { formsFor, type KeyNumbers, type KeyUse, textsOf, usualFiles } from '../../values/keys/keyFile.ts'
import { pemFiles } from '../../values/keys/pemFiles.ts'
import { exponentRule, longKeys, publicKeysByNumbers, sizeRule } from '../../values/keys/publicKeys.ts'
import { combineWith, constants, type LabelledGens, mapValues, validAndInvalid } from '../../values/Labelled.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generatorOf } from './Generator.ts'
import { damages, good, long, otherExponents, short } from './keyPairs.ts'

/** The generators of key files for these uses. */
export const keysFor = (uses: ReadonlyArray<KeyUse>): ReadonlyArray<Generator> =>
  Object.entries({ 'key-der': byDer, 'key-pem': byPem, 'key-numbers': byNumbers }).map(([name, filesFor]) =>
    generatorOf(
      name,
      'importKey',
      uses.flatMap((use) => mapValues(filesFor(use), (pem): Inputs['importKey'] => ({ use, pem }))),
      (input) => input,
    ),
  )

const goodPairs = Gen.constantFrom(...good)

const byDer = (use: KeyUse): LabelledGens => textsOf(derFiles(use), goodPairs)
const byPem = (use: KeyUse): LabelledGens => textsOf(pemFiles(use), goodPairs)
const byNumbers = (use: KeyUse): LabelledGens =>
  use === 'verify' ? [...publicKeysByNumbers, ...longKeys] : privateKeysByNumbers

// ---- Private keys by their numbers

const privateForms = formsFor('sign')

/** Files of these numbers, each in one of these forms. */
const filesOf = (numbers: LabelledGens<KeyNumbers>, forms = privateForms): LabelledGens =>
  combineWith(usualFiles(forms), numbers, (write, keyNumbers) => write(keyNumbers) as string)
const filesInEachForm = (numbers: LabelledGens<KeyNumbers>): LabelledGens =>
  privateForms.flatMap((form) => filesOf(numbers, [form]))

export const togetherRule = 'the numbers of a private key fit each other'
const damagedPairs = Object.entries(damages).map(([name, damage]) => [name, goodPairs.map(damage)] as const)
export const damagedKeys: LabelledGens = filesInEachForm(
  validAndInvalid(togetherRule, goodPairs, Object.fromEntries(damagedPairs)),
)

const privateKeysByNumbers: LabelledGens = [
  ...filesOf(validAndInvalid(sizeRule, constants([...good, ...long]), { 'too short': constants(short) })),
  ...filesOf(validAndInvalid(exponentRule, goodPairs, { 'too small or too large': constants(otherExponents) })),
  ...damagedKeys,
]

// ---- For the specs

/** Each of the good pairs, in each form. */
export const goodPrivateKeys: LabelledGens = filesInEachForm(validAndInvalid(togetherRule, constants(good)))
export const publicKeys: LabelledGens = [byDer, byPem, byNumbers].flatMap((filesFor) => filesFor('verify'))
export const privateKeys: LabelledGens = [byDer, byPem, byNumbers].flatMap((filesFor) => filesFor('sign'))
