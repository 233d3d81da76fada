// Defences of the program that verifies: each of its checks, and their order.
import { type Defence, inFile } from './defence.ts'

const whole = inFile('src/programs/verifyRequest.ts', 'programs/verifyRequest')
const stream = inFile('src/programs/verifyRequest.ts', 'programs/verifyStream')
const tokens = inFile('src/effects/TokenBook.ts', 'node/books')

/** Claims here, and lets the claim at the end have this answer. */
const claimed = (fingerprint: string, unique: string, timestamp: string): string =>
  `const early = env.guard.claim({ fingerprint: ${fingerprint}, unique: ${unique}, timestamp: ${timestamp} })()
  env = { ...env, guard: { claim: () => () => early } }
  `

export const verifying: ReadonlyArray<Defence> = [
  whole('T15', 'the first of several Authorization lines counts', 'if (lines.length > 1)', 'if (false)'),

  whole(
    'T14',
    'a nonce is claimed before the signature is checked',
    'let signer: VerificationKey | undefined\n  for (const key of candidates.right)',
    `${claimed('candidates.right[0].fingerprint', 'opened.right.nonce', 'opened.right.timestamp')}let signer: VerificationKey | undefined\n  for (const key of candidates.right)`,
  ),
  whole(
    'T14',
    'a nonce is claimed before the key’s state and the app’s rights are known',
    'const revoked = invalidity(validity, env.clock)',
    `${claimed('fingerprint', 'nonce', 'timestamp')}const revoked = invalidity(validity, env.clock)`,
  ),
  whole(
    'T14',
    'a nonce is claimed before freshness is checked again',
    'const stillFresh =',
    `${claimed('fingerprint', 'nonce', 'timestamp')}const stillFresh =`,
  ),
  whole(
    'T18',
    'the body is read before the app is known',
    'let keys = known(await env.keyRing.keysOf(appId)())',
    `if (typeof request.body === 'function') {
    const early = await request.body()
    request = { ...request, body: () => Promise.resolve(early) }
  }
  let keys = known(await env.keyRing.keysOf(appId)())`,
  ),
  stream(
    'T18',
    'a stream is read before the app is known',
    'const keys = known(await env.keyRing.keysOf(appId)())',
    `const parts = []
  const early = await request.body((part) => parts.push(part.slice()))()
  request = { ...request, body: (take) => () => (parts.forEach(take), Promise.resolve(early)) }
  const keys = known(await env.keyRing.keysOf(appId)())`,
  ),
  whole(
    'T18',
    'a body is read before a token is known',
    'const identity = await identify(policy, request, header, env)\n  if (E.isLeft(identity)) return identity\n  const body =',
    `if (typeof request.body === 'function') {
    const early = await request.body()
    request = { ...request, body: () => Promise.resolve(early) }
  }
  const identity = await identify(policy, request, header, env)\n  if (E.isLeft(identity)) return identity\n  const body =`,
  ),
  whole('T18', 'a stale request has its keys looked up, and its body read', 'if (E.isLeft(fresh)) return fresh', ''),
  whole(
    'T18',
    'a body that is handed over may be of any size',
    "if (body.right.length > policy.bodyLimit) return E.left({ _tag: 'BodyTooLarge', limitBytes: policy.bodyLimit })\n  if (typeof request.body",
    'if (typeof request.body',
  ),
  whole(
    'T18',
    'a body behind a token may be of any size',
    "if (body.right.length > policy.bodyLimit) return E.left({ _tag: 'BodyTooLarge', limitBytes: policy.bodyLimit })\n  return",
    'return',
  ),
  stream(
    'T18',
    'a stream may be of any length',
    "if (length.right > policy.bodyLimit) return E.left({ _tag: 'BodyTooLarge', limitBytes: policy.bodyLimit })\n\n",
    '\n',
  ),
  stream(
    'T18',
    'a stream behind a token may be of any length',
    "if (length.right > policy.bodyLimit) return E.left({ _tag: 'BodyTooLarge', limitBytes: policy.bodyLimit })\n  return",
    'return',
  ),

  whole(
    'T19',
    'a target of any form is verified',
    'return E.right({ appId, nonce, timestamp, signature, method: method.right, target: target.right })',
    'return E.right({ appId, nonce, timestamp, signature, method: method.right, target: request.target.split("#")[0] })',
  ),

  whole(
    'T1',
    'a signature may be of another length than the modulus',
    'keys.filter(({ signatureLength }) => signatureLength === bytes)',
    'keys',
  ),
  whole('T1', 'a signature need not be right', 'await answer) === true) {', 'await answer) !== undefined) {'),
  whole('T1', 'a key’s answer that is merely truthy is a yes', 'await answer) === true) {', 'await answer)) {'),
  stream('T1', 'the signature of a stream need not be right', '&& (await check.end(signature)) === true', ''),
  stream('T3', 'the parts of a stream are not signed', 'for (const { check } of checks) check.update(part)', ''),
  whole('T17', 'all of an app’s keys are tried', '.slice(0, maxKeysPerApp)', ''),

  whole('T2', 'a key that was revoked counts', "if (revoked === true) return 'revoked'", ''),
  whole('T2', 'a key counts before its time', 'if (notBefore !== undefined &&', 'if (false &&'),
  whole('T2', 'a key counts after its time', 'if (notAfter !== undefined &&', 'if (false &&'),
  whole(
    'T25',
    'a key that was withdrawn while the body came counts',
    'keys = known(await env.keyRing.keysOf(appId)())\n    if (E.isLeft(keys)) return keys',
    '',
  ),
  stream(
    'T25',
    'a key that was withdrawn while the stream came counts',
    'still.right.find((each) => each.fingerprint === fingerprint)',
    'keys.right.find((each) => each.fingerprint === fingerprint)',
  ),
  whole(
    'T2',
    'whoever cannot sign learns whether a key was revoked',
    'let signer: VerificationKey | undefined\n  for (const key of candidates.right)',
    "if (candidates.right.every(({ validity }) => validity.revoked)) return E.left({ _tag: 'KeyRevoked', because: 'revoked' })\n  let signer: VerificationKey | undefined\n  for (const key of candidates.right)",
  ),

  whole('T5', 'a repeated nonce passes', "if (claim.right !== 'first') return", 'if (false) return'),
  whole(
    'T5',
    'a nonce is never claimed',
    'const claim = await env.guard.claim({ fingerprint, unique, timestamp })()',
    "const claim = E.right('first')",
  ),
  whole(
    'T5',
    'a repeated nonce passes under another timestamp',
    ': nonce\n  const claim',
    ': `${nonce} ${timestamp}`\n  const claim',
  ),
  whole(
    'T5',
    'under nonce-per-message the message does not count',
    'toHex(await digest())',
    "'' + timestamp + Math.random()",
  ),
  stream('T5', 'under nonce-per-message the digest of a stream lacks its body', 'hash?.update(part)', ''),
  whole(
    'T8',
    'a timestamp that the guard has forgotten passes',
    "if (claim.right === 'forgotten') return",
    "if (claim.right === 'forgotten') claim.right = 'first'\n  if (false) return",
  ),
  whole(
    'T12',
    'nonces are counted by app, not by key',
    'claim({ fingerprint, unique, timestamp })',
    'claim({ fingerprint: appId, unique, timestamp })',
  ),
  whole('T11', 'freshness is not checked again after a slow body', 'if (E.isLeft(stillFresh)) return stillFresh', ''),
  stream(
    'T11',
    'freshness is not checked again after a slow stream',
    'if (E.isLeft(stillFresh)) return stillFresh',
    '',
  ),
  whole(
    'T11',
    'the clock is not read again after a slow body',
    'timestamp, env.clock.now())\n  if (E.isLeft(stillFresh))',
    'timestamp, timestamp)\n  if (E.isLeft(stillFresh))',
  ),

  whole(
    'T25',
    'a key source that fails is an app without keys',
    'E.isRight(keys) && keys.right.length === 0',
    'E.isLeft(keys) || keys.right.length === 0',
  ),
  whole(
    'T25',
    'where authorize cannot decide, the app may',
    'const allowed = await env.authorizer.allows({ appId,',
    'const allowed = await (async (each) => E.fold(() => E.right(true), E.right)(await each))(env.authorizer.allows({ appId,',
  ),
  whole(
    'T25',
    'an answer of authorize that is merely truthy is a yes',
    "if (allowed.right !== true) return E.left({ _tag: 'AppForbidden' })\n  }\n\n",
    "if (!allowed.right) return E.left({ _tag: 'AppForbidden' })\n  }\n\n",
  ),

  whole('T23', 'the mainland edition takes tokens', 'if (!offersBearer(policy.edition))', 'if (false)'),
  whole(
    'T23',
    'a Bearer goes where signatures go',
    "return header.right.scheme === 'Signed'\n      ? verifySigned",
    'return true\n      ? verifySigned',
  ),
  whole(
    'T23',
    'an unknown token is somebody’s',
    "if (O.isNone(found.right)) return E.left({ _tag: 'TokenUnknown' })",
    "if (O.isNone(found.right)) found.right = O.some('app-1')",
  ),
  whole(
    'T23',
    'authorize is not asked about the holder of a token',
    'allows(identity)()\n    if (E.isLeft(allowed)) return allowed\n    if (allowed.right !== true)',
    'allows(identity)()\n    if (false)',
  ),
  tokens(
    'T23',
    'a token is looked up by itself, and not by its digest',
    'pipe(digest.sha256([ofAscii(token)]), T.map(toHex))',
    'T.of(toHex(ofAscii(token)))',
  ),
  tokens('T23', 'a token may have two holders', 'if (holders.has(hex))', 'if (false)'),
]
