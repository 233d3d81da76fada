/**
 * Texts of jobs by their spelling, in bytes, on both sides of each rule of JSON and of UTF-8. What a job means is in `jobs/`.
 *
 * ```ts
 * jobTexts // a value: { value: the bytes of {"stages":[],"x":01}, rule: 'a number is written as JSON writes it, …', passes: false }
 * ```
 *
 * `passes` is the verdict of a parser without policies: `integerSpelling` refuses nothing under its policy.
 */
import type { Bytes } from '../../../core/Bytes.ts'
import { type LabelledGens, mapValues } from '../Labelled.ts'
import { layout, nearJobs, respelledJobs } from './layout.ts'
import { encodings, utf8 } from './misencoded.ts'
import { names } from './names.ts'
import { nestedValues } from './nesting.ts'
import { integers, numberRanges, numberSpellings } from './numbers.ts'
import { texts } from './texts.ts'

/** In this order: the order of the generators decides the draws. */
const spellings: LabelledGens = [
  ...integers,
  ...numberRanges,
  ...nestedValues,
  ...numberSpellings,
  ...texts,
  ...layout,
  ...names,
  ...respelledJobs,
  ...nearJobs,
]

export const jobTexts: LabelledGens<Bytes> = [...mapValues(spellings, utf8), ...encodings]
