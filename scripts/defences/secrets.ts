// Defences against reading a secret, or what a caller should not know, in an error, a log or an answer.
import { type Defence, inFile } from './defence.ts'

const answer = inFile('src/core/VerifyError.ts', 'core/VerifyError')

export const secrets: ReadonlyArray<Defence> = [
  answer(
    'T24',
    'a stranger learns which apps exist',
    "row('app_unknown', 401, 'signature_invalid')",
    "row('app_unknown', 401, 'app_unknown')",
  ),
  answer(
    'T24',
    'a stranger learns whose signature was almost right',
    "row('key_revoked', 401, 'signature_invalid')",
    "row('key_revoked', 403, 'signature_invalid')",
  ),
  answer('T24', 'the operator’s words are the caller’s', 'message: publicWords[code]', 'message: message(e)'),
  inFile('src/core/untrusted.ts', 'server/createVerifier')(
    'T24',
    'the words of what is thrown, such as a store’s password, are told',
    'const words = [thrown.name,',
    'const words = [thrown.message,',
  ),
  inFile('src/core/untrusted.ts', 'client/remoteKey')(
    'T24',
    'whatever stands in the name of what is thrown is told',
    "typeof word === 'string' && /^[\\w.:-]{1,60}$/.test(word)",
    "typeof word === 'string'",
  ),
  inFile('src/core/OptionName.ts', 'core/OptionName')(
    'T24',
    'a key in the place of an option’s name is repeated',
    '/^[\\w-]{1,40}$/',
    '/^/',
  ),
  inFile('src/effects/KeyRecord.ts', 'effects/KeyRecord')(
    'T24',
    'a key in the place of an app id is repeated',
    "return E.left(keyError('app-id'))",
    "return E.left(keyError('app-id', name))",
  ),
  inFile('src/core/PrivateKey.ts', 'core/PrivateKey')(
    'T24',
    'printing a private key shows it',
    'pkcs8: () => pkcs8,',
    'pkcs8: Object.assign(() => pkcs8, { pkcs8 }),',
  ),
  inFile('src/core/Pem.ts', 'core/Pem')(
    'T24',
    'printing a PEM block shows it',
    'text: () => content',
    'text: Object.assign(() => content, { content })',
  ),
  inFile('src/server/Witness.ts', 'server/onRefusal')(
    'T24',
    'a token that is refused goes on to whoever is told of refusals',
    'authorization: authorization.map((line) => withoutToken(line, settings.authType))',
    'authorization',
  ),
  inFile('src/diagnosis/summary.ts', 'diagnosis/explainRefusals.spec')(
    'T24',
    'a line for the log repeats what stood in a request',
    "findings.map(({ id }) => id).join('+')",
    "findings.map(({ id, detail }) => id + detail).join('+')",
  ),
  inFile('src/diagnosis/explainRefusals.ts', 'diagnosis/explainRefusals.spec')(
    'T17',
    'whoever sends garbage has all of it looked into',
    '|| !permitted()',
    '',
  ),
  inFile('src/diagnosis/conclude.ts', 'diagnosis/examine.spec')(
    'T1',
    'a guess is called proven',
    'exact: false,\n    findings,',
    'exact: true,\n    findings,',
  ),
  inFile('src/core/TokenList.ts', 'core/TokenList')(
    'T24',
    'printing a token’s entry shows it',
    'secret: () => ({ token: secret })',
    'secret: Object.assign(() => ({ token: secret }), { token: secret })',
  ),
  inFile('src/effects/Credentials.ts', 'effects/Credentials')(
    'T24',
    'printing a client’s token shows it',
    'reveal: () => token',
    'reveal: Object.assign(() => token, { token })',
  ),
  inFile('src/server/Verdict.ts', 'server/verdicts')(
    'T24',
    'a verdict holds the query, where secrets stand',
    'return query < 0 ? target : target.slice(0, query)',
    'return target',
  ),
  inFile('src/server/Verdict.ts', 'server/verdicts')(
    'T24',
    'a verdict holds targets that no grammar has seen',
    '{ path: pathOf(parsed.right) } : {}',
    '{ path: pathOf(parsed.right) } : { path: target }',
  ),
  inFile('src/guards/RedisClient.ts', 'guards/redis.spec')(
    'T24',
    'the words of a Redis client, such as its URL, are told',
    'detail: `the connection to Redis failed (',
    'detail: message + ` (',
  ),
  inFile('src/node/httpClient.ts', 'node/httpClient')(
    'T24',
    'the words of a failed connection are told',
    'detail: String(codes[0])',
    'detail: String(error)',
  ),
  inFile('src/node/signer.ts', 'node/interpreter')(
    'T24',
    'the words of a failed signature are told',
    'detail: `node:crypto failed (',
    'detail: String(error) + ` (',
  ),
]
