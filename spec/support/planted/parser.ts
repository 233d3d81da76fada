/** Lenient parsers of the header and its parts. */
import { throughBits, throughDigits } from '../roundedTwice.ts'
import { type Bug, decoded, leavingOut, type OfText, wrongIn, wrongly } from './bug.ts'

/** Reads all values of the header after a change. */
const changed = wrongly<OfText>('parser', (change) => (clean) => ({
  readValue: (value) => clean.readValue(change(value)),
}))

const bug = wrongIn('parser')
const without = leavingOut('parser')

export const parser: ReadonlyArray<Bug> = [
  without('first-wins', 'takes the first of two items of one key', 'item-repeated', 'header-duplicate-key'),
  {
    ...bug('last-wins', 'takes the last of two items of one key', (clean) => ({
      collect: (items) => clean.collect([...items].reverse()),
    })),
    without: 'item-repeated',
    flag: 'header-duplicate-key',
  },
  bug('split-at-every-equals', 'cuts a value at its first =', (clean) => ({
    readItem: (item) => {
      const [key, value] = clean.readItem(item)
      return [key, value.split('=')[0] ?? '']
    },
  })),
  bug(
    'trim-unicode',
    'trims keys and values as the language does, NBSP and byte order mark too',
    'header-whitespace',
    (clean) => ({
      readItem: (item) => {
        const [key = '', ...value] = item.split('=')
        return clean.readItem(`${key.trim()}${item.includes('=') ? '=' : ''}${value.join('=').trim()}`)
      },
    }),
  ),
  bug('auth-type-prefix', 'compares the auth type as a prefix', 'header-auth-type', (clean) => ({
    sameType: (given, type) => clean.sameType(given, type) || given.startsWith(type),
  })),
  bug('auth-type-any-svc', 'takes every auth type that begins with SVC-', 'header-auth-type', (clean) => ({
    sameType: (given, type) => clean.sameType(given, type) || (type !== 'Bearer' && given.startsWith('SVC-')),
  })),
  bug('lower-case-keys', 'lower-cases the keys of items', (clean) => ({
    nameOf: (key) => clean.nameOf(key.toLowerCase()),
  })),
  bug('upper-case-keys', 'compares keys in Unicode’s upper case, where ſ is S', (clean) => ({
    nameOf: (key) => clean.nameOf(key.toUpperCase().toLowerCase()),
  })),
  bug('semicolons', 'separates items at semicolons too', () => ({
    splitItems: (rest) => rest.replace(/^ +/, '').split(/[,;]/),
  })),
  bug('comma-pattern', 'splits items at commas with any white space around them', 'header-whitespace', () => ({
    splitItems: (rest) => rest.trim().split(/\s*,\s*/),
  })),
  bug('join-lines', 'joins several Authorization lines with a comma', (clean) => ({
    oneLine: (lines) => clean.oneLine(lines.length > 1 ? [lines.join(', ')] : lines),
    splitItems: (rest) => rest.replace(/^ +/, '').split(/, ?(?:SVC-SHA256-RSA +)?/),
    collect: (items) => clean.collect([...new Map(items)]),
  })),
  bug('last-line', 'takes the last of several Authorization lines', (clean) => ({
    oneLine: (lines) => clean.oneLine(lines.slice(-1)),
  })),
  bug('first-fitting-line', 'takes the first line of the auth type', (clean) => ({
    oneLine: (lines) => clean.oneLine(lines.filter((line) => line.startsWith('SVC-SHA256-RSA ')).slice(0, 1)),
  })),
  bug('ignores-empty', 'skips empty elements', (clean) => ({
    splitItems: (rest) => clean.splitItems(rest).filter((element) => element !== ''),
  })),
  without('ignores-unknown', 'skips items with other keys', 'item-unknown'),
  changed('percent-decode', 'decodes escapes in values', 'signature-percent-encoded', decoded),
  changed('strips-quotes', 'strips quotes off values', 'header-quoted', (value) => value.replace(/^"|"$/g, '')),
  changed('trims-values', 'trims spaces off values', (value) => value.replace(/^ +| +$/g, '')),
  bug('prototype-lookup', 'looks the app up in an object with a prototype', (clean) => ({
    keysOf: (running, appId) => {
      const byApp: Record<string, ReturnType<typeof clean.keysOf>> = {}
      for (const key of running.keys) byApp[key.appId] = clean.keysOf(running, key.appId)
      return (byApp[appId] ?? clean.keysOf(running, appId)).filter((key) => key.bytes > 0)
    },
  })),
  bug('app-id-any-case', 'compares app ids without regard to case', (clean) => ({
    keysOf: (running, appId) => {
      const same = running.keys.find((key) => key.appId.toLowerCase() === appId.toLowerCase())
      return clean.keysOf(running, same?.appId ?? appId)
    },
  })),
  bug('app-id-number', 'compares app ids that look like numbers as numbers', (clean) => ({
    keysOf: (running, appId) => {
      const same = running.keys.find((key) => key.appId === appId || Number(key.appId) === Number(appId))
      return clean.keysOf(running, same?.appId ?? appId)
    },
  })),
  bug('turkish-upper-case', 'upper-cases the method by the rules of Turkish', () => ({
    upperCase: (text) => text.toLocaleUpperCase('tr-TR'),
  })),
  bug('unicode-upper-case', 'upper-cases before it checks the characters, so that ſ becomes S', (clean) => ({
    readMethod: (text, origin) =>
      clean.readMethod(origin === 'given' ? text.toUpperCase() : text.replaceAll('ſ', 'S'), origin),
  })),
  bug('dollar-anchor', 'uses patterns whose $ matches before a line feed at the end', (clean) => ({
    checkNonce: (text, reason) => clean.checkNonce(text.replace(/\n$/, ''), reason),
    checkTimestamp: (text, reason) => clean.checkTimestamp(text.replace(/\n$/, ''), reason),
    checkAppId: (text, reason) => clean.checkAppId(text.replace(/\n$/, ''), reason),
    readItem: (item) => {
      const ends = item.endsWith('\n')
      const [key, value] = clean.readItem(ends ? item.slice(0, -1) : item)
      return [key, ends ? `${value}\n` : value]
    },
    secondsOf: (text) => clean.secondsOf(text.trim()),
  })),
  bug('number', 'reads the timestamp as the language reads numbers: points, exponents, 0x', (clean) => ({
    checkTimestamp: (text, reason) => (Number.isFinite(Number(text)) ? undefined : clean.checkTimestamp(text, reason)),
  })),
  bug('parse-int', 'reads the timestamp up to the first character that is no digit', (clean) => ({
    checkTimestamp: (text, reason) => clean.checkTimestamp(String(Number.parseInt(text, 10)), reason),
    secondsOf: (text) => Number.parseInt(text, 10),
  })),
  bug('timestamp-respelled', 'writes the timestamp anew from its number', (clean) => ({
    checkTimestamp: (text, reason) => clean.checkTimestamp(text.replace(/^0+(?=\d)/, ''), reason),
    join: (p) => clean.join({ ...p, timestamp: p.timestamp.replace(/^0+(?=\d)/, '') }),
  })),
  bug('unicode-digits', 'takes digits of other scripts', (clean) => {
    const ascii = (text: string): string =>
      text.replace(/[\u0660-\u0669\uff10-\uff19]/g, (digit) => String((digit.charCodeAt(0) & 0xf) % 16))
    return {
      checkTimestamp: (text, reason) => clean.checkTimestamp(ascii(text), reason),
      secondsOf: (text) => clean.secondsOf(ascii(text)),
    }
  }),
  bug('nonce-lower-cased', 'lower-cases the nonce', 'nonce-case', (clean) => ({
    join: (p) => clean.join({ ...p, nonce: p.nonce.toLowerCase() }),
  })),
  bug('nonce-64', 'takes no nonce of more than 64 characters', (clean) => ({
    checkNonce: (text, reason) => clean.checkNonce(text.length > 64 ? `${text}!` : text, reason),
  })),
  bug('nonce-32', 'takes hexadecimal nonces of 32 digits alone', (clean) => ({
    checkNonce: (text, reason) => clean.checkNonce(/^[0-9a-f]{32}$/i.test(text) ? text : '', reason),
  })),
  bug('items-in-order', 'requires the items in the usual order', (clean) => ({
    collect: (items) => {
      const found = clean.collect(items)
      const given = [...found.keys()].filter((key) => ['app_id', 'nonce_str', 'timestamp', 'signature'].includes(key))
      return given.join() === 'app_id,nonce_str,timestamp,signature' ? found : new Map()
    },
  })),
  bug('token-any-blank', 'accepts any white space after Bearer', (clean) => ({
    readToken: (rest) => clean.readToken(` ${rest.trim()}`),
  })),
  without('duplicate-names', 'reads jobs with a parser that takes a name twice', 'json-names'),
  bug(
    'rounds-through-64-bits',
    'rounds a number to the 64 bits of the x87 unit before it makes a double of it',
    () => ({
      toNumber: (text) => throughBits(64)(text) + 0,
    }),
  ),
  bug('rounds-through-34-digits', 'rounds a number to 34 digits before it makes a double of it', () => ({
    toNumber: (text) => throughDigits(34)(text) + 0,
  })),
  bug('base64-by-line', 'decodes each line of a key by itself', (clean) => ({
    readPem: (pem) => {
      const [, ...lines] = pem.split(/\r?\n/)
      const lastOfBase64 = lines.findIndex((line) => line.startsWith('-')) - 1
      const isSplit = lines.slice(0, Math.max(0, lastOfBase64)).some((line) => line.length % 4 !== 0)
      return clean.readPem(isSplit ? '' : pem)
    },
  })),
  bug('pem-lines-of-64', 'takes a key whose lines have 64 characters, or that is one line, and no other', (clean) => ({
    readPem: (pem) => {
      const [, first = '', second = ''] = pem.split(/\r?\n/)
      return clean.readPem(first.length === 64 || second.startsWith('-') ? pem : '')
    },
  })),
  bug('no-empty-attributes', 'takes no set of attributes that is empty', (clean) => ({
    readPem: (pem) => {
      const read = clean.readPem(pem)
      return read.der.subarray(-2).equals(Buffer.of(0xa0, 0)) ? clean.readPem('') : read
    },
  })),
]
