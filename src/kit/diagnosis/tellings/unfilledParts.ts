/** The words for variables that have not got their values in what the caller signed. */
import { isCall } from '../forms/layouts.ts'
import { isMissingArgument, isMissingText } from '../forms/missingValues.ts'
import { isRarePlaceholder } from '../forms/rarePlaceholders.ts'
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
  if (isCall(placeholder))
    return {
      what: `The caller signed ${placeholder} instead of the ${partName}. This is the text of a call or a command, and it was not run.`,
      remedy:
        'Put the result of the call into the text before you sign. In many languages, a text in quotes runs no code.',
    }
  if (!isPlaceholder.test(placeholder) && !isRarePlaceholder(placeholder)) return undefined
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

/** Such a detail names the placeholders of several parts, one a line or with commas between them. */
const placeholdersOf =
  /^(?<some>[\s\S]+) for timestamp and nonce$|^(?<last>[\s\S]+) behind (?<filled>\d) parts$|^(?<head>.+) before the body, joined by/

const partNames = ['method', 'target', 'timestamp', 'nonce', 'body']

/** The parts that were not filled in, by the groups of the detail. */
const unfilledNames = ({ some, last, filled }: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> => {
  if (some !== undefined) return partNames.slice(2, 4)
  return last === undefined ? partNames.slice(0, -1) : partNames.slice(Number(filled))
}

/** Placeholders in place of several parts: all of them, the last ones, or those before the body. */
const severalUnfilled = ({ detail }: MistakeFound): Telling | undefined => {
  const { groups } = placeholdersOf.exec(detail) ?? {}
  if (groups === undefined) return undefined
  const placeholders = (groups.some ?? groups.last ?? groups.head ?? '').split(/\n|\\n|, /)
  const names = unfilledNames(groups)
  if (placeholders.length !== names.length) return undefined
  const places = names.length === 1 ? `the ${names[0]}` : listed(names)
  return {
    detail: placeholders.join(', '),
    what: `The caller signed ${listed([...new Set(placeholders)])} in place of ${places}. These are placeholders, and they have not got their values.`,
    remedy:
      'Fill in the values before you sign. In many languages, a text in single quotes does not fill in variables.',
  }
}

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
    severalUnfilled,
    partUnfilled,
    partSigned,
    ofTargets(baseUnfilled),
    ofBodyTexts(templateInBody),
  ),
}
