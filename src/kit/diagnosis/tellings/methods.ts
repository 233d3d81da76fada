/**
 * The words for a method that was signed and not sent: another one, such as HEAD for GET, or the same one as a program prints it, such as
 * `:post`.
 */
import type { Draft } from '../Draft.ts'
import { requestLine, requestLineElsewhere } from '../directions.ts'
import { addedLineTelling } from '../forms/addedLines.ts'
import { listDetail } from '../forms/layouts.ts'
import { isTypeOfMethod } from '../forms/methodPrintings.ts'
import { printedPart } from '../printedParts.ts'
import { forBoth } from '../remedies.ts'
import type { Telling } from '../Telling.ts'
import { partSigned, timeOrNonceSigned } from './partsSigned.ts'
import { byForm, firstOf, ofDrafts, ofMethods, type Tellings } from './Teller.ts'

/** By the method that was signed and the method that was sent. */
const redirected: Readonly<Record<string, Telling>> = {
  'HEAD GET': {
    what: 'The caller signed HEAD, but GET arrived. Either its client sent GET, or something on the way, such as a CDN or a proxy, changed HEAD to GET.',
    ...forBoth(
      'Sign the method that is sent, or send GET.',
      'If the caller sent HEAD, configure the CDN so that it does not change the method.',
    ),
  },
  'POST GET': {
    what: "The caller signed POST, but GET arrived. Either the signing code signs POST for each request, a redirect changed POST to GET, or the program did not set the client's method.",
    remedy:
      "If GET is right, sign GET. If POST is right, set the client's method to POST, and call the final address of the redirect.",
  },
}

const redirectedMethod = (signed: string, sent: string): Telling | undefined => redirected[`${signed} ${sent}`]

/** A method in letters, which a sentence can name. */
const methodName = /^[A-Z]{1,20}$/

/** The method with the path in one line, such as `GET\\/v1/jobs`. No redirect changes a method to such a line. */
const lineFeedMissing = (signed: string, sent: string): Telling | undefined =>
  signed.startsWith(sent) && signed.includes('/')
    ? {
        what: `The caller signed ${signed} as the first line: no line feed is after the method ${sent}.`,
        remedy: 'Put one line feed after the method. The second line has the target alone.',
      }
    : undefined

/** Methods of requests that have no body as a rule. */
const bodiless: ReadonlyArray<string> = ['GET', 'HEAD', 'DELETE']

/** Methods in place of which a client may send GET after a redirect. */
const redirectedToGet: ReadonlyArray<string> = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Methods that some clients and frameworks send as POST, with the method in a header or in a field. */
const overridden: ReadonlyArray<string> = ['PUT', 'PATCH']

/** A name in letters that is no method: some clients call a function `del`, since `delete` is a word of their language. */
const nameOfClient = (signed: string, sent: string): Telling | undefined =>
  /^[A-Za-z_]{1,20}$/.test(signed) && !methodName.test(signed) && methodName.test(sent)
    ? {
        what: `The caller signed ${signed} as the method, but ${sent} arrived. Perhaps ${signed} is the name of a function of its client.`,
        remedy: `Sign the method of the request line, in upper case: ${sent}.`,
      }
    : undefined

/** Of any two methods. After a redirect with the status 303, clients send GET in place of any method but HEAD. */
const otherMethod = (signed: string, sent: string): Telling | undefined => {
  if (!methodName.test(signed) || !methodName.test(sent) || signed === sent) return nameOfClient(signed, sent)
  const what = `The caller signed the method ${signed}, but ${sent} arrived.`
  if (sent === 'POST' && bodiless.includes(signed))
    return {
      what: `${what} Either its signing code has another method than its client, or the client chose the method itself: many send POST if a body is given, also an empty one.`,
      remedy:
        'Sign the method that is sent. If the method that was signed is right, set the method of the client, and give no body to a request without one.',
    }
  const remedy = 'Sign the method that is sent.'
  if (sent === 'POST' && overridden.includes(signed))
    return {
      what: `${what} Either its signing code has another method than its client, or the client sends POST and names ${signed} elsewhere, such as in X-HTTP-Method-Override or in a field _method.`,
      remedy,
    }
  return sent === 'GET' && redirectedToGet.includes(signed)
    ? { what: `${what} A redirect may have changed the method.`, remedy }
    : { what, remedy }
}

/** A symbol or keyword, a name that some languages have as a value, is printed with a colon: `:post`. */
const symbolTelling = (signed: string, sent: string): Telling | undefined =>
  signed.toUpperCase() === `:${sent}`
    ? {
        what: `The caller signed ${signed} as the method, which is how Clojure prints a keyword, Ruby a symbol and Elixir an atom.`,
        remedy: `Turn the method into a text in upper case, and sign ${sent}.`,
      }
    : undefined

/** The method as a program prints another value than a text, such as `RequestMethod.POST` or `b'POST'`. Or Turkish capitals: `OPTİONS`. */
const printedMethod = (signed: string, sent: string): Telling | undefined => {
  if (signed === sent) return undefined
  if (signed.includes('\u0130'))
    return {
      what: `The caller signed ${signed} as the method. In Turkish, the capital of i is İ.`,
      remedy:
        'Change the method to upper case without a locale: toUpperCase(Locale.ROOT) in Java, ToUpperInvariant() in .NET.',
    }
  return signed.toUpperCase().includes(sent) || isTypeOfMethod(signed)
    ? {
        what: `The caller signed ${signed} as the method. Its program printed another value than a plain text, such as the member of an enumeration.`,
        remedy: `Turn the method into a text in upper case, and sign ${sent}.`,
      }
    : undefined
}

/** The target, the timestamp or the nonce as a program prints a value that may be missing, such as `Optional[/v1/jobs]`. */
const otherPartPrinted = (signed: Draft, right: Draft): Telling | undefined =>
  printedPart('target', signed.target, right.target) ??
  printedPart('timestamp', signed.timestamp, right.timestamp) ??
  printedPart('nonce', signed.nonce, right.nonce)

const numberTelling = (signed: string, sent: string): Telling | undefined =>
  /^\d$/.test(signed)
    ? {
        what: `The caller signed the number ${signed} as the method. Its program printed the number of a member of an enumeration.`,
        remedy: `Turn the method into a text in upper case, and sign ${sent}.`,
      }
    : undefined

const partsQuoted: Telling = {
  what: 'The caller signed each part in quotation marks.',
  remedy: 'Sign the five values without quotation marks round them.',
}

const partsEscaped: Telling = {
  what: 'The caller signed each part with percent escapes, but sent it without them.',
  remedy: 'Sign each part exactly as it is sent, character by character.',
}

const linesAfterSpaces: Telling = {
  what: 'The caller signed a space before each part. write of Fortran prints one before each line.',
  remedy: 'Join the five values with a line feed, and put nothing else between them.',
}

const textQuoted: Telling = {
  what: 'The caller signed the string to sign in quotation marks.',
  remedy: 'Sign the string to sign without quotation marks round it.',
}

/** An expression of n8n begins so. */
const equalsSignFirst: Telling = {
  what: 'The caller signed an equals sign before the method. An expression of n8n begins so.',
  remedy: 'Begin the string to sign with the method. In n8n, let the field be an expression.',
}

/** Marks round the whole text or round each part, by the form. */
const marksRound: ReadonlyMap<string, Telling> = new Map([
  [listDetail(['', '\n', ''], 'json'), partsQuoted],
  [listDetail(['"', '"\n"', '"']), partsQuoted],
  [listDetail(['', '\n', ''], 'percent escapes'), partsEscaped],
  [listDetail([' ', '\n ', '']), linesAfterSpaces],
  [listDetail(['"', '\n', '"']), textQuoted],
  [listDetail(['=', '\n', '']), equalsSignFirst],
])

const signValuesAlone = 'Sign only the five values, and put a line feed after each of the first four.'

/** A name before each part, by the form of layouts.ts: `method url timestamp nonce body, "=" and "&", sorted`. */
const partsNamed = (detail: string): Telling | undefined => {
  const [, names, sign, separator] = /^(\w+(?: \w+){4}), (".{1,2}") and (".{1,2}")(?:,|$)/.exec(detail) ?? []
  return names === undefined
    ? undefined
    : {
        what: `The caller signed a name before each part: ${names.replaceAll(' ', ', ')}. It wrote ${sign} after each name, and ${separator === '"\\n"' ? 'a line feed' : separator} between the parts.`,
        remedy: signValuesAlone,
      }
}

/** The parts as the members of an object, by the form of layouts.ts: `an object of JSON: method url timestamp nonce body, sorted`. */
const partsInObject = (detail: string): Telling | undefined => {
  const [, kind, names] = /^an object of (JSON|Python): (\w+(?: \w+){4})(?:,|$)/.exec(detail) ?? []
  if (names === undefined) return undefined
  return {
    what: `The caller signed the parts as ${kind === 'JSON' ? 'an object of JSON' : 'a dict of Python'}, with the names ${names.replaceAll(' ', ', ')}.`,
    remedy: signValuesAlone,
  }
}

/** A name before some of the parts, by the form of layouts.ts: `timestamp=, nonce= in front of their lines`. */
const somePartsNamed = (detail: string): Telling | undefined => {
  const [, names] = /^(\w+(?:=|: ?)(?:, \w+(?:=|: ?))*) in front of their lines$/.exec(detail) ?? []
  return names === undefined
    ? undefined
    : {
        what: `The caller signed more than the values of some parts: ${names.replace(/ (?=,|$)/g, '')} before them.`,
        remedy: signValuesAlone,
      }
}

/** The parts as a language prints a list, by the form of layouts.ts: `"[" "," "]", json`. */
const partsListed = (detail: string): Telling | undefined => {
  const [, start, separator, end] = /^("[[({].{0,8}") (".{1,4}") (".{0,8}[\])}]")(?:,|$)/.exec(detail) ?? []
  return start === undefined
    ? undefined
    : {
        what: `The caller signed the parts as a program prints a list: ${start} before them, ${separator} between them, and ${end} after them.`,
        remedy: signValuesAlone,
      }
}

export const methodTellings: Tellings = {
  'parts-labelled': firstOf(
    ofMethods(symbolTelling),
    ofMethods(numberTelling),
    byForm((detail) => marksRound.get(detail)),
    byForm(addedLineTelling),
    byForm(partsNamed),
    byForm(partsInObject),
    byForm(somePartsNamed),
    byForm(partsListed),
    partSigned,
    ofMethods(printedMethod),
    ofDrafts(otherPartPrinted),
    timeOrNonceSigned,
    byForm(requestLineElsewhere),
    ({ detail, signed }) => requestLine(detail, signed.layout),
  ),
  'method-other': firstOf(ofMethods(redirectedMethod), ofMethods(lineFeedMissing), ofMethods(otherMethod)),
}
