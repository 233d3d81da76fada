// Where keys are registered, looked up and used.
import { always, gone, inFiles, instead, type Mutant, never, own } from './Mutant.ts'

const rsaAndMore = "toHex(content).startsWith('06092a864886f70d010101')"
const someNumbers = 'PublicKey.ofNumbers(new Uint8Array(256).fill(0xff), Uint8Array.of(1, 0, 1))'
const awayOrBusy = "finding._tag === 'Away' || finding._tag === 'Busy'"
const withoutTheLast = 'Math.max(idsPerCall, Math.floor(timeout / gap))'
const interpreter = ['platform/node/interpreter']
const ofFolders = ['platform/node/keyRingFolder', 'platform/node/believedFile']

export const keys: ReadonlyArray<Mutant> = [
  inFiles('src/{core/PublicKey,core/KeyMaterial,core/Der,core/Jwk,effects/KeyRecord,server/keys/KeyCache}.ts', own, {
    'T2 a modulus may be short': never('ofNumbers', 'modulus-too-short'),
    'T17 a modulus may be so long that checking is slow': never('ofNumbers', 'modulus-too-long'),
    'T2 a modulus may be even': never('ofNumbers', 'modulus-even'),
    'T17 an exponent may be so long that checking is slow': never('ofNumbers', 'e length'),
    'T17 a modulus may have more bits than maxKeyBits': never('ofNumbers', 'max-key-bits'),
    'T17 maxKeyBits may be no number': instead('ofNumbers', 'bits <= maxKeyBits', '!(bits > maxKeyBits)'),
    'T1 an exponent may be small': always('ofNumbers', '65537'),
    'T2 an exponent may be even': never('ofNumbers', 'exponent 2'),
    'T2 a private key may be given for a public one': never('ofEncoded', 'private-for-public'),
    'T2 a key for RSASSA-PSS is taken': instead('checkAlgorithm', 'refused pss', 'E.right(true)'),
    'T2 a key of any algorithm is taken': instead('checkAlgorithm', 'refused not-rsa', 'E.right(true)'),
    'T2 the parameters of an algorithm may be anything': instead('checkAlgorithm', 'equals rsaEncryption', rsaAndMore),
    'T2 a key may end in unused bits': always('ofSpki', 'bits 0'),
    'T17 the text of a key may be of any length': never('ofText', 'maxLength'),
    'T17 the bytes of a key may be of any length': never('ofBytes', 'maxLength'),
    'T2 bytes may follow a key': always('all', 'trailing-data'),
    'T2 a length has several encodings': never('first', 'length 2'),
    'T2 a number has several encodings': never('magnitude', 'next'),
    'T2 a number may be negative': never('magnitude', '>='),
    'T2 a private JWK may be given for a public one': never('publicNumbers', 'isPrivate'),
    'T2 a JWK for another algorithm is taken': never('checkUse', 'RS256 undefined'),
    'T2 a JWK for encryption is taken': never('checkUse', 'sig undefined'),
    'T2 a JWK for other operations is taken': never('checkUse', 'operations undefined'),
    'T24 a key that is no app id is repeated': instead('toKeyRing', 'keyError app-id', "keyError('app-id', name)"),
    'T2 a misspelled `revoked` is ignored': instead('readValidity', 'decode', 'Settings.read'),
    'T2 `revoked` may be any value': always('revoked', 'second isDate'),
    'T2 the end of a key’s time may be no number': always('instant', 'second seconds'),
    'T2 a key is valid before its time': instead('readValidity', 'ceil', 'Math.floor'),
    'T12 a registry may have one key for two apps': never('conflict', 'isTaken'),
    'T17 a registry may have any number of keys for an app': never('conflict', 'maxKeysPerApp'),
    'T25 keys count as long as the registry is away': always('usable', 'stale'),
    'T25 keys are never looked up again': always('atOnce', 'until'),
    'T25 the age of keys counts from the answer, not from the question': instead('lookUp', 'since', 'timer.elapsed()'),
    'T25 the finding of an older look-up survives `forget`': always('lookUp', 'keep'),
    'T25 the keys before count when the present ones are wrong': never('lookUp', 'forget'),
    'T25 each request of an unknown app is a look-up': never('keysOf', 'until undefined'),
    'T25 each request of one app is a look-up of its own': never('sharedLookUp', 'before'),
    'T25 a registry that has failed is asked by every request': instead('lookUp', 'pauseMs', '0'),
    'T25 old keys count while strangers fill the queue': instead('lookUp', 'finding Away', awayOrBusy),
    'T25 a proven app waits among strangers': always('rankOf', 'isProven'),
  }),
  inFiles('src/{core/Pem,platform/common/cryptoKey,platform/node/signer,effects/KeyImport}.ts', interpreter, {
    'T2 the first of two PEM blocks is taken': never('parse', 'two-blocks'),
    'T2 text may surround a PEM block': never('parse', 'text-around'),
    'T17 a PEM may be of any length': never('parse', 'maxLength'),
    'T2 a CryptoKey for another padding is taken': never('checkUse', 'pss'),
    'T2 a CryptoKey for another hash is taken': never('checkUse', 'hash'),
    'T2 a private CryptoKey may be given for a public one': never('checkUse', 'private-for-public'),
    'T2 a CryptoKey for other operations is taken': always('checkUse', 'includes'),
    'T2 a sealed CryptoKey may have any numbers': instead('sealedSigner', 'ofNumbers modulus exponent', someNumbers),
    'T17 a key may have any length unless maxKeyBits is set': instead('defaultMaxKeyBits', '4096', '8192'),
    'T24 the words of a failed signature are told': instead('unavailable', 'codeOf', 'String'),
  }),
  inFiles('src/platform/node/verificationKey.ts', ['platform/node/interpreter', 'platform/node/verificationKey'], {
    'T2 bytes may follow a certificate': never('publicKeyOf', 'equals'),
    'T17 maxKeyBits does not count': instead('verificationKeys policy', 'policyOf', 'settings.policies ?? ours'),
    'T17 the key of a certificate may break the policy': instead('publicKeyOf', 'policy', 'undefined'),
    'T1 a signature is right when the platform throws': instead('onPool', 'false', 'true'),
    'T1 missing-null looks at no digest': instead('isWithoutNull', 'equals block', 'block.length === 49'),
  }),
  inFiles('src/platform/web/verificationKey.ts', ['web/'], {
    'T2 a platform may read another key than was written': always('importSpki', 'trailing-data'),
    'T17 maxKeyBits does not count here': instead('verificationKeys', 'policyOf settings', 'settings.policies ?? ours'),
  }),

  inFiles('src/effects/{KeyRing,TokenBook}.ts', ['platform/node/books'], {
    'T12 one key may be registered for two apps': never('registry', 'same-key-for-two-apps'),
    'T17 an app may have any number of keys': never('registry', 'too-many-keys'),
    'T2 a key may be revoked and valid at once': never('registry', 'same-key-twice'),
    'T23 a token is looked up in the clear': instead('digestOf', 'sha256 map', 'T.of(toHex(ofAscii(token)))'),
    'T23 a token may have two holders': never('ofEntries', 'repeated'),
  }),
  inFiles('src/platform/node/{keyRingFolder,keyClaims,believedFile}.ts', ofFolders, {
    'T25 the keys of a folder outlive that it can be read': never('keysNow', 'unreadable'),
    'T25 the files of an app are not read again': instead('stale', 'filter', '[]'),
    'T25 a stat that has lied is trusted': instead('visit', 'deceivedAt elapsed', 'deceivedAt'),
    'T12 the files of a folder may give one key to two apps': never('judge', 'rival undefined'),
    'T12 who comes last takes the key': instead('next', 'others claim sort', '[claim, ...others]'),
    'T12 of two that come at once, one has the key': never('rivalOf', 'first look second'),
    'T12 an app whose file is broken gives its keys up': always('claimed', 'isSound'),
    'T25 a broken file is ignored': gone('judge', 'problems file held left'),
    'T17 an app has any number of key files': never('judge', 'crowded undefined'),
    'T25 a file is believed for ever': instead('believedMs', '', 'Number.MAX_SAFE_INTEGER'),
    'T25 a FIFO is waited for': instead('flags', 'O_NONBLOCK', 'constants.O_RDONLY'),
    'T25 a file that does not answer is waited for': instead('answerMs', '', '1_000_000_000'),
    'T25 a file that does not answer takes every thread': instead('maxAtOnce', '', '1_000'),
    'T25 a file that has just changed shows the next change': never('hintOf', 'ctimeNs Date'),
    'T17 a file of any size is read': never('contentOf', 'maxBytes'),
  }),
  inFiles('src/platform/node/tokenBook.ts', ['platform/node/believedFile'], {
    'T25 a file of tokens is read once': never('find', 'checkEveryMs'),
  }),

  inFiles('src/apps/cli/serve.ts', ['apps/cli/serve.spec'], {
    'T17 maxKeyBits of a stand-in does not count': gone('assemble ring', 'maxKeyBits'),
  }),

  inFiles('src/server/keys/KnownApps.ts', ['server/keys/KeyCache'], {
    'T25 a wrong signature makes an app known': always('noted', 'isRight onProof'),
    'T25 whoever is named is known': instead('homeOf', 'proven unproven', 'proven'),
    'T25 a proof brings back keys that were forgotten': never('promote', 'entry keys watched'),
    'T25 an app whose keys are forgotten is a stranger': instead('forget', 'proven set', 'proven.delete(appId)'),
    'T12 keys that are forgotten are free for another app': gone('forget', 'owners set'),
    'T12 keys that a registry gives no longer stay taken': instead('forget', 'filter isKept', 'entry.keys'),
    'T12 the keys of an evicted app stay taken': gone('proven', 'release'),
    'T12 the keys of an evicted stranger stay taken': gone('unproven', 'release'),
  }),
  inFiles('src/server/keys/BoundedMap.ts', ['server/keys/BoundedMap', 'server/keys/KeyCache'], {
    'T25 remembered apps have no bound': never('set', 'evict'),
    'T25 an app that is asked for is evicted as soon as any other': never('evict', 'isUsed chances'),
  }),
  inFiles('src/server/keys/LookUps.ts', ['server/keys/LookUps', 'server/keys/keySourceFlood.spec'], {
    'T25 unknown apps that wait for a look-up have no bound': never('find', 'Busy mostWaiting'),
    'T25 fewer apps may wait than get a call in time': instead('mostWaiting', '', withoutTheLast),
    'T25 a flood makes any number of calls': instead('gap', '', '0'),
    'T25 calls in progress have no bound': instead('mostCalls', '', '1_000_000'),
    'T25 strangers share the calls of known apps': instead('queue', 'rank unknown known', 'known'),
    'T25 known apps keep strangers waiting for ever': always('take', 'last'),
    'T25 a call has any number of apps': never('take', 'taken idsPerCall'),
    'T25 a look-up that waits too long is made all the same': always('take', 'isOverdue'),
    'T25 timers that a runtime drops close the queue': never('find', 'turn mostWaiting'),
  }),
  inFiles('src/server/keys/keySource.ts', ['server/keys/keySourceMany'], {
    'T16 an inherited member is the key of an app': always('readerOf', 'hasOwn'),
    'T25 any object is a record of keys': always('readerOf', 'isPlain'),
  }),
  inFiles('src/server/keys/keySource.ts', ['server/keys/keySource.spec'], {
    'T25 a registry that does not answer is waited for': instead('asked', 'within timer timeoutMs', '(task) => task'),
    'T25 a look-up that throws finds no app': instead('call', 'away readKeys', 'noApp'),
  }),
].flat()
