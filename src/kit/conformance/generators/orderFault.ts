/**
 * What is wrong with the reason of a request with two faults: which step of the order of checks the port skips, or takes too early.
 *
 *     the port asks for permission before it verifies
 *         the reason is app_forbidden, and must be signature_invalid. The request has two faults. The port takes step 11 of the order of
 *         checks (the app is allowed) before step 9 (a key of the app verifies the signature)
 */
import { shortened } from '../shown.ts'
import type { Check, GeneratedInput } from './Generator.ts'

/** The reasons of the port: for the request with both faults, for the first fault alone, and for the second alone. */
export interface PortReasons {
  readonly ofBoth: string
  readonly ofFirst: string
  readonly ofSecond: unknown
}

/** The words for a port that had to answer `wanted`. */
export const orderFault = (
  { first, second, all }: NonNullable<GeneratedInput<'verify'>['checks']>,
  wanted: string,
  { ofBoth, ofFirst, ofSecond }: PortReasons,
): string => {
  const head = `the reason is ${shortened(ofBoth)}, and must be ${wanted}`
  if (ofBoth === ofFirst) return `${head}. ${nameFault(first, all, ofBoth)}`
  const faults = `${head}. The request has two faults`
  if (ofBoth !== ofSecond && ofBoth !== second.reason)
    return `${faults}. The first check that refuses it is ${stepWords(first)}`
  return first.step === second.step
    ? `${faults}. In step ${first.step} of the order of checks, the port checks too early that ${second.name}: first it must check that ${first.name}`
    : `${faults}. The port takes ${stepWords(second)} before step ${first.step} (${first.name})`
}

const stepWords = ({ step, name }: Check): string => `step ${step} of the order of checks (${name})`

/** The port refuses for this reason even if the first fault is the only one. The reason of a later step says that it goes on until there. */
const nameFault = (first: Check, all: ReadonlyArray<Check>, received: string): string => {
  const isLater = all.some(({ step, reason }) => reason === received && step > first.step)
  return isLater
    ? `The port skips ${stepWords(first)}, or has another name for it`
    : `This is the name in reasons.json for ${stepWords(first)}, and the hello says that the port uses these names`
}
