// The gateway: what it passes on, and when.
import { always, gone, inFiles, instead, type Mutant, never, own } from './Mutant.ts'

/** A condition that no longer holds for a header that Connection names. */
const notNamedInConnection = '_ && !namedInConnection.has(foldedName)'
const asReceived = 'received(req, verifier.bodyLimit, remedy)'

export const forwarding: ReadonlyArray<Mutant> = [
  inFiles('src/apps/gateway/{passedHeaders,gateway}.ts', own, {
    'T29 another spelling of a name passes': instead('folded', 'toLowerCase replace', 'name.toLowerCase()'),
    'T29 what the caller says of itself passes': never('isDropped', 'ownHeaders'),
    'T29 what a proxy in front says passes from a caller': instead('isDropped', 'isProxyHeader foldedName', 'false'),
    'T29 another spelling of a trusted header passes': instead('isDropped', 'folded has foldedName', 'false'),
    'T29 Connection takes away a trusted header': instead(
      'isDropped',
      'trustedHeaders names has toLowerCase',
      notNamedInConnection,
    ),
    'T29 headers of the connection pass': instead('isDropped', 'hopByHop test foldedName', 'false'),
    'T29 Connection takes away Host': instead('endToEnd', 'foldedName host', notNamedInConnection),
    'T24 a token reaches the service': never('isDropped', 'passAuthorization'),
    'T29 Connection takes away the frame of an answer': instead('toCaller', 'lowerName content-length', 'true'),
    'T25 a nonce is spent where there is no room': never('admit', 'hasRoom'),
  }),
  inFiles('src/apps/gateway/Shares.ts', ['apps/gateway/Shares', 'apps/gateway/sharedPlaces'], {
    'T25 any number of requests is at the service at once': never('takeFree', 'held size most'),
    'T25 an app keeps every place that it has taken': never('recall', 'lent undefined lose'),
    'T25 who makes no progress keeps its place': never('loseStalled', 'stallMs'),
    'T25 an app loses its own share': instead('best lead', '2', '1'),
    'T25 an app loses its share while another has more': instead(
      'lentBefore',
      'undefined ahead 1',
      '{ ...best, lead: ahead }',
    ),
    'T25 quick work is disturbed': always('lentBefore', 'isTermOver'),
    'T25 one app may wait in any number': instead('mayWait', 'waitingOf length', '0'),
    'T25 a promised place goes to whoever is neediest': instead('grantFree', 'find isPromised', 'undefined'),
    'T25 whoever gave up keeps a promised place': never('giveUpLate', 'isPromised'),
  }),
  inFiles('src/apps/gateway/faults.ts', ['apps/gateway/gateway'], {
    'T29 a compressed transfer coding is passed on as if it were none': never('unfit', 'coding'),
    'T29 a second Host line is ignored': instead('hostOf', 'hostLines length 1', 'false'),
    'T29 the host in the target is ignored': instead('hostOf', 'differentHosts size 1', 'false'),
    'T29 an upgrade is ignored': instead('unfit', 'upgrade h2c', 'undefined'),
  }),
  inFiles('src/apps/gateway/{gateway,Intake,Spool}.ts', ['apps/gateway/places'], {
    'T25 all apps share as if they were one': instead('takePlace path', 'appId', '""'),
    'T18 a body may come as slowly as it likes': instead('within', 'begin onLate', 'undefined'),
    'T18 a place is never left': gone('close', 'state leave'),
  }),
  inFiles('src/apps/gateway/forward.ts', ['apps/gateway/gateway', 'apps/gateway/places'], {
    'T29 an answer that nobody reads is kept': gone('streamAnswer', 'answer on pause'),
    'T29 half a request reaches the service': always('finish', 'writableFinished destroy finish'),
  }),
  inFiles('src/apps/gateway/Round.ts', ['apps/gateway/Round'], {
    'T25 the place of a request that is over is kept': never('end', 'hasPlace'),
    'T18 the file of a request that is over is kept': never('end', 'hasFile'),
    'T25 a place that comes too late is kept': instead('whenOver', 'leavePlace', 'abandon'),
    'T25 a request that has lost its place goes on': instead('whileSending', 'finishSendingSoon', '"announceEnd"'),
    'T29 a request whose caller has gone goes on': instead('whileSending', 'finishSending', '"announceEnd"'),
  }),
  inFiles('src/apps/gateway/Upstream.ts', ['apps/gateway/answers'], {
    'T29 what comes unasked is the next answer': gone('watching', 'on data stray'),
  }),
  inFiles('src/apps/gateway/verifyBody.ts', ['apps/gateway/uploads', 'apps/gateway/tls'], {
    'T18 an upload has no limit by its length': never('stored', 'content-length'),
    'T19 the gateway takes a method in any case': instead('requestOf', 'asSigned received bodyLimit', asReceived),
  }),
  inFiles('src/apps/gateway/Spool.ts', ['apps/gateway/uploads'], {
    'T18 a file without a place': never('moveToFile', 'leave undefined'),
  }),
].flat()
