/** The words for variables that have not got their values in what the caller signed. */
import { isMissingArgument, isMissingText } from '../forms/missingValues.ts'
import { templateOfBoth } from '../forms/unfilledValues.ts'
import type { Telling } from '../Telling.ts'
import { listed, variablesIn } from '../variables.ts'
import { partSigned } from './partsSigned.ts'
import { firstOf, type MistakeFound, ofBodyTexts, ofTargets, type Tellings } from './Teller.ts'

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
    remedy: fillBody(variables),
  }
}

/** Of the tools for requests, Postman alone has a function for this. Its variables are in two braces. */
const fillBody = (variables: ReadonlyArray<string>): string =>
  variables.some((variable) => variable.startsWith('{{'))
    ? 'Put the values into the body before you sign it, in Postman with pm.variables.replaceIn(pm.request.body.raw). A dynamic variable has another value each time, so sign and send the same text.'
    : 'Put the values into the body before you sign it. A dynamic variable has another value each time, so sign and send the same text.'

/** Such a detail names a part and the placeholder that was signed in its place: `the body: $body`. */
const placeholderOf = /^the (method|target|timestamp|nonce|body): (.+)$/su

/** A placeholder in place of a whole part. */
const partUnfilled = ({ detail }: MistakeFound): Telling | undefined => {
  const [, partName, placeholder = ''] = placeholderOf.exec(detail) ?? []
  if (partName === undefined) return undefined
  if (isMissingArgument(placeholder))
    return {
      what: `The caller signed ${placeholder} instead of the ${partName}. Go prints this if a format has more verbs than arguments.`,
      remedy: 'Give the format one argument for each of the five parts: method, target, timestamp, nonce and body.',
    }
  if (!isPlaceholder.test(placeholder)) return undefined
  return {
    what: `The caller signed ${placeholder} instead of the ${partName}. This is a variable or a placeholder, and it has not got its value.`,
    remedy:
      partName === 'body' && placeholder.startsWith('{{')
        ? fillBody([placeholder])
        : 'Fill in the value before you sign. In many languages, a text in single quotes does not fill in variables.',
  }
}

/** A name in the notation of a template, and not what a language prints for a missing value. */
const isPlaceholder = /^(?:[$#%@]?[{(]{1,2} ?[\w.$'"-]+ ?[})]{1,2}s?|\$[\w.]+|<[\w.-]+>)$/

/** Templates in the query and in the body. */
const bothUnfilled = ({ detail }: MistakeFound): Telling | undefined => {
  const template = templateOfBoth(detail)
  return template === undefined
    ? undefined
    : {
        what: `The caller signed the query and the body with variables, such as ${template}. It signed both before the variables got their values.`,
        remedy: template.startsWith('{{')
          ? 'Put the values into the query and the body before you sign them, in Postman with pm.variables.replaceIn.'
          : 'Put the values into the query and the body before you sign them.',
      }
}

export const unfilledTellings: Tellings = {
  'part-unfilled': firstOf(
    bothUnfilled,
    partUnfilled,
    partSigned,
    ofTargets(baseUnfilled),
    ofBodyTexts(templateInBody),
  ),
}
