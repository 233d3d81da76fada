/** The words for variables that have not got their values in what the caller signed. */
import { isMissingText } from '../forms/missingValues.ts'
import type { Telling } from '../Telling.ts'
import { listed, variablesIn } from '../variables.ts'
import { firstOf, ofBodyTexts, ofTargets, type Tellings } from './Teller.ts'

/** A variable for the address of the service, in front of the target. */
const baseUnfilled = (signed: string, sent: string): Telling | undefined =>
  signed.length > sent.length && signed.endsWith(sent)
    ? unfilledAddress(signed.slice(0, signed.length - sent.length))
    : undefined

const unfilledAddress = (variable: string): Telling => ({
  what: isMissingText(variable)
    ? `The caller signed ${variable} before the path, which is how a program prints a missing value. Its variable for the address of the service had no value.`
    : `The caller signed ${variable} before the path. This is a variable for the address of the service, and it has not got its value.`,
  remedy: 'Sign only the path and the query, without the address of the service.',
})

/** Variables in the signed body that the sent body does not have. */
const templateInBody = (signed: string, sent: string): Telling | undefined => {
  const variables = signed === sent ? [] : variablesIn(signed, sent)
  if (variables.length === 0) return undefined
  const valueWords = variables.length === 1 ? 'a value' : 'values'
  return {
    what: `The caller signed the body with ${listed(variables)} instead of ${valueWords}. It signed the text before the variables got their values.`,
    remedy:
      'Put the values into the body before you sign it, in Postman with pm.variables.replaceIn(pm.request.body.raw). A dynamic variable has another value each time, so sign and send the same text.',
  }
}

export const unfilledTellings: Tellings = {
  'part-unfilled': firstOf(ofTargets(baseUnfilled), ofBodyTexts(templateInBody)),
}
