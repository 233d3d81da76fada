// Defences of the program that verifies: each of its checks, and their order.
import { type Defence, inFile } from './defence.ts'

const whole = inFile('src/programs/verifyRequest.ts', 'programs/verifyRequest')
const stream = inFile('src/programs/verifyRequest.ts', 'programs/verifyStream')
const tokens = inFile('src/effects/TokenBook.ts', 'node/books')

/** Uses up the nonce of a request that is refused. */
const burn = (fingerprint: string, opened = ''): string =>
  `await env.guard.claim({ fingerprint: ${fingerprint}, unique: ${opened}nonce, timestamp: ${opened}timestamp })()`

export const verifying: ReadonlyArray<Defence> = [
  whole('T15', 'the first of several Authorization lines counts', 'if (lines.length > 1)', 'if (false)'),

  whole(
    'T14',
    'a forged request uses up a nonce',
    "if (signer === undefined) return E.left({ _tag: 'signature_invalid', keys: candidates.right.length })",
    `if (signer === undefined) {
    ${burn('candidates.right[0].fingerprint', 'opened.right.')}
    return E.left({ _tag: 'signature_invalid', keys: candidates.right.length })
  }`,
  ),
  whole(
    'T14',
    'a request under a key that was revoked uses up a nonce',
    "// Only now: whoever cannot sign learns nothing about a key's state or an app's rights.\n  const valid = validNow(signer.validity, env.clock)\n  if (E.isLeft(valid)) return valid",
    `const valid = validNow(signer.validity, env.clock)
  if (E.isLeft(valid)) ${burn('signer.fingerprint', 'opened.right.')}
  if (E.isLeft(valid)) return valid`,
  ),
  whole(
    'T14',
    'a request that has expired while its body came uses up a nonce',
    'if (E.isLeft(stillFresh)) return stillFresh\n\n  const { fingerprint } = signer\n  const unique = policy.policies',
    `if (E.isLeft(stillFresh)) ${burn('signer.fingerprint')}
  if (E.isLeft(stillFresh)) return stillFresh
  const { fingerprint } = signer
  const unique = policy.policies`,
  ),
  stream(
    'T14',
    'a forged stream uses up a nonce',
    "if (signer === undefined) return E.left({ _tag: 'signature_invalid', keys: checks.length })",
    `if (signer === undefined) {
    ${burn('checks[0].fingerprint', 'opened.right.')}
    return E.left({ _tag: 'signature_invalid', keys: checks.length })
  }`,
  ),
  whole(
    'T18',
    'the body is read before the app is known',
    'let keys = known(env.keyRing.keysOf.atOnce?.(appId) ?? (await env.keyRing.keysOf(appId)()))',
    `if (typeof request.body === 'function') {
    const early = await request.body()
    request = { ...request, body: () => Promise.resolve(early) }
  }
  let keys = known(env.keyRing.keysOf.atOnce?.(appId) ?? (await env.keyRing.keysOf(appId)()))`,
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
    'const identity = await identify(policy, request, env)\n  if (E.isLeft(identity)) return identity\n  const body =',
    `if (typeof request.body === 'function') {
    const early = await request.body()
    request = { ...request, body: () => Promise.resolve(early) }
  }
  const identity = await identify(policy, request, env)\n  if (E.isLeft(identity)) return identity\n  const body =`,
  ),
  whole('T18', 'a stale request has its keys looked up, and its body read', 'if (E.isLeft(fresh)) return fresh', ''),
  whole(
    'T18',
    'a body that is handed over may be of any size',
    "within(policy, typeof request.body === 'function' ? await request.body() : E.right(request.body))\n  if (E.isLeft(body)) return body\n  if (typeof",
    "typeof request.body === 'function' ? await request.body() : E.right(request.body)\n  if (E.isLeft(body)) return body\n  if (typeof",
  ),
  whole(
    'T18',
    'a body behind a token may be of any size',
    "within(policy, typeof request.body === 'function' ? await request.body() : E.right(request.body))\n  if (E.isLeft(body)) return body\n  return",
    "typeof request.body === 'function' ? await request.body() : E.right(request.body)\n  if (E.isLeft(body)) return body\n  return",
  ),
  stream(
    'T18',
    'a stream may be of any length',
    "if (length.right > policy.bodyLimit) return E.left({ _tag: 'body_too_large', limitBytes: policy.bodyLimit })\n\n",
    '\n',
  ),
  stream(
    'T18',
    'a stream behind a token may be of any length',
    "if (length.right > policy.bodyLimit) return E.left({ _tag: 'body_too_large', limitBytes: policy.bodyLimit })\n  return",
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
    'if (key.signatureLength === bytes && fit',
    'if (fit',
  ),
  whole('T1', 'a signature need not be right', 'await answer) === true) {', 'await answer) !== undefined) {'),
  whole('T1', 'a key’s answer that is merely truthy is a yes', 'await answer) === true) {', 'await answer)) {'),
  stream('T1', 'the signature of a stream need not be right', '&& (await check.end(signature)) === true', ''),
  stream('T3', 'the parts of a stream are not signed', 'for (const { check } of checks) check.update(part)', ''),
  whole('T17', 'all of an app’s keys are tried', ' && fit.length < maxKeysPerApp', ''),

  whole('T2', 'a key that was revoked counts', 'revoked === true\n      ?', 'false\n      ?'),
  whole('T2', 'a key counts before its time', 'notBefore !== undefined && ', 'false && '),
  whole('T2', 'a key counts after its time', 'notAfter !== undefined && ', 'false && '),
  stream(
    'T2',
    'a key counts at any time for a stream',
    'costs a kept body 4 % of its time.\n  const valid = validNow(signer.validity, env.clock)\n  if (E.isLeft(valid)) return valid',
    '',
  ),
  whole(
    'T25',
    'a key that was withdrawn while the body came counts',
    'keys = known(env.keyRing.keysOf.atOnce?.(appId) ?? (await env.keyRing.keysOf(appId)()))\n    if (E.isLeft(keys)) return keys',
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
    "if (candidates.right.every(({ validity }) => validity.revoked)) return E.left({ _tag: 'key_revoked', because: 'revoked' })\n  let signer: VerificationKey | undefined\n  for (const key of candidates.right)",
  ),

  whole('T5', 'a repeated nonce passes', "return claim.right === 'first' ? yes", 'return true ? yes'),
  whole(
    'T5',
    'a nonce is never claimed',
    'const first = sole(env.guard.claim.atOnce?.(claim) ?? (await env.guard.claim(claim)()), env)',
    'const first = yes',
  ),
  whole(
    'T5',
    'a guard that has answered at once is asked again, by its task alone',
    'env.guard.claim.atOnce?.(claim) ?? (await env.guard.claim(claim)())',
    '(env.guard.claim.atOnce?.(claim), await env.guard.claim(claim)())',
  ),
  stream(
    'T5',
    'the nonce of a stream is never claimed',
    'await hash.end()) : perNonce(policy, nonce, timestamp)\n  const first = sole(await env.guard.claim({ fingerprint, unique, timestamp })(), env)',
    "await hash.end()) : perNonce(policy, nonce, timestamp)\n  const first = E.right('first')",
  ),
  whole(
    'T5',
    'a repeated nonce passes under another timestamp',
    ': nonce\n\ntype Claimed',
    ": nonce + ' ' + timestamp\n\ntype Claimed",
  ),
  whole('T5', 'under nonce-per-message the message does not count', 'toHex(sha256)', "''"),
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
    'const { fingerprint } = signer\n  const unique = policy',
    'const fingerprint = appId\n  const unique = policy',
  ),
  stream(
    'T12',
    'nonces of streams are counted by app, not by key',
    'const { fingerprint } = signer\n  const unique = hash',
    'const fingerprint = appId\n  const unique = hash',
  ),
  whole(
    'T11',
    'freshness is not checked again after a slow body',
    'if (E.isLeft(stillFresh)) return stillFresh\n\n  const { fingerprint } = signer\n  const unique = policy.policies',
    'const { fingerprint } = signer\n  const unique = policy.policies',
  ),
  stream(
    'T11',
    'freshness is not checked again after a slow stream',
    'if (E.isLeft(stillFresh)) return stillFresh\n\n  const { fingerprint } = signer\n  const unique = hash',
    'const { fingerprint } = signer\n  const unique = hash',
  ),
  whole(
    'T11',
    'the clock is not read again after a slow body',
    'timestamp, env.clock.now())\n  if (E.isLeft(stillFresh)) return stillFresh\n\n  const { fingerprint } = signer\n  const unique = policy',
    'timestamp, timestamp)\n  const { fingerprint } = signer\n  const unique = policy',
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
    'if (E.isLeft(allowed)) return allowed\n  // Nothing',
    'if (E.isLeft(allowed)) return yes\n  // Nothing',
  ),
  whole(
    'T25',
    'an answer of authorize that is merely truthy is a yes',
    'return allowed.right === true ? yes',
    'return allowed.right ? yes',
  ),

  whole('T23', 'the mainland edition takes tokens', 'if (!offersBearer(policy.edition))', 'if (false)'),
  whole(
    'T23',
    'a Bearer goes where signatures go',
    "return scheme.right === 'Signed' ? verifySigned",
    'return true ? verifySigned',
  ),
  whole(
    'T23',
    'an unknown token is somebody’s',
    "if (found.right._tag === 'None') return E.left({ _tag: 'token_unknown' })",
    "if (found.right._tag === 'None') found.right = { _tag: 'Some', value: 'app-1' }",
  ),
  whole(
    'T23',
    'authorize is not asked about the holder of a token',
    'permission(await env.authorizer.allows(identity)())',
    'yes',
  ),
  tokens(
    'T23',
    'a token is looked up by itself, and not by its digest',
    'pipe(digest.sha256([ofAscii(token)]), T.map(toHex))',
    'T.of(toHex(ofAscii(token)))',
  ),
  tokens('T23', 'a token may have two holders', 'if (holders.has(hex))', 'if (false)'),
]
