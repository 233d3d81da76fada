// Defences of the server's face and its adapters: what they are handed, and what they hand on.
import { type Defence, inFile } from './defence.ts'

const onNode = inFile('src/server/nodeRequest.ts', 'server/http.')
const hostile = inFile('src/server/nodeRequest.ts', 'server/httpHostile')
const express = inFile('src/server/express.ts', 'server/express')
const expressRequest = inFile('src/server/nodeRequest.ts', 'server/express')
const fastify = inFile('src/server/fastify.ts', 'server/fastify')
const hono = inFile('src/server/hono.ts', 'server/hono')
const routable = inFile('src/server/routableTarget.ts', 'server/routableTarget')
const onTheWeb = inFile('src/server/webRequest.ts', 'server/fetch')
const arrived = inFile('src/server/arrived.ts', 'server/createVerifier')
const arrivedStream = inFile('src/server/arrived.ts', 'server/verifyStream')
const guard = inFile('src/server/Guard.ts', 'server/createVerifier')
const face = inFile('src/server/environment.ts', 'server/createVerifier')
const deployment = inFile('src/server/environment.ts', 'server/deployment')
const options = inFile('src/server/options.ts', 'server/createVerifier')
const settings = inFile('src/core/VerifyPolicy.ts', 'core/VerifyPolicy')

export const serving: ReadonlyArray<Defence> = [
  onNode(
    'T15',
    'the Authorization line that node keeps is the only one seen',
    "linesOf(req, 'authorization')",
    'req.headers.authorization',
  ),
  onTheWeb('T15', 'lines that Headers joined are one', 'if (opensLine.test(piece)) lines.push(piece)\n    else', ''),
  arrived(
    'T15',
    'of several lines the first is handed on',
    '(authorization ?? [])',
    '(authorization ?? []).slice(0, 1)',
  ),

  onNode(
    'T18',
    'a Content-Length over the cap is waited for',
    "if (Number(linesOf(req, 'content-length')[0] ?? 0) > limit)",
    'if (false)',
  ),
  onNode(
    'T18',
    'chunks over the cap are cut off',
    'if (!content.add(chunk)) fail(',
    'if (!content.add(chunk)) onEnd() ?? (',
  ),
  onNode(
    'T18',
    'the rest of a body that is refused is read to its end',
    'const timer = setTimeout(end, lingerMs).unref()',
    'const timer = undefined',
  ),
  hostile('T18', 'a length behind a thousand other headers announces nothing', 'headersAreWhole(req) && ', ''),
  onTheWeb('T18', 'a Content-Length over the cap is waited for by fetch', 'if (announced > limit)', 'if (false)'),
  onTheWeb('T18', 'a stream over the cap is left to go on', 'reader.cancel().catch(() => {})', ''),
  arrivedStream('T18', 'a stream without an end is read on', 'if (length > limit)', 'if (length > limit + 10_000_000)'),

  expressRequest(
    'T19',
    'a router’s prefix is missing in the target',
    "typeof req.originalUrl === 'string' ? req.originalUrl : (req.url ?? '')",
    "req.url ?? ''",
  ),
  fastify(
    'T19',
    'a target is verified as it was rewritten',
    'received(request.raw, limit) : replaced',
    '{ ...received(request.raw, limit), target: request.url } : replaced',
  ),
  onTheWeb(
    'T19',
    'a Host header may be a part of the target',
    "target === undefined || !RoutableTarget.isPlainHost(headers.get('host'))",
    'target === undefined',
  ),
  inFile('src/server/webRequest.ts', 'server/routableTarget')(
    'T19',
    'a target is taken of which the handler’s URL makes another path',
    'RoutableTarget.resolved(target) === target ? target : RoutableTarget.refused',
    'target',
  ),
  routable(
    'T19',
    'an absolute-form is taken whatever its authority is',
    'keptByLegacyParser.test(text) && ofUrl(text) !== undefined ? text : refused',
    'keptByLegacyParser.test(text) ? text : refused',
  ),
  routable(
    'T19',
    'an absolute-form is taken with characters that a router encodes',
    'keptByLegacyParser.test(text) && ofUrl(text) !== undefined',
    'ofUrl(text) !== undefined',
  ),
  inFile('src/server/hono.ts', 'server/routableTarget')(
    'T19',
    'a Host header moves the beginning of the path',
    'if (!RoutableTarget.isPlainHost(hostOf(incoming))) return refused',
    '',
  ),
  hono(
    'T19',
    'a mounted app answers for a target that its caller did not sign',
    "if (routed.pathname === '/' || sent.pathname.includes('%')) return refused",
    '',
  ),
  onTheWeb(
    'T19',
    'a target is put together from the parts of a URL',
    'target: targetOf(request)',
    'target: new URL(request.url).pathname + new URL(request.url).search',
  ),
  hono(
    'T19',
    'a method that something in front has put there is handled as if it had been signed',
    'method: c.req.method === incoming.method?.toUpperCase() ? request.method : c.req.method',
    'method: request.method',
  ),

  onNode(
    'T20',
    'a body that something has read counts as empty',
    "if (isTaken(req)) return fail({ _tag: 'body_consumed' })",
    'if (isTaken(req)) return resolve(new Uint8Array(0))',
  ),
  onNode('T20', 'a body that is decoded to text counts', 'req.readableEncoding !== null ||', ''),
  expressRequest('T20', 'somebody else may be reading the body', " ||\n  req.listenerCount('readable') > 0", ''),
  onNode(
    'T20',
    'half a body is a body',
    "const onLost = () => fail({ _tag: 'body_incomplete' })",
    'const onLost = () => onEnd()',
  ),
  fastify('T20', 'a hook may put another stream in the place of the body', 'payload === request.raw ?', 'true ?'),
  onNode('T20', 'a body is decoded to text', 'content.add(chunk)', 'content.add(Buffer.from(chunk.toString()))'),
  onNode(
    'T20',
    'a body in chunks counts as none',
    "headersAreWhole(req) && linesOf(req, 'transfer-encoding').length === 0",
    'headersAreWhole(req)',
  ),
  inFile('src/server/nodeRequest.ts', 'server/http2Reset')(
    'T20',
    'a stream of HTTP/2 that is reset is a whole body',
    'if (isHttp2(req) && req.stream.aborted) return onLost()',
    '',
  ),
  fastify(
    'T20',
    'the handler gets other bytes than were verified',
    'done(null, streamOf(accepted.body))',
    'done(null, streamOf(accepted.body.map((byte) => byte ^ 1)))',
  ),
  express(
    'T20',
    'the handler gets what was in `body` before',
    ', body: Buffer.from(buffer, byteOffset, byteLength), _body: true',
    '',
  ),
  hono('T20', 'what something in front has kept of the body is handed on', 'c.req.bodyCache = {}', ''),
  hono(
    'T20',
    'the handler gets another body than the bytes that were verified',
    'c.req.raw = withBody(c.req.raw, request.body)',
    '',
  ),
  hono(
    'T20',
    'a parser in front of Hono leaves an empty body',
    'if (bytes.length === 0 && incoming.readableDidRead)',
    'if (false)',
  ),
  onTheWeb(
    'T20',
    'a body that was used counts',
    "if (request.bodyUsed) return fail({ _tag: 'body_consumed' })",
    'if (request.bodyUsed) return Bytes.empty',
  ),
  onTheWeb(
    'T20',
    'a body that was put in the place of another counts',
    'if (announced >= 0 && bytes.length !== announced)',
    'if (false)',
  ),
  onTheWeb(
    'T20',
    'a body that the runtime does not hand over counts as empty',
    "return announced > 0 || headers.has('transfer-encoding') ?",
    'return false ?',
  ),
  inFile('src/server/webRequest.ts', 'server/fetch')(
    'T20',
    'the handler gets another body than the bytes that were verified by fetch',
    'return new Request(request, { method, headers, body: body as Uint8Array<ArrayBuffer> })',
    'return request',
  ),
  arrived(
    'T20',
    'a body function may give something other than bytes',
    'if (!Bytes.isBytes(body)) throw',
    'if (false) throw',
  ),
  arrived(
    'T20',
    'text that is no Unicode is verified as something else',
    'const bytes = Bytes.ofText(body)',
    'const bytes = E.right(new TextEncoder().encode(body))',
  ),
  arrivedStream('T20', 'a stream that somebody reads is verified', 'if (isConsumed(body) || ', 'if ('),
  arrivedStream(
    'T20',
    'a stream may give something other than bytes',
    'if (!Bytes.isBytes(part)) throw',
    'if (false) throw',
  ),

  inFile('src/server/Surroundings.ts', 'server/deployment')(
    'T7',
    'a guard of one process is taken where several processes or machines take the requests',
    'if (scopes.indexOf(has) >= scopes.indexOf(needed)) return',
    'if (true) return',
  ),
  inFile('src/server/Guard.ts', 'server/deployment')(
    'T7',
    'a guard that does not say its scope is taken for a shared one',
    "guard.scope ?? 'process'",
    "guard.scope ?? 'shared'",
  ),
  inFile('src/server/node.ts', 'server/deployment')(
    'T7',
    'a worker of a cluster takes itself for the only process',
    "cluster.isWorker ? 'host' : 'process'",
    "'process'",
  ),
  inFile('src/server/options.ts', 'server/deployment')(
    'T7',
    'a scope that there is none of is taken',
    'if (each !== undefined && !scopes.includes(each))',
    'if (false)',
  ),

  guard('T25', 'whatever a guard answers counts', '?? unlawful\n', '?? first\n'),
  guard(
    'T25',
    'whatever a guard answers at once counts',
    'return answer === undefined ? undefined : lawful(answer)',
    'return answer',
  ),
  face(
    'T25',
    'whatever a ring answers at once counts',
    'return answer === undefined ? undefined : inFormOfKeys(answer)',
    'return answer',
  ),
  guard(
    'T25',
    'a guard that throws lets everything pass',
    '=> unavailable(`it threw',
    "=> E.right('first') ?? unavailable(`it threw",
  ),
  inFile('src/server/Guard.ts', 'server/deployment')(
    'T25',
    'a guard need not answer',
    'await patience.with(() => asked(guard, c), unavailable)()',
    'await asked(guard, c)',
  ),
  deployment(
    'T25',
    'keys that do not come are waited for',
    'patience.with(task, (detail) => unavailable(',
    '((each) => each)(task, (detail) => unavailable(',
  ),
  face(
    'T25',
    'where authorize throws, the app may',
    'return unavailable(`authorize failed',
    'return E.right(true) ?? unavailable(`authorize failed',
  ),
  face(
    'T25',
    'an answer of the program’s authorize that is merely truthy is a yes',
    'E.right((await authorize(who)) === true)',
    'E.right(!!(await authorize(who)))',
  ),
  face(
    'T10',
    'a clock that stops lets everything pass',
    'if (!isTimestamp(now)) throw new BrokenPromise',
    'if (false) throw new BrokenPromise',
  ),
  options('T25', 'a misspelled `authorise` is passed over', 'if (complaint !== undefined)', 'if (false)'),
  options(
    'T25',
    'an authorize that is no function is passed over',
    "if (given !== undefined && typeof given !== 'function')",
    'if (false)',
  ),
  settings('T25', 'a setting of the window may be no number', 'if (!Number.isSafeInteger(n) || n < 0)', 'if (false)'),
  settings(
    'T16',
    'a policy may be called as every object’s members are',
    '!Object.hasOwn(ours, name)',
    '!(name in ours)',
  ),
  inFile('src/server/Guard.ts', 'server/createVerifier')(
    'T5',
    'a guard that accepts everything needs no reason',
    "if (typeof because !== 'string' || because.trim() === '') {",
    'if (false) {',
  ),

  // What reviewers tried.
  hostile('T18', 'a length whose name has a blank behind it is not seen', '?.trim().toLowerCase()', '?.toLowerCase()'),
  hono(
    'T19',
    'a sub-request is verified as the request that it was made in',
    'if (sent.pathname.endsWith(routed.pathname)) {',
    'if (true) {',
  ),
  hono(
    'T19',
    'a target with dot segments is verified, and its handler chosen by another',
    'target: RoutableTarget.resolved(written.right)',
    'target: written.right',
  ),
  arrivedStream('T20', 'a part that is nothing ends a stream', 'done !== true; {', 'part !== undefined; {'),
  arrivedStream('T20', 'what is left of a stream that was read is taken for the body', ' || isDisturbed(body)', ''),
  inFile('src/server/Surroundings.ts', 'server/deployment')(
    'T11',
    'a guard that remembers for less than the verifier accepts is taken',
    'window !== undefined && !(window[name] >= policy[name])',
    'false',
  ),
  inFile('src/guards/redis.ts', 'guards/redis.live')(
    'T11',
    'a claim that expires before its timestamp is taken',
    'if (c.timestamp > lasting(server, maxSkew, margin))',
    'if (false)',
  ),
  inFile('src/server/VerificationError.ts', 'server/VerificationError')(
    'T25',
    'a refusal of another copy of the package ends the process',
    'static override [Symbol.hasInstance](value: unknown)',
    'static known(value: unknown)',
  ),
  inFile('src/effects/Listener.ts', 'server/verdicts')(
    'T25',
    'a listener that rejects ends the process',
    '.catch(() => {})',
    '',
  ),
]
