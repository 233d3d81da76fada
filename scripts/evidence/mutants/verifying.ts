// The program that verifies: each of its checks, and their order.
import { always, before, gone, inFiles, instead, type Mutant, never, own } from './Mutant.ts'

/** Uses up the nonce of a request that is refused. */
const burn = (fingerprint: string): string =>
  `await env.guard.claim({ fingerprint: ${fingerprint}, unique: nonce, timestamp })()`

const readEarly = `if (typeof request.body === 'function') {
  const early = await request.body()
  request = { ...request, body: () => Promise.resolve(early) }
}`

const hashEarly = `const parts = []
const early = await request.body((part) => parts.push(part.slice()))()
request = { ...request, body: (take) => () => (parts.forEach(take), Promise.resolve(early)) }`

const burnForgery = `if (E.isLeft(signer)) ${burn('progress.keys[0].fingerprint')}`
const burnIf = (left: string): string => `if (E.isLeft(${left})) ${burn('signer.right.fingerprint')}`

const anySize = '(policy, lengthOf, body) => body'
const anyTarget = "E.right(request.target.split('#')[0])"
const askTwice = '(env.guard.claim.atOnce?.(claim), await env.guard.claim(claim)())'
const noKeys = 'E.isLeft(keys) || keys.right.length === 0'
const tellRevoked = `if (progress.keys.every(({ validity }) => validity.revoked)) {
  return refuseSigned(progress, { _tag: 'key_revoked', because: 'revoked' })
}`
const onlyRecords = "TE.map((ring) => (typeof settings.keys.keysOf === 'function' ? ring : inTurn(timeoutMs)(ring)))"
const startOfFirst = 'order.waiting.length === 0 ? 0 : order.waiting[0].start'

export const verifying: ReadonlyArray<Mutant> = [
  inFiles('src/programs/verifyRequest.ts', ['server/createVerifier'], {
    'T5 under nonce-per-message the message does not count': instead('perMessage', 'toHex sha256', "''"),
    'T5 a repeated nonce passes under another timestamp': always('perNonce', 'nonce-per-timestamp'),
  }),
  inFiles('src/programs/verifyRequest.ts', own, {
    'T15 the first of several Authorization lines counts': never('readScheme', 'length 1'),
    'T23 a Bearer goes where signatures go': always('verify', 'Signed'),

    'T18 a stale request has its keys looked up and its body read': never('readHead', 'fresh'),
    'T19 a target of any form is verified': instead('readHead', 'RequestTarget parse request', anyTarget),

    'T18 the body is read before the app is known': before('verifySigned found', '', readEarly),
    'T18 a kept body may be of any size': instead('verifySigned', 'within', anySize),
    'T25 a key that was withdrawn while the body came counts': never('verifySigned', 'still'),
    'T2 a stranger learns whether a key was revoked': before('verifySigned searched', '', tellRevoked),
    'T1 a signature need not be right': instead('signerFrom', 'answer true', 'answer !== undefined'),
    'T1 a truthy answer of a key is a yes': instead('signerFrom', 'answer true', 'answer'),
    'T14 a forgery uses up a nonce': before('verifySigned', 'refuseSigned signer left', burnForgery),
    'T14 a request under a revoked key uses up a nonce': before('verifySigned', 'isLeft valid', burnIf('valid')),
    'T14 a request that expires late uses up a nonce': before(
      'verifySigned',
      'isLeft stillFresh',
      burnIf('stillFresh'),
    ),
    'T11 freshness is not checked again after a slow body': never('verifySigned', 'stillFresh'),
    'T11 the clock is not read again after a slow body': instead('verifySigned stillFresh', 'now', '() => timestamp'),
    'T12 nonces are counted by app, not by key': instead('verifySigned claim', 'fingerprint', 'appId'),
    'T5 a nonce is never claimed': instead('verifySigned claimed', 'sole', '() => yes'),
    'T5 a guard that has answered at once is asked again': instead('verifySigned claimed', '??', askTwice),

    'T25 a key source that fails knows no app': instead('registered', 'isRight right', noKeys),
    'T1 a signature may be of another length than the modulus': always('fitting', 'signatureLength'),
    'T17 all keys of an app are tried': always('fitting', 'maxKeysPerApp'),
    'T2 a revoked key counts': never('invalidity', 'revoked'),
    'T2 a key counts before its time': never('invalidity', 'not-yet-valid'),
    'T2 a key counts after its time': never('invalidity', 'no-longer-valid'),
    'T25 an undecided `authorize` is a yes': before('permission', 'isLeft', 'if (E.isLeft(allowed)) return yes'),
    'T25 a truthy answer of `authorize` is a yes': instead('permission', 'allowed right true', 'allowed.right'),
    'T5 a repeated nonce passes': always('sole', 'first'),
    'T8 a timestamp that the guard has forgotten passes': instead('sole', 'env left', 'yes'),

    'T18 a body is read before a token is known': before('verifyBearer found', '', readEarly),
    'T18 a body behind a token may be of any size': instead('verifyBearer', 'within', anySize),
    'T23 the mainland edition takes tokens': never('verifyBearer', 'offersBearer'),
    'T23 an unknown token belongs to somebody': never('verifyBearer', 'None'),
    'T23 `authorize` is not asked about the holder of a token': never('verifyBearer', 'authorizer undefined'),
    'T23 what `authorize` says of a holder does not count': instead('verifyBearer allowed', '', 'yes'),
    'T27 a signature that nobody checked is called wrong': never('signerFrom', 'verifier_busy'),
  }),

  inFiles('src/queue/{FairOrder,Capacity,FairQueue,Reputation,CheckQueue}.ts', ['queue/'], {
    'T27 any number of checks runs at once': always('hasRoom', 'taken window'),
    'T27 one dear check fills the window': instead('sizeOf', '', '(_: Capacity, cost: number) => cost'),
    'T27 checks hold the event loop for as long as they come': always('hasRoom', 'heldMs sliceMs'),
    'T27 a turn of the event loop never ends for the queue': gone('endTurn', 'heldMs'),
    'T27 checks wait in the order of their coming': instead('add start', 'virtualNow end', startOfFirst),
    'T27 an app gets later what it did not use': instead('add start', 'virtualNow end', 'account.end'),
    'T27 ever new apps stop the others': instead('take', 'virtualNow share', 'order.virtualNow'),
    'T27 a check costs nothing': instead('add', 'account end start cost', 'account.end = start'),
    'T27 one app may take every place': instead('hasPlace', 'mostWaiting length', 'mostWaiting'),
    'T27 any number of checks waits': never('wait', 'hasPlace'),
    'T27 a check waits for ever': instead('setAlarm', 'after onAlarm', '() => {}'),
    'T27 a check that is late stays in the queue': instead('takeLate', 'deadline now filter Heap', 'order.waiting'),
    'T27 the newest check of an app is the next one': instead(
      'isBefore',
      'one number other',
      'one.number > other.number',
    ),
    'T27 every app that was ever named is remembered': gone('sweep', 'delete'),
    'T27 a check that was too late keeps its place': gone('takeLate', 'depart'),
    'T27 suspects take every thread': instead('suspect', 'window 1', '{ ...lane }'),
    'T27 suspects hold the event loop as long as others': instead('suspect', 'sliceMs 0', '1'),
    'T27 suspects are checked without a pause': instead('suspectsPauseMs', '', '0'),
    'T27 unknown callers take the threads of the proven': instead('make', 'lanes standing', 'lanes.proven'),
    'T27 a flood in the name of an app makes the app suspect': instead('caller', '', 'appId'),
    'T27 each client of an app has a share': instead('make user', 'standing proven', 'caller'),
    'T27 suspect apps may wait in any number': instead('suspect', 'mostSuspectsWaiting', 'mostWaiting'),
    'T27 no caller is ever suspect': always('standingOf', 'mostWrong'),
    'T27 a right signature clears nobody': never('countAfter', 'true'),
    'T27 a check that gave no answer counts as wrong': never('countAfter', 'false'),
    'T27 every key that says no makes an app suspect': never('countAfter', 'isLast'),
    'T27 answers that come later do not count': never('noting', 'object'),
    'T27 a large body costs nothing': instead('costOf', 'bodyLength', '0'),
  }),

  inFiles('src/platform/node/checkQueue.ts', own, {
    'T27 checks take all threads of the pool': instead('checksAtOnce', 'threads 1 min', 'Math.min(threads, cores * 2)'),
  }),

  inFiles('src/programs/verifyRequest.ts', ['programs/verifyStream'], {
    'T18 a stream is read before the app is known': before('verifySigned found', '', hashEarly),
    'T3 the parts of a stream are not signed': gone('streamed content', 'checks update'),
    'T5 under nonce-per-message the digest of a stream lacks its body': gone('streamed content', 'hash part'),
    'T25 a key that was registered while the stream came counts': instead('streamed holds', 'false', 'true'),
    'T1 the signature of a stream need not be right': always('signerFrom', 'answer true'),
    'T2 a key counts at any time for a stream': never('verifySigned', 'valid'),
  }),

  inFiles('src/queue/aroundChecks.ts', ['queue/CheckQueue'], {
    'T27 a stream is checked without a turn': instead('aroundChecks', 'check end signature', 'end(signature)'),
  }),

  inFiles('src/server/environment.ts', ['platform/node/checkQueue'], {
    'T27 only the keys of a record are checked in turn': instead('environmentOf', 'inTurn timeoutMs map', onlyRecords),
  }),

  inFiles('src/server/node.ts', ['server/flood'], {
    'T27 a verifier has no queue': gone('create', 'inTurn'),
  }),
].flat()
