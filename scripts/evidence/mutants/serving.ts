// The server's adapters: what they are handed, and what they hand on.
import { always, before, gone, inFiles, instead, type Mutant, never, own } from './Mutant.ts'

const anything = '(_name, given) => E.right(given)'
const truthy = '!!(await authorize(who))'
const orElse = 'TE.orElse(() => TE.right(true))(_)'
const emptyIfUsed = 'if (request.bodyUsed) return E.right(Bytes.empty)'
const pathOfUrl = 'new URL(request.url).pathname + new URL(request.url).search'
const targetOfNode = '{ ..._, target: Reflect.get(req, "originalUrl") ?? req.url }'
const targetOfUrl = '{ ..._, target: request.url.slice(request.url.indexOf("/", 8)) }'
const isFirstThread = "(process.getBuiltinModule('worker_threads').threadId < 2)"

export const serving: ReadonlyArray<Mutant> = [
  inFiles('src/server/adapters/nodeRequest.ts', ['server/adapters/http.', 'server/adapters/everyAdapter'], {
    'T15 only the line that Node keeps is seen': instead('authorization', '', 'req.headers.authorization'),
    'T18 a Content-Length over the limit is waited for': never('readBody', 'content-length'),
    'T18 chunks over the limit are cut off': instead('onTooLarge', 'fail limit', 'onEnd(() => {})'),
    'T18 the rest of a refused body is read to its end': instead('linger timer', '', 'undefined'),
    'T20 a taken body is empty': before('readBody', 'isTaken', 'if (isTaken(req)) return resolve(new Uint8Array(0))'),
    'T20 a body that is decoded to text counts': never('isTaken', 'readableEncoding'),
    'T20 half a body is a body': instead('onLost', 'fail', 'onEnd'),
    'T20 a body is decoded to text': instead('take', 'string Buffer', 'Buffer.from(String(chunk))'),
    'T20 a chunked body counts as none': always('announced', 'transfer-encoding'),
  }),
  inFiles('src/server/adapters/nodeRequest.ts', ['server/adapters/httpHostile'], {
    'T15 full headers are whole': instead('headersAreWhole', 'rawHeaders 2 most', 'rawHeaders.length <= 2 * most'),
    'T18 a length behind a thousand other headers is no length': always('announced', 'headersAreWhole'),
    'T18 a length whose name ends in a blank is not seen': instead('isNamed', 'trim toLowerCase', 'field.toLowerCase'),
  }),
  inFiles('src/server/adapters/nodeRequest.ts', ['server/adapters/madeOfEvent'], {
    'T15 `headers` counts beside header lines': always('linesOf', 'isMadeOfEvent'),
    'T15 one of two entries of an event is chosen': instead('valuesOf', 'value flat', 'value'),
    'T20 an event without a length has no body': instead('announced', 'length isMadeOfEvent', '0'),
  }),
  inFiles('src/server/adapters/{nodeRequest,AdapterOptions}.ts', ['server/adapters/express'], {
    'T19 the target lacks the prefix of a router': never('whole', 'string'),
    'T20 something else may be reading the body': never('isTaken', 'listenerCount'),
    'T20 an empty coding makes bytes of JSON': instead('isCoded', 'coding identity', "coding ?? 'identity'"),
  }),
  inFiles('src/server/adapters/{nodeRequest,gate}.ts', ['server/adapters/everyAdapter'], {
    'T15 a line that Node dropped does not count': always('authorizationOf', 'headersAreWhole'),
    'T19 a method in lower case reaches a handler': always('asSigned', 'toUpperCase'),
    'T19 what a proxy has removed is not verified': always('withPrefix', 'undefined'),
  }),
  inFiles('src/server/adapters/nodeRequest.ts', ['server/adapters/routableTarget'], {
    'T19 a prefix leaves an absolute-form without a path': never('targetOf', 'target refused'),
    'T19 a mount may make another host of a path': never('targetOf', 'isMoved'),
  }),
  inFiles('src/server/adapters/nodeRequest.ts', ['server/adapters/readAgain'], {
    'T20 who reads the raw request finds nothing': before('onEnd', 'isHeard refuseReaders', 'return resolve(bytes)'),
    'T20 a listener in front gets the bytes twice': never('onEnd', 'isHeard refuseReaders'),
    'T20 a reader of a drained request is told nothing': never('listen', 'data readable'),
    'T18 an idle connection keeps what nobody has read': never('dropUnread', 'readableFlowing'),
  }),
  inFiles('src/server/adapters/{gate,routableTarget,nodeGate}.ts', ['server/sameRequest'], {
    'T19 a request that was changed is let in by the first verdict': instead('isSame', '', '() => true'),
    'T19 another verifier takes the verdict': instead('verdictBy', 'before verifier', 'before && verifier'),
    'T19 a rewritten URL is routed': instead('isEndOf', '', '() => true'),
    'T19 the end of a query counts for a path': instead('isEnd', 'slice includes', 'false'),
    'T19 a part of a segment counts for one': always('isEnd', 'startsWith'),
    'T19 a rewritten target is verified': instead('enter', 'receivedOrKept limit', '{ ..._, target: req.url }'),
  }),
  inFiles('src/server/adapters/nodeRequest.ts', ['server/adapters/http2Reset'], {
    'T20 a reset HTTP/2 stream is a whole body': never('readBody onEnd', 'hasGone'),
  }),

  inFiles('src/server/adapters/webRequest.ts', ['server/adapters/fetch'], {
    'T15 lines that Headers joined are one': never('linesOf', 'lineStart'),
    'T18 fetch: a Content-Length over the limit is waited for': never('readBody', 'announced limit'),
    'T18 a stream over the limit is not cancelled': gone('gather', 'cancel'),
    'T19 a Host header may be a part of the target': never('targetOf', 'isPlainHost'),
    'T19 a target is put together from the parts of a URL': instead('received seenTarget', '', pathOfUrl),
    'T20 fetch: a used body is empty': before('readBody', 'bodyUsed', emptyIfUsed),
    'T20 a replaced body counts': never('readBody', 'announced 0 length consumed'),
    'T20 a body that the runtime withholds counts as empty': never('readBody', 'announced transfer-encoding'),
    'T20 fetch: the handler gets another body than was verified': instead('withBody', 'Request method', 'request'),
  }),

  inFiles('src/server/adapters/{foreignRequest,webRequest,fetch}.ts', ['server/adapters/foreignRequest'], {
    'T19 a foreign request is read twice': instead('snapshotOf', '', '(request) => request'),
    'T19 a mount takes the prefix from what was signed': instead('lineTargetOf', '', '() => undefined'),
    'T19 any path counts for what a mount has left': instead('beforeMount', 'isEndOf', 'true'),
    'T19 dot segments leave a mount': never('beforeMount', 'isPrefix resolved'),
    'T20 a nonce is claimed before there is a Request': instead('handle', 'makingOwn kept', 'kept'),
  }),
  inFiles('src/server/adapters/gate.ts', ['server/twoCopies'], {
    'T19 a copy of a request takes its verdict': instead('entryOf', 'entry of undefined', 'entry'),
  }),
  inFiles('src/server/adapters/{webRequest,hono}.ts', ['server/adapters/routableTarget'], {
    'T19 a target is taken of which the handler’s URL makes another path': always('targetOf', 'resolved'),
    'T19 a Host header moves the beginning of the path': never('receivedIn', 'isPlainHost'),
    'T19 dot segments leave a mount in front of Hono': never('receivedIn', 'isMounted'),
  }),
  inFiles('src/server/adapters/{routableTarget,fastify,express,koa,hono}.ts', own, {
    'T19 an absolute-form may have any authority': always('ofRequestLine', 'ofUrl'),
    'T19 an absolute-form may hold characters that a router encodes': always('ofRequestLine', 'keptByLegacyParser'),
    'T20 a hook may replace the stream of the body': instead('verifyBeforeParsing', 'payload raw', 'false'),
    'T20 the handler gets other bytes': instead('verifyBeforeParsing', 'streamOf caller', 'streamOf(Buffer.from("x"))'),
    'T20 the handler gets as many bytes of the request': instead('verifyBeforeParsing', 'rawBody undefined', 'true'),
    'T20 the handler gets what was in `body` before': instead('pass', '_body', '{ verified: caller }'),
    'T20 a parser behind reads the request once more': gone('verified', 'finished'),
    'T19 Koa: the target lacks the prefix of a mount': instead('verified', 'placeOf ctx', '{}'),
    'T20 Koa: the handler gets what was in `body` before': gone('verified', 'request body content'),
    'T19 a method override is taken for the signed method': instead('receivedIn method', '', 'request.method'),
    'T19 a sub-request is verified as its outer request': always('receivedIn', 'endsWith'),
    'T19 a target with dot segments is verified as sent': instead('receivedIn', 'resolved written', 'written.right'),
    'T19 a mounted app answers for a target that was not signed': never('receivedIn', '/ %'),
    'T20 the handler gets a cached body': gone('verified', 'bodyCache'),
    'T20 the handler gets another body than was verified': gone('verified', 'withBody'),
    'T20 a parser in front of Hono leaves an empty body': never('readBodyOn', 'readableDidRead length'),
  }),
  // Each adapter without its refusal, and the generated requests.
  inFiles('src/server/adapters/{nodeGate,hono,fetch}.ts', ['server/adapters/routing'], {
    'T19 on node: a target of any form is verified': instead('enter', 'receivedOrKept limit', targetOfNode),
    'T19 Hono: what an old version reads otherwise is verified': never('receivedIn', 'isReadAsWritten'),
    'T19 fetch: a target is verified that the Host header begins': instead('verified', 'received limit', targetOfUrl),
  }),
  inFiles('src/server/adapters/routableTarget.ts', ['server/adapters/olderFrameworks'], {
    'T19 Express 4: an absolute-form is verified': instead('isForExpress', 'isExpress5', 'true'),
  }),
  inFiles('src/server/{untrusted,adapters/express,adapters/AdapterOptions}.ts', ['server/adapters/adapterOptions'], {
    'T20 a failure without a value is leave to go on': always('errorOf', 'isThrown'),
    'T20 Express: `next()` in refused runs the handler': instead('ask', 'isThrown refusal', 'error'),
    'T20 a stranger’s coding rings the operator’s alarm': never('flawOf', 'isCoded'),
    'T20 a stranger’s text rings the operator’s alarm': never('flawOf', 'isOtherText'),
    'T20 kept bytes are taken although the program has kept none': never('withRawBody', 'kept undefined null'),
  }),
  inFiles('src/server/start/{VerifierStart,startVerifier}.ts', ['server/start/'], {
    'T18 any number of requests waits for a verifier': never('ask', 'waiting mostWaiting'),
    'T25 a start that failed is tried again by every request': instead('mayBegin', 'canRetry retryMs', 'canRetry'),
    'T25 a later verifier replaces the one that judges': instead('after', 'state verifier outcome', 'outcome.verifier'),
    'T25 what is no verifier judges': always('made', 'isVerifier'),
  }),
  inFiles(
    'src/server/{incoming,Guard,options,environment,foreignKeyRing,VerificationError}.ts',
    ['server/createVerifier'],
    {
      'T15 only the first of several lines is handed on': instead('headOf', 'authorization ??', '_.slice(0, 1)'),
      'T20 bytes are handed on that their owner writes into': instead('copied', '', '(bytes) => bytes'),
      'T20 shared memory is verified': instead('isShared', '', '() => false'),
      'T18 a list of lines is read to its end': instead('headOf', 'slice maxLines', 'given'),
      'T20 a body function may give something other than bytes': never('reading', 'isBytes'),
      'T20 text may be no Unicode': instead('contentOf bytes', '', 'E.right(new TextEncoder().encode(body))'),
      'T5 a guard that accepts everything needs no reason': never('noReplayGuard', 'string trim'),
      'T25 any answer of a guard counts': instead('lawful', 'get unlawful', 'verdicts.get(answer?.right) ?? first'),
      'T25 any immediate answer of a guard counts': instead('atOnce', 'lawful', '(answer) => answer'),
      'T25 a guard that throws lets everything pass': instead('threw', 'left cause', "E.right('first')"),
      'T7 an unknown scope is taken': instead('guard sharedBy', '', anything),
      'T25 an `authorize` that is no function is ignored': instead('fields authorize', '', anything),
      'T25 any immediate answer of a key ring counts': instead('foreignKeyRing atOnce', 'checked', '(_, any) => any'),
      'T25 a throw of `authorize` is a yes': instead('authorizerOf', 'tryCatch authorizeFailed', orElse),
      'T25 any truthy answer of `authorize` is a yes': instead('authorizerOf', 'authorize true', truthy),
      'T25 a misspelled `authorise` is ignored': instead('optionsOrReject', 'Settings decode', 'Settings.read'),
      'T17 maxKeyBits of a verifier does not count': gone('keyRingOf', 'maxKeyBits'),
    },
  ),
  inFiles('src/{effects/Clock,core/untrusted}.ts', ['server/createVerifier'], {
    'T10 a clock that stops lets everything pass': always('ofSeconds', 'isTimestamp'),
    'T24 the message of what is thrown is told': instead('nameOf', 'name', 'thrown.message'),
  }),
  inFiles('src/server/incoming.ts', ['server/verifyStream'], {
    'T18 an endless stream is read on': instead('feeding', 'length limit', 'length > limit + 10_000_000'),
    'T20 a stream that has another reader is verified': never('feeding', 'isConsumed'),
    'T20 the rest of a stream that was read is taken for the body': never('feeding', 'isDisturbed'),
    'T20 a stream may give something other than bytes': never('feeding', 'isBytes'),
    'T20 an undefined part ends a stream': instead('feeding', 'done true', 'part !== undefined'),
  }),

  inFiles('src/server/{environment,foreignAnswer,Guard,node}.ts', ['server/deployment'], {
    'T7 a guard of one process serves several processes or machines': always('checkSharedBy', 'indexOf'),
    'T11 a guard that remembers for less than the window is taken': always('checkWindow', 'short undefined'),
    'T25 keys that do not come are waited for': instead('inTime', 'with', '(task) => task'),
    'T7 a guard without a scope is taken for a shared one': instead('guarded', 'process', "'shared'"),
    'T25 a guard need not answer': instead('guarded', 'with', '(task) => task'),
    'T7 a cluster worker takes itself for the only process': instead('create sharedBy', '', "'process'"),
    'T7 the first thread takes itself for the only one': instead('create sharedBy', 'isMainThread', isFirstThread),
  }),
  inFiles('src/core/{Settings,Rule}.ts', ['core/VerifyPolicy'], {
    'T16 an unknown policy is ignored': instead('decode unknownOption', 'find', '() => undefined'),
    'T25 a setting of the window may be no number': instead('wholeNumber is', '', '() => true'),
  }),
  inFiles('src/server/VerificationError.ts', own, {
    'T25 a refusal of another copy of the package ends the process': gone('VerificationError', 'hasInstance'),
  }),
].flat()
