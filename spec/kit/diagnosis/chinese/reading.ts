/** What a Chinese text may hold of English: code, names and header names. */

/** Names of programs, formats and parts that no Chinese text translates. */
const names = new Set(
  `curl nginx echo printf openssl appid sha256sum fetch cmd bash make base64 base64url latin-1 gzip yarl qs got axios
  reqwest okhttp npm node http https app key file signature method target timestamp nonce authorize prefix tokens countersign diagnose
  explain serve inspector verify verified cap src server adapters proxies frameworks md
  netrc hex md5 sha1 python go php gson dotnet javascript ruby java kotlin gbk us-ascii ctime date clock format null nil undefined true
  yes on addslashes repr ascii dump inspect urlencode lodash replacer print_r shell read quote sorted sign ts dry`.split(
    /\s+/,
  ),
)

/** English words in a Chinese text: Latin words in the form of an ordinary word that are not among `names`. */
export const englishIn = (chinese: string): ReadonlyArray<string> =>
  chinese
    .split(/[^\x21-\x7e]+/)
    .filter((word) => /^[(]?[A-Za-z]?[a-z]+(?:'s)?[),.;:!?]*$/.test(word))
    .map((word) => word.replace(/[(),.;:!?]/g, ''))
    .filter((word) => /^[a-z]{2,}/.test(word) && !names.has(word))

/** Chinese has its own marks: an English one beside a Chinese character is a slip. */
export const slipsIn = (chinese: string): ReadonlyArray<string> =>
  chinese.match(/[\u4e00-\u9fff][,;:!?()]|[,;:!?()][\u4e00-\u9fff]|[\u4e00-\u9fff]\.(?!\w)/g) ?? []

/** Short words that hold an English sentence together. In code and names they do not stand between blanks. */
const joints =
  /(?<=[ ,.(]|^)(?:the|is|are|was|were|has|its|it|which|that|with|from|and|of|in|to|as|by|not|or|behind|for)(?= )/gi

/** What is left of English sentences in a text that may quote a request. */
export const restOfEnglish = (chinese: string): ReadonlyArray<string> => chinese.match(joints) ?? []
