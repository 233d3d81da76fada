/** What the inspector's page says beside a diagnosis: `apps/inspector`. */
import type { Phrases } from './dictionary.ts'

/** `page.html`. */
const markup: Phrases = {
  'Countersign inspector': 'Countersign 检查器',
  'Skip to the result': '跳到结果',
  'This page shows which text the caller signed, whether a verifier accepts the request, and if not, why. The page sends nothing and saves nothing.':
    '查看请求实际签名的内容，以及验签是否通过；如果不通过，找出原因。所有内容都不会离开本页，也不会保存。',
  'Parts of the page': '页面各部分',
  'Language of the page': '页面语言',
  Request: '请求',
  Result: '结果',
  Sign: '签名',
  'This page needs JavaScript. Please allow JavaScript for this page. The page sends nothing.':
    '本页依靠脚本工作，请允许运行脚本。它不会发送任何内容。',
  'This page is not in a secure context,': '本页不在安全上下文中，',
  'so the browser does not offer cryptography here. The header, the string to sign and the diagnosis still work. If you want to verify, sign, copy or use the examples, open the page over https, on localhost, or as a file.':
    '因此浏览器不允许它使用加密功能。请求头、签名串和诊断仍可使用；要验签、签名、复制或使用示例，请通过 https、localhost 或本地文件打开本页。',
  'The request': '请求',
  'from a file…': '从文件读取…',
  'Read the request from a file': '从文件读取请求',
  'Paste it: a curl command, raw HTTP, a HAR, or an export of Postman or Insomnia.':
    '粘贴请求：curl 命令、原始 HTTP、HAR，或者 Postman、Insomnia 的导出内容。',
  'Choose the file of the body': '选择请求体的文件',
  'choose the file…': '选择文件…',
  "The app's public key": '应用的公钥',
  'Paste one or more public keys, as PEM or JWK. If a key belongs to one app, write its app id with a colon, such as':
    '填写一个或多个公钥，PEM 或 JWK 均可。如果公钥属于某个应用，请在公钥前写上应用 ID 和冒号，例如',
  'before the key. A key without an app id is used for every app.': '。没有应用 ID 的公钥视为任意应用的公钥。',
  'What was read: method, target, Authorization, body': '读取到的内容：请求方法、请求目标、Authorization、请求体',
  Method: '请求方法',
  'Target, as on the request line': '请求目标，与请求行中的一致',
  'Paste the value or the whole line. If you paste several lines, each line is read as one Authorization header.':
    '请求头的值，或者整行。每一行算一个请求头。',
  Body: '请求体',
  'Take the body from a file': '从文件读取请求体',
  'Remove, and write text': '移除，改为输入文本',
  'The text that the caller signs, or the answer in which the service shows the string to sign':
    '调用方签名的文本，或者服务给出的签名串',
  'Signed text': '签名的文本',
  'Take the signed text from a file': '从文件读取签名的文本',
  'Paste the text as the program prints it. The page tells whether the caller signed this text, and where the text differs from the right text. You can also paste the answer of a service that shows the string to sign. Then the page compares this string with the request.':
    '按程序打印的原样填写。只需计算一次哈希，就能判断签名的是不是它，以及它与正确的签名串从哪里开始不同。也可以填写服务的响应：如果其中有服务所用的签名串，就把它与该请求的签名串对比。',
  "Other keys, URL, host and targets, time of arrival, the verifier's settings":
    '其他公钥、URL、主机名、请求目标、到达时间、验签设置',
  "Other apps' keys": '其他应用的公钥',
  'The diagnosis also tries these keys: perhaps one of them made the signature.':
    '诊断时也会尝试它们：签名可能是用其中某一个签的。',
  'URL that the caller used': '调用方请求的 URL',
  Host: '主机名',
  'Targets that the service knows': '服务已知的请求目标',
  'Write one target on each line. The diagnosis also tries these targets: perhaps the caller signed one of them.':
    '每行一个。诊断时也会尝试它们：签名的可能是其中某一个。',
  Verifier: '验签方',
  'Time of arrival, Unix seconds': '到达时间（Unix 秒）',
  'as in the header': '与请求头一致',
  now: '当前时间',
  'Max age, s': '时间戳最多早（秒）',
  'Max skew, s': '时间戳最多晚（秒）',
  'Auth type': '认证类型',
  Inspect: '检查',
  'Clear all': '全部清除',
  'The request has changed since it was inspected.': '检查之后，请求有改动。',
  'Or try an example:': '或者试试示例：',
  'What was found': '检查结果',
  'After you inspect a request, its verdict, the string to sign and the diagnosis are here.':
    '检查一个请求后，这里会显示验签结果、签名串和诊断。',
  'App id': '应用 ID',
  'Private key': '私钥',
  'make a key pair': '生成密钥对',
  'PEM or JWK. The key stays in this page. When you close the page, the key is gone. Do not paste the private key of a real service here: use the command countersign sign instead.':
    'PEM 或 JWK。密钥只在本页中使用，关闭页面后即消失。不要在这里粘贴正式服务的私钥，请改用命令 countersign sign。',
  'Its public key': '对应的公钥',
  'The verifier of this package makes the verdict, with the cryptography of this browser. It has no replay guard: only the service knows whether a nonce was used before.':
    '验签结果由本软件包自己的验签器得出，使用浏览器的加密功能，不含防重放检查：随机串是否已被使用过，只有服务知道。',
}

/** The result and the panel that signs. */
const results: Phrases = {
  'a right request': '正确的请求',
  'body serialized again': '请求体重新序列化',
  'two mistakes at once': '同时有两个错误',
  "another app's key": '另一个应用的密钥',
  'a guess': '只能猜测的情况',
  Accepted: '已接受',
  Refused: '已拒绝',
  'Refused: {reason}.': '已拒绝：{reason}。',
  'Accepted. The request was signed by {app}.': '已接受。该请求由 {app} 签名。',
  'The signature is right; the request was signed by ': '签名正确，该请求的签名方是 ',
  '.': '。',
  'Key {fingerprint}': '公钥 {fingerprint}',
  'everything that is checked before the signature is right, but the browser does not verify signatures on this page, because the page is not in a secure context':
    '签名之前的检查都通过了，但在当前环境中浏览器无法验签',
  "everything before the signature is in order; give the app's public key, and the signature is checked too":
    '签名之前的检查都通过了；提供该应用的公钥，就能验证签名',
  'Copy as Markdown': '复制为 Markdown',
  'Copy a link': '复制链接',
  Copy: '复制',
  copy: '复制',
  'Copy the Authorization header': '复制 Authorization 请求头',
  'Copy the curl command': '复制 curl 命令',
  copied: '已复制',
  'the browser does not allow it': '浏览器不允许复制',
  'without the body': '不含请求体',
  'No link: {why:phrase}.': '无法生成链接：{why}。',
  'the request seems to hold a token, a password or a private key': '请求中可能含有令牌、密码或私钥',
  'the request holds half of a surrogate pair, which has no UTF-8': '请求中有不完整的代理对，无法用 UTF-8 表示',
  'it would have at least {length:number} characters, and many programs cut links of more than {most:number}':
    '链接至少有 {length} 个字符，而超过 {most} 个字符的链接会被一些程序截断',
  'This link is longer than any that the page makes: it has more than {most:number} characters.':
    '这个链接超过了 {most} 个字符，不是本页生成的。',
  'This link is damaged, or another version of the page made it.': '这个链接已损坏，或者是其他版本的页面生成的。',
  'Authorization header': 'Authorization 请求头',
  'Parts of the Authorization header': 'Authorization 请求头的各部分',
  'The request has none.': '请求中没有。',
  'The request has {count:number}; a verifier takes exactly one.': '请求有 {count} 个，而验签方只接受一个。',
  'Token authentication. The token is a secret, and is not shown ({count:number} characters).':
    '令牌认证。令牌属于机密，不显示（{count} 个字符）。',
  'The page found neither the auth type {type} nor any of its items. Perhaps the header holds another kind of credential, so the page does not show it ({count:number} characters).':
    '请求头既没有认证类型 {type}，也没有其中的任何一项。它可能是其他类型的凭证，因此不显示（{count} 个字符）。',
  'Its parts; characters are counted from 0': '各部分；字符从 0 数起',
  'Its parts, line {line:number}; characters are counted from 0': '第 {line} 行的各部分；字符从 0 数起',
  Part: '部分',
  Value: '值',
  Check: '检查',
  'no key': '没有键名',
  'auth type': '认证类型',
  'from {offset:number}': '从 {offset} 起',
  'well formed': '格式正确',
  'character {offset:number}: ': '第 {offset} 个字符：',
  'expected 1 to 128 of the characters 0-9 A-Z a-z . _ ~ -': '应为 1 到 128 个字符，只能使用 0-9 A-Z a-z . _ ~ -',
  'expected 1 to 128 digits, letters or hyphens': '应为 1 到 128 个数字、字母或连字符',
  'expected a whole number of seconds, 0 or more': '应为以秒为单位的非负整数',
  'expected {rule}': '应为 {rule}',
  'String to sign': '签名串',
  'The string to sign': '签名串',
  'A request with a token is not signed.': '带令牌的请求没有签名。',
  'The header is not that of a signed request.': '这不是签名请求的请求头。',
  'The string to sign is not complete: {gaps:list}.': '签名串不完整：{gaps}。',
  'the method is malformed': '请求方法格式错误',
  'the target is malformed': '请求目标格式错误',
  'the header gives no timestamp': '请求头中没有时间戳',
  'the header gives no nonce': '请求头中没有随机串',
  Length: '长度',
  'The text itself is right. The caller then signed the digest instead of the text.':
    '签名串本身是对的，但签名的是它的摘要，而不是签名串。',
  'They differ in {places:phrase}; the first is at byte {offset:number}, {place:phrase}:':
    '两者有 {places}不同；第一处在第 {offset} 字节（{place}）：',
  '{count:number} place': '{count} 处',
  '{count:number} places': '{count} 处',
  ' signed was ': '签名的是 ',
  ', expected is ': '，应为 ',
  'What the caller signed': '调用方签名的内容',
  'What a verifier expects': '验签方期望的内容',
  'The text is not known; only its digest is in the signature.': '文本未知；签名中只有它的摘要。',
  ' of its digest': '（对其摘要）',
  '{count:number} bytes before': '前面还有 {count} 字节',
  '{count:number} bytes more': '后面还有 {count} 字节',
  '{count:number} bytes more, with {differences:number} difference': '后面还有 {count} 字节，其中 {differences} 处不同',
  '{count:number} bytes more, with {differences:number} differences':
    '后面还有 {count} 字节，其中 {differences} 处不同',
  END: '结束',
  "The caller's own text": '调用方给出的文本',
  Diagnosis: '诊断',
  'Diagnosis: {certainty:phrase}.': '诊断：{certainty}。',
  'Accepted, but you should change this': '建议修改',
  'What went wrong': '问题所在',
  'Perhaps:': '可能：',
  'at character {offset:number} of the header': '请求头的第 {offset} 个字符处',
  'refused for this': '因此被拒绝',
  'The right code': '正确的代码',
  'The right code in {language}': '{language} 的正确代码',
  'No code helps here in {language}.': '这里没有 {language} 的代码可供参考。',
  'in ': '语言：',
  'The diagnosis has failed.': '诊断失败。',
  'The diagnosis has failed: a fault of this page.': '诊断失败：这是本页的错误。',
  'The verdict above is still right. Use the command countersign diagnose for this request, and please report this fault to us.':
    '上面的验签结果仍然有效。请用 countersign diagnose 检查同一个请求，并反馈这个错误。',
  'Stopping…': '正在停止…',
  Stop: '停止',
  Stopped: '已停止',
  Diagnosing: '正在诊断',
  'Diagnosing: {mistakes:phrase}.': '正在诊断：{mistakes}。',
  'without a mistake': '没有错误的情况',
  'one mistake': '一个错误',
  '{count:number} mistakes at once': '{count} 个错误同时出现',
  'Continue the search, without a limit': '不设上限，继续搜索',
  'The body is not text, and this browser cannot decompress {codings:list}. If the body is compressed in this way, use the command countersign diagnose: it also tries the body before compression.':
    '请求体不是文本，而本浏览器无法解压 {codings}。如果它用了这种压缩，countersign diagnose 可以查找压缩之前签名的内容。',
  'Diagnosis stopped.': '诊断已停止。',
  'No text was tried before the stop.': '停止之前没有尝试过任何文本。',
  'Before the stop, the search had tried at least {tried:phrase}, {mistakes:phrase}.':
    '停止之前至少尝试了 {tried}（{mistakes}）。',
  '{count:number} text': '{count} 种签名串',
  '{count:number} texts': '{count} 种签名串',
  'The search was stopped during a long step, so there is no report. Such steps happen with a large body.':
    '搜索在一个较长的步骤中途停止（请求体较大时会这样），因此没有报告。',
  'The verdict stands. Inspect the request again to let the search come to its end.':
    '验签结果仍然有效。请再检查一次，让搜索运行到结束。',
  'Used part of the budget': '已完成的工作量',
  'Part of the search that is done': '已尝试的比例',
  'Looking at the signature…': '正在查看签名…',
  'Trying {mistakes:phrase}: {seconds:number} s, {tried:phrase} so far':
    '正在尝试{mistakes}：{seconds} 秒，已尝试 {tried}',
  Signed: '已签名',
  'Use this request above': '把该请求填到上面',
  'curl command': 'curl 命令',
}

/** What the fields say. */
const fields: Phrases = {
  'Read: {request}, {lines:phrase}, {length:phrase} of body.': '已读取：{request}，{lines}，请求体 {length}。',
  'Read: {request}, {lines:phrase}.': '已读取：{request}，{lines}。',
  '{count:number} Authorization line': '{count} 个 Authorization 请求头',
  '{count:number} Authorization lines': '{count} 个 Authorization 请求头',
  'The file does not have the body.': '文件中没有请求体。',
  'The text does not tell what the body was.': '从这段文本无法得知请求体。',
  'The line has no body.': '这一行没有请求体。',
  'The page needs the body for a verdict. Give the body here or in the field Body.':
    '没有请求体就无法验签：请在这里或“请求体”处提供。',
  'The page inspects nothing until it can read this text.': '能够读取之前不会进行检查。',
  'To write the parts yourself, clear all.': '要自己填写各部分，请全部清除。',
  'To write the parts yourself, empty this box.': '要自己填写各部分，请清空这个输入框。',
  'Paste it here, or complete the parts below.': '请粘贴到这里，或者在下面补全各部分。',
  'There is no request yet: paste one here, or write its parts below.':
    '还没有请求：请在这里粘贴，或者在下面填写各部分。',
  'The body is missing: the command puts it together from {count:number} files ({files}).':
    '缺少请求体：命令用 {count} 个文件拼成请求体（{files}）。',
  'Give the whole body, here or in the field Body.': '请在这里或“请求体”处提供完整的请求体。',
  'The body is missing: the command takes it from its standard input.': '缺少请求体：命令从标准输入读取它。',
  'The body is missing: the command takes it from the file {file}.': '缺少请求体：命令从文件 {file} 读取它。',
  'The page needs the body for a verdict.': '没有请求体就无法验签。',
  'The link does not have the body ({length:phrase}). The page needs the body for a verdict. Give the body here or in the field Body.':
    '这个链接生成时不含请求体（{length}）。请在这里或“请求体”处提供：没有它就无法验签。',
  '{length:phrase} in UTF-8': 'UTF-8 编码 {length}',
  '{length:phrase} in UTF-8, the last a line feed': 'UTF-8 编码 {length}，最后一个字节是换行符',
  '{length:phrase} in UTF-8, with LF as line end': 'UTF-8 编码 {length}，以 LF 换行',
  '{length:phrase}, {source:phrase}; too many for a text field.': '{length}，{source}；超出了文本框的容量。',
  '{length:phrase}, {source:phrase}; not all of them can be written in a text field.':
    '{length}，{source}；其中有文本框无法表示的字节。',
  'from the request': '来自请求',
  'from the link': '来自链接',
  'from {file}': '来自 {file}',
  '{file} was not read: it has {size:number} bytes, and this page reads at most {most:number}. countersign diagnose reads larger ones.':
    '没有读取 {file}：它有 {size} 字节，而本页最多读取 {most} 字节。更大的文件请用 countersign diagnose。',
  'The header has no timestamp that can be read.': '请求头中没有可以读取的时间戳。',
  'write the time of arrival as a whole number of seconds; if the field is empty, the page uses the current time':
    '到达时间应为整秒数；留空表示当前时间',
  'paste a public key here, as PEM or JWK; you can write an app id and a colon before the key':
    '这里应为公钥（PEM 或 JWK），前面可以写“应用 ID:”',
  'the name before the colon is no app id, {rule}':
    '冒号前面的名称不是应用 ID；应为 1 到 128 个字符，只能使用 0-9 A-Z a-z . _ ~ -',
  'this is a certificate; take the key out of it: openssl x509 -in FILE -pubkey -noout':
    '这是证书；请从中取出公钥：openssl x509 -in FILE -pubkey -noout',
  'a private key belongs here: paste one, or make a key pair': '这里应为私钥：请粘贴私钥，或者生成密钥对',
  'the app id must be {rule}': '应用 ID 必须是 1 到 128 个字符，只能使用 0-9 A-Z a-z . _ ~ -',
}

/** Keys that cannot be read: `core/readerWords.ts`, `core/platformKeyWords.ts`. */
const keys: Phrases = {
  '{problem:known} (found {found})': '{problem}（实际为 {found}）',
  'there is no key; is the environment variable set, and the file not empty?':
    '没有密钥；环境变量设置了吗？文件是否为空？',
  'this is a private key instead of a public key; keep it secret and give the public key':
    '这是私钥而不是公钥；请妥善保密，并提供公钥',
  'this is a public key instead of a private key': '这是公钥而不是私钥',
  'the key is not an RSA key': '它不是 RSA 密钥',
  'this is a symmetric key; the scheme signs with an RSA key': '这是对称密钥，而本方案用 RSA 密钥签名',
  'the key is for RSASSA-PSS only; the scheme signs with RSASSA-PKCS1-v1_5':
    '该密钥只能用于 RSASSA-PSS，而本方案用 RSASSA-PKCS1-v1_5 签名',
  'the modulus is shorter than 2048 bits': '模数不足 2048 位',
  'the modulus is longer than 8192 bits': '模数超过 8192 位',
  'the modulus is longer than the setting maxKeyBits; raise it to accept the key':
    '模数超过设置 maxKeyBits；要接受该密钥，请调大它',
  'the modulus is even, so the key is damaged': '模数是偶数，密钥已损坏',
  'the public exponent is not an odd number from 65537 to 2^32 - 1': '公钥指数不是 65537 到 2^32 - 1 之间的奇数',
  'the key is for another use than RS256 signatures': '该密钥的用途不是 RS256 签名',
  'this runtime does not support this kind of key or this operation': '当前运行环境不支持这种密钥或这个操作',
  "the platform's own crypto refuses this key": '运行环境自带的加密功能不接受该密钥',
  'this is not a key: give one whole PEM block, DER, a JWK or a JWK Set (or, in a program, a CryptoKey or KeyObject)':
    '这不是密钥：应为一个完整的 PEM、DER、JWK 或 JWK Set',
  'this is only the first line of a PEM; where the key is set, such as in a .env file, put the whole PEM in quotes':
    '这只是 PEM 的第一行；在设置密钥的地方（例如 .env 文件）请给整个密钥加引号',
  'the end of the PEM is missing, with its line END; copy the whole key': 'PEM 缺少末尾的 END 行；请复制完整的密钥',
  'the PEM has the letter n where its lines should end, so a shell has removed the backslashes; where the key is set, put it in single quotes':
    'PEM 中应换行的位置是字母 n，说明 shell 去掉了反斜杠；在设置密钥的地方请加单引号',
  'there are quotes around the key; remove them: String(key).trim().slice(1, -1)':
    '密钥两侧有引号，请去掉：String(key).trim().slice(1, -1)',
  'the key is in a JSON string, with quotes and backslashes; decode it: JSON.parse(key)':
    '密钥在 JSON 字符串中，带有引号和反斜杠，请解码：JSON.parse(key)',
  'this is text in UTF-16, which some Windows programs write; save it as UTF-8':
    '这是 UTF-16 文本，有的 Windows 程序会这样保存；请另存为 UTF-8',
  'this is the path of a file; give the content of the file: readFileSync(path)':
    '这是文件的路径；请提供文件的内容：readFileSync(path)',
  'this begins like a JWK, but is not JSON': '开头像 JWK，但不是 JSON',
  'this is a key in the format of OpenSSH; convert it with ssh-keygen: -m PEM -p for a private key, -m PKCS8 -e for a public one':
    '这是 OpenSSH 格式的密钥；请用 ssh-keygen 转换：私钥用 -m PEM -p，公钥用 -m PKCS8 -e',
  'there is more than one PEM block; put each key into a file of its own':
    '有多个 PEM 块；请把每个密钥放在单独的文件中',
  'there is text before or after the PEM block; remove it': 'PEM 前后有其他文本，请去掉',
  'the PEM block is not well-formed Base64': 'PEM 中的 Base64 格式错误',
  'the DER of this RSA key is malformed, or is not the form that the PEM lines name':
    '密钥的内容不是它所声明的形式的 RSA 密钥（DER）',
  'there are bytes after the end of the key, or its encoding is not canonical': '密钥末尾之后还有字节，或者编码不规范',
  'this PEM uses the old encryption of PKCS#1; convert it: openssl pkcs8 -topk8 -in OLD.pem -out NEW.pem':
    '该 PEM 使用旧的 PKCS#1 加密；请转换：openssl pkcs8 -topk8 -in OLD.pem -out NEW.pem',
  'the private key is encrypted, but no passphrase was given': '私钥已加密，但没有提供口令',
  'the private key has more than two primes, which few platforms can use': '私钥有两个以上的素数，很少有平台能使用',
  'the JWK is not a well-formed RSA key: a member is missing or malformed':
    'JWK 不是格式正确的 RSA 密钥：缺少字段或字段格式错误',
  'the numbers of the private key do not belong together, so the key is damaged; export it again':
    '私钥中的各个数互不相符，密钥已损坏；请重新导出',
}

export const pagePhrases: Phrases = { ...markup, ...results, ...fields, ...keys }
