// The gateway: what it passes on, and when.
import { always, gone, instead, never } from './change.ts'
import { inFile, type Mutant } from './Mutant.ts'

export const forwarding: ReadonlyArray<Mutant> = [
  inFile('src/gateway/headers.ts', ['gateway/headers'], {
    'T29 another spelling of a name passes': instead('folded', 'toLowerCase replace', 'name.toLowerCase()'),
    'T29 what the caller says of itself passes': never('toUpstream', 'own'),
    'T29 headers of the connection pass': instead('toUpstream', 'hopByHop test', 'false'),
    'T29 Connection takes away Host': instead('toUpstream', 'dropped has', 'dropped.has(known) || known === "host"'),
    'T24 a token reaches the service': never('toUpstream', 'passAuthorization'),
    'T29 Connection takes away the frame of an answer': instead('toCaller', 'known content-length', 'true'),
  }),
  inFile('src/gateway/faults.ts', ['gateway/gateway'], {
    'T29 a compressed transfer coding is passed on as if it were none': never('unfit', 'coding'),
    'T29 a second Host line is ignored': instead('hostOf', 'lines length 1', 'false'),
    'T29 the host in the target is ignored': instead('hostOf', 'all size 1', 'false'),
    'T29 an upgrade is ignored': instead('unfit', 'upgrade h2c', 'undefined'),
  }),
  inFile('src/gateway/gateway.ts', ['gateway/gateway'], {
    'T25 any number of requests is at the service at once': never('handle', 'free'),
    'T25 requests that were verified together are at the service together': always('place', 'free 0'),
  }),
  inFile('src/gateway/forward.ts', ['gateway/gateway'], {
    'T29 half a request reaches the service': always('forward', 'writableFinished destroy finish'),
  }),
  inFile('src/gateway/Upstream.ts', ['gateway/answers'], {
    'T29 what comes unasked is the next answer': gone('watching', 'on data stray'),
  }),
  inFile('src/gateway/judge.ts', ['gateway/uploads', 'gateway/tls'], {
    'T18 an upload has no limit by its length': never('stored', 'content-length'),
    'T19 the gateway takes a method in another letter case': instead(
      'judge request',
      'asSigned received bodyLimit',
      'received(req, verifier.bodyLimit, remedy)',
    ),
  }),
  inFile('src/gateway/Spool.ts', ['gateway/uploads'], {
    'T18 strangers fill the disk with files': never('spool', 'mostFiles'),
  }),
].flat()
