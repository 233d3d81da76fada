// Defences of src/core: what the parts of a request may be, and what of it is signed.
import { type Defence, inFile } from './defence.ts'

const signed = inFile('src/core/StringToSign.ts', 'programs/verifyRequest')
const base64 = inFile('src/core/Base64.ts', 'core/Base64')
const method = inFile('src/core/Method.ts', 'core/Method')
const target = inFile('src/core/RequestTarget.ts', 'core/RequestTarget')
const timestamp = inFile('src/core/Timestamp.ts', 'core/Timestamp')
const nonce = inFile('src/core/Nonce.ts', 'core/Nonce')
const appId = inFile('src/core/AppId.ts', 'core/AppId')
const authType = inFile('src/core/AuthType.ts', 'core/AuthType')
const header = inFile('src/core/Authorization.ts', 'core/Authorization')
const freshness = inFile('src/core/Freshness.ts', 'core/Freshness')
const bytes = inFile('src/core/Bytes.ts', 'core/Bytes')
const gathering = inFile('src/core/ByteBuffer.ts', 'core/ByteBuffer')

export const protocol: ReadonlyArray<Defence> = [
  signed('T3', 'the method is not signed', 'p.method', "''"),
  signed('T3', 'the target is not signed', 'p.target', "''"),
  signed('T3', 'the timestamp is not signed', 'p.timestamp', "''"),
  signed('T3', 'the nonce is not signed', 'p.nonce', "''"),
  signed('T3', 'the body is not signed', '({ head: head(p), body })', '({ head: head(p), body: new Uint8Array(0) })'),

  method('T4', 'a line feed may stand in the method', '|~0-9A-Za-z-]+$/', '|~0-9A-Za-z\\n-]+$/'),
  target('T4', 'a line feed may stand in the target', '/[^\\x21\\x22', '/[^\\n\\x21\\x22'),
  timestamp(
    'T4',
    'a line feed may stand in the timestamp',
    '[0-9]{0,15})$/.test(text)',
    '[0-9]{0,15})\\n?$/.test(text)',
  ),
  nonce('T4', 'a line feed may stand in the nonce', '/^[0-9A-Za-z-]{1,128}$/', '/^[0-9A-Za-z\\n-]{1,128}$/'),
  inFile('src/core/StringToSign.ts', 'core/StringToSign')(
    'T4',
    'nothing stands between method and target',
    'p.method}\\n',
    'p.method}',
  ),

  base64('T1', 'the unused bits of a signature may be anything', '& (4 ** padding - 1) ?', '& 0 ?'),
  base64('T1', 'the padding of a signature may be missing or too long', 'if (padding !== (-rest & 3))', 'if (false)'),
  base64('T1', 'characters of a signature may be of any alphabet', 'if (seen & invalid) {', 'if (false) {'),
  base64('T1', 'a signature may end in half a byte', 'if (rest === 1)', 'if (false)'),
  header('T1', 'a signature need not be canonical Base64', 'if (broken !== undefined)', 'if (false)'),

  header('T16', 'app_id may stand twice', 'if (appIdAt > 0)', 'if (false)'),
  header('T16', 'nonce_str may stand twice', 'if (nonceAt > 0)', 'if (false)'),
  header('T16', 'timestamp may stand twice', 'if (timestampAt > 0)', 'if (false)'),
  header('T16', 'signature may stand twice', 'if (signatureAt > 0)', 'if (false)'),
  header(
    'T16',
    'unknown items are passed over, `__proto__` too',
    "if (!policies['unknown-param'] || key === 'appid')",
    'if (false)',
  ),
  header(
    'T16',
    'an `appid` that is passed over may stand beside app_id',
    "|| key === 'appid') return malformed",
    ') return malformed',
  ),
  header(
    'T16',
    'an item that is passed over may hide anything',
    'if (!/^[\\x21-\\x7e]+$/.test(header.slice(at, end)))',
    'if (false)',
  ),
  header('T16', 'a value may be empty', 'if (from === end)', 'if (false)'),
  header('T16', 'an element may be empty', "if (at === end) return malformed('empty-element', at)", ''),
  header('T16', 'a value may stand in quotes', "if (!policies['quoted-values'] || ", 'if ('),
  header('T16', 'an app id may be anything', 'if (!AppId.isAppId(appId))', 'if (false)'),
  header('T4', 'a nonce in a header may be anything', 'if (!Nonce.isNonce(nonce))', 'if (false)'),
  appId('T16', 'an app id may hold white space', '~-]{1,128}$/', '~ \\t\\n-]{1,128}$/'),
  inFile('src/core/Policies.ts', 'core/Policies')(
    'T15',
    'blanks round a comma are skipped unless it is forbidden, as they stand where two lines were joined',
    '  ows: false',
    '  ows: true',
  ),

  header('T17', 'a header may be as long as it likes', 'if (header.length > maxLength)', 'if (false)'),
  target('T17', 'a target may be as long as it likes', 's.length <= maxLength && ', ''),
  nonce('T17', 'a nonce may be as long as it likes', '{1,128}', '+'),
  appId('T17', 'an app id may be as long as it likes', '{1,128}$/', '+$/'),

  timestamp('T21', 'a timestamp may begin with zeros', '(?:0|[1-9][0-9]{0,15})', '(?:0|[0-9]{1,16})'),
  timestamp('T21', 'characters of a timestamp may be no digits', '[1-9][0-9]{0,15})', '[1-9][0-9.e+]{0,15})'),
  timestamp('T21', 'an empty timestamp is 0', '(?:0|[1-9]', '(?:0||[1-9]'),
  timestamp(
    'T21',
    'a timestamp may lie where numbers are no longer exact',
    'return isTimestamp(n) ? E.right(n) : malformed',
    'return E.right(n)',
  ),

  freshness('T11', 'a timestamp may be of any age', 'if (!(age <= w.maxAge))', 'if (false)'),
  freshness('T22', 'a timestamp may lie ahead as far as it likes', 'if (!(-age <= w.maxSkew))', 'if (false)'),
  freshness(
    'T10',
    'a clock that gives no number lets everything pass',
    'const age = now - timestamp',
    'const age = now - timestamp || 0',
  ),

  target(
    'T19',
    'slashes of a target are merged',
    'if (isRequestTarget(text)) return E.right(text)',
    "if (isRequestTarget(text)) return E.right(text.replace(/\\/+/g, '/'))",
  ),
  target(
    'T19',
    'a target is decoded',
    'if (isRequestTarget(text)) return E.right(text)',
    'if (isRequestTarget(text)) return E.right(decodeURIComponent(text))',
  ),
  target(
    'T19',
    'a fragment is cut off what arrived',
    'if (isRequestTarget(text)) return E.right(text)',
    "text = text.replace(/#.*/, '')\n  if (isRequestTarget(text)) return E.right(text)",
  ),
  target('T19', 'the authority of an absolute form may be anything', 'if (!authority.test(', 'if (false && ('),
  method('T19', 'letters that are not ASCII become ones that are', 'if (!token.test(text))', 'if (false)'),

  header(
    'T23',
    'the auth type is compared by its beginning',
    'if (word === grammar.authType)',
    'if (word.startsWith(grammar.authType))',
  ),
  header(
    'T23',
    'letters that are not ASCII make an auth type, or a Bearer',
    'if (!/^[\\x21-\\x7e]+$/.test(word))',
    'if (false)',
  ),
  authType('T23', 'signed requests may be called Bearer', " && s.toLowerCase() !== 'bearer'", ''),
  header('T23', 'a token may be anything', 'return Token.isToken(token) ?', 'return true ?'),

  bytes(
    'T20',
    'half of a surrogate pair counts as the replacement character',
    "return E.left({ _tag: 'body_not_unicode', index: i })",
    '{\n        out.set([0xef, 0xbf, 0xbd], n)\n        n += 3\n        continue\n      }',
  ),
  gathering('T18', 'what is gathered of a body has no limit', 'if (needed > limit) return false', ''),
]
