/**
 * The header's grammar, the app id, the auth type, and the header as a signer writes it. Most cases only parse. Those whose
 * misreading lets somebody in are put to a whole verifier as well.
 */
import { authType, type Behaviour, headerOf, type Items, nonceOf, now, reject, value } from './draft.ts'
import { casesOf, orReject, type Question } from './group.ts'
import { longestAppId, longestHeader, longestNonce, longestToken } from './limits.ts'
import { receives } from './shapes.ts'

const { cases, flagged } = casesOf('authorization')

const usual: Items = {
  app_id: 'app-1',
  nonce_str: nonceOf('authorization'),
  timestamp: now,
  signature: 'AAECAwQFBgcICQoLDA0ODw==',
}
const order = ['app_id', 'nonce_str', 'timestamp', 'signature'] as const

const ofEmpty = (key: (typeof order)[number]): string =>
  key === 'nonce_str' ? 'header-empty-value nonce-empty' : 'header-empty-value'
type Key = (typeof order)[number]
const pair = (items: Items, key: Key): string => `${key}=${items[key]}`
const join = (list: ReadonlyArray<string>, between = ','): string => `${authType} ${list.join(between)}`
const pairs = (items: Items = usual): ReadonlyArray<string> => order.map((key) => pair(items, key))
/** The usual line with one text in it replaced. */
const swap = (from: string, to: string, line: string = headerOf(usual)): string => {
  if (!line.includes(from)) throw new Error(`the line has no ${from}`)
  return line.replace(from, () => to)
}

/** The line is read as these items, the usual ones where they are not named. */
const parses = (
  line: string | ReadonlyArray<string>,
  items: Partial<Items> = {},
  type: string = authType,
): Question<'parseAuthorization'> => {
  const { app_id, nonce_str, timestamp, signature } = { ...usual, ...items }
  const read = { scheme: 'signed', appId: app_id, nonce: nonce_str, timestamp: `${timestamp}`, signature }
  return {
    op: 'parseAuthorization',
    input: { authType: type, authorization: [line].flat() },
    expect: orReject(() => value(read)),
  }
}

/** The usual items under this auth type, which is configured. */
const parsesUnder = (type: string): Question<'parseAuthorization'> => parses(headerOf(usual, type), {}, type)

/** A verifier with this auth type, and a request under it. It answers as a whole if it cannot be made. */
const configures = (type: string): Question<'verify'> => ({
  ...receives({ header: (items) => headerOf(items, type) }, { authType: type }),
  expect: (reason = '') => reject(reason),
})
const malformedType = 'auth_type_malformed'

const format = {
  authType,
  appId: usual.app_id,
  nonce: usual.nonce_str,
  timestamp: `${now}`,
  signature: usual.signature,
}

/** A signature and an app id with which the line has this length. */
const filling = (length: number): Pick<typeof format, 'appId' | 'signature'> => {
  const room = length - headerOf({ ...usual, signature: '' }).length
  return { appId: `app-1${'x'.repeat(room % 4)}`, signature: 'AAAA'.repeat(Math.floor(room / 4)) }
}
const longest = filling(longestHeader)

/** A signer writes this line for what it is given. */
const writes = (given: Partial<typeof format> | { token: string }, line = ''): Question<'formatAuthorization'> => ({
  op: 'formatAuthorization',
  input: 'token' in given ? given : { ...format, ...given },
  expect: orReject(() => value(line)),
})

export const authorization: Behaviour = {
  behaviour: 'authorization',
  comment: 'The Authorization header: its grammar, the app id, the auth type, and how it is written.',
  cases: [
    ...cases({ flags: '' }, parses, {
      usual: ['The four items in the usual order.', headerOf(usual)],
    }),
    ...cases({ flags: '' }, receives, {
      'verify-usual': ['The same in a whole request.'],
    }),
    ...(
      [
        ['signature', 'timestamp', 'nonce_str', 'app_id'],
        ['nonce_str', 'app_id', 'signature', 'timestamp'],
        ['timestamp', 'signature', 'app_id', 'nonce_str'],
      ] as const
    ).flatMap((keys) =>
      cases({ flags: 'header-order' }, parses, {
        [`order-${keys[0].replace('_', '-')}-first`]: [
          `The items in the order ${keys.join(', ')}.`,
          join(keys.map((key) => pair(usual, key))),
        ],
      }),
    ),
    ...cases({ flags: 'header-order' }, receives, {
      'verify-other-order': [
        'A whole request, its signature first.',
        { header: (items) => join([...pairs(items)].reverse()) },
      ],
    }),
    ...cases({ flags: 'header-whitespace' }, parses, {
      'several-spaces': ['Several spaces follow the auth type.', swap(' ', '   ')],
    }),
    ...cases({ flags: 'header-length' }, parses, {
      'longest-line': [
        'A line of 8,192 characters, most of them spaces behind the auth type.',
        swap(' ', ' '.repeat(8193 - headerOf(usual).length)),
      ],
    }),
    ...cases({ flags: 'app-id-form' }, parses, {
      'app-id-one': ['An app id of one character.', swap('app-1', '7'), { app_id: '7' }],
      'app-id-marks': ['An app id with each mark.', swap('app-1', 'a.B_c~9-'), { app_id: 'a.B_c~9-' }],
      'app-id-longest': [
        `An app id of ${longestAppId} characters.`,
        swap('app-1', 'a'.repeat(longestAppId)),
        { app_id: 'a'.repeat(longestAppId) },
      ],
    }),
    ...cases({ flags: 'app-id-compared' }, parses, {
      'app-id-zeros': ['Leading zeros belong to an app id.', swap('app-1', '0123'), { app_id: '0123' }],
    }),
    ...cases({ flags: 'prototype-lookup' }, parses, {
      'app-id-prototype': [
        'The app id is a name that every JavaScript object inherits.',
        swap('app-1', '__proto__'),
        { app_id: '__proto__' },
      ],
    }),
    ...cases({ flags: 'header-split' }, parses, {
      'unpadded-value': [
        'A signature that ends in no equals sign.',
        swap(usual.signature, 'AAEC'),
        { signature: 'AAEC' },
      ],
    }),
    ...cases({ flags: 'auth-type-fixed' }, parses, {
      'other-auth-type': ['Another auth type is configured.', swap(authType, 'ACME-RSA'), {}, 'ACME-RSA'],
    }),
    ...cases({ flags: 'auth-type-fixed' }, receives, {
      'verify-other-auth-type': [
        'A whole request under another auth type.',
        { header: (items) => headerOf(items, 'SVC-SHA512-RSA') },
        { authType: 'SVC-SHA512-RSA' },
      ],
    }),

    ...cases({ flags: 'header-missing-key', fault: 'header-present', twin: 'usual' }, parses, {
      'no-line': ['There is no Authorization line.', []],
    }),
    ...cases({ flags: 'header-several', fault: 'header-once', twin: 'usual' }, parses, {
      'line-twice': ['The same line comes twice.', [headerOf(usual), headerOf(usual)]],
      'other-scheme-first': ['A line of another scheme comes first.', ['Basic YTpi', headerOf(usual)]],
    }),
    ...cases({ flags: 'header-several', fault: 'header-once', twin: 'verify-usual' }, receives, {
      'verify-two-lines': [
        'A second line follows the correct one; node:http hides it.',
        { header: (items) => [headerOf(items), headerOf({ ...items, app_id: 'app-2' })] },
      ],
    }),
    ...cases(
      { flags: 'header-several', fault: 'header-once', twin: 'verify-usual', reason: 'authorization_malformed' },
      receives,
      {
        'verify-lines-joined': [
          'Two lines joined by a comma, as Fetch does.',
          { header: (items) => `${headerOf(items)}, ${headerOf(items)}` },
        ],
      },
    ),
    ...cases({ flags: 'header-length', fault: 'header-length', twin: 'longest-line' }, parses, {
      'line-too-long': ['A line of 8,193 characters.', swap(' ', ' '.repeat(8194 - headerOf(usual).length))],
      'line-far-too-long': [
        'A line of 60,000 spaces, against regular expressions that backtrack.',
        swap(' ', ' '.repeat(60_000)),
      ],
    }),

    ...cases({ flags: 'header-auth-type', fault: 'auth-type', twin: 'usual' }, parses, {
      'auth-type-longer': ['A digit follows the auth type.', swap(authType, `${authType}2`)],
      'auth-type-pss': ['The auth type is followed by -PSS.', swap(authType, `${authType}-PSS`)],
      'auth-type-shorter': ['The auth type ends early.', swap(authType, 'SVC-SHA256')],
    }),
    ...cases({ flags: 'header-auth-type', fault: 'auth-type', twin: 'other-auth-type' }, parses, {
      'auth-type-other': ['The usual auth type where another is configured.', headerOf(usual), {}, 'ACME-RSA'],
    }),
    ...flagged({ fault: 'auth-type', twin: 'usual' }, parses, {
      'auth-type-tab': ['header-whitespace', 'A tab follows the auth type.', swap(' ', '\t')],
      'auth-type-long-s': ['header-auth-type', 'U+017F replaces S, also under scheme-case.', swap('SVC', 'ſVC')],
    }),
    ...cases({ flags: 'header-missing-key', fault: 'header-space', twin: 'usual' }, parses, {
      'auth-type-alone': ['The line is the auth type alone.', authType],
    }),
    ...cases({ flags: 'header-auth-type', fault: 'auth-type', twin: 'verify-usual' }, receives, {
      'verify-auth-type-longer': [
        'A whole request whose auth type only begins with the configured one.',
        { header: (items) => headerOf(items, `${authType}2`) },
      ],
    }),
    ...cases({ flags: 'scheme-case-undeclared', policy: 'scheme-case' }, parses, {
      'scheme-case-lower': ['The auth type in lower case.', swap(authType, authType.toLowerCase())],
      'scheme-case-mixed': ['The auth type in mixed case.', swap(authType, 'Svc-Sha256-Rsa')],
    }),
    ...cases({ flags: 'scheme-case-undeclared', policy: 'scheme-case' }, receives, {
      'verify-scheme-case': [
        'A whole request with its auth type in lower case.',
        { header: (items) => headerOf(items, authType.toLowerCase()) },
      ],
    }),

    ...order.flatMap((key) => {
      const slug = key.replace('_', '-')
      const without = join(pairs().filter((item) => !item.startsWith(key)))
      return [
        ...cases({ flags: 'header-missing-key', fault: 'item-missing', twin: 'usual' }, parses, {
          [`${slug}-missing`]: [`There is no ${key}.`, without],
        }),
        ...cases({ flags: 'header-duplicate-key', fault: 'item-repeated', twin: 'usual' }, parses, {
          [`${slug}-twice`]: [`The same ${key} stands twice.`, join([...pairs(), pair(usual, key)])],
        }),
        ...cases({ flags: ofEmpty(key), fault: 'item-empty', twin: 'usual' }, parses, {
          [`${slug}-empty`]: [`The ${key} is empty.`, swap(pair(usual, key), `${key}=`)],
        }),
      ]
    }),
    ...cases({ flags: 'header-duplicate-key', fault: 'item-repeated', twin: 'verify-usual' }, receives, {
      'verify-app-id-twice': [
        'A second app id follows; the first one has signed.',
        { header: (items) => `${headerOf(items)},app_id=app-2` },
      ],
      'verify-app-id-twice-first': [
        'A second app id comes first; the last one has signed.',
        { header: (items) => join(['app_id=app-2', ...pairs(items)]) },
      ],
      'verify-signature-twice': [
        'A second signature follows that no key made.',
        { header: (items) => `${headerOf(items)},signature=AAAA` },
      ],
    }),

    ...cases({ flags: 'appid-alias-undeclared', policy: 'appid-alias' }, parses, {
      'appid-alias': ['The app id under the name appid.', swap('app_id', 'appid')],
      'appid-alias-last': ['The item appid comes last.', join([...pairs().slice(1), 'appid=app-1'])],
    }),
    ...cases({ flags: 'appid-alias-undeclared', policy: 'appid-alias' }, receives, {
      'verify-appid-alias': [
        'A whole request with appid.',
        { header: (items) => swap('app_id', 'appid', headerOf(items)) },
      ],
    }),
    ...cases({ flags: 'header-duplicate-key', fault: 'item-repeated', twin: 'usual' }, parses, {
      'appid-and-app-id': [
        'Both appid and app_id with the same value, also under appid-alias.',
        join([...pairs(), 'appid=app-1']),
      ],
    }),
    ...cases({ flags: 'header-duplicate-key', fault: 'item-repeated', twin: 'verify-usual' }, receives, {
      'verify-appid-and-app-id': [
        'Both appid and app_id; appid names another app.',
        { header: (items) => `${headerOf(items)},appid=app-2` },
      ],
    }),

    ...flagged({ fault: 'item-key', twin: 'usual' }, parses, {
      'key-upper-case': ['header-key-folded header-key-name', 'A key in upper case.', swap('timestamp', 'TIMESTAMP')],
      'key-long-s': ['header-key-folded', 'U+017F in a key, which upper-cases to S.', swap('signature', 'ſignature')],
      'key-encoded': ['header-key-folded', 'A key with %5F for its underscore.', swap('app_id', 'app%5Fid')],
    }),

    ...cases({ flags: 'unknown-param-undeclared', policy: 'unknown-param' }, parses, {
      'unknown-param': ['A fifth item follows.', join([...pairs(), 'version=1'])],
      'unknown-param-first': ['A fifth item comes first.', join(['v=1', ...pairs()])],
      'unknown-param-prototype': ['A fifth item is named __proto__.', join([...pairs(), '__proto__=x'])],
    }),
    ...cases({ flags: 'unknown-param-undeclared', policy: 'unknown-param' }, receives, {
      'verify-unknown-param': [
        'A whole request in which APP_ID names another app.',
        { header: (items) => `${headerOf(items)},APP_ID=app-2` },
      ],
    }),
    ...cases({ flags: 'header-separator', fault: 'item-form', twin: 'usual' }, parses, {
      'unknown-without-value': [
        'A fifth element has no equals sign, also under unknown-param.',
        join([...pairs(), 'version']),
      ],
    }),
    ...cases({ flags: 'header-empty-value', fault: 'item-empty', twin: 'usual' }, parses, {
      'unknown-empty': ['A fifth item is empty, also under unknown-param.', join([...pairs(), 'version='])],
    }),

    ...cases({ flags: 'ows-undeclared', policy: 'ows' }, parses, {
      'ows-space': ['A space follows each comma.', join(pairs(), ', ')],
      'ows-tab': ['A tab precedes each comma.', join(pairs(), '\t,')],
    }),
    ...cases({ flags: 'ows-undeclared', policy: 'ows' }, receives, {
      'verify-ows': ['A whole request with a space after each comma.', { header: (items) => join(pairs(items), ', ') }],
    }),
    // All behind the first equals sign is the value, so a blank at the end of the line belongs to the signature.
    ...cases({ flags: 'header-whitespace', fault: 'base64-alphabet', twin: 'usual' }, parses, {
      'blank-end': ['A space ends the line.', `${headerOf(usual)} `],
    }),
    ...cases({ flags: 'header-whitespace', fault: 'item-form', twin: 'usual' }, parses, {
      'blank-start': ['A space begins the line.', ` ${headerOf(usual)}`],
      'blank-before-equals': ['A space precedes an equals sign, also under ows.', swap('app_id=', 'app_id =')],
      'blank-behind-equals': ['A space follows an equals sign, also under ows.', swap('app_id=', 'app_id= ')],
      'tab-behind-type': ['A tab follows the space.', swap(' ', ' \t')],
      fold: ['A folded line, as RFC 7230 allowed.', join(pairs(), ',\r\n ')],
    }),
    ...cases({ flags: 'header-whitespace', fault: 'base64-alphabet', twin: 'usual' }, parses, {
      'line-feed-end': ['A line feed ends the line; $ matches before it.', `${headerOf(usual)}\n`],
      'no-break-space-end': ['U+00A0 ends the line; JavaScript trims it.', `${headerOf(usual)}\u00a0`],
    }),
    ...cases({ flags: 'header-whitespace', fault: 'item-form', twin: 'usual' }, parses, {
      'byte-order-mark': ['U+FEFF precedes the first key; JavaScript trims it.', swap('app_id', '\ufeffapp_id')],
    }),
    ...cases({ flags: 'header-whitespace', fault: 'base64-alphabet', twin: 'usual' }, parses, {
      'next-line-end': ['U+0085 ends the line; Python strips it.', `${headerOf(usual)}\u0085`],
      'nul-end': ['NUL ends the line.', `${headerOf(usual)}\u0000`],
    }),
    ...cases({ flags: 'header-whitespace', fault: 'base64-alphabet', twin: 'verify-usual' }, receives, {
      'verify-line-feed-end': [
        'A whole request whose line ends in a line feed.',
        { header: (items) => `${headerOf(items)}\n` },
      ],
    }),

    ...cases({ flags: 'header-separator', fault: 'item-element', twin: 'usual' }, parses, {
      'comma-first': ['A comma precedes the first item.', swap('app_id', ',app_id')],
      'comma-last': ['A comma follows the last item.', `${headerOf(usual)},`],
      'comma-double': ['Two commas separate two items.', swap(',timestamp', ',,timestamp')],
    }),
    ...cases({ flags: 'header-separator', fault: 'item-form', twin: 'usual' }, parses, {
      semicolons: ['Semicolons separate the items.', join(pairs(), ';')],
      'no-key': ['A fifth element begins with its equals sign.', join([...pairs(), '=1'])],
      colon: ['A colon replaces an equals sign.', swap('app_id=', 'app_id:')],
    }),

    ...cases({ flags: 'quoted-values-undeclared', policy: 'quoted-values' }, parses, {
      'quoted-all': ['Every value in double quotes.', join(order.map((key) => `${key}="${usual[key]}"`))],
      'quoted-one': ['One value in double quotes.', swap('app-1', '"app-1"')],
    }),
    ...cases({ flags: 'quoted-values-undeclared', policy: 'quoted-values' }, receives, {
      'verify-quoted': [
        'A whole request with every value in double quotes.',
        { header: (items) => join(order.map((key) => `${key}="${items[key]}"`)) },
      ],
    }),
    ...cases({ flags: 'header-quoted', fault: 'item-quote', twin: 'usual' }, parses, {
      'quote-open': ['A quote is opened and not closed, also under quoted-values.', swap('app-1', '"app-1')],
      'quote-inside': ['A value has a double quote inside.', swap('app-1', 'app"-1')],
      'quote-double': ['Two pairs of quotes, also under quoted-values.', swap('app-1', '""app-1""')],
    }),

    ...cases({ flags: 'app-id-form', fault: 'app-id-alphabet', twin: 'usual' }, parses, {
      'app-id-slash': ['The app id has a slash.', swap('app-1', 'app/1')],
      'app-id-colon': ['The app id has a colon.', swap('app-1', 'app:1')],
      'app-id-encoded': ['The app id has a percent sign; nothing is decoded.', swap('app-1', 'app%2D1')],
      'app-id-space': ['The app id has a space.', swap('app-1', 'app 1')],
      'app-id-equals': ['The app id begins with an equals sign.', swap('app-1', '=app-1')],
      'app-id-full-width': ['The app id has a full-width digit.', swap('app-1', 'app-１')],
      'app-id-letter': ['The app id has a letter beyond ASCII.', swap('app-1', 'äpp-1')],
      'app-id-line-feed': ['The app id has a line feed.', swap('app-1', 'app-1\n')],
    }),
    ...cases({ flags: 'app-id-form', fault: 'app-id-length', twin: 'app-id-longest' }, parses, {
      'app-id-too-long': [`An app id of ${longestAppId + 1} characters.`, swap('app-1', 'a'.repeat(longestAppId + 1))],
    }),
    ...cases({ flags: 'app-id-compared', fault: 'app-id-known', twin: 'verify-usual' }, receives, {
      'verify-app-id-upper-case': ['The app id in upper case.', { appId: 'APP-1' }],
    }),
    ...cases({ flags: 'prototype-lookup', fault: 'app-id-known', twin: 'verify-usual' }, receives, {
      'verify-app-id-prototype': ['The app id is __proto__, which is not registered.', { appId: '__proto__' }],
      'verify-app-id-constructor': ['The app id is constructor, which is not registered.', { appId: 'constructor' }],
    }),
    ...cases({ flags: 'app-id-compared' }, receives, {
      'verify-app-123': ['App 123 is registered.', { appId: '123' }, { keys: [{ appId: '123', key: 'app-1' }] }],
    }),
    ...cases({ flags: 'app-id-compared', fault: 'app-id-known', twin: 'verify-app-123' }, receives, {
      'verify-app-id-zero': [
        'The app ids 0123 and 123 are different.',
        { appId: '0123' },
        { keys: [{ appId: '123', key: 'app-1' }] },
      ],
    }),
    ...cases({ flags: 'prototype-lookup' }, receives, {
      'verify-app-prototype': [
        'An app may be called __proto__.',
        { appId: '__proto__' },
        { keys: [{ appId: '__proto__', key: 'app-1' }] },
      ],
      'verify-app-constructor': [
        'An app may be called constructor.',
        { appId: 'constructor' },
        { keys: [{ appId: 'constructor', key: 'app-1' }] },
      ],
    }),

    ...cases({ flags: '' }, writes, {
      'write-usual': ['A header from its four values.', {}, headerOf(usual)],
    }),
    ...cases({ flags: 'app-id-form' }, writes, {
      'write-longest-app-id': [
        `An app id of ${longestAppId} characters.`,
        { appId: 'a'.repeat(longestAppId) },
        swap('app-1', 'a'.repeat(longestAppId)),
      ],
    }),
    ...cases({ flags: 'auth-type-fixed' }, writes, {
      'write-other-auth-type': ['Another auth type.', { authType: 'ACME-RSA' }, headerOf(usual, 'ACME-RSA')],
    }),
    ...cases({ flags: '' }, writes, {
      'write-token': ['A header from a token.', { token: 'AbC-._~+/9==' }, 'Bearer AbC-._~+/9=='],
    }),
    ...cases({ flags: 'header-length' }, writes, {
      'write-longest': [
        'The values make a line of 8,192 characters.',
        longest,
        headerOf({ ...usual, app_id: longest.appId, signature: longest.signature }),
      ],
      'write-longest-token': [
        'A token makes a line of 8,192 characters.',
        { token: 'a'.repeat(longestToken) },
        `Bearer ${'a'.repeat(longestToken)}`,
      ],
    }),
    ...cases(
      { flags: 'header-length', fault: 'header-length', twin: 'write-longest', reason: 'header_too_long' },
      writes,
      { 'write-too-long': ['The values make a line of 8,193 characters.', filling(longestHeader + 1)] },
    ),
    ...cases(
      { flags: 'header-length', fault: 'header-length', twin: 'write-longest-token', reason: 'token_malformed' },
      writes,
      {
        'write-token-too-long': ['A token makes a line of 8,193 characters.', { token: 'a'.repeat(longestToken + 1) }],
      },
    ),
    ...cases({ flags: 'header-injection', fault: 'app-id-alphabet', twin: 'write-usual' }, writes, {
      'write-app-id-line': [
        'A signer is given CR LF and another header in the app id.',
        { appId: 'app-1\r\nX-Admin: 1' },
      ],
      'write-app-id-comma': ['A signer is given another item in the app id.', { appId: 'app-1,timestamp=0' }],
    }),
    ...cases({ flags: 'header-injection', fault: 'app-id-length', twin: 'write-usual' }, writes, {
      'write-app-id-too-long': [
        `A signer is given an app id of ${longestAppId + 1} characters.`,
        { appId: 'a'.repeat(longestAppId + 1) },
      ],
    }),
    ...cases({ flags: 'header-injection', fault: 'nonce-alphabet', twin: 'write-usual' }, writes, {
      'write-nonce-comma': ['A signer is given a comma in the nonce.', { nonce: 'a,b' }],
    }),
    ...cases({ flags: 'header-injection', fault: 'nonce-length', twin: 'write-usual' }, writes, {
      'write-nonce-too-long': [
        `A signer is given a nonce of ${longestNonce + 1} characters.`,
        { nonce: 'a'.repeat(longestNonce + 1) },
      ],
    }),
    ...cases({ flags: 'header-injection', fault: 'timestamp-form', twin: 'write-usual' }, writes, {
      'write-timestamp-zero': ['A signer is given a leading zero in the timestamp.', { timestamp: '01700000000' }],
      'write-timestamp-line': ['A signer is given a line feed behind the timestamp.', { timestamp: '1700000000\n' }],
    }),
    ...cases({ flags: 'header-injection', fault: 'base64-alphabet', twin: 'write-usual' }, writes, {
      'write-signature-url': ['A signer is given the URL alphabet in the signature.', { signature: '-_8=' }],
    }),
    ...cases({ flags: 'header-injection', fault: 'base64-padding', twin: 'write-usual' }, writes, {
      'write-signature-unpadded': ['A signer is given no padding in the signature.', { signature: 'AAA' }],
    }),
    ...cases({ flags: 'header-injection', fault: 'base64-alphabet', twin: 'write-usual' }, writes, {
      'write-signature-wrapped': ['A signer is given CR LF in the signature.', { signature: 'AAAA\r\nAAAA' }],
    }),
    ...cases({ flags: 'header-injection', fault: 'item-empty', twin: 'write-usual' }, writes, {
      'write-signature-empty': ['A signer is given an empty signature.', { signature: '' }],
    }),
    ...cases({ flags: 'header-injection', fault: 'auth-type-form', twin: 'write-usual' }, writes, {
      'write-auth-type-space': ['A signer is given a space in the auth type.', { authType: 'SVC RSA' }],
      'write-auth-type-line': ['A signer is given CR LF in the auth type.', { authType: 'SVC\r\nX:' }],
      'write-auth-type-bearer': ['A signer is given Bearer as the auth type.', { authType: 'bEARER' }],
      'write-auth-type-too-long': ['A signer is given an auth type of 65 characters.', { authType: 'A'.repeat(65) }],
    }),
    ...cases({ flags: 'auth-type-fixed' }, parsesUnder, {
      'auth-type-longest': ['An auth type of 64 characters is configured.', 'A'.repeat(64)],
    }),
    ...cases(
      { flags: 'auth-type-unchecked', fault: 'auth-type-form', twin: 'auth-type-longest', reason: malformedType },
      parsesUnder,
      {
        'auth-type-too-long': ['A reader is given an auth type of 65 characters.', 'A'.repeat(65)],
        'auth-type-no-token': ['A reader is given a slash in the auth type.', 'SVC/RSA'],
        'auth-type-bearer': ['A reader is given BEARER as the auth type.', 'BEARER'],
      },
    ),
    ...cases(
      { flags: 'auth-type-unchecked', fault: 'auth-type-form', twin: 'verify-other-auth-type', reason: malformedType },
      configures,
      {
        'verify-auth-type-too-long': ['A verifier is given an auth type of 65 characters.', 'A'.repeat(65)],
        'verify-auth-type-no-token': ['A verifier is given a slash in the auth type.', 'SVC/RSA'],
        'verify-auth-type-bearer': ['A verifier is given BEARER as the auth type.', 'BEARER'],
      },
    ),
    ...cases({ flags: 'header-injection', fault: 'token-form', twin: 'write-token' }, writes, {
      'write-token-line': ['A signer is given CR LF in the token.', { token: 'abc\r\nX-Admin: 1' }],
      'write-token-space': ['A signer is given a space in the token.', { token: 'abc def' }],
      'write-token-empty': ['A signer is given an empty token.', { token: '' }],
    }),
  ],
}
