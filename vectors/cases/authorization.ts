/**
 * The header's grammar, the app id, the auth type, and the header as a signer writes it. Most cases only parse; those
 * whose misreading lets somebody in are put to a whole verifier as well.
 */
import type { FormatAuthorizationInput } from '../../src/conformance/Vector.ts'
import {
  accepted,
  authType,
  type Behaviour,
  type Draft,
  headerOf,
  type Items,
  nonceOf,
  now,
  reject,
  type Sent,
  step,
  under,
  value,
  verdicts,
  verifier,
} from './draft.ts'
import { longestAppId, longestNonce } from './limits.ts'
import { accepts, refuses } from './shapes.ts'

type Flags = ReadonlyArray<string>

const usual: Items = {
  app_id: 'app-1',
  nonce_str: nonceOf('authorization'),
  timestamp: now,
  signature: 'AAECAwQFBgcICQoLDA0ODw==',
}
const order = ['app_id', 'nonce_str', 'timestamp', 'signature'] as const
type Key = (typeof order)[number]
const pair = (items: Items, key: Key): string => `${key}=${items[key]}`
const join = (list: ReadonlyArray<string>, between = ','): string => `${authType} ${list.join(between)}`
const pairs = (items: Items = usual): ReadonlyArray<string> => order.map((key) => pair(items, key))
/** The usual line with one text in it replaced. */
const swap = (from: string, to: string, line: string = headerOf(usual)): string => {
  if (!line.includes(from)) throw new Error(`the line has no ${from}`)
  return line.replace(from, () => to)
}

const parses = (
  slug: string,
  flags: Flags,
  comment: string,
  line: string,
  items: Partial<Items> = {},
  type = authType,
): Draft => {
  const { app_id, nonce_str, timestamp, signature } = { ...usual, ...items }
  return {
    id: `authorization/${slug}`,
    comment,
    flags,
    op: 'parseAuthorization',
    input: { authType: type, authorization: [line] },
    expect: value({ scheme: 'signed', appId: app_id, nonce: nonce_str, timestamp: `${timestamp}`, signature }),
  }
}

interface Why {
  readonly reason?: string
  readonly twin?: string
  readonly type?: string
}

const refusesLine = (
  slug: string,
  fault: string,
  flags: Flags,
  comment: string,
  lines: string | ReadonlyArray<string>,
  { reason = 'authorization_malformed', twin = 'usual', type = authType }: Why = {},
): Draft => ({
  id: `authorization/${slug}`,
  comment,
  flags,
  fault,
  twin: `authorization/${twin}`,
  op: 'parseAuthorization',
  input: { authType: type, authorization: typeof lines === 'string' ? [lines] : lines },
  expect: reject(reason),
})

/** A line that some may take. */
const allows = (
  slug: string,
  policy: string,
  comment: string,
  line: string,
  reason = 'authorization_malformed',
): Draft => {
  const draft = parses(slug, [`${policy}-undeclared`], comment, line)
  return { ...draft, expect: under(policy, reason, draft.expect) }
}
const allowsRequest = (
  slug: string,
  policy: string,
  comment: string,
  header: (items: Items) => string,
  reason = 'authorization_malformed',
): Draft => ({
  id: `authorization/verify-${slug}`,
  comment,
  flags: [`${policy}-undeclared`],
  op: 'verify',
  input: verifier(step({ header })),
  expect: under(policy, reason, verdicts(accepted())),
})

const verified = (
  slug: string,
  fault: string,
  flags: Flags,
  comment: string,
  sent: Sent,
  reason = 'authorization_malformed',
  twin = 'verify-usual',
): Draft =>
  refuses(`authorization/verify-${slug}`, comment, flags, { fault, twin: `authorization/${twin}`, reason }, sent)

const format: FormatAuthorizationInput = {
  authType,
  appId: usual.app_id,
  nonce: usual.nonce_str,
  timestamp: `${now}`,
  signature: usual.signature,
}
const writes = (slug: string, flags: Flags, comment: string, given: Partial<typeof format>, line: string): Draft => ({
  id: `authorization/write-${slug}`,
  comment,
  flags,
  op: 'formatAuthorization',
  input: { ...format, ...given },
  expect: value(line),
})
const writesNone = (
  slug: string,
  fault: string,
  flags: Flags,
  comment: string,
  given: object,
  reason: string,
): Draft => ({
  id: `authorization/write-${slug}`,
  comment,
  flags,
  fault,
  twin: 'token' in given ? 'authorization/write-token' : 'authorization/write-usual',
  op: 'formatAuthorization',
  input: 'token' in given ? { token: String(given.token) } : { ...format, ...given },
  expect: reject(reason),
})

const twice = (key: Key, other: string): string => join([...pairs(), `${key}=${other}`])
export const authorization: Behaviour = {
  behaviour: 'authorization',
  comment: 'The Authorization header: its grammar, the app id, the auth type, and how it is written.',
  cases: [
    parses('usual', [], 'The four items in the usual order.', headerOf(usual)),
    accepts('authorization/verify-usual', 'The same in a whole request.', []),
    ...(
      [
        ['signature', 'timestamp', 'nonce_str', 'app_id'],
        ['nonce_str', 'app_id', 'signature', 'timestamp'],
        ['timestamp', 'signature', 'app_id', 'nonce_str'],
      ] as const
    ).map((keys) =>
      parses(
        `order-${keys[0].replace('_', '-')}-first`,
        ['header-order'],
        `The items in the order ${keys.join(', ')}.`,
        join(keys.map((key) => pair(usual, key))),
      ),
    ),
    accepts('authorization/verify-other-order', 'A whole request, its signature first.', ['header-order'], {
      header: (items) => join([...pairs(items)].reverse()),
    }),
    parses('several-spaces', ['header-whitespace'], 'Several spaces follow the auth type.', swap(' ', '   ')),
    parses(
      'longest-line',
      ['header-length'],
      'A line of 8,192 characters.',
      swap(' ', ' '.repeat(8193 - headerOf(usual).length)),
    ),
    parses('app-id-one', ['app-id-form'], 'An app id of one character.', swap('app-1', '7'), { app_id: '7' }),
    parses('app-id-marks', ['app-id-form'], 'An app id with each mark.', swap('app-1', 'a.B_c~9-'), {
      app_id: 'a.B_c~9-',
    }),
    parses(
      'app-id-longest',
      ['app-id-form'],
      `An app id of ${longestAppId} characters.`,
      swap('app-1', 'a'.repeat(longestAppId)),
      {
        app_id: 'a'.repeat(longestAppId),
      },
    ),
    parses('app-id-zeros', ['app-id-compared'], 'Leading zeros belong to an app id.', swap('app-1', '0123'), {
      app_id: '0123',
    }),
    parses(
      'app-id-prototype',
      ['prototype-lookup'],
      'The app id is a name that every object has.',
      swap('app-1', '__proto__'),
      { app_id: '__proto__' },
    ),
    parses(
      'unpadded-value',
      ['header-split'],
      'A signature that ends in no equals sign.',
      swap(usual.signature, 'AAEC'),
      { signature: 'AAEC' },
    ),
    parses(
      'other-auth-type',
      ['auth-type-fixed'],
      'Another auth type is configured.',
      swap(authType, 'ACME-RSA'),
      {},
      'ACME-RSA',
    ),
    {
      ...accepts(
        'authorization/verify-other-auth-type',
        'A whole request under another auth type.',
        ['auth-type-fixed'],
        { header: (items) => headerOf(items, 'SVC-SHA512-RSA') },
        { authType: 'SVC-SHA512-RSA' },
      ),
    },

    refusesLine('no-line', 'header-present', ['header-missing-key'], 'There is no Authorization line.', [], {
      reason: 'authorization_missing',
    }),
    refusesLine(
      'line-twice',
      'header-once',
      ['header-several'],
      'The same line comes twice.',
      [headerOf(usual), headerOf(usual)],
      { reason: 'authorization_multiple' },
    ),
    refusesLine(
      'other-scheme-first',
      'header-once',
      ['header-several'],
      'A line of another scheme comes first.',
      ['Basic YTpi', headerOf(usual)],
      { reason: 'authorization_multiple' },
    ),
    verified(
      'two-lines',
      'header-once',
      ['header-several'],
      'A second line follows the right one, as node:http hides.',
      { header: (items) => [headerOf(items), headerOf({ ...items, app_id: 'app-2' })] },
      'authorization_multiple',
    ),
    verified('lines-joined', 'header-once', ['header-several'], 'Two lines joined by a comma, as Fetch does.', {
      header: (items) => `${headerOf(items)}, ${headerOf(items)}`,
    }),
    refusesLine(
      'line-too-long',
      'header-length',
      ['header-length'],
      'A line of 8,193 characters.',
      swap(' ', ' '.repeat(8194 - headerOf(usual).length)),
      { twin: 'longest-line' },
    ),
    refusesLine(
      'line-far-too-long',
      'header-length',
      ['header-length'],
      'A line of 60,000 spaces, for expressions that go back.',
      swap(' ', ' '.repeat(60_000)),
      { twin: 'longest-line' },
    ),

    refusesLine(
      'auth-type-longer',
      'auth-type',
      ['header-auth-type'],
      'A digit follows the auth type.',
      swap(authType, `${authType}2`),
      { reason: 'scheme_unsupported' },
    ),
    refusesLine(
      'auth-type-pss',
      'auth-type',
      ['header-auth-type'],
      'The auth type goes on with -PSS.',
      swap(authType, `${authType}-PSS`),
      { reason: 'scheme_unsupported' },
    ),
    refusesLine(
      'auth-type-shorter',
      'auth-type',
      ['header-auth-type'],
      'The auth type ends early.',
      swap(authType, 'SVC-SHA256'),
      { reason: 'scheme_unsupported' },
    ),
    refusesLine(
      'auth-type-other',
      'auth-type',
      ['header-auth-type'],
      'The usual auth type where another is configured.',
      headerOf(usual),
      { reason: 'scheme_unsupported', type: 'ACME-RSA', twin: 'other-auth-type' },
    ),
    refusesLine('auth-type-tab', 'auth-type', ['header-whitespace'], 'A tab follows the auth type.', swap(' ', '\t'), {
      reason: 'scheme_unsupported',
    }),
    refusesLine(
      'auth-type-long-s',
      'auth-type',
      ['header-auth-type'],
      'U+017F stands for S, also under scheme-case.',
      swap('SVC', 'ſVC'),
      { reason: 'scheme_unsupported' },
    ),
    refusesLine('auth-type-alone', 'header-space', ['header-missing-key'], 'The auth type stands alone.', authType),
    verified(
      'auth-type-longer',
      'auth-type',
      ['header-auth-type'],
      'A whole request whose auth type begins right.',
      { header: (items) => headerOf(items, `${authType}2`) },
      'scheme_unsupported',
    ),
    allows(
      'scheme-case-lower',
      'scheme-case',
      'The auth type in lower case.',
      swap(authType, authType.toLowerCase()),
      'scheme_unsupported',
    ),
    allows(
      'scheme-case-mixed',
      'scheme-case',
      'The auth type in mixed case.',
      swap(authType, 'Svc-Sha256-Rsa'),
      'scheme_unsupported',
    ),
    allowsRequest(
      'scheme-case',
      'scheme-case',
      'A whole request with its auth type in lower case.',
      (items) => headerOf(items, authType.toLowerCase()),
      'scheme_unsupported',
    ),

    ...order.flatMap((key) => [
      refusesLine(
        `${key.replace('_', '-')}-missing`,
        'item-missing',
        ['header-missing-key'],
        `There is no ${key}.`,
        join(pairs().filter((item) => !item.startsWith(key))),
      ),
      refusesLine(
        `${key.replace('_', '-')}-twice`,
        'item-repeated',
        ['header-duplicate-key'],
        `The same ${key} stands twice.`,
        twice(key, `${usual[key]}`),
      ),
      refusesLine(
        `${key.replace('_', '-')}-empty`,
        'item-empty',
        ['header-empty-value'],
        `The ${key} is empty.`,
        swap(pair(usual, key), `${key}=`),
      ),
    ]),
    verified(
      'app-id-twice',
      'item-repeated',
      ['header-duplicate-key'],
      'Another app id stands last; the first has signed.',
      { header: (items) => `${headerOf(items)},app_id=app-2` },
    ),
    verified(
      'app-id-twice-first',
      'item-repeated',
      ['header-duplicate-key'],
      'Another app id stands first; the last has signed.',
      { header: (items) => join(['app_id=app-2', ...pairs(items)]) },
    ),
    verified('signature-twice', 'item-repeated', ['header-duplicate-key'], 'A second signature of no key follows.', {
      header: (items) => `${headerOf(items)},signature=AAAA`,
    }),

    allows('appid-alias', 'appid-alias', 'The app id under the name appid.', swap('app_id', 'appid')),
    allows('appid-alias-last', 'appid-alias', 'The same as the last item.', join([...pairs().slice(1), 'appid=app-1'])),
    allowsRequest('appid-alias', 'appid-alias', 'A whole request with appid.', (items) =>
      swap('app_id', 'appid', headerOf(items)),
    ),
    refusesLine(
      'appid-and-app-id',
      'item-repeated',
      ['header-duplicate-key'],
      'Both appid and app_id, alike, also under appid-alias.',
      join([...pairs(), 'appid=app-1']),
    ),
    verified('appid-and-app-id', 'item-repeated', ['header-duplicate-key'], 'Both, and appid names another app.', {
      header: (items) => `${headerOf(items)},appid=app-2`,
    }),

    refusesLine(
      'key-upper-case',
      'item-key',
      ['header-key-folded', 'header-key-name'],
      'A key in upper case.',
      swap('timestamp', 'TIMESTAMP'),
    ),
    refusesLine(
      'key-long-s',
      'item-key',
      ['header-key-folded'],
      'U+017F in a key, which upper-cases to S.',
      swap('signature', 'ſignature'),
    ),
    refusesLine(
      'key-encoded',
      'item-key',
      ['header-key-folded'],
      'A key with %5F for its underscore.',
      swap('app_id', 'app%5Fid'),
    ),

    allows('unknown-param', 'unknown-param', 'A fifth item follows.', join([...pairs(), 'version=1'])),
    allows('unknown-param-first', 'unknown-param', 'A fifth item comes first.', join(['v=1', ...pairs()])),
    allows(
      'unknown-param-prototype',
      'unknown-param',
      'A fifth item is named __proto__.',
      join([...pairs(), '__proto__=x']),
    ),
    allowsRequest(
      'unknown-param',
      'unknown-param',
      'A whole request in which APP_ID names another app.',
      (items) => `${headerOf(items)},APP_ID=app-2`,
    ),
    refusesLine(
      'unknown-without-value',
      'item-form',
      ['header-separator'],
      'A fifth element has no equals sign, also under unknown-param.',
      join([...pairs(), 'version']),
    ),
    refusesLine(
      'unknown-empty',
      'item-empty',
      ['header-empty-value'],
      'A fifth item is empty, also under unknown-param.',
      join([...pairs(), 'version=']),
    ),

    allows('ows-space', 'ows', 'A space follows each comma.', join(pairs(), ', ')),
    allows('ows-tab', 'ows', 'A tab precedes each comma.', join(pairs(), '\t,')),
    allowsRequest('ows', 'ows', 'A whole request with a space behind each comma.', (items) => join(pairs(items), ', ')),
    ...(
      [
        ['blank-end', 'A space ends the line.', `${headerOf(usual)} `],
        ['blank-start', 'A space begins the line.', ` ${headerOf(usual)}`],
        ['blank-before-equals', 'A space precedes an equals sign, also under ows.', swap('app_id=', 'app_id =')],
        ['blank-behind-equals', 'A space follows an equals sign, also under ows.', swap('app_id=', 'app_id= ')],
        ['tab-behind-type', 'A tab follows the space.', swap(' ', ' \t')],
        ['fold', 'A line folded as RFC 7230 still knew it.', join(pairs(), ',\r\n ')],
        ['line-feed-end', 'A line feed ends the line; $ matches before it.', `${headerOf(usual)}\n`],
        ['no-break-space-end', 'U+00A0 ends the line; JavaScript trims it.', `${headerOf(usual)}\u00a0`],
        ['byte-order-mark', 'U+FEFF precedes the first key; JavaScript trims it.', swap('app_id', '\ufeffapp_id')],
        ['next-line-end', 'U+0085 ends the line; Python strips it.', `${headerOf(usual)}\u0085`],
        ['nul-end', 'NUL ends the line.', `${headerOf(usual)}\u0000`],
      ] as const
    ).map(([slug, comment, line]) =>
      // All behind the first equals sign is the value, so what ends the line ends the signature.
      slug.endsWith('-end')
        ? refusesLine(slug, 'base64-alphabet', ['header-whitespace'], comment, line, { reason: 'signature_malformed' })
        : refusesLine(slug, 'item-form', ['header-whitespace'], comment, line),
    ),
    verified(
      'line-feed-end',
      'base64-alphabet',
      ['header-whitespace'],
      'A whole request whose line ends in a line feed.',
      { header: (items) => `${headerOf(items)}\n` },
      'signature_malformed',
    ),

    refusesLine(
      'comma-first',
      'item-element',
      ['header-separator'],
      'A comma precedes the first item.',
      swap('app_id', ',app_id'),
    ),
    refusesLine(
      'comma-last',
      'item-element',
      ['header-separator'],
      'A comma follows the last item.',
      `${headerOf(usual)},`,
    ),
    refusesLine(
      'comma-double',
      'item-element',
      ['header-separator'],
      'Two commas stand between two items.',
      swap(',timestamp', ',,timestamp'),
    ),
    refusesLine('semicolons', 'item-form', ['header-separator'], 'Semicolons separate the items.', join(pairs(), ';')),
    refusesLine(
      'no-key',
      'item-form',
      ['header-separator'],
      'A fifth element begins with its equals sign.',
      join([...pairs(), '=1']),
    ),
    refusesLine(
      'colon',
      'item-form',
      ['header-separator'],
      'A colon stands for an equals sign.',
      swap('app_id=', 'app_id:'),
    ),

    allows(
      'quoted-all',
      'quoted-values',
      'Every value in double quotes.',
      join(order.map((key) => `${key}="${usual[key]}"`)),
    ),
    allows('quoted-one', 'quoted-values', 'One value in double quotes.', swap('app-1', '"app-1"')),
    allowsRequest('quoted', 'quoted-values', 'A whole request with every value in double quotes.', (items) =>
      join(order.map((key) => `${key}="${items[key]}"`)),
    ),
    refusesLine(
      'quote-open',
      'item-quote',
      ['header-quoted'],
      'A quote is opened and not closed, also under quoted-values.',
      swap('app-1', '"app-1'),
    ),
    refusesLine(
      'quote-inside',
      'item-quote',
      ['header-quoted'],
      'A quote stands inside a value.',
      swap('app-1', 'app"-1'),
    ),
    refusesLine(
      'quote-double',
      'item-quote',
      ['header-quoted'],
      'Two pairs of quotes, also under quoted-values.',
      swap('app-1', '""app-1""'),
    ),

    ...(
      [
        ['slash', 'a slash', 'app/1'],
        ['colon', 'a colon', 'app:1'],
        ['encoded', 'a percent sign; nothing is decoded', 'app%2D1'],
        ['space', 'a space', 'app 1'],
        ['equals', 'an equals sign in front', '=app-1'],
        ['full-width', 'a full-width digit', 'app-１'],
        ['letter', 'a letter beyond ASCII', 'äpp-1'],
        ['line-feed', 'a line feed', 'app-1\n'],
      ] as const
    ).map(([slug, what, app]) =>
      refusesLine(`app-id-${slug}`, 'app-id-alphabet', ['app-id-form'], `The app id has ${what}.`, swap('app-1', app)),
    ),
    refusesLine(
      'app-id-too-long',
      'app-id-length',
      ['app-id-form'],
      `An app id of ${longestAppId + 1} characters.`,
      swap('app-1', 'a'.repeat(longestAppId + 1)),
      { twin: 'app-id-longest' },
    ),
    verified(
      'app-id-upper-case',
      'app-id-known',
      ['app-id-compared'],
      'The app id in upper case.',
      { appId: 'APP-1' },
      'app_unknown',
    ),
    verified(
      'app-id-prototype',
      'app-id-known',
      ['prototype-lookup'],
      'The app id is __proto__, which is not registered.',
      { appId: '__proto__' },
      'app_unknown',
    ),
    verified(
      'app-id-constructor',
      'app-id-known',
      ['prototype-lookup'],
      'The app id is constructor, which is not registered.',
      { appId: 'constructor' },
      'app_unknown',
    ),
    accepts(
      'authorization/verify-app-123',
      'App 123 is registered.',
      ['app-id-compared'],
      { appId: '123' },
      { keys: [{ appId: '123', key: 'app-1' }] },
    ),
    refuses(
      'authorization/verify-app-id-zero',
      '0123 is not 123.',
      ['app-id-compared'],
      { fault: 'app-id-known', twin: 'authorization/verify-app-123', reason: 'app_unknown' },
      { appId: '0123' },
      { keys: [{ appId: '123', key: 'app-1' }] },
    ),
    accepts(
      'authorization/verify-app-prototype',
      'An app may be called __proto__.',
      ['prototype-lookup'],
      { appId: '__proto__' },
      { keys: [{ appId: '__proto__', key: 'app-1' }] },
    ),
    accepts(
      'authorization/verify-app-constructor',
      'An app may be called constructor.',
      ['prototype-lookup'],
      { appId: 'constructor' },
      { keys: [{ appId: 'constructor', key: 'app-1' }] },
    ),

    writes('usual', [], 'A header from its four values.', {}, headerOf(usual)),
    writes(
      'longest-app-id',
      ['app-id-form'],
      `An app id of ${longestAppId} characters.`,
      { appId: 'a'.repeat(longestAppId) },
      swap('app-1', 'a'.repeat(longestAppId)),
    ),
    writes(
      'other-auth-type',
      ['auth-type-fixed'],
      'Another auth type.',
      { authType: 'ACME-RSA' },
      headerOf(usual, 'ACME-RSA'),
    ),
    {
      id: 'authorization/write-token',
      comment: 'A header from a token.',
      flags: [],
      op: 'formatAuthorization',
      input: { token: 'AbC-._~+/9==' },
      expect: value('Bearer AbC-._~+/9=='),
    },
    ...(
      [
        [
          'app-id-line',
          'app-id-alphabet',
          'CR LF and another header in the app id',
          { appId: 'app-1\r\nX-Admin: 1' },
          'app_id_malformed',
        ],
        [
          'app-id-comma',
          'app-id-alphabet',
          'another item in the app id',
          { appId: 'app-1,timestamp=0' },
          'app_id_malformed',
        ],
        [
          'app-id-too-long',
          'app-id-length',
          `an app id of ${longestAppId + 1} characters`,
          { appId: 'a'.repeat(longestAppId + 1) },
          'app_id_malformed',
        ],
        ['nonce-comma', 'nonce-alphabet', 'a comma in the nonce', { nonce: 'a,b' }, 'nonce_malformed'],
        [
          'nonce-too-long',
          'nonce-length',
          `a nonce of ${longestNonce + 1} characters`,
          { nonce: 'a'.repeat(longestNonce + 1) },
          'nonce_malformed',
        ],
        [
          'timestamp-zero',
          'timestamp-form',
          'a leading zero in the timestamp',
          { timestamp: '01700000000' },
          'timestamp_malformed',
        ],
        [
          'timestamp-line',
          'timestamp-form',
          'a line feed behind the timestamp',
          { timestamp: '1700000000\n' },
          'timestamp_malformed',
        ],
        [
          'signature-url',
          'base64-alphabet',
          'the URL alphabet in the signature',
          { signature: '-_8=' },
          'signature_malformed',
        ],
        [
          'signature-unpadded',
          'base64-padding',
          'no padding in the signature',
          { signature: 'AAA' },
          'signature_malformed',
        ],
        [
          'signature-wrapped',
          'base64-alphabet',
          'CR LF in the signature',
          { signature: 'AAAA\r\nAAAA' },
          'signature_malformed',
        ],
        ['signature-empty', 'item-empty', 'an empty signature', { signature: '' }, 'signature_malformed'],
        [
          'auth-type-space',
          'auth-type-form',
          'a space in the auth type',
          { authType: 'SVC RSA' },
          'auth_type_malformed',
        ],
        [
          'auth-type-line',
          'auth-type-form',
          'CR LF in the auth type',
          { authType: 'SVC\r\nX:' },
          'auth_type_malformed',
        ],
        [
          'auth-type-bearer',
          'auth-type-form',
          'Bearer as the auth type',
          { authType: 'bEARER' },
          'auth_type_malformed',
        ],
        [
          'auth-type-too-long',
          'auth-type-form',
          'an auth type of 65 characters',
          { authType: 'A'.repeat(65) },
          'auth_type_malformed',
        ],
        ['token-line', 'token-form', 'CR LF in the token', { token: 'abc\r\nX-Admin: 1' }, 'token_malformed'],
        ['token-space', 'token-form', 'a space in the token', { token: 'abc def' }, 'token_malformed'],
        ['token-empty', 'token-form', 'an empty token', { token: '' }, 'token_malformed'],
      ] as const
    ).map(([slug, fault, what, given, reason]) =>
      writesNone(slug, fault, ['header-injection'], `A signer is given ${what}.`, given, reason),
    ),
  ],
}
