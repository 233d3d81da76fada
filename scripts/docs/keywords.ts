/** What people type into the search that the pages say in other words, by the section that answers it. */

/** The guide's file, perhaps with a heading of it; and the words or phrases that lead there. */
export const keywords: Readonly<Record<string, ReadonlyArray<string>>> = {
  'src/client/README.md#proxies-and-certificates': [
    'self-signed',
    'ca',
    'certificate',
    'squid',
    'corporate proxy',
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    '407',
  ],
  'src/client/README.md#retries': ['timeout', 'timeoutMs', 'backoff', 'rate limited', '429'],
  'src/client/README.md#wait-for-a-result': ['polling', 'poll', 'waiter', 'job status'],
  'src/client/README.md#in-other-clients': ['axios', 'got', 'undici', 'ky', 'interceptor'],
  'src/client/README.md#bodies-of-any-size': ['large file', 'Blob', 'multipart upload'],
  'src/client/README.md#in-a-browser': ['browser', 'vite', 'webpack'],
  'src/client/README.md#sign-and-send-by-other-means': ['curl', 'postman', 'insomnia'],
  'src/core/standards.md': ['mtls', 'rfc 9421', 'message signatures', 'digest'],
  'src/kit/testing/README.md': ['mock', 'fake', 'msw', 'unit test'],
  'src/server/adapters/functions.md': ['serverless', 'api gateway', 'aws', 'vercel', 'netlify'],
  'src/server/adapters/proxies.md': ['nginx', 'reverse proxy', 'cloudflare proxy', 'kong', 'load balancer'],
  'src/server/adapters/README.md#behind-a-proxy-that-removes-a-part-of-the-path': [
    'prefix',
    'strip path',
    'base path',
    'stripPrefix',
  ],
  'src/server/adapters/README.md#a-rate-limit-by-app': ['rate limit', 'throttle', 'quota'],
  'src/server/refusals.md#app_forbidden': ['403', 'forbidden', 'authorise'],
  'src/server/refusals.md#body_too_large': ['413', 'payload too large'],
  'src/server/keys/README.md#rotate-a-key': ['rollover', 'renew key'],
  'src/server/keys/README.md#withdraw-a-key': ['revoke', 'leaked key', 'compromised'],
  'src/platform/node/README.md': ['hsm', 'kms', 'yubikey', 'pkcs11'],
  'src/server/operate/README.md#systemd': ['service file', 'unit file'],
  'src/guards/README.md#many-machines-redis': ['redis', 'deploy with redis'],
  'src/start/otherLanguages.md': ['java', 'golang', 'php', 'c#', 'ruby', 'another language', 'other languages'],
  'src/start/otherLanguages.md#in-python': ['python', 'python requests'],
  'src/start/otherLanguages.md#with-openssl-and-curl': ['sign with openssl', 'bash', 'shell script'],
  'vectors/README.md#in-five-minutes': ['write a port', 'port in python', 'new port', 'skeleton'],
  'src/start/firstCall.zh.md': ['chinese', '中文', '签名', '调用', '签名串'],
  'src/server/refusals.zh.md': ['拒绝', '验签失败', '签名错误'],
  'src/start/questions.md': ['faq', 'why not', 'how do i'],
  'src/start/glossary.md': ['glossary', 'terms', 'meaning of'],
  'src/start/registeredKey.md': ['register a key', 'generate key', 'openssl', 'getting started', 'public key'],
  'src/start/otherLibraries.md': ['jose', 'jsonwebtoken', 'http-signature', 'wechat', 'wechatpay', 'alipay', 'migrate'],
}

/** As it is compared: lower case, letters and digits. */
const plainOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim()

const places: ReadonlyMap<string, string> = new Map(
  Object.entries(keywords).flatMap(([place, some]) => some.map((words) => [plainOf(words), place] as const)),
)

/** The place of the longest keyword in a query; `undefined` if it has none. */
export const placeOf = (query: string): string | undefined => {
  const words = ` ${plainOf(query)} `
  const [longest] = [...places.keys()]
    .filter((keyword) => words.includes(` ${keyword} `))
    .toSorted((a, b) => b.length - a.length)
  return longest === undefined ? undefined : places.get(longest)
}

/** Which keyword's place a section of a guide is: the whole guide is where its first section is. */
export const placeOfSection = (path: string, anchor: string, isFirst: boolean): string | undefined => {
  const here = `${path}#${anchor}`
  if (here in keywords) return here
  return isFirst && path in keywords ? path : undefined
}
