// What a client believes and sends; and what an error, a log or an answer may tell.
import { always, gone, inFiles, instead, type Mutant, never, own } from './Mutant.ts'

const everCorrected = 'ClockOffset.suggestedBy(refusal, maxClockOffset)'
const pathOfUrl = 'new URL(target, origin(base)).pathname + new URL(target, origin(base)).search'

export const clients: ReadonlyArray<Mutant> = [
  inFiles('src/programs/sendAuthorized.ts', own, {
    'T5 an attempt is made again after any failure': always('nextAfter', 'isRepeatable'),
    'T5 what was perhaps taken is repeated, whatever its method': instead('isRepeatable', 'idempotent', 'true'),
    'T5 an attempt is made sooner than the service asks': instead('least', '', '0'),
    'T5 attempts go on without an end': instead('leftMs', '', '() => Number.POSITIVE_INFINITY'),
  }),
  inFiles('src/programs/sendAuthorized.ts', ['programs/submitJob'], {
    'T22 a clock is corrected ever again': instead('theirs', 'tried', everCorrected),
    'T22 one service sets the clock for all': instead('offset', 'get origin', "offsets.get('')"),
  }),
  inFiles('src/programs/retryAfterMs.ts', ['programs/submitJob'], {
    'T5 a pause that cannot be read is none': instead('retryAfterMs', 'POSITIVE_INFINITY', 'undefined'),
  }),
  inFiles('src/client/Polling.ts', ['client/poll'], {
    'T5 a poll comes sooner than the service asks': instead('pauseMs', 'max everyMs', 'everyMs'),
    'T5 a refusal is polled again': never('afterPoll', 'isPending'),
    'T5 polls go on without an end': never('afterPoll', 'totalMs'),
  }),
  inFiles('src/core/ClockOffset.ts', ['programs/submitJob'], {
    'T22 a service moves the clock by any time': instead('suggestedBy', 'offset most', 'true'),
    'T22 each correction may be the bound further': instead(
      'suggestedBy',
      'abs offset',
      'Math.abs(offset + now - sent)',
    ),
    'T22 any refusal corrects the clock': instead('suggestedBy', 'timestamp_expired timestamp_in_future', 'true'),
  }),
  inFiles('src/core/ClockOffset.ts', own, {
    'T22 a correction that was refused is remembered': never('afterAnswer', 'status 401'),
    'T22 any answer confirms a correction': never('afterAnswer', '200 299'),
    'T22 a lie outlives the honest answers after it': instead('isContradicted', '', 'false'),
    'T22 a correction counts for ever': instead('secondsAt', 'elapsedMs keptMs', 'false'),
  }),
  inFiles('src/{core/BaseUrl,platform/node/httpClient,platform/web/httpClient,core/VerifyError,core/Pem}.ts', own, {
    'T22 requests, and the time, use plain http': never('parse', 'https loopback'),
    'T22 a host is an address that a URL parser reads as another': never('isHost', 'endsInNumber'),
    'T22 a name that begins like loopback is loopback': instead('loopback', ')$', ')'),
    'T19 Node sends another target than was signed': instead('direct path', '', pathOfUrl),
    'T19 fetch sends another target than was signed': never('httpClient', 'pathname search target'),
    'T24 a redirect takes the header elsewhere': instead('redirect', '', "'follow'"),
    'T24 a stranger learns which apps exist': instead('vague app_unknown', '', "'token_invalid'"),
    'T24 a stranger learns whose signature was almost right': instead('vague key_revoked', '', "'app_forbidden'"),
    'T24 the caller sees the operator’s message': instead('httpAnswer message', '', 'message(e)'),
    'T24 printing a PEM block shows it': instead('parse text', '', 'Object.assign(_, { content })'),
  }),
  inFiles('src/platform/common/httpBody.ts', ['client/fetch'], {
    'T24 the words of a failed connection are told': always('matching', 'form test'),
  }),
  inFiles('src/platform/common/httpBody.ts', ['client/bodies'], {
    'T19 the whole of a body is sent that is not what was signed': instead('unchanged', 'equals sha256', 'true'),
  }),
  inFiles('src/platform/node/httpClient.ts', ['platform/node/proxy'], {
    'T24 a proxy elsewhere sees a request in the clear': never('wayTo', 'isLoopback'),
  }),

  inFiles('src/core/untrusted.ts', ['client/remoteKey'], {
    'T24 any name of what is thrown is told': always('nameOf', 'test'),
  }),
  inFiles('src/{core/Settings,core/PrivateKey,core/TokenList,effects/Credentials}.ts', own, {
    'T24 a key in the place of an option’s name is repeated': always('format', 'name'),
    'T2 the numbers of a private key need not belong together': never('ofNumbers', 'areConsistent'),
    'T24 printing a private key shows it': instead('pkcs8', '=>', 'Object.assign(_, { pkcs8 })'),
    'T24 printing a token’s entry shows it': instead('entry', 'token =>', 'Object.assign(_, { token: secret })'),
    'T24 printing a client’s token shows it': instead('reveal', '', 'Object.assign(_, { token })'),
  }),
  inFiles('src/server/Verdict.ts', ['server/onRefusal'], {
    'T24 a refused token goes on to onRefusal': instead('refusedRequest authorization', '', 'authorization'),
  }),
  inFiles('src/{server/Verdict,programs/verifyRequest,effects/Listener}.ts', ['server/verdicts'], {
    'T24 a verdict holds the query, which may hold secrets': always('pathOf', 'slice'),
    'T24 a verdict holds targets that were not parsed': instead('claimed whole', '', 'target'),
    'T28 a refusal names no key': gone('refused', 'keys length'),
    'T28 a key that was looked up counts as tried': never('tried', 'signature_invalid'),
    'T28 a key of another length than the signature counts as tried': instead('tried', 'fitting', 'E.right(keys)'),
    'T28 a key that signed rightly is named with all that were tried': never('tried', 'signer'),
    'T28 a refusal after the signature names no key': gone('refuseSigned', 'signer'),
    'T25 a listener that rejects ends the process': gone('tell', '{}'),
  }),
  inFiles('src/kit/diagnosis/{summary,explainRefusals}.ts', ['kit/diagnosis/explainRefusals.spec'], {
    'T24 a log line repeats the request': instead('idsOf', 'map id', 'findings.map(({ id, detail }) => id + detail)'),
    'T17 all of a caller’s garbage is looked into': never('explainRefusals', 'permitted'),
  }),
  inFiles('src/kit/diagnosis/conclude.ts', ['kit/diagnosis/examine.spec'], {
    'T1 a guess is called proven': instead('reportUnexplained exact', '', 'true'),
  }),

  inFiles('src/platform/node/wholeFile.ts', ['apps/cli/endless'], {
    'T17 a file without an end is read until memory is full': never('wholeOf', 'add'),
  }),
].flat()
