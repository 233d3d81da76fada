/** All planted bugs. */
import { createPlain, type PlainPort } from '../plain/plain.ts'
import { base64 } from './base64.ts'
import { type Bug, withoutCheck } from './bug.ts'
import { metaBugs } from './meta.ts'
import { parser } from './parser.ts'
import { rsa } from './rsa.ts'
import { timeReplay } from './timeReplay.ts'
import { wild } from './wild.ts'

export const planted: ReadonlyArray<Bug> = [
  ...wild,
  ...withoutCheck,
  ...parser,
  ...base64,
  ...rsa,
  ...timeReplay,
  ...metaBugs,
]

/** The port with this bug. It says nothing of it: it declares the policies that it would take without the bug. */
export const portWith = ({ without, plant, answers }: Bug, policies: ReadonlyArray<string>): PlainPort => {
  const port = createPlain({ without, policies, ...(plant === undefined ? {} : { plant }) })
  return answers === undefined ? port : { ...port, answer: answers(port) }
}
