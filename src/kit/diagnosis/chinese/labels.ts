/**
 * The words that the command `diagnose` and the ticket write around a report, in Chinese: labels, counts, and the sentences about
 * the request itself. The sentences of the report are in `mistakes.ts`, `reports.ts` and `tellings.ts`.
 */
import type { Phrases } from './dictionary.ts'

/** One report on the command line: `apps/cli/reportText.ts`, `sideBySide.ts`, `diagnose.ts`. */
const command: Phrases = {
  // After a label.
  ' ': '',
  ': ': '：',
  '; ': '；',
  '(': '（',
  ')': '）',
  ' (': '（',
  '.)': '。）',
  accepted: '已接受',
  refused: '已拒绝',
  'note:': '说明：',
  'next:': '下一步：',
  'more:': '详情：',
  'the request was signed by {app}': '该请求由 {app} 签名',
  ', at character {offset:number} of the line': '，位于该行第 {offset} 个字符处（从 0 数起）',
  ' refused for this': ' 因此被拒绝',
  'Use --now to give another time of arrival.': '可用 --now 给出其他到达时间。',
  'the digest that was signed        ': '签名的摘要        ',
  'the digest that should be signed  ': '应签内容的摘要    ',
  'The caller then signed the digest instead of the text.': '然后签名的是它的摘要，而不是文本本身。',
  'what the caller signed': '调用方签名的内容',
  'what the caller hashed': '调用方做哈希的内容',
  'what it should have signed': '应当签名的内容',
  'what arrived': '到达的内容',
  'In place of each token and password stands ***.': '令牌和密码都以 *** 代替。',
  'what fits the header': '与请求头相符的内容',
  'The signed text agrees with the header, {length:number} bytes.': '签名的内容与请求头一致，共 {length} 字节。',
  'The text is right, {length:number} bytes.': '签名串正确，共 {length} 字节。',
  'The right code: --code {languages}':
    '正确的代码：--code，可选 javascript、python、java、go、php、csharp、ruby、shell',
  'Right, in {language}:': '正确的代码（{language}）：',
  '{count:number} more line, of which {differing:number} differs': '另有 {count} 行，其中 {differing} 行不同',
  '{count:number} more lines, of which {differing:number} differs': '另有 {count} 行，其中 {differing} 行不同',
  '{count:number} more lines, of which {differing:number} differ': '另有 {count} 行，其中 {differing} 行不同',
  '{count:number} more line, of which {differing:number} differ': '另有 {count} 行，其中 {differing} 行不同',
  '{count:number} line alike': '{count} 行相同',
  '{count:number} lines alike': '{count} 行相同',
  'the method arrived as {sent}; the policy method-case reads it as {method}, but other services may not':
    '到达的方法是 {sent}；策略 method-case 把它当作 {method}，其他服务未必如此',
  'the key was given without an app id, so it was used for every app; to check that it is the key of {app}, give APPID=FILE':
    '该公钥被视为任意应用的公钥；用 APPID=FILE 可以确认它是不是 {app} 的公钥',
  'The body is not known, so only header, clock and key were checked; to search for the signed text, give the body with --body.':
    '不知道请求体是什么：只检查了请求头、时钟和密钥；用 --body 提供请求体后可以还原签名内容。',
  'The file does not have the body, so only header, clock and key were checked; to search for the signed text, give the body with --body.':
    '请求体没有随请求一起保存：只检查了请求头、时钟和密钥；用 --body 提供请求体后才能查找签名的内容。',
  'no body was given with --body, so an empty body is used': '没有用 --body 提供请求体，因此视为空',
  'The request has no body; if one was sent, give it with --body.':
    '请求没有请求体；如果实际发送过，请用 --body 提供。',
}

/** A folder of refused requests: `apps/cli/caseload.ts`. */
const folder: Phrases = {
  'there is no request in {folder}: files of requests end in .http, .txt, .har, .json or .sh':
    '{folder} 中没有请求：请求文件的扩展名是 .http、.txt、.har、.json 或 .sh',
  '{count:number} request of {apps:number} app': '{count} 个请求，{apps} 个应用',
  '{count:number} requests of {apps:number} app': '{count} 个请求，{apps} 个应用',
  '{count:number} requests of {apps:number} apps': '{count} 个请求，{apps} 个应用',
  '{count:number} request': '{count} 个请求',
  '{count:number} requests': '{count} 个请求',
  'of no known app': '未知应用',
  ', by {agents}': '，来自 {agents}',
  ', at {time}': '，时间 {time}',
  ', since {first}, last {last}': '，最早 {first}，最近 {last}',
  'Look at:': '请查看：',
  'Write:': '请告知调用方：',
  'For your own service:': '请检查自己的服务：',
  'one of several causes': '几种原因之一',
  'visible in the signature': '从签名看出',
  'visible in header and clock': '从请求头和时钟看出',
  'nothing is wrong': '没有问题',
  'no cause found': '未找到原因',
  'not read': '无法读取',
  'the reason of the refusal': '拒绝原因',
  'Paste the request itself.': '请粘贴请求本身。',
  'The key of {app} made the signature, but the header names {named}, an app id that is not registered.':
    '签名所用的密钥属于 {app}，而请求头中写的是没有登记的应用 ID {named}。',
  'Let the header name {app}.': '请在请求头中写 {app}。',
  'The app id {app} is not registered; {near} is registered.': '应用 ID {app} 没有登记；登记的是 {near}。',
  'The app id {app} is not registered.': '应用 ID {app} 没有登记。',
  'In the header, write exactly the app id under which the key was registered.':
    '请在请求头中逐字符写登记公钥时的应用 ID。',
  'The signature was not made with the key that is registered for {app:phrase} ({keys}), or the signature was damaged on its way.':
    '签名所用的不是 {app} 登记的密钥（{keys}），或者签名在途中被破坏。',
  'The signature was not made with the key that is registered for {app:phrase}, or the signature was damaged on its way.':
    '签名所用的不是 {app} 登记的密钥，或者签名在途中被破坏。',
  'the app': '该应用',
  'openssl pkey -in private_key.pem -pubout -outform DER | sha256sum prints the fingerprint of the key that signs. If the fingerprint is different, sign with the registered key, or register the new key.':
    'openssl pkey -in private_key.pem -pubout -outform DER | sha256sum 会打印签名所用密钥的指纹。如果不一致，请用登记的密钥签名，或者登记新的公钥。',
  'The timestamp is {detail:phrase} earlier than the time when the request arrived.':
    '时间戳比请求到达的时间早 {detail}。',
  'The timestamp is {detail:phrase} later than the time when the request arrived.':
    '时间戳比请求到达的时间晚 {detail}。',
  'The service refused at least {requests:phrase} and did not save them: it saves only some requests in each minute. Its log has the reasons.':
    '服务至少拒绝了{requests}，但没有保存：它每分钟只保存一定数量的请求。拒绝的原因见服务的日志。',
  '{count:number} refused request': '{count} 个被拒绝的请求',
  '{count:number} refused requests': '{count} 个被拒绝的请求',
  '{count:number} more request': '另外 {count} 个请求',
  '{count:number} more requests': '另外 {count} 个请求',
  'reading {files:phrase} …': '正在读取 {files}……',
  '{done:number} of {files:phrase}': '已读取 {done}，共 {files}',
  '{count:number} file': '{count} 个文件',
  '{count:number} files': '{count} 个文件',
  'The timestamp and the time when the request arrived differ: {detail:phrase}.':
    '时间戳与请求到达的时间相差 {detail}。',
  'Synchronize the clock of the machine with a time server. Sign each request just before you send it.':
    '请用时间服务器校准机器的时钟，并在发送时才对请求签名，不要提前签名。',
  'countersign explain {reason} says what to do.': 'countersign explain {reason} --lang zh 说明如何处理。',
  'No known mistake explains what the caller signed.': '已知的错误都无法解释调用方实际签名的内容。',
  'Send us the exact bytes that your program gives to the signing function.':
    '请把你们的程序传给签名函数的确切字节发给我们。',
  'Save these bytes in a file, and run: countersign diagnose --request FILE --signed TEXT.':
    '把这些字节保存为文件，然后运行：countersign diagnose --request FILE --signed TEXT。',
}

/** The ticket for the caller: `ticket.ts`. */
const ticket: Phrases = {
  Accepted: '已接受',
  'The signature is right; the request was signed by {app}.': '签名正确，该请求由 {app} 签名。',
  'Refused: {reason}': '已拒绝：{reason}',
  'No verdict': '没有验签结果',
  'Request: {request} (the rest of the target is not shown: it seems to hold a secret), {count:number} byte of body':
    '请求：{request}（请求目标的其余部分不显示：其中可能含有机密），请求体 {count} 字节',
  'Request: {request} (the rest of the target is not shown: it seems to hold a secret), {count:number} bytes of body':
    '请求：{request}（请求目标的其余部分不显示：其中可能含有机密），请求体 {count} 字节',
  'Request: not shown here (it seems to hold a secret), {count:number} byte of body':
    '请求：这里不显示（其中可能含有机密），请求体 {count} 字节',
  'Request: not shown here (it seems to hold a secret), {count:number} bytes of body':
    '请求：这里不显示（其中可能含有机密），请求体 {count} 字节',
  'Request: {request}, {count:number} byte of body': '请求：{request}，请求体 {count} 字节',
  'Request: {request}, {count:number} bytes of body': '请求：{request}，请求体 {count} 字节',
  'Authorization: another kind of credential, not shown here': 'Authorization：其他类型的凭证，这里不显示',
  'Authorization: none': 'Authorization：没有',
  'App id: {value:phrase}': '应用 ID：{value}',
  'Nonce: {value:phrase}': '随机串：{value}',
  'Timestamp: {value:phrase}; judged at {now}': '时间戳：{value}，验签时间 {now}',
  missing: '缺失',
  empty: '空',
  'The message is not shown here: it seems to hold a secret.': '这里不显示消息：其中可能含有密钥。',
  'Verifier: {type}, max age {age:number} s, max skew {skew:number} s':
    '验签方：{type}，时间戳最多早 {age} 秒，最多晚 {skew} 秒',
  "The caller's own text: {verdict:phrase}": '调用方给出的文本：{verdict}',
  'Next:': '下一步：',
  'Signed and expected': '签名的内容与应签的内容',
  'The texts are not shown here: they seem to hold a token, a password or a private key.':
    '这里不显示文本：其中可能含有令牌、密码或私钥。',
  'They first differ at byte {offset:number} ({part:phrase}): the signed byte is {signed:phrase}, the expected byte is {expected:phrase}.':
    '第一处不同在第 {offset} 字节（{part}）：签名的是 {signed}，应为 {expected}。',
  'They first differ at byte {offset:number} ({part:phrase}).': '第一处不同在第 {offset} 字节（{part}）。',
  'What the caller signed:': '调用方签名的内容：',
  'What a verifier expects:': '验签方期望的内容：',
  signed: '签名的',
  expected: '应签的',
}

/** This phrase would fit longer ones that begin like it, so it is looked at after them. */
const shortestCommand: Phrases = {
  'countersign explain {reason}': 'countersign explain {reason} --lang zh',
}

export const labels: ReadonlyArray<Phrases> = [command, folder, ticket, shortestCommand]
