/**
 * The words for a body that was signed in another form than it was sent: without line ends, serialized again, a part of a value, none at
 * all. Other encodings of the body are in bodyEncodings.ts.
 */

import type * as Bytes from '../../../core/Bytes.ts'
import { bodyDifference, paddingCut, whiteSpaceRound } from '../bodyDifference.ts'
import { lettersSentAsMarks } from '../charsetWords.ts'
import type { Draft } from '../Draft.ts'
import { byteOrderMark, carriageReturnsDoubled, escapedBody, lineEndsWithin, linesReadAlone } from '../directions.ts'
import { editDifference } from '../editDifference.ts'
import { emptyBodyDifference, emptyJsonSigned, lengthSigned, missingBodySigned, printedBodySent } from '../emptyBody.ts'
import { entityDifference } from '../entityDifference.ts'
import { escapeDifference } from '../escapeDifference.ts'
import { escapedAgain, escapedStrings } from '../escapedStrings.ts'
import { fieldsDifference, signWholeValue } from '../fieldsDifference.ts'
import { backslashTelling } from '../forms/backslashMarks.ts'
import { textSpread } from '../forms/changedBody.ts'
import { isCutString } from '../forms/cutParts.ts'
import { jointTelling } from '../forms/fieldValues.ts'
import { unfilledTelling } from '../forms/looseJson.ts'
import { isMapped } from '../forms/mappedJson.ts'
import { markedTelling } from '../forms/markedForms.ts'
import { isBlankAdded } from '../forms/marksRound.ts'
import { partTelling } from '../forms/partsAlone.ts'
import { hasNamesOnce, isLongNumberQuoted } from '../forms/readJson.ts'
import { shortenedTelling } from '../forms/shortenedText.ts'
import { shellTelling } from '../forms/throughShell.ts'
import { equalsSignBefore, fieldTelling, objectOfPostman, onlyItem } from '../forms/wrappedBody.ts'
import { jsonDifference } from '../jsonDifference.ts'
import { escapesOfJsonBody } from '../jsonEscapes.ts'
import { lineEndAfterBody, printedBody } from '../languageWords.ts'
import { lostCharacters } from '../lostCharacters.ts'
import { someDifference } from '../partlyDifference.ts'
import { printedInPlaceOfBody } from '../printedParts.ts'
import { latin1 } from '../Received.ts'
import type { Telling } from '../Telling.ts'
import { trimmedFields } from '../trimmedDifference.ts'
import { echoedJson, signedUnquoted } from '../unquotedVariable.ts'
import { endOfString, urlsOfFields, urlsOfJson } from '../urlValues.ts'
import { bodyInQuery, queryInBody } from './bodyAndQuery.ts'
import { bodyCompressed } from './bodyCompressed.ts'
import { topBitsLost } from './bodyEncodings.ts'
import { bodyReplaced } from './bodyReplaced.ts'
import { readingMethods } from './readingMethods.ts'
import {
  byForm,
  firstOf,
  forForm,
  type MistakeFound,
  ofBodies,
  ofBodyTexts,
  ofDrafts,
  sentBodyText,
  signedBodyText,
  type Tellings,
} from './Teller.ts'
import { textSent } from './textSent.ts'

/** An empty body was signed, or was sent, and the other was not empty. */
const emptyBodyTelling = ({ signed, right, library }: MistakeFound): Telling | undefined =>
  emptyBodyDifference(signed.body, right.body, library)

/** A body that a client sent with a GET or HEAD, and that was not signed. */
const bodyOfReading = (signed: Draft, { method, body }: Draft): Telling | undefined =>
  readingMethods.includes(method) && signed.body.length === 0 && body.length > 0
    ? {
        what: `The caller signed no body, but sent a body with ${method}. Perhaps the client kept the body of an earlier request.`,
        remedy: `Send no body with ${method}: clear the body that the client keeps. If the request should have a body, sign the bytes of the body after the fourth line feed.`,
      }
    : undefined

/** The line end at the end of a body. */
const lineEndOf = (body: Bytes.Bytes): string => /\r?\n$/.exec(latin1(body.subarray(-2)))?.[0] ?? ''

const linesOf = (bytes: Bytes.Bytes): number => bytes.filter((byte) => byte === 0x0a).length

/** On which side the line ends are missing. */
const linesDropped = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling =>
  linesOf(signed) > linesOf(sent)
    ? {
        detail: 'the line ends were not sent',
        what: 'The caller signed the body with its line ends, but the body arrived without them. For example, curl with -d @FILE removes the line ends of a file.',
        remedy:
          'Send exactly the bytes that are signed. With curl, use --data-binary @FILE, which keeps the line ends.',
      }
    : {
        detail: 'the line ends were not signed',
        what: 'The caller signed the body without its line ends, but it arrived with them.',
        remedy: 'Sign exactly the bytes that are sent, with their line ends.',
      }

/** Some lines were joined, and others were not. */
const someLinesJoined = (signed: string, sent: string): Telling | undefined =>
  signed.trim().includes('\n') && sent.trim().includes('\n') ? someDifference(signed, sent, 'body') : undefined

const bodyLineEnds = (signed: string, sent: string): Telling | undefined => lineEndsWithin(signed, sent, 'body')

const formTrimmed = (signed: string, sent: string): Telling | undefined =>
  trimmedFields(signed.split('&'), sent.split('&'), 'form')

const formUrls = (signed: string, sent: string): Telling | undefined =>
  urlsOfFields(signed.split('&'), sent.split('&'), 'form')

const formEscapes = (signed: string, sent: string): Telling | undefined => escapeDifference(signed, sent, 'form')

const formFields = (found: MistakeFound): Telling | undefined =>
  fieldsDifference(signedBodyText(found).split('&'), sentBodyText(found).split('&'), found.detail, 'form')

const namesOnce: Telling = {
  detail: 'each name once',
  what: 'The caller sent JSON in which a name is repeated, but signed JSON with each name once. Probably a program parsed the text and wrote it again before signing.',
  remedy: 'Give each member a different name. Serialize the body once. Then sign and send exactly these bytes.',
}

const sentNamesTwice = (signed: string, sent: string): Telling | undefined =>
  hasNamesOnce(signed, sent) ? namesOnce : undefined

const longNumbers = (signed: string, sent: string): Telling | undefined =>
  isLongNumberQuoted(signed, sent) ? longNumberTelling(signed.length > sent.length) : undefined

const longNumberTelling = (isQuoted: boolean): Telling => ({
  detail: isQuoted ? 'long numbers as strings' : 'long numbers without quotes',
  what: isQuoted
    ? 'The caller signed numbers of more than 15 digits as strings, but sent them without quotes.'
    : 'The caller signed numbers of more than 15 digits without quotes, but sent them as strings.',
  remedy:
    'Write a number of more than 15 digits as a string. Or serialize the body once, and then sign and send exactly these bytes.',
})

/** A program counted the length of a value in another unit, or cut it off. */
const cutStringTelling = (detail: string): Telling => ({
  detail,
  what: `The caller signed a value of the JSON only in part, and sent all of it: ${detail}.`,
  remedy: signWholeValue,
})

const isOfPostman = (detail: string): boolean => detail.startsWith(objectOfPostman)

const postmanTelling: Telling = {
  what: 'The caller signed the JSON of pm.request.body, an object of Postman that holds the body, instead of the body itself.',
  remedy: 'Sign pm.request.body.raw, with pm.variables.replaceIn if the body has variables.',
}

const isOnlyItem = (detail: string): boolean => detail === onlyItem

const onlyItemTelling: Telling = {
  what: 'The caller signed the body as the only item of a list, between [ and ], but sent it without the list.',
  remedy: 'Make the text of the body once. Then sign and send exactly this text, with the list or without it.',
}

const isBehindSign = (detail: string): boolean => detail === equalsSignBefore

const behindSignTelling: Telling = {
  what: 'The caller signed an equals sign before the body, but did not send it. getArguments() of JMeter prints a body so, and an expression of n8n begins so.',
  remedy:
    'Sign the body without the equals sign: in JMeter, use the value of the argument. In n8n, let the field be an expression.',
}

const hasEntitiesInStrings = (detail: string): boolean => /^strings with(?: entities of |out entities)/.test(detail)

/** Several libraries write the same entities, so the words name none of them. */
const entitiesInStrings = (signed: string, sent: string): Telling | undefined => entityDifference(signed, sent, 'body')

const isSpread = (detail: string): boolean => detail === textSpread

const spreadTelling: Telling = {
  detail: textSpread,
  what: 'The caller signed a text, but sent an object that has a member for each character of the text, as {...text} of JavaScript makes it.',
  remedy:
    'Send the text itself, as it was signed. To add a member, parse the text first, add the member, and make the text once more. Then sign and send that text.',
}

/** Compares the bytes of the bodies as letters of Latin-1, so that no byte is lost. */
const ofBodyLetters = (compare: (signed: string, sent: string) => Telling | undefined) =>
  ofBodies((signed, sent) => compare(latin1(signed), latin1(sent)))

const serializedAgain = (found: MistakeFound): Telling | undefined =>
  jsonDifference(signedBodyText(found), sentBodyText(found), found.library)

const otherBody = ({ detail, signed, right }: MistakeFound): Telling | undefined =>
  bodyDifference(signed.body, right.body, detail)

const bodyEdited = (signed: string, sent: string): Telling | undefined => editDifference(signed, sent, 'body')

export const bodyTellings: Tellings = {
  'body-lines-joined': firstOf(ofBodyTexts(someLinesJoined), ofBodies(linesDropped)),
  'body-hashed': bodyReplaced,
  'body-compressed': byForm(bodyCompressed),
  'body-missing': firstOf(bodyInQuery, emptyBodyTelling, ofDrafts(bodyOfReading)),
  'body-printed': firstOf(
    emptyBodyTelling,
    ofBodies(missingBodySigned),
    ofBodies(lengthSigned),
    ofDrafts(bodyOfReading),
    byForm(printedBody),
    ofBodyTexts(printedInPlaceOfBody),
  ),
  'body-trailing-newline': ({ right, library }) => lineEndAfterBody(lineEndOf(right.body), library),
  'form-reencoded': firstOf(
    ofBodyTexts(lettersSentAsMarks),
    ofBodies(paddingCut),
    byForm(markedTelling),
    byForm(jointTelling),
    ofBodyTexts(formTrimmed),
    ofBodyTexts(bodyLineEnds),
    ofBodyTexts(formUrls),
    ofBodyTexts(formEscapes),
    formFields,
  ),
  'body-bom': ofBodies(byteOrderMark),
  'body-crlf': firstOf(
    ofBodyLetters(carriageReturnsDoubled),
    ofBodyLetters(linesReadAlone),
    ofBodyLetters(bodyLineEnds),
  ),
  'body-reserialized': firstOf(
    ofBodyTexts(lettersSentAsMarks),
    ofBodies(topBitsLost),
    ofBodyTexts(sentNamesTwice),
    ofBodyTexts(longNumbers),
    emptyBodyTelling,
    ofBodyTexts(whiteSpaceRound),
    ofBodyTexts(echoedJson),
    ofBodyTexts(urlsOfJson),
    serializedAgain,
  ),
  'body-other': firstOf(
    textSent,
    ofBodyTexts(lostCharacters),
    ofBodyTexts(lettersSentAsMarks),
    ofBodyTexts(urlsOfJson),
    forForm(isMapped, serializedAgain),
    forForm(hasEntitiesInStrings, ofBodyLetters(entitiesInStrings)),
    forForm(isCutString, ofBodyTexts(endOfString)),
    forForm(isCutString, byForm(cutStringTelling)),
    queryInBody,
    byForm(unfilledTelling),
    byForm(partTelling),
    byForm(fieldTelling),
    byForm(shortenedTelling),
    forForm(isSpread, () => spreadTelling),
    forForm(isBehindSign, () => behindSignTelling),
    forForm(isOfPostman, () => postmanTelling),
    forForm(isOnlyItem, () => onlyItemTelling),
    emptyBodyTelling,
    ofBodies(emptyJsonSigned),
    ofBodyTexts(signedUnquoted),
    ofBodies(paddingCut),
    ofBodyTexts(escapedAgain),
    forForm(isBlankAdded, ofBodyTexts(whiteSpaceRound)),
    ofBodies(printedBodySent),
    otherBody,
    ofBodyTexts(bodyEdited),
  ),
  'body-through-shell': byForm(shellTelling),
  'body-quoted': firstOf(
    ofBodyTexts(urlsOfJson),
    ofBodyTexts(escapedAgain),
    byForm(backslashTelling),
    ofBodyTexts(escapedStrings),
    forForm((detail) => detail.startsWith('each string as '), ofBodyTexts(escapesOfJsonBody)),
    ofBodies(escapedBody),
  ),
}
