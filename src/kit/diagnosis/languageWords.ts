/**
 * Words that depend on the language of the caller: on the library that the request names, or on the language that prints such a text.
 * `\n` in double quotes is a line feed in most languages, and two characters in a shell.
 */
import { joinedFieldsTelling } from './forms/joinedFields.ts'
import { isOfAnotherForm, isOfValuesAlone } from './forms/membersAsFields.ts'
import { isNamesAlone, isWithoutMarks } from './forms/printed.ts'
import { frameworkOf } from './forms/printedRequests.ts'
import type { Library } from './library.ts'
import type { Telling } from './Telling.ts'

const isOf = (form: string, library: Library | undefined): boolean => library?.forms.includes(form) === true

const literalJoined = 'The caller joined the parts, or two of them, with two characters: a backslash and the letter n.'

/** A backslash and an n between the parts. Words of its own if the request names the library. */
export const literalSeparator = (library: Library | undefined): Telling | undefined => {
  if (library === undefined) return undefined
  if (isOf('shell', library))
    return {
      what: literalJoined,
      remedy:
        'Write the text with printf, which makes a line feed of \\n: printf \'%s\\n%s\\n%s\\n%s\\n%s\' "$method" "$target" "$timestamp" "$nonce" "$body". In a shell, \\n in quotation marks stays two characters, also in double quotes.',
    }
  return {
    what: literalJoined,
    remedy:
      'Join the parts with a real line feed, which is one byte. In most languages, this is "\\n" in double quotes.',
  }
}

const lineEndArrived = 'A line end arrived after the body, but the caller did not sign it.'

/** The line end after the body arrived alone. Go and a shell write and remove a line feed, and no CR LF. */
export const lineEndAfterBody = (lineEnd: string, library: Library | undefined): Telling => {
  if (lineEnd.startsWith('\r'))
    return {
      what: `${lineEndArrived} Either the signing code trims the body, or the line end is from a file.`,
      remedy: signWithLineEnd,
    }
  if (isOf('go', library)) return { what: lineEndArrived, remedy: encodeOnceInGo }
  if (isOf('shell', library)) return { what: lineEndArrived, remedy: signWithLineEndInShell }
  return {
    what: `${lineEndArrived} Either the signing code trims the body, or the line end is from a file or from a serializer, such as Encode of json.Encoder in Go.`,
    remedy: signWithLineEnd,
  }
}

const signWithLineEnd = 'Sign exactly the bytes that are sent, with the line end.'

const encodeOnceInGo =
  'Sign exactly the bytes that are sent. Encode of a json.Encoder in Go adds a line feed: encode into a buffer once, then sign and send this buffer, or use json.Marshal.'

const signWithLineEndInShell =
  'Sign exactly the bytes that are sent, with the line end. A file, echo and a here-document end in one, and $(…) of a shell removes it.'

/** How a language turns an object into JSON. */
const serializers: Readonly<Record<string, string>> = {
  Python: 'json.dumps',
  Ruby: 'to_json',
  JavaScript: 'JSON.stringify',
  PHP: 'json_encode',
  Java: 'the ObjectMapper of Jackson',
  Go: 'json.Marshal',
  'C#': 'JsonSerializer.Serialize',
  Elixir: 'Jason.encode!',
}

/** `its value (Python)`, perhaps with more after it. */
const printedIn = /^(?:its value|its bytes|the numbers of its bytes) \(([^()]+)\)/

/** How `forms/formFields.ts` joins the members of an object, in words. */
const joinings: Readonly<Record<string, string>> = {
  '"=" and "&"': 'as a form (name=value with & between them)',
  '"=" and ""': 'as name=value with nothing between them',
  '"" and ""': 'as names and values with nothing between them',
}

/** `fields of a form (PHP, qs), 1` or `fields without escapes, sorted, empty ones left out, "=" and "&"` */
const joinedFields =
  /^fields (?:of a form \(PHP, qs\), \d|without escapes, (in order|sorted)(, empty ones left out)?, ("=?" and "&?"))$/

/** The members of a JSON object that were signed as fields, in place of the JSON. */
const fieldsOfMembers = (detail: string): Telling | undefined => {
  const match = joinedFields.exec(detail)
  if (match === null) return undefined
  const [, order = 'in order', selection, marks = '"=" and "&"'] = match
  const joining = joinings[marks]
  const orderWords = order === 'sorted' ? 'sorted by name' : 'in the order of the JSON'
  const members = selection === undefined ? 'the members of the JSON' : 'the members of the JSON that are not empty'
  return {
    what: `The caller signed ${members} ${joining}, ${orderWords}. But the JSON itself arrived.`,
    remedy: 'Put the bytes of the body itself after the fourth line feed, as they are sent.',
  }
}

/** What was lost of objects within the JSON, by the detail of such fields. */
const objectsLost = (detail: string): string => {
  if (detail.includes('objects empty (querystring of Node)'))
    return 'The module querystring of Node writes nothing for an object within it.'
  return detail.includes('objects as [object Object] (JavaScript)')
    ? 'JavaScript writes [object Object] for an object within it.'
    : ''
}

/** `its values sorted, "" between` */
const formValues = /^the form printed, its values (in order|sorted), /

/** The values of a form that were signed without their names. */
const valuesOfForm = (detail: string): Telling | undefined => {
  const [, order] = formValues.exec(detail) ?? []
  return order === undefined
    ? undefined
    : {
        what: `The caller signed the values of the form without their names, ${order === 'sorted' ? 'sorted by name' : 'in the order of the form'}. But the form itself arrived.`,
        remedy: 'Put the bytes of the body itself after the fourth line feed, as they are sent.',
      }
}

/** The members that were signed as fields of another form, or their values alone. */
const otherFieldsOfMembers = (detail: string): Telling | undefined => {
  if (!isOfAnotherForm(detail) && !isOfValuesAlone(detail)) return undefined
  const orderWords = /, sorted(?:,|$)/.test(detail) ? 'sorted by name' : 'in the order of the JSON'
  return {
    what: isOfValuesAlone(detail)
      ? `The caller signed the values of the JSON without their names, ${orderWords}. But the JSON itself arrived.`
      : `The caller signed the members of the JSON as names and values of a form, ${orderWords}. But the JSON itself arrived. ${objectsLost(detail)}`.trimEnd(),
    remedy: 'Put the bytes of the body itself after the fourth line feed, as they are sent.',
  }
}

const marksLost: Telling = {
  what: 'The caller signed the body without its quotation marks. A shell removes them from a text that is not in quotation marks itself, as eval and xargs do.',
  remedy:
    'Sign the bytes of the body as they are sent. In a shell, write the variable in quotation marks wherever the script uses it: "$BODY".',
}

/** The text that a language prints for the value of the body, in place of the body. */
export const printedBody = (detail: string): Telling | undefined =>
  fieldsOfMembers(detail) ??
  otherFieldsOfMembers(detail) ??
  valuesOfForm(detail) ??
  joinedFieldsTelling(detail) ??
  (isWithoutMarks(detail) ? marksLost : undefined) ??
  (detail.startsWith(numbersOfBytes) ? numbersPrinted : undefined) ??
  (isNamesAlone(detail) ? namesSigned : undefined) ??
  valueInFormat(detail) ??
  requestPrinted(detail) ??
  printedByLanguage(detail)

const numbersOfBytes = 'the numbers of its bytes, as '

const numbersPrinted: Telling = {
  what: 'The caller signed the list of the numbers of the bytes, not the body itself.',
  remedy: 'Sign the bytes of the body as they are sent.',
}

const namesSigned: Telling = {
  what: 'The caller signed only the names of the members of the JSON, not the body itself.',
  remedy: 'Sign the bytes of the body as they are sent.',
}

/** Another format of the value. */
const format = /^its value as (YAML|XML)\b/

const valueInFormat = (detail: string): Telling | undefined => {
  const [, formatName] = format.exec(detail) ?? []
  return formatName === undefined
    ? undefined
    : {
        what: `The caller signed the value of the body as ${formatName}, but it arrived as JSON.`,
        remedy: 'Write the body in one format, and only once. Then sign and send exactly this text.',
      }
}

const requestPrinted = (detail: string): Telling | undefined => {
  const framework = frameworkOf(detail)
  return framework === undefined
    ? undefined
    : {
        what: `The caller signed the text that ${framework} prints for a request, not the body.`,
        remedy: 'Sign the bytes of the body as they are sent.',
      }
}

const printedByLanguage = (detail: string): Telling | undefined => {
  const [, language] = printedIn.exec(detail) ?? []
  if (language === undefined) return undefined
  const serializer = serializers[language]
  return {
    what: `The caller signed the text that ${language} prints for ${detail.startsWith('its value') ? 'the value' : 'the bytes'} of the body, not the body itself.`,
    remedy:
      serializer === undefined || !detail.startsWith('its value')
        ? 'Sign the bytes of the body as they are sent.'
        : `Make the text of the body once, with ${serializer}. Then sign and send exactly this text.`,
  }
}
