// Defences where keys are registered, looked up and used.
import { type Defence, inFile } from './defence.ts'

const policy = inFile('src/core/PublicKey.ts', 'core/PublicKey')
const pem = inFile('src/core/Pem.ts', 'node/interpreter')
const jwk = inFile('src/core/Jwk.ts', 'node/interpreter')
const der = inFile('src/core/Der.ts', 'core/Der')
const onNode = inFile('src/node/verificationKey.ts', 'node/interpreter', 'node/verificationKey')
const onTheWeb = inFile('src/web/verificationKey.ts', 'web/')
const ring = inFile('src/effects/KeyRing.ts', 'node/books')
const record = inFile('src/effects/KeyRecord.ts', 'effects/KeyRecord')
const folder = inFile('src/node/keyRingFolder.ts', 'node/keyRingFolder')
const cache = inFile('src/server/KeyCache.ts', 'server/KeyCache')
const source = inFile('src/server/keySource.ts', 'server/keySource')

export const keys: ReadonlyArray<Defence> = [
  policy('T2', 'a modulus may be short', 'if (bits < 2048)', 'if (false)'),
  policy('T17', 'a modulus may be so long that checking is dear', 'if (bits > 8192)', 'if (false)'),
  policy('T17', 'an exponent may be so long that checking is dear', 'if (e.length > 8)', 'if (false)'),
  policy('T2', 'a modulus may be even', 'if (((n[n.length - 1] as number) & 1) === 0)', 'if (false)'),
  policy('T1', 'an exponent may be small', 'exponent >= 65_537n', 'true'),
  policy('T2', 'an exponent may be even', ' && (exponent & 1n) === 1n', ''),
  policy(
    'T2',
    'a private key may be given for a public one',
    "if (Pem.isPrivate(label)) return refused('private-for-public')",
    '',
  ),
  policy(
    'T2',
    'a key for RSASSA-PSS is taken',
    "if (Eq.equals(id.right.content, rsassaPssId)) return refused('pss')\n  if (!Eq.equals(id.right.content, rsaEncryptionId))",
    'if (!Eq.equals(id.right.content, rsassaPssId) && !Eq.equals(id.right.content, rsaEncryptionId))',
  ),
  policy('T2', 'a key of any algorithm is taken', 'if (!Eq.equals(id.right.content, rsaEncryptionId))', 'if (false)'),
  policy(
    'T2',
    'the parameters of an algorithm may be anything',
    'return parameters.right[0]?.length === 0 ?',
    'return true ?',
  ),
  policy('T2', 'some bits at the end of a key may be left over', 'return bits[0] === 0 ?', 'return true ?'),
  pem('T2', 'the first of two PEM blocks is taken', "if (text.indexOf('-----BEGIN ', from) >= 0)", 'if (false)'),
  pem('T2', 'text may stand round a PEM block', 'if (!isBlank(text.slice(0, opening.index)) ||', 'if (false &&'),
  pem('T17', 'a PEM may be as long as it likes', 'if (text.length > maxLength)', 'if (false)'),
  der(
    'T2',
    'bytes may stand behind a key',
    "return rest.length === 0 ? E.right(contents) : refused('trailing-data')",
    'return E.right(contents)',
  ),
  der('T2', 'a length has several encodings', "if (length < 0x80 || bytes[2] === 0) return refused('der')", ''),
  der('T2', 'a number has several encodings', ' || (high === 0 && content.length > 1 && next < 0x80)', ''),
  der('T2', 'a number may be negative', 'high === undefined || high >= 0x80', 'high === undefined'),
  jwk(
    'T2',
    'a private JWK may be given for a public one',
    'if ([...privateMembers,',
    'if ([].length > 0 && [...privateMembers,',
  ),
  jwk('T2', 'a JWK for another algorithm is taken', "if (alg !== undefined && alg !== 'RS256')", 'if (false)'),
  jwk('T2', 'a JWK for encryption is taken', "if (use !== undefined && use !== 'sig')", 'if (false)'),
  jwk('T2', 'a JWK for other operations is taken', 'if (operations !== undefined &&', 'if (false &&'),
  onNode(
    'T2',
    'bytes may stand behind a certificate',
    "if (!Eq.equals(certificate.raw, parsed.der)) return refused('trailing-data')",
    '',
  ),
  onTheWeb(
    'T2',
    'a platform may read another key than was written',
    "return Eq.equals(exported, spki) ? E.right(key) : refused('trailing-data')",
    'return E.right(key)',
  ),
  onNode(
    'T1',
    'where the platform throws, a signature is right',
    '} catch {\n        resolve(false)',
    '} catch {\n        resolve(true)',
  ),
  onNode(
    'T1',
    'missing-null looks at no digest',
    'return Eq.equals(block, concat([digestInfoWithoutNull, digest]))',
    'return block.length === 49',
  ),

  ring('T12', 'one key may be registered for two apps', '} else if (first.appId !== appId) {', '} else if (false) {'),
  ring('T17', 'an app may have as many keys as it likes', 'if (i === maxKeysPerApp)', 'if (false)'),
  ring(
    'T2',
    'a key may be revoked and valid at once',
    '} else if (!sameValidity(first.validity, validity)) {',
    '} else if (false) {',
  ),
  record('T2', 'a misspelled `revoked` is passed over', 'if (!known || ', 'if ('),
  record(
    'T2',
    '`revoked` may be something other than true',
    "(revoked !== undefined && typeof revoked !== 'boolean')",
    'false',
  ),
  record(
    'T2',
    'the end of a key’s time may be no number',
    'if (at !== undefined && !(isTimestamp(at) && at <= farFuture))',
    'if (false)',
  ),
  folder('T12', 'the files of a folder may give one key to two apps', 'of conflicts([...keysOf])', 'of conflicts([])'),
  folder(
    'T25',
    'a folder that cannot be read leaves the keys that were there',
    'E.isRight(found) ? assess(files) : unreadable(folder, found.left)',
    'assess(files)',
  ),
  folder('T25', 'a broken file is passed over', 'closed.set(appId, unavailable(name, key.left))', ''),
  folder('T17', 'a file of any size is read', 'if (size > maxLength)', 'if (false)'),

  cache('T12', 'a registry may have one key for two apps', 'return isTaken ?', 'return false ?'),
  cache(
    'T17',
    'a registry may have as many keys as it likes for an app',
    'if (keys.length > maxKeysPerApp)',
    'if (false)',
  ),
  cache(
    'T25',
    'keys count as long as the registry is away',
    'timer.elapsed() - entry.since < stale ? entry',
    'true ? entry',
  ),
  cache(
    'T25',
    'keys are never looked up again',
    'return entry !== undefined && now < entry.until ?',
    'return entry !== undefined ?',
  ),
  cache(
    'T25',
    'the age of keys counts from the answer, in whose time they may have been withdrawn',
    'keep(appId, finding.keys, since)',
    'keep(appId, finding.keys, timer.elapsed())',
  ),
  cache('T25', 'what an older look-up finds outlives that it was forgotten', 'if (isCurrent()) keep', 'keep'),
  cache(
    'T25',
    'keys that are wrong now count as they were before',
    "finding._tag === 'Away' ? usable(appId) : undefined",
    'usable(appId)',
  ),
  cache('T25', 'unknown apps that are remembered have no bound', 'if (unknown.size >= mostUnknown)', 'if (false)'),
  cache('T25', 'unknown apps that wait for a look-up have no bound', 'if (!isKnown && isFull())', 'if (false)'),
  cache('T25', 'each request of an unknown app is a look-up', 'if (until !== undefined && now < until)', 'if (false)'),
  cache('T25', 'each request of one app is a look-up of its own', 'if (before !== undefined) {', 'if (false) {'),
  cache(
    'T25',
    'a registry that has failed is asked by every request',
    'until: timer.elapsed() + pauseMs',
    'until: timer.elapsed()',
  ),
  cache('T25', 'known apps have no bound', 'if (known.size >= mostKnown)', 'if (false)'),
  source(
    'T25',
    'a registry that does not answer is waited for',
    'return within(platform.timer, timeoutMs)(ask(appId), () => late)',
    'void late\n          return ask(appId)',
  ),
  source(
    'T25',
    'a look-up that throws finds no app',
    "return { _tag: 'Away', detail: `the look-up threw ",
    "return { _tag: 'Found', keys: [], detail: `the look-up threw ",
  ),
]
