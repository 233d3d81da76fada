/**
 * Texts that programs print in place of a signature: a missing value, the result of another function, an object, a variable that was
 * not filled in, a placeholder of a guide, or the message of an error.
 *
 *     undefined                     a missing value
 *     [object Promise]              a result that is not there yet
 *     {{signature}}                 a variable that has not got its value
 *     YOUR_SIGNATURE                a placeholder
 *     Error: no such file           the message of a program
 *
 * What stands there may be a secret. So the words quote only texts of the lists in this file, with `…` for everything else.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { isMissingAlone } from './forms/missingValues.ts'
import { isKnownName, maskIn, placeholderIn, wordsIn } from './placeholders.ts'
import { printSignature, signAnew } from './signatureRemedies.ts'
import { padded, type Repair } from './signatureRepairs.ts'
import type { Telling } from './Telling.ts'

/** No text that a program prints is longer. */
const maxPrinted = 2048

/** A text that is known by its shape. `shown` is the shape. */
interface Shape {
  readonly pattern: RegExp
  readonly shown: string
}

/** What a shape shows, and what to do. */
interface Kind {
  readonly words: (shown: string) => Telling
  /** Texts that are shown as they are. */
  readonly texts: ReadonlyArray<string>
  readonly shapes: ReadonlyArray<Shape>
}

const useBase64 =
  'Put the Base64 of the bytes of the signature into the header. If your signing function returns a promise, await it first.'

const kinds: ReadonlyArray<Kind> = [
  {
    words: (shown) => ({
      what: `The text ${shown} is not a signature. It is what openssl prints after it has verified one.`,
      remedy:
        'Use the command that signs: openssl dgst -sha256 -sign. Then put the Base64 of its output into the header.',
    }),
    texts: ['Verified OK', 'Verification OK', 'Verification Failure', 'Verification failure'],
    shapes: [],
  },
  {
    words: (shown) => ({
      what: `The text ${shown} is not a signature. It is what some functions return. For example, openssl_sign of PHP returns true, printed as 1, and writes the signature into its second argument.`,
      remedy: useBase64,
    }),
    texts: ['1', '0', '-1', 'true', 'True', 'TRUE', 'false', 'False', 'FALSE', 'OK', 'ok'],
    shapes: [],
  },
  {
    words: (shown) => ({
      what: `The text ${shown} is not a signature. It is how a program prints a result that is not there yet.`,
      remedy:
        'Wait for the result of the signing function: await it. Then put the Base64 of the signature into the header.',
    }),
    texts: ['[object Promise]', 'Promise { <pending> }'],
    shapes: [
      { pattern: /^Promise \{.*\}$/, shown: 'Promise { … }' },
      { pattern: /^<coroutine object .*>$/, shown: '<coroutine object …>' },
      { pattern: /^<(?:Future|Task) .*>$/, shown: '<Future …>' },
      { pattern: /^System\.Threading\.Tasks\.Task.*$/, shown: 'System.Threading.Tasks.Task…' },
      { pattern: /^Instance of 'Future.*'$/, shown: "Instance of 'Future…'" },
      { pattern: /^Future\(<not completed>\)$/, shown: 'Future(<not completed>)' },
      { pattern: /^java\.util\.concurrent\.CompletableFuture@.*$/, shown: 'java.util.concurrent.CompletableFuture@…' },
    ],
  },
  {
    words: (shown) => ({
      what: `The text ${shown} is not a signature. It is how a program prints a function, which was not called.`,
      remedy:
        'Call the signing function, with its parentheses and its arguments. Put the Base64 of its result into the header.',
    }),
    texts: [],
    shapes: [
      { pattern: /^\[(?:Async)?(?:Generator)?Function.*\]$/, shown: '[Function …]' },
      { pattern: /^<(?:function|bound method|built-in (?:function|method)) .*>$/, shown: '<function …>' },
      { pattern: /^(?:async )?function\b.*[})]$/, shown: 'function …' },
      { pattern: /^(?:async )?\([^()]*\) ?=> ?.+$/, shown: '(…) => …' },
      { pattern: /^#<(?:Proc|Method):.*>$/, shown: '#<Proc …>' },
      { pattern: /^#Function<.*>$/, shown: '#Function<…>' },
      { pattern: /^CODE\(0x[0-9a-f]+\)$/, shown: 'CODE(0x…)' },
      { pattern: /^function: (?:builtin: )?0x[0-9a-f]+$/, shown: 'function: 0x…' },
    ],
  },
  {
    words: (shown) => ({
      what: `The text ${shown} is not a signature. It is how a program prints an object or a list, without the bytes in it.`,
      remedy: useBase64,
    }),
    texts: [
      '[object Object]',
      '[object ArrayBuffer]',
      '[object Uint8Array]',
      '[object CryptoKey]',
      '[object Function]',
      '[object Array]',
      'Array',
      'Object',
      'System.Byte[]',
      'System.Object[]',
      'System.String[]',
    ],
    shapes: [
      { pattern: /^\[object \w+\]$/, shown: '[object …]' },
      { pattern: /^\[[BIJC]@[0-9a-f]{1,8}$/, shown: '[B@…' },
      // Only with its package, since a password may look like `Name@1234`.
      { pattern: /^(?:[A-Za-z_]\w{0,64}\.){1,8}[A-Z][\w$]{0,64}@[0-9a-f]{1,8}$/, shown: '….…@…' },
      { pattern: /^<[\w .]+ (?:object )?at 0x[0-9A-Fa-f]+>$/, shown: '<… at 0x…>' },
      { pattern: /^<Buffer(?: [0-9a-f]{2})+(?: \.\.\. \d+ more bytes)?>$/, shown: '<Buffer …>' },
      { pattern: /^#<[A-Z][\w:]*(?::0x[0-9a-f]+)?.*>$/, shown: '#<…>' },
      { pattern: /^<(?:class|module) '.*>$/, shown: "<class '…'>" },
      { pattern: /^(?:HASH|SCALAR|ARRAY)\(0x[0-9a-f]+\)$/, shown: 'HASH(0x…)' },
      { pattern: /^(?:table|userdata): 0x[0-9a-f]+$/, shown: 'table: 0x…' },
      { pattern: /^Resource id #\d+$/, shown: 'Resource id #…' },
      { pattern: /^ArrayBuffer \{.*\}$/, shown: 'ArrayBuffer { … }' },
      { pattern: /^CryptoKey \{.*\}$/, shown: 'CryptoKey { … }' },
      { pattern: /^Instance of '[\w<>]+'$/, shown: "Instance of '…'" },
      { pattern: /^0x[0-9a-f]{6,16}$/, shown: '0x…' },
      { pattern: /^\{ ?length = \d+, bytes = 0x[0-9a-f .]+\}$/, shown: '{length = …, bytes = 0x…}' },
      { pattern: /^\d{1,4} bytes$/, shown: '… bytes' },
    ],
  },
]

const missing = (shown: string): Telling => ({
  what: `The text ${shown} is not a signature. Programs print it for a missing value. Perhaps the signing failed, or the function returned nothing.`,
  remedy: printSignature,
})

/** Adds to a text how it was written: ` (in Base64)`, or nothing. */
type Written = (shown: string) => string

/** An object, a function or a result that is not there yet, as a program prints it: the shape of the text, with `…` for all that may be secret. */
export const printedShape = (text: string): string | undefined => {
  for (const { texts, shapes } of kinds) {
    const isNamed = text.startsWith('[object ') && texts.includes(text)
    const shape = isNamed ? text : shapes.find(({ pattern }) => pattern.test(text))?.shown
    if (shape !== undefined) return shape
  }
  return undefined
}

/** A value, a function or an object as a program prints it. */
const printedValue = (text: string, written: Written): Repair | undefined => {
  // NULL and Null are printed too.
  if ([text, text.toLowerCase()].some(isMissingAlone))
    return { id: 'signature-printed', detail: text, telling: missing(written(text)) }
  for (const { words, texts, shapes } of kinds) {
    const shown = texts.includes(text) ? text : shapes.find(({ pattern }) => pattern.test(text))?.shown
    if (shown !== undefined) return { id: 'signature-printed', detail: shown, telling: words(written(shown)) }
  }
  return undefined
}

// ---- Variables and placeholders

/** One of these words makes a text a placeholder, even without marks. */
const wordsOfSignature: ReadonlySet<string> = new Set([
  'change',
  'changeme',
  'dummy',
  'fixme',
  'placeholder',
  'replace',
  'sample',
  'sig',
  'sign',
  'signature',
  'signed',
  'tbd',
  'test',
  'todo',
])

export const checkVariable =
  'Check that the variable has its value before the header is made, and that this kind of text fills in variables. In many languages, a text in single quotes does not.'

const unfilled = (text: string, written: Written): Repair | undefined => {
  const marked = placeholderIn(text)
  return (
    marked && {
      id: 'signature-printed',
      detail: `${marked.shown}, not filled in`,
      telling: {
        what: `The header has ${written(marked.shown)} in place of the signature. It looks like a variable or a placeholder that has not got its value.`,
        remedy: checkVariable,
      },
    }
  )
}

/** Fewer characters than these may be a signature's own, by chance. */
const leastRepeated = 3

/** One character that is repeated, as in `xxxx`, `...` and `****`. */
const repeatedIn = (text: string): string | undefined => {
  const [first = ''] = text
  return text.length >= leastRepeated && /[xX.*#_?-]/.test(first) && text === first.repeat(text.length)
    ? first
    : undefined
}

const masked = (text: string, written: Written): Repair | undefined => {
  const word = maskIn(text)
  return word === undefined
    ? undefined
    : {
        id: 'signature-printed',
        detail: `${word}, a mask`,
        telling: {
          what: `The header has the word ${written(word)} in place of the signature. Tools that show or log a request mask secrets in this way.`,
          remedy:
            'Take the request as it was sent, with its signature. Check also whether the program sent the masked text.',
        },
      }
}

const placeholder = (text: string, written: Written): Repair | undefined => {
  const repeated = repeatedIn(text)
  if (repeated !== undefined)
    return {
      id: 'signature-printed',
      detail: `${text.length} times ${repeated}`,
      telling: {
        what: `The header repeats the character ${written(repeated)} ${text.length} times in place of the signature. This is a placeholder or a mask, not a signature.`,
        remedy: signAnew,
      },
    }
  const words = wordsIn(text)
  return isKnownName(text) && words.some((word) => wordsOfSignature.has(word))
    ? {
        id: 'signature-printed',
        detail: `${text}, a placeholder`,
        telling: {
          what: `The header has ${written(text)} in place of the signature. This is a placeholder, not a signature.`,
          remedy: signAnew,
        },
      }
    : undefined
}

// ---- Messages

/** Words of the messages of programs, the most specific first. */
const messageWords: ReadonlyArray<string> = [
  'command not found',
  'no such file or directory',
  'no such file',
  'permission denied',
  'access denied',
  'no start line',
  'bad decrypt',
  'not found',
  'unable to load',
  'could not open',
  'could not read',
  'unable to',
  'cannot',
  'can not',
  'failed',
  'failure',
  'invalid',
  'unsupported',
  'denied',
  'exception',
  'traceback',
  'usage',
  'error',
]

/** Base64 has no blanks between words and no colons. */
const errorMessage = (text: string, written: Written): Repair | undefined => {
  const lower = ` ${text.toLowerCase().replace(/[^a-z]+/g, ' ')} `
  const word = /[ :]/.test(text) ? messageWords.find((candidate) => lower.includes(` ${candidate} `)) : undefined
  return word === undefined
    ? undefined
    : {
        id: 'signature-printed',
        detail: 'the message of an error',
        telling: {
          what: `In place of the signature, the header has ${written('a text')} of ${text.length} characters. It looks like the message of a program, because it says "${word}".`,
          remedy: 'Perhaps signing failed. Correct this error first, and let the program stop if it cannot sign.',
        },
      }
}

// ---- All of them

const isPrintable = (text: string): boolean => text.length <= maxPrinted && /^[ -~]*$/.test(text)

const printedAs = (text: string, written: Written): Repair | undefined =>
  isPrintable(text)
    ? (printedValue(text, written) ??
      masked(text, written) ??
      unfilled(text, written) ??
      placeholder(text, written) ??
      errorMessage(text, written))
    : undefined

/** The text that was encoded in Base64, perhaps without its padding. It may end in a line end. */
const textInBase64 = (signatureText: string): string | undefined => {
  const decoded = signatureText.length > maxPrinted ? undefined : Base64.decode(padded(signatureText))
  const text = decoded !== undefined && E.isRight(decoded) ? Bytes.toText(decoded.right) : undefined
  return text !== undefined && E.isRight(text) ? text.right.trim() : undefined
}

/** What the text is, if it is no signature but a printed text, as it stands or in Base64. Undefined if it may be a signature. */
export const printedInPlace = (signatureText: string): Repair | undefined => {
  const plain = printedAs(signatureText, (shown) => shown)
  if (plain !== undefined) return plain
  const inner = textInBase64(signatureText)
  const encoded = inner === undefined ? undefined : printedAs(inner, (shown) => `${shown} (in Base64)`)
  return encoded && { ...encoded, detail: `${encoded.detail}, in Base64` }
}
