/** Why a verifier refuses a request, for the operator; the English is in `core/VerifyError.ts` and beside it. */
import type { Phrases } from './dictionary.ts'

export const refusals: Phrases = {
  'the request has no Authorization header': '请求没有 Authorization 请求头',
  'the request has {count:number} Authorization headers; exactly one is accepted':
    '请求有 {count} 个 Authorization 请求头，只允许有一个',
  'the Authorization header is malformed at character {offset:number}: {fault:phrase}':
    'Authorization 请求头在第 {offset} 个字符处（从 0 数起）格式错误：{fault}',
  'it is longer than 8 KiB': '长度超过 8 KiB',
  'it does not begin with an auth type': '开头不是认证类型',
  'a space is missing after the auth type': '认证类型后面缺少空格',
  'an item does not have the form key=value': '有一项不是 key=value 的形式',
  'an item is empty: there are two commas together, or a comma at the start or the end':
    '有一项为空：两个逗号相连，或者开头、结尾处有逗号',
  'the name of an item is not app_id, nonce_str, timestamp or signature, or a space is before the name':
    '有一项的名称不是 app_id、nonce_str、timestamp、signature 之一，或者名称前面有空格',
  'an item is repeated (app_id and appid are the same item)': '有一项重复（app_id 与 appid 视为同一项）',
  'one of app_id, nonce_str, timestamp, signature is missing': 'app_id、nonce_str、timestamp、signature 中缺少一项',
  'the value of an item is empty': '有一项的值为空',
  'a value contains a double quote': '值中含有双引号',
  'app_id must be 1 to 128 of the characters 0-9 A-Z a-z . _ ~ -':
    'app_id 必须是 1 到 128 个字符，只能使用 0-9 A-Z a-z . _ ~ -',
  'nonce_str must be 1 to 128 digits, letters or hyphens': 'nonce_str 必须是 1 到 128 个数字、字母或连字符',
  'timestamp is not a whole number of seconds in plain decimal digits': 'timestamp 不是以秒为单位的规范十进制整数',
  'the text after Bearer and one space is not a token': 'Bearer 和一个空格之后的内容不是令牌',
  'the Authorization header has a wrong auth type; the configured auth type or Bearer is expected':
    'Authorization 请求头开头的认证类型既不是所配置的类型，也不是 Bearer',
  'the Authorization header does not begin with a known auth type, but {expected} is expected; use --auth-type to expect another auth type':
    'Authorization 请求头的开头不是已知的认证类型，应为 {expected}；如果服务使用其他类型，请用 --auth-type 指定',
  'the Authorization header has the items of a signature after the word Bearer, but {expected} is expected before them':
    'Authorization 请求头的 Bearer 之后是签名的各项，其前应为 {expected}',
  'the Authorization header has a tab after the auth type {expected}, but a space is expected there':
    'Authorization 请求头的认证类型 {expected} 后面是制表符，那里应当是空格',
  'the Authorization header has a comma after the auth type {expected}, but a space is expected there':
    'Authorization 请求头的认证类型 {expected} 后面是逗号，那里应当是空格',
  'the Authorization header has the auth type {found}, but {expected} is expected; use --auth-type {same} to accept this one':
    'Authorization 请求头的认证类型是 {found}，应为 {expected}；如果服务使用前者，请指定 --auth-type {same}',
  'the mainland edition does not offer token authentication; sign the request':
    '中国大陆版不支持令牌认证，请对请求签名',
  'this service has no tokens; sign the request': '本服务没有配置令牌，请对请求签名',
  'the method is invalid: {fault:phrase}': '请求方法无效：{fault}',
  'it is not a token of ASCII letters, digits and marks': '它不是由 ASCII 字母、数字和 HTTP 允许的符号组成',
  'it is longer than 32 characters': '长度超过 32 个字符',
  'it is not in upper case': '没有使用大写字母',
  'the request target is invalid at character {offset:number}: {fault:phrase}':
    '请求目标在第 {offset} 个字符处（从 0 数起）无效：{fault}',
  'it is empty': '内容为空',
  'it does not start with /, and is not an absolute URL': '既不以 / 开头，也不是完整的 URL',
  'the host of the absolute URL is malformed': '完整 URL 中的主机部分格式错误',
  'it may contain only visible ASCII; percent-encode all other characters':
    '只能包含可见的 ASCII 字符，其余字符须做百分号编码（URL 编码）',
  'it contains #; a fragment is never part of a request': '请求目标不能包含 # 及其后的片段',
  'the request target is unknown: {detail}': '请求目标未知：{detail}',
  'the timestamp is {age:number} s old; at most {most:number} s are accepted':
    '时间戳是 {age} 秒之前的，最多允许 {most} 秒',
  'the timestamp looks like {unit:phrase}; seconds since 1970 are expected':
    '时间戳看起来是{unit}，而这里要求自 1970 年起的秒数',
  'the timestamp is {ahead:number} s in the future; at most {most:number} s are accepted':
    '时间戳比当前时间晚 {ahead} 秒，最多允许 {most} 秒',
  milliseconds: '毫秒',
  microseconds: '微秒',
  nanoseconds: '纳秒',
  'a date in digits': '用数字写的日期',
  'the replay guard cannot know whether this nonce was used before: the guard has just started or is full, and does not have all nonces with this timestamp; sign the request again':
    '防重放模块无法判断该随机串是否用过：该模块刚刚启动或者已满，没有这个时间戳的全部随机串；请重新签名',
  'the replay guard cannot know whether this nonce was used before: the guard has just started, is full or has lost its store, and does not have all nonces with this timestamp; wait {seconds:number} s, then sign the request again':
    '防重放模块无法判断该随机串是否用过：该模块刚刚启动、已满或者存储丢失，没有这个时间戳的全部随机串；请等待 {seconds} 秒后重新签名',
  'no key is registered for this app id': '该应用 ID 没有登记公钥',
  'the signature is {bytes:number} bytes long; no key of this app makes signatures of that length':
    '签名长 {bytes} 字节，而该应用的任何密钥都不会产生这个长度的签名',
  'the signature is 1 byte long; no key of this app makes signatures of that length':
    '签名长 1 字节，而该应用的任何密钥都不会产生这个长度的签名',
  'the signature is not canonical Base64 at character {offset:number} of the header: {fault:phrase}':
    '签名不是规范的 Base64，问题在请求头的第 {offset} 个字符处（从 0 数起）：{fault}',
  'a character is not in the standard alphabet': '有字符不在标准 Base64 字符集中',
  'the last group has only one character, which encodes nothing': '最后一组只有一个字符，无法解码',
  'the padding is missing or too long': '末尾的填充符 = 缺失或者过多',
  'the unused bits of the last character are not zero': '最后一个字符中未使用的比特不为零',
  "the signature is not valid for the string to sign and the app's key": '用该应用的公钥验证签名串，签名不通过',
  "the signature is not valid for the string to sign and any of the app's {keys:number} keys":
    '用该应用的 {keys} 个公钥逐一验证签名串，签名均不通过',
  'the signature is right, but its key is {state:phrase}': '签名正确，但所用的密钥{state}',
  revoked: '已被吊销',
  'not yet valid': '尚未生效',
  'no longer valid': '已经过期',
  'the nonce has been used before; each request needs a new one': '该随机串已被使用过，每次请求都要用新的随机串',
  'the token is not registered': '该令牌没有登记',
  'the body is larger than {limit:number} bytes': '请求体超过 {limit} 字节',
  'the connection ended before the whole body arrived': '请求体尚未传完，连接就断开了',
  'the body has a Content-Encoding, and a parser before the verifier keeps only the decompressed bytes; put the verifier before the parser to accept such bodies':
    '请求体带有 Content-Encoding，而验签之前的解析器只保留解压后的内容；要接收这样的请求体，请把验签放在解析器之前',
  'the body is not UTF-8 (other bytes, another charset, or a byte order mark), and a parser before the verifier keeps the body only as text; put the verifier before the parser, or let the parser keep the bytes':
    '请求体不是 UTF-8（含有其他字节、使用其他字符集，或者带有 BOM），而验签之前的解析器把它当作文本保存；请把验签放在解析器之前，或者让解析器保留原始字节',
  'internal error: other code read the request body before the verifier; put the verifier before every body parser, and before all other code that reads or replaces the body':
    '服务内部错误：其他代码在验签之前读取了请求体；请把验签放在所有请求体解析器之前，也放在其他会读取或替换请求体的代码之前',
  'the request is valid, but authorize refused the app': '身份已经确认，但 authorize 拒绝了该应用',
  'the signature was not checked: too many requests of this app wait for a check, or this request waited longer than timeoutMs':
    '签名未经验证：该应用等待验签的请求过多，或者该请求的等待时间已达 timeoutMs',
  'there is no verifier yet: {detail}': '验签器尚未就绪：{detail}',
  'keys, tokens or the authorization decision are unavailable: {detail}': '无法取得公钥、令牌或授权结果：{detail}',
  'the replay guard cannot answer: {detail}': '防重放模块无法应答：{detail}',
  'the replay guard remembers {quota:number} nonces of this key, which is its quota; send the request again when some of them have expired':
    '防重放模块为该密钥记录的随机串已达配额 {quota} 个，之后的请求须等其中一些过期',
  'misconfigured: {detail}': '配置错误：{detail}',
}
