/** What a report says round its findings: `reportWords.ts`, `headline.ts`, `claimWords.ts`, `difference.ts`. */
import type { Phrases } from './dictionary.ts'

/** How certain it is, what that rests on, and what to do next. */
const certainty: Phrases = {
  'Nothing to diagnose': '无需诊断',
  'No signature': '没有签名',
  Exact: '已确定原因',
  'Exact except for the time': '除时间外已确定原因',
  'If you change the {parts:phrase}, make the change in the header and in the signed text.':
    '如果更换{parts}，请求头和签名内容都要更换。',
  'timestamp and the nonce': '时间戳和随机串',
  'Text found, cause not certain': '已还原签名内容，原因未能唯一确定',
  'Depends on the time': '取决于时间',
  'Found without the signed text': '已发现问题，未还原签名内容',
  'Found in part': '找到了部分原因',
  'Not found': '未找到原因',
  '{count:number} mistakes together': '{count} 个错误同时出现',
  '{count:number} text tried': '尝试了 {count} 种可能的签名串',
  '{count:number} texts tried': '尝试了 {count} 种可能的签名串',
  '{count:number} text tried, and not all': '尝试了 {count} 种可能的签名串，未全部尝试',
  '{count:number} texts tried, and not all': '尝试了 {count} 种可能的签名串，未全部尝试',
  '{count:number} text tried, then stopped': '尝试了 {count} 种可能的签名串后停止',
  '{count:number} texts tried, then stopped': '尝试了 {count} 种可能的签名串后停止',
  'the key of {app}, {fingerprint}, {bits:number} bits, made the signature':
    '签名所用的密钥属于 {app}，指纹 {fingerprint}，{bits} 位',
  'the key {fingerprint}, {bits:number} bits, made the signature': '签名所用密钥的指纹是 {fingerprint}，{bits} 位',
  'User-Agent names {sender:phrase}': 'User-Agent 显示为 {sender}',
  'Or only this mistake:': '也可能只是这一个错误（签名内容相同）：',
  'Or these {count:number} mistakes together:': '也可能是这 {count} 个错误同时出现（签名内容相同）：',
  'It depends on the time of arrival.': '这取决于请求到达的时间。',
  'Only the time of the request is wrong. All other checks accept it.': '该请求只有时间不对，其他检查都通过。',
  'The service checks the time first, and refuses the request for it. Also with a right time, the service refuses this request: {reason}.':
    '服务先检查时间，因此拒绝它。即使时间正确，服务也会拒绝它：{reason}。',
  'This request suggests one thing to check:': '从该请求来看，可以先检查这一点：',
  'The signature and the time are right, but the nonce was used before.': '签名和时间都正确，但随机串已被使用过。',
  'Sign each attempt again, with a new nonce.': '每次发送都要重新签名。',
  'The request has no Authorization header, so nothing in it is signed. Either the caller did not send the header, or a redirect or a proxy removed it on the way.':
    '请求没有 Authorization 请求头，因此没有签名。可能是调用方没有发送它，也可能是在途中丢失：客户端跟随了重定向，或者被代理去掉了。',
  'The request has a token, so nothing in it is signed.': '请求带的是令牌，因此没有签名。',
  'There is nothing to diagnose: the caller signed the text that a verifier expects.':
    '无需诊断：签名的内容与验签方所期望的一致。',
  'The digest in the signature proves which text was signed. No other cause explains this text as simply.':
    '签名中的摘要证明了实际签名的内容；其他可能的原因都更复杂。',
  'The digest in the signature proves that the caller signed the right text. So the fault is in another part of the request.':
    '签名中的摘要证明调用方签名的内容正确。问题在请求的其他部分。',
  'The digest in the signature proves which text was signed. The list shows, part by part, how this text differs from the right text. Perhaps another cause explains the same text.':
    '签名中的摘要证明了实际签名的内容。下面逐个部分说明它与正确内容的差别；也可能有其他原因得到同样的内容。',
  'The digest in the signature proves which text was signed. More than one explanation is possible; all of them are listed.':
    '签名中的摘要证明了实际签名的内容；可能的解释不止一种，都列在下面。',
  'The digest in the signature proves which text was signed. The search ended before it looked for other causes.':
    '签名中的摘要证明了实际签名的内容；但搜索提前结束，没有来得及查找其他原因。',
  'The signed text is the text that a verifier expects.': '签名的内容与验签方所期望的一致。',
  'This is visible without a key.': '这一点不用公钥也能看出。',
  "If you give the app's public key, the diagnosis can also find out which text was signed.":
    '提供该应用的公钥，就能从签名中还原实际签名的内容。',
  'The request shows this by itself.': '请求本身就表明了这一点。',
  'There may be more mistakes.': '可能还有其他问题。',
  'The signature cannot be read, so the diagnosis cannot find out which text was signed.':
    '无法读出签名，因此无法得知实际签名的内容。',
  'The signature does not fit any key given here, so the diagnosis cannot find out which text was signed.':
    '提供的公钥都与签名不匹配，因此无法得知实际签名的内容。',
  'Not every key was tried, and the signature does not fit any tried key, so the diagnosis cannot find out which text was signed.':
    '没有尝试所有公钥，已尝试的都与签名不匹配，因此无法得知实际签名的内容。',
  'This is visible in the header or in the signature itself. The signed text is not known: {how:phrase}':
    '这一点从请求头或签名本身就能看出。实际签名的内容仍然未知：{how}',
  'the diagnosis cannot calculate this hash, so it tried no text.': '诊断无法计算这种哈希，因此没有尝试任何文本。',
  'This is visible in the request itself. The diagnosis did not look for the signed text.':
    '这一点从请求本身就能看出。诊断没有查找实际签名的内容。',
  'no known mistake leads to the text that was signed.': '已知的错误都得不到实际签名的内容。',
  '{stopped:phrase}. It did not find the text that was signed: {stage:phrase}.':
    '{stopped}，没有找到实际签名的内容：{stage}。',
  '{stopped:phrase}. It did not find the text that was signed.': '{stopped}，没有找到实际签名的内容。',
  'the search ended': '搜索提前结束',
  'the search was stopped': '搜索已停止',
  'the search used up its budget': '搜索因预算用完而停止',
  'the search used up its budget, the work of {budget:number} ms on an idle machine (to search longer, give a larger --budget)':
    '搜索因预算用完而停止（相当于空闲机器运行 {budget} 毫秒，可用 --budget 增加）',
  'not all mistakes were tried': '没有尝试完所有的错误',
  'each mistake was tried alone, but not all pairs': '每种错误都单独尝试过，但没有尝试完所有的两两组合',
  'each mistake was tried alone, and all pairs of mistakes except pairs with the rarest forms, but not all groups of three':
    '每种错误都单独尝试过，除最少见的形式之外也尝试过两两组合，但没有尝试完三个错误的组合',
  '{ids} failed and was skipped; please report it.': '{ids} 执行出错，已跳过；请反馈这个问题。',
  '{ids} failed and were skipped; please report it.': '{ids} 执行出错，已跳过；请反馈这个问题。',
  'Tried: each mistake alone; also two and three mistakes at the same time, except with the rarest forms.':
    '已尝试：每种错误单独出现；除最少见的形式之外，两个和三个错误同时出现。',
  'If all other parts are right, the caller signed none of these: {counts:list}.':
    '在其余部分都正确的前提下，已排除：{counts}。',
  '{count:number} other methods': '{count} 个其他请求方法',
  '{count:number} other targets': '{count} 个其他请求目标',
  '{count:number} other timestamps': '{count} 个其他时间戳',
  '{count:number} other nonces': '{count} 个其他随机串',
  '{count:number} other bodies': '{count} 个其他请求体',
  '{count:number} other ways to join the parts': '{count} 种其他的连接方式',
  '{count:number} other digests of the text': '{count} 个其他的签名串摘要',
  'The search cannot try another random nonce, another job, the body of another request, or a body that did not arrive (browsers send none with GET, and some proxies and CDNs drop the body of GET and DELETE), because the request does not show them.':
    '无法尝试：另一个随机生成的随机串、另一个任务、另一个请求的请求体、没有到达的请求体（浏览器的 GET 不发送请求体，有些代理和 CDN 会丢弃 GET 和 DELETE 的请求体）。请求中没有它们的任何线索。',
  'The host of the service was not given (--host), so mistakes with it were not tried.':
    '没有提供服务的主机名（--host），因此没有尝试与它有关的错误。',
  'The URL that the caller called was not given (--url), so mistakes with it were not tried.':
    '没有提供调用方访问的 URL（--url），因此没有尝试与它有关的错误。',
  host: '主机名',
  URL: 'URL',
  'Check first what this request suggests.': '请先检查这个请求所提示的问题。',
  'Give the URL that the caller called (--url), above all if a proxy stands before the verifier.':
    '请提供调用方访问的 URL（--url），验签方前面有代理时尤其需要。',
  'The targets of the service were not given (--paths). Perhaps the caller signed another target.':
    '没有提供服务的请求目标（--paths）：调用方可能签名了另一个请求目标。',
  'Ask the caller to print the text that it signs. Give this text with --signed. The diagnosis hashes this text, and so knows for sure whether the caller signed it.':
    '让调用方打印出它所签名的文本，并作为签名文本提供（--signed）：只需计算一次哈希，就能判断签名的是不是它。',
  "Look at the request in the debug output of the caller's HTTP library. If it has Authorization there, check each redirect and proxy on the way.":
    '用 HTTP 库的调试输出查看调用方发出的请求：如果其中有 Authorization，再检查途中的每一次重定向和每一个代理。',
  'Ask the caller to sign its requests, or accept tokens (serve --tokens, in an edition that has tokens).':
    '让调用方对请求签名，或者启用令牌（serve --tokens，仅限支持令牌的版本）。',
  'countersign explain {reason} says what to do about this refusal.':
    'countersign explain {reason} --lang zh 说明如何处理这种拒绝。',
  'If the service refuses exactly this request, then its key, clock or settings are not the ones given here. Compare them.':
    '如果服务拒绝的正是这个请求，说明它的公钥、时钟或设置与这里提供的不同：请逐一对比。',
  'Ask the caller which key it uses to sign. countersign key FILE prints the fingerprint of a key. Compare it with the fingerprint of the registered key.':
    '请调用方确认签名所用的密钥：countersign key FILE 会打印其指纹，把它与登记的公钥的指纹对比。',
}

/** What was signed, and what was sent. */
export const headline: Phrases = {
  'signed the string to sign, and sent this string as the body': '签名的是签名串，又把它作为请求体发送',
  'signed what was sent': '签名的与发送的一致',
  'signed the right text, but by another algorithm': '签名的内容正确，但用了其他算法',
  'signed the right text, but the digest is cut': '签名的内容正确，但摘要被截断',
  'the signature is right, but the request was refused for its timestamp': '签名正确，请求因时间戳被拒绝',
  'the signature is right, but the request was refused for its nonce': '签名正确，请求因随机串被拒绝',
  'signed what was sent, but wrote several parts of the Authorization header wrongly':
    '签名的与发送的一致，但 Authorization 请求头中有几处写错了',
  'the signature is right, but the request was refused for another reason': '签名正确，请求因其他原因被拒绝',
  'signed no body, sent a body of {sent:phrase}': '签名时没有请求体，发送了 {sent}的请求体',
  'signed a body of {signed:phrase}, sent no body': '签名的请求体有 {signed}，发送时没有请求体',
  'signed the right text, but encoded the signature wrongly': '签名串正确，签名的编码有误',
  'signed the right text, but wrote the Authorization header wrongly': '签名串正确，Authorization 请求头的写法有误',
  'signed one body of {length:phrase}, sent another': '签名的请求体与发送的不同，都是 {length}',
  'signed a body of {signed:phrase}, sent a body of {sent:phrase}': '签名的请求体有 {signed}，发送的有 {sent}',
  'signed a digest of the text instead of the text itself': '签名的是签名串的摘要',
  'signed the parts in the order {order}': '签名时各部分的顺序是 {order}',
  'signed a text without {parts:list}': '签名的文本中没有{parts}',
  'signed the empty text': '签名的是空文本',
  'signed the right text, and {added:phrase} more from byte {offset:number} on':
    '签名的文本正确，但从第 {offset} 字节起多了 {added}',
  'signed no {missing}': '签名的内容缺少 {missing}',
  'signed {joint:phrase} before the first line': '签名的第一行前面多了{joint}',
  'signed the parts with {joint:phrase} between them': '签名的各部分之间是{joint}',
  'signed only the first {count:number} of {all:number} bytes of the right text':
    '只签名了正确文本 {all} 字节中的前 {count} 字节',
  'signed {joint:phrase} between the two bodies': '签名的两个请求体之间是{joint}',
  'signed {joint:phrase} before the body': '签名的请求体前面是{joint}',
  'signed {joint:phrase} at the end of the text': '签名的文本末尾多了{joint}',
  'signed {joint:phrase} after the body': '签名的请求体后面多了{joint}',
  'a line feed': '一个换行符',
  'two line feeds': '两个换行符',
  'a CR LF': '一个 CR LF',
  'a carriage return': '一个回车符',
  'a space': '一个空格',
  'a backslash and an n': '一个反斜杠和一个 n',
  'signed the right parts in another form: byte {offset:number} is {theirs:phrase}, and should be {ours:phrase}':
    '签名的各部分正确，但组成的形式不同：第 {offset} 字节是 {theirs}，应为 {ours}',
  'signed the method {signed:phrase}, sent {sent:phrase}': '签名的请求方法是 {signed}，发送的是 {sent}',
  'signed the timestamp {signed:phrase}, sent {sent:phrase}': '签名的时间戳是 {signed}，发送的是 {sent}',
  'signed the nonce {signed:phrase}, sent {sent:phrase}': '签名的随机串是 {signed}，发送的是 {sent}',
  'an empty path': '空路径',
  'an empty method': '空的请求方法',
  'an empty timestamp': '空的时间戳',
  'an empty nonce': '空的随机串',
  'signed {signed:phrase}, sent {sent:phrase}': '签名的是 {signed}，发送的是 {sent}',
  '{count:number} byte': '{count} 字节',
  '{count:number} bytes': '{count} 字节',
  'the end': '末尾',
}

/** What a caller's own text proves. */
const claim: Phrases = {
  proven: '已证实',
  'not signed': '与签名不符',
  'not known': '无法判断',
  'as it arrived': '与到达的一致',
  'changed on the way': '途中有改动',
  'the text of --signed': '--signed 给出的文本',
  'the text that you gave': '所提供的文本',
  'the text that the caller says it signs': '调用方声称签名的文本',
  'whether {text:phrase} was signed': '无法判断签名的是不是{text}',
  "The signature does not fit any key given here. Give the app's public key.":
    '提供的公钥都与签名不匹配。请提供该应用的公钥。',
  'the signature covers another text, not {text:phrase}': '签名的是另一个文本，不是{text}',
  'The program prints one text and signs another. Print the exact bytes that the signing function gets, and their number.':
    '程序打印的文本与它签名的不同。请打印传给签名函数的字节本身及其字节数。',
  'the text of --signed was signed, {change:list}': '签名的正是 --signed 给出的文本（{change}）',
  'the text of --signed was signed': '签名的正是 --signed 给出的文本',
  'the text that you gave was signed, {change:list}': '签名的正是所提供的文本（{change}）',
  'the text that you gave was signed': '签名的正是所提供的文本',
  'the text that the caller says it signs was signed, {change:list}': '签名的正是调用方声称签名的文本（{change}）',
  'the text that the caller says it signs was signed': '签名的正是调用方声称签名的文本',
  'without its last line end': '去掉末尾的换行',
  'with a last line end': '末尾加上换行',
  'with LF instead of CR LF': '把 CR LF 换成 LF',
  'with CR LF instead of LF': '把 LF 换成 CR LF',
  'with its escapes undone': '还原转义',
  'The signed text is right, {length:number} bytes.': '它就是正确的签名串，共 {length} 字节。',
  'Sign the text that arrived, or send the text that was signed.': '请按到达的内容签名，或者发送签名的内容。',
  'the service read exactly the text of this request': '服务所用的签名串与该请求的一致',
  'The service says that it read {seen:phrase}. This request has the same text, so nothing changed the request on the way. Therefore the caller signs another text. Also give the text that the caller signs.':
    '服务说明它所用的是{seen}，与该请求的签名串一致：请求在途中没有改动。因此调用方签名的是另一个文本，请把那个文本也在这里提供。',
  '{count:number} bytes of it': '其中的 {count} 字节',
  'a text of {count:number} bytes': '一个 {count} 字节的文本',
  'the service read another request, not this request': '服务所用的请求与该请求不同',
  'Something between the caller and the service changed the request, or the service refused another request. Give the request as the program sends it, and check each proxy on the way.':
    '调用方与服务之间有程序改变了请求，或者这不是被拒绝的那个请求。请提供程序实际发送的请求，并检查途中的每一个代理。',
  'The texts first differ at byte {offset:number}, {place:phrase}: the service read {service:phrase}, but this request has {request:phrase}.':
    '两个文本从第 {offset} 字节起不同（{place}）：服务所用的是 {service}，该请求的是 {request}。',
  'The service read the {part:phrase} {service}, but this request has {request}.':
    '服务所用的{part}是 {service}，该请求的是 {request}。',
  'The service read a text of {service:number} bytes, but the text of this request has {request:number} bytes. So the bodies differ.':
    '服务所用的签名串有 {service} 字节，该请求的有 {request} 字节：请求体不同。',
  'They first differ at byte {offset:number}, {place:phrase}: nothing was signed, but {expected:phrase} was expected.':
    '两者从第 {offset} 字节起不同（{place}）：签名的内容到此为止，而应为 {expected}。',
  'They first differ at byte {offset:number}, {place:phrase}: {signed:phrase} was signed, but nothing was expected.':
    '两者从第 {offset} 字节起不同（{place}）：签名的是 {signed}，而内容应当到此为止。',
  'They first differ at byte {offset:number}, {place:phrase}: {signed:phrase} was signed, but {expected:phrase} was expected.':
    '两者从第 {offset} 字节起不同（{place}）：签名的是 {signed}，应为 {expected}。',
  'where a line of the string to sign ends': '在签名串某一行的结尾处',
  'at the end': '在末尾',
  'in the {part:phrase}': '在{part}中',
  method: '请求方法',
  timestamp: '时间戳',
  nonce: '随机串',
  body: '请求体',
  separator: '分隔符',
  end: '末尾',
}

/** Bytes by their names: `glyphs.ts`. */
export const bytes: Phrases = {
  '0x20 (space)': '0x20（空格）',
  '0x{byte} ({name})': '0x{byte}（{name}）',
}

/** The libraries that a User-Agent may name: `library.ts`. */
const senders: Phrases = {
  'fetch of Node': 'Node 的 fetch',
  'fetch of Deno': 'Deno 的 fetch',
  'fetch of Bun': 'Bun 的 fetch',
  'HttpClient of Java': 'Java 的 HttpClient',
  'HttpURLConnection of Java': 'Java 的 HttpURLConnection',
  'resty of Go': 'Go 的 resty',
  'net/http of Go': 'Go 的 net/http',
  'Indy of Delphi': 'Delphi 的 Indy',
  'a mini program of WeChat': '微信小程序',
  'a browser': '浏览器',
  'a client of {language}': '{language} 的客户端',
}

export const reports: ReadonlyArray<Phrases> = [certainty, headline, claim, bytes, senders]
