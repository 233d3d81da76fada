// src/core: what the parts of a request may be, and what of it is signed. And what the packages of the protocol may be.
import { always, before, inFiles, instead, type Mutant, never, own } from './Mutant.ts'

const withLineFeed = "'\\n' + _"
const withWhiteSpace = "' \\t\\n' + _"
const ofAnyLength = '100_000'

export const protocol: ReadonlyArray<Mutant> = [
  inFiles('src/core/StringToSign.ts', ['programs/verifyRequest'], {
    'T3 the method is not signed': instead('uncheckedHead', 'method', "''"),
    'T3 the target is not signed': instead('uncheckedHead', 'target', "''"),
    'T3 the timestamp is not signed': instead('uncheckedHead', 'timestamp', "''"),
    'T3 the nonce is not signed': instead('uncheckedHead', 'nonce', "''"),
  }),
  inFiles('src/core/{StringToSign,Method,Timestamp,AuthType,Base64,Authorization,Policies}.ts', own, {
    'T3 the body is not signed': instead('make', 'body', 'new Uint8Array(0)'),
    'T4 nothing separates method and target': instead('uncheckedHead', 'method target', "_.replace('\\n', '')"),
    'T19 letters that are not ASCII are folded to ASCII': never('parse', 'isToken'),
    'T4 a timestamp may hold a line feed': instead('parse', '$', '\\n?$'),
    'T21 a timestamp may begin with zeros': instead('parse', '[1-9][0-9]{0,15}', '[0-9]{1,16}'),
    'T21 a timestamp may hold other characters than digits': instead('parse', '[0-9]', '[0-9.e+]'),
    'T21 an empty timestamp is 0': instead('parse', '(?:0|', '(?:0||'),
    'T21 a timestamp may be beyond the safe integers': always('parse', 'isTimestamp'),
    'T23 the auth type may be Bearer': instead('rule', 'toLowerCase bearer', 'true'),
    'T1 the unused bits of a signature may be anything': never('fault', 'spare-bits'),
    'T1 the padding of a signature may be missing or too long': never('fault', 'padding rest'),
    'T1 a signature may be of any alphabet': never('fault', 'alphabet'),
    'T1 a signature may end in half a byte': never('fault', 'length rest'),
    'T17 a header may be of any length': never('scheme', 'maxLength'),
    'T17 a header that no verifier reads is written': never('serialize', 'maxLength'),
    'T23 an auth type may go on': instead('formOf', 'word authType', 'word.startsWith(authType)'),
    'T23 letters that are not ASCII make an auth type, or a Bearer': never('formOf', 'visibleAscii'),
    'T1 a signature need not be canonical Base64': never('readValues', 'broken'),
    'T4 a nonce in a header may be anything': never('readValues', 'isNonce'),
    'T16 app_id may be repeated': never('parseSigned', 'appIdAt repeated-key'),
    'T16 nonce_str may be repeated': never('parseSigned', 'nonceAt repeated-key'),
    'T16 timestamp may be repeated': never('parseSigned', 'timestampAt repeated-key'),
    'T16 signature may be repeated': never('parseSigned', 'signatureAt repeated-key'),
    'T16 unknown items are ignored, `__proto__` too': never('unknownItem', 'unknown-key'),
    'T16 an `appid` may be beside app_id': instead('unknownItem', 'unknown-param appid', "!policies['unknown-param']"),
    'T16 an ignored item may hide anything': always('unknownItem', 'visibleAscii'),
    'T16 a value may be empty': never('parseSigned', 'empty-value'),
    'T16 an element may be empty': never('checkForm', 'empty-element'),
    'T16 a value may be quoted': always('trimmedItem', 'quoted-values'),
    'T16 an app id may be anything': never('readValues', 'isAppId'),
    'T23 a token may be anything': always('parseBearer', 'isToken'),
    'T15 blanks round a comma are skipped by default, so that joined lines pass': instead('ows ours', '', 'true'),
  }),

  inFiles('src/core/Rule.ts', ['core/Method'], {
    'T4 a method may hold a line feed': instead('tokenForm', 'httpToken', withLineFeed),
  }),
  inFiles('src/core/RequestTarget.ts', own, {
    'T4 a target may hold a line feed': instead('rule alphabet', '', withLineFeed),
    'T17 a target may be of any length': instead('maxLength', '', ofAnyLength),
    'T19 slashes of a target are merged': instead('parse', 'right text', "E.right(text.replace(/\\/+/g, '/'))"),
    'T19 a target is decoded': instead('parse', 'right text', 'E.right(decodeURIComponent(text))'),
    'T19 a fragment is cut off': before('parse', 'isRequestTarget', "text = text.replace(/#.*/, '')"),
    'T19 the authority of an absolute form may be anything': never('parse', 'authority'),
  }),
  inFiles('src/core/Nonce.ts', own, {
    'T4 a nonce may hold a line feed': instead('rule alphabet', '', withWhiteSpace),
    'T17 a nonce may be of any length': instead('rule maxLength', '', ofAnyLength),
  }),
  inFiles('src/core/AppId.ts', own, {
    'T16 an app id may hold white space': instead('rule alphabet', '', withWhiteSpace),
    'T17 an app id may be of any length': instead('rule maxLength', '', ofAnyLength),
  }),
  inFiles('src/core/{Freshness,Bytes,ByteBuffer}.ts', own, {
    'T10 a clock that gives no number lets everything pass': instead('age', '', '_ || 0'),
    'T11 a timestamp may be of any age': never('check', 'maxAge'),
    'T22 a timestamp may be ahead by any time': never('check', 'maxSkew'),
    'T20 a lone surrogate counts as the replacement character': always('ofText', 'index'),
    'T18 a gathered body has no limit': never('upTo', 'false'),
  }),
  inFiles('src/job/{JsonReader,readJsonString}.ts', ['job/Json', 'job/Job.spec'], {
    'T17 a job may have any number of members': never('readName', 'members maxMembers'),
    'T17 a maxMembers of NaN is no limit': instead(
      'readName',
      'members maxMembers',
      '!(++scan.members > scan.maxMembers)',
    ),
    'T17 arrays and objects may be nested to any depth': always('readValue', 'maxDepth readObject'),
    'T20 half of a pair is a character': never('readString', 'loneSurrogate'),
  }),
  inFiles('src/job/Json.ts', ['job/Json.spec', 'job/Job.spec'], {
    'T17 a job with any number of members is written': never('unwritable', 'members left'),
    'T17 a maxMembers of NaN limits nothing written': instead('unwritable', 'members left 0', '!(--members.left < 0)'),
    'T17 members of other branches do not count': instead('unwritable fault', 'members', '{ ..._ }'),
  }),
  inFiles('src/{core/Bytes,platform/common/system}.ts', ['project/dependencies'], {
    'T26 the protocol may import any package': before('ofText', '', "import 'picocolors'"),
    'T26 the interpreters of the platform may import any package': before('clock', '', "import 'picocolors'"),
  }),
  inFiles('package.json', ['project/dependencies'], {
    'T26 the package may install any other': instead('name', '', '_, "dependencies": { "picocolors": "1.1.1" }'),
    'T26 the package constrains the whole tree': instead('peerDependencies fp-ts', '', '"^2.16"'),
  }),
].flat()
