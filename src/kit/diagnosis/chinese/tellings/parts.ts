/**
 * What any of the five parts shows, or the text that joins them: its language, its charset, a variable without its value.
 */
import { namedPieces } from '../namedPieces.ts'
import type { PhrasesBySource } from './PhrasesBySource.ts'

export const parts: PhrasesBySource = {
  'respelledParts.ts': {
    'the method in lower case': '小写的请求方法',
    'the whole URL': '完整的 URL',
    'the target decoded': '解码后的请求目标',
    'the target escaped': '转义后的请求目标',
    'the path without the query': '不带查询字符串的路径',
    'the timestamp in milliseconds': '以毫秒为单位的时间戳',
    'the timestamp as a date': '写成日期的时间戳',
    'the nonce without hyphens': '不带连字符的 nonce',
    'the nonce in lower case': '小写的 nonce',
    'the nonce in upper case': '大写的 nonce',
    'the body in Base64': 'Base64 编码的请求体',
    'the body in hexadecimal digits': '十六进制的请求体',
  },
  'directions.ts': {
    'whole URL': '完整的 URL',
    'The caller signed the items of its Authorization header, and not the request.':
      '调用方签的是 Authorization 请求头中的各项，而不是请求本身。',
    'The caller signed &#038; in place of &, but sent &.': '调用方签名的是 &#038;，发送的是 &。',
    'Build the signed text with & between the parameters. In WordPress, use esc_url_raw: esc_url writes a URL for a page.':
      '签名所用的文本中，参数之间要写 &。WordPress 中用 esc_url_raw；esc_url 是为网页输出网址用的。',
    'Escape a URL that is part of a path: write :// as %3A%2F%2F. Then sign and send this path.':
      '路径中的 URL 要编码：:// 写成 %3A%2F%2F，对得到的路径签名，并原样发送。',
    'If the caller sent two slashes, configure the proxy so that it does not merge them (nginx: merge_slashes off).':
      '如果调用方发送的是两个斜杠，请让代理不要合并斜杠（nginx：merge_slashes off）。',
    'The caller signed an empty path, but / arrived. HTTP libraries send / for a URL without a path.':
      '调用方签名的路径为空，到达的是 /：URL 没有路径时，HTTP 库发送的是 /。',
    'Sign / if the path is empty.': '路径为空时，用 / 签名。',
    'The caller signed {end:phrase} at the end of the text. But this request has no body, so nothing follows the line feed after the nonce.':
      '调用方签名的文本末尾多了{end}。这个请求没有请求体，nonce 之后的换行符后面不应再有内容。',
    'If a request has no body, end the string to sign with the line feed after the nonce.':
      '没有请求体时，签名串以 nonce 之后的换行符结尾。',
    'End the string to sign with the last byte of the body.': '请求体后面不要再加任何内容。',
    "The caller's string to sign has no {parts:list}.": '调用方的签名串中缺少{parts}。',
    'The caller signed {signed:list}, in this order, with {joint:phrase} between them. It signed no {parts:list}.':
      '调用方签名的是{signed}，按这个顺序，之间是{joint}；没有签名{parts}。',
    'The caller signed the method and the target in one line, as on the request line of HTTP.':
      '调用方把请求方法和请求目标写在一行里签名，如同 HTTP 的请求行。',
    'The caller signed the method, the target and {version} in one line, as on the request line of HTTP.':
      '调用方把请求方法、请求目标和 {version} 写在一行里签名，如同 HTTP 的请求行。',
    'It signed the lines in this order: {lines:list}.': '各行的顺序为：{lines}。',
    'request line': '请求行',
    'The caller signed {version} after the target, as on the request line of HTTP.':
      '调用方在请求目标之后还签名了 {version}，就像 HTTP 的请求行那样。',
    'The caller signed the method and the target in one line, with {joint:phrase} between them.':
      '调用方把请求方法和请求目标写在同一行签名，两者之间是 {joint}。',
    'The caller signed the request line of HTTP as one line: the method, the target and {version}, with {joint:phrase} between them.':
      '调用方把 HTTP 的请求行当作一行签名：请求方法、请求目标和 {version}，之间是 {joint}。',
    'Put a single line feed after the method and after the target.': '请求方法和请求目标之后各写一个换行符。',
    'Put a single line feed after the method and after the target, and leave out {version}.':
      '请求方法和请求目标之后各写一个换行符，不要写 {version}。',
    'The caller signed the text of HTTP Signatures, the draft before RFC 9421 (Cavage). This text is a list of headers with their names, such as (request-target), host and date.':
      '调用方签名的是 HTTP Signatures（RFC 9421 之前的 Cavage 草案）的文本：带名称的请求头列表，例如 (request-target)、host 和 date。',
    'The caller signed the signature base of HTTP Message Signatures (RFC 9421). This text is a list of components with their names, such as "@method" and "@path".':
      '调用方签名的是 HTTP Message Signatures（RFC 9421）的签名基串（signature base）：带名称的组成部分列表，例如 "@method" 和 "@path"。',
    'The caller signed names with their values, joined by &, as payment services want it. This service wants five lines without names.':
      '调用方签名的是用 & 连接的名称和值，这是支付服务的要求。本服务要求的是没有名称的五行。',
    'The caller signed the {part:phrase} twice: it signed {parts:list}, in this order.':
      '调用方把{part}签名了两次：依次签名的是{parts}。',
    'The caller signed the text of another scheme: {scheme}.': '调用方签名的是另一种签名方案的文本：{scheme}。',
    'The caller signed the body with escapes, like a string in JSON or in source code, but sent it without them.':
      '调用方签名的请求体带有转义，而发送的没有，例如 JSON 或某种语言的字符串中的转义。',
    'The caller signed the body with percent escapes, but it arrived without them.':
      '调用方签名的请求体带有百分号编码，到达的没有。',
    'The caller signed the body without percent escapes, but it arrived with them.':
      '调用方签名的请求体没有百分号编码，到达的却有。',
    'The caller signed the body without escapes, but it arrived with escapes, like a string in JSON or in source code.':
      '到达的请求体带有转义，而签名的没有，例如 JSON 或某种语言的字符串中的转义。',
    'The caller signed &amp; in place of &, but sent &.': '调用方签名的是 &amp;，而发送的是 &。',
    "Build the signed text with & between the parameters. In PHP, give http_build_query '&' as its third argument, because the setting arg_separator.output may be &amp;. A template for web pages writes &amp; too.":
      "签名的文本中，参数之间要用 &。在 PHP 中，请把 '&' 作为 http_build_query 的第三个参数，因为 arg_separator.output 的设置可能是 &amp;。网页模板也会写出 &amp;。",
    'The caller signed &, but &amp; arrived in place of it. Either the program that sends writes it, or something before the verifier, such as a firewall.':
      '调用方签名的是 &，到达的却是 &amp;。它要么由发送的程序写入，要么由验证方之前的程序（例如防火墙）写入。',
    "Sign and send & between the parameters. In PHP, give http_build_query '&' as its third argument, because the setting arg_separator.output may be &amp;.":
      "参数之间的 & 要按 & 签名和发送。在 PHP 中，请把 '&' 作为 http_build_query 的第三个参数，因为 arg_separator.output 的设置可能是 &amp;。",
    "Sign and send & between the parameters. In PHP, give http_build_query '&' as its third argument, because the setting arg_separator.output may be &amp;. If something before the verifier writes the entities, verify the request as it arrived, before this program.":
      "参数之间的 & 要按 & 签名和发送。在 PHP 中，请把 '&' 作为 http_build_query 的第三个参数，因为 arg_separator.output 的设置可能是 &amp;。如果实体由验证方之前的程序写入，请在该程序之前按请求到达时的样子验证。",
    'The caller signed a slash after the query, but the target arrived without it.':
      '调用方签名的查询参数后面多了一个斜杠，到达的请求目标没有。',
    'Sign the target that is sent, without a slash after its query.':
      '按实际发送的请求目标签名，查询参数后面不要加斜杠。',
    'The caller signed the path with a slash at its end, but the path arrived without it.':
      '调用方签名的路径末尾有斜杠，到达的路径没有。',
    'Sign the path that is sent, without the slash at its end. If the client followed a redirect, call and sign the final address of the redirect.':
      '按实际发送的路径签名，末尾不加斜杠。如果客户端跟随了重定向，请直接请求重定向后的地址，并对它签名。',
    'The caller signed the path without a slash at its end, but the path arrived with a slash.':
      '调用方签名的路径末尾没有斜杠，到达的路径有。',
    'Sign the path that is sent, with the slash at its end. If the client followed a redirect, call and sign the final address of the redirect.':
      '按实际发送的路径签名，末尾带上斜杠。如果客户端跟随了重定向，请直接请求重定向后的地址，并对它签名。',
    'The caller signed two slashes together, but only one arrived. Either only the signed path has two slashes, or something on the way merged them.':
      '调用方签名的路径中有连续两个斜杠，到达的只有一个：要么它只在签名时这样拼接基础地址和路径，要么途中的程序把两个合并成了一个。',
    'The caller signed one slash wherever two slashes together arrived: its signing code normalizes the path.':
      '凡是到达时有两个连续斜杠的地方，调用方签名的都是一个斜杠：签名代码规范化了路径。',
    'Sign the path exactly as it is sent. Do not normalize it.': '按实际发送的原样对路径签名，不要规范化。',
    'The caller signed one slash, but two slashes together arrived. Either only the sent path has two slashes, or something on the way doubled the slash.':
      '调用方签名的路径中是一个斜杠，到达的是连续两个：要么它只在发送时用两个斜杠拼接了基础地址和路径，要么途中的程序多加了一个斜杠。',
    'The caller signed {end:phrase} after the body, but did not send it.':
      '调用方签名的请求体后面多了{end}，而发送的没有。',
    'two CR LF': '两个 CR LF',
    'The caller signed a byte order mark before the body, but the mark did not arrive.':
      '调用方签名的请求体前面有 BOM，而到达的没有。',
    'The caller signed the body without a byte order mark, but it arrived with one.':
      '到达的请求体前面有 BOM，而签名的没有。',
    'It also signed a line end after the last line, which did not arrive.':
      '它还签名了最后一行之后的换行，而到达的没有。',
    'It also signed no line end after the last line, but one arrived.': '它没有签名最后一行之后的换行，而到达的有。',
    'Probably its program read the body line by line and joined the lines again.':
      '可能是它的程序逐行读取请求体，然后又把各行连接起来。',
    'Read the bytes of the body, not its lines. Then sign and send exactly these bytes.':
      '按字节读取请求体，不要逐行读取，然后签名并原样发送这些字节。',
    'The caller signed the line ends within the body as CR LF, but they arrived as CR CR LF. A file that is open in text mode on Windows gets one more CR before each LF.':
      '请求体中的换行，调用方签名的是 CR LF，到达的是 CR CR LF。Windows 上以文本模式打开的文件，每个 LF 前会多一个 CR。',
    'Write the file in binary mode. Then sign and send exactly its bytes.':
      '请以二进制模式写文件；对它的字节签名，并原样发送。',
    'The caller signed the line ends within the {carrier:phrase} as {theirs:list}, but they arrived as {ours:list}.':
      '{carrier}中的换行，调用方签名的是 {theirs}，到达的是 {ours}。',
    'Give the HTTP library exactly the bytes that are signed, so that no line end is changed.':
      '把签名所用的字节原样交给 HTTP 库，使换行不被改动。',
    'The caller signed the nonce in braces, but sent it without them. For example, a GUID of .NET is printed like this with the format B.':
      '调用方签名的随机串带有花括号，发送的没有，例如 .NET 用格式 B 输出的 GUID。',
    'The caller signed the nonce without hyphens, but sent it with hyphens (as in a UUID).':
      '调用方签名的随机串没有连字符，发送的却有，例如 UUID 的连字符。',
    'Make the nonce once. Then sign and send exactly this text.': '随机串只生成一次，对得到的文本签名，并原样发送。',
    'The caller signed the nonce with hyphens (as in a UUID), but sent it without them.':
      '调用方签名的随机串有连字符，例如 UUID 的连字符，发送的却没有。',
    'The caller put nothing between the parts.': '调用方把各部分直接拼接，中间没有任何分隔。',
    'The caller put no line feed between the nonce and the body.': '调用方没有在随机串和请求体之间写换行符。',
    'The caller signed the nonce before the timestamp, with {joint:phrase} between them instead of a line feed.':
      '调用方签名时把随机串放在时间戳前面，而且两者之间是{joint}，不是换行符。',
    'The caller signed the parts in this order: {parts:list}.': '调用方签名时各部分的顺序是：{parts}。',
    'Sign method, target, timestamp, nonce and body, in this order, with a single line feed between them.':
      '依次对请求方法、请求目标、时间戳、随机串和请求体签名，之间只用一个换行符。',
  },
  'tellings/partsSigned.ts': {
    'The caller signed {printed} as the {part:form}, but sent it without these marks.':
      '调用方签名的{part}是 {printed}，发送时却没有这些符号。',
    'The caller signed {printed} as the {part:form}. {wrap} is how {printer} prints {thing:known}.':
      '调用方签名的{part}是 {printed}。{printer} 打印{thing}时会写成 {wrap}。',
    'a list': '列表',
    'a tuple': '元组',
    'a result': '结果',
    'a promise': 'Promise',
    bytes: '字节',
    'a UUID': 'UUID',
    'a structure': '结构体',
    'a number': '数字',
    'a path': '路径',
    'a text': '文本',
    'The caller signed {printed} instead of the {part:form}. This is how a program prints {kind:known}.':
      '调用方在{part}的位置签名的是 {printed}：程序打印{kind}时会这样写。',
    'a result that is not there yet': '尚未得到的结果',
    'a function that was not called': '没有被调用的函数',
    'an object or a list': '对象或列表',
    'Wait for the result first: await it. Then sign and send this value.': '先等待（await）结果，再签名并发送这个值。',
    'Call the function, with its parentheses. Then sign and send its result.':
      '调用这个函数（写上括号），再签名并发送它的结果。',
    'Turn the value into a text first. Then sign and send this text.': '先把值转成文本，再签名并发送这段文本。',
    'The caller signed {printed} instead of the {part:form}. This is how a program ({printer}) prints a missing value, or a value of another type.':
      '调用方在{part}的位置签名的是 {printed}：程序（{printer}）打印缺失的值或别的类型的值时会这样写。',
    'Print each part just before you sign it, and check its value.': '签名前打印每个部分，检查它的值。',
    'The caller signed the {part:form} with {filling:known} after it, {count:number} characters in all. A column or a buffer of this length may have added them.':
      '调用方签名的{part}后面补有{filling}，一共 {count} 个字符：可能是这个长度的数据库字段或缓冲区补上的。',
    blanks: '空格',
    'zero bytes': '零字节',
    'Remove them from the {part:form} before you sign it.': '签名前从{part}中去掉它们。',
    'The caller signed {mark:known} before the {part:form}, but did not send it.':
      '调用方在{part}前面签名了{mark}，却没有发送它。',
    'The caller signed {mark:known} after the {part:form}, but did not send it.':
      '调用方在{part}后面签名了{mark}，却没有发送它。',
    'a line feed': '换行符',
    'a carriage return': '回车符',
    'CR LF': '回车换行',
    'a tab': '制表符',
    'a space': '空格',
    'a no-break space': '不换行空格',
    'a zero-width space': '零宽空格',
    'a byte order mark': '字节顺序标记',
    'Remove it from the {part:form} before you sign and send it.': '签名和发送之前从{part}中去掉它。',
    'The caller did not sign the {part:form} as it was sent. It signed {how:form}.':
      '调用方签名的不是发送的{part}，而是{how}。',
    'Sign exactly the {part:form} that is sent, character by character.': '签名的{part}与发送的必须逐字符一致。',
    'The caller signed {signed} as the {part:form}, but sent {sent}.':
      '调用方签名的{part}是 {signed}，发送的是 {sent}。',
  },
  'printedParts.ts': {
    'The caller signed the query in {wrap}, which is how a program prints a value that may be missing.':
      '调用方签名的查询串在 {wrap} 中：程序打印可能为空的值时会这样写。',
    'The caller signed the body in {wrap}, which is how a program prints a value that may be missing.':
      '调用方签名的请求体在 {wrap} 中：程序打印可能为空的值时会这样写。',
    'Take the value out first. Then sign exactly the text that is sent.': '先取出其中的值，再对实际发送的文本签名。',
    'The caller signed {printed} in place of the query, which is how JavaScript prints an object.':
      '调用方在查询串的位置签名的是 {printed}：JavaScript 打印对象时会这样写。',
    'Write the query as a text once, for example with URLSearchParams. Then sign and send exactly this text.':
      '把查询串写成文本（例如用 URLSearchParams），只写一次，签名和发送都用这段文本。',
    'The caller signed {printed} as the {part:form}. {wrap} is how a program prints a value that may be missing.':
      '调用方签名的{part}是 {printed}。程序打印可能为空的值时会写成 {wrap}。',
    'The caller signed {printed}, which is how a program prints an empty value. But it sent no body.':
      '调用方签名的是 {printed}：程序打印空值时会这样写。但它没有发送请求体。',
    'The caller signed {printed} in place of the body, which is how a program prints an empty value.':
      '调用方在请求体的位置签名的是 {printed}：程序打印空值时会这样写。',
    'The caller signed a space after the fourth line feed, but sent no body.':
      '调用方在第四个换行符后面签名了一个空格，却没有发送请求体。',
    'The caller signed only a space in place of the body.': '调用方签名的不是请求体，而只是一个空格。',
    'Check that the body has its value before you sign it. Then sign the bytes of the body as they are sent.':
      '签名之前确认请求体已经有值，再按实际发送的字节签名。',
    'The caller did not sign the body itself. It signed {printed}, which is how a program prints an object or another value.':
      '调用方签名的不是请求体本身，而是 {printed}：程序打印对象或别的值时会这样写。',
  },
  'languageWords.ts': {
    'Write the text with printf, which makes a line feed of \\n: printf \'%s\\n%s\\n%s\\n%s\\n%s\' "$method" "$target" "$timestamp" "$nonce" "$body". In a shell, \\n in quotation marks stays two characters, also in double quotes.':
      '用 printf 输出文本，它会把 \\n 变成换行符：printf \'%s\\n%s\\n%s\\n%s\\n%s\' "$method" "$target" "$timestamp" "$nonce" "$body"。在 shell 中，引号里的 \\n 仍是两个字符，双引号里也一样。',
    'Join the parts with a real line feed, which is one byte. In most languages, this is "\\n" in double quotes.':
      '用真正的换行符连接各部分，它是一个字节；多数语言中写成双引号里的 "\\n"。',
    'Sign exactly the bytes that are sent. Encode of a json.Encoder in Go adds a line feed: encode into a buffer once, then sign and send this buffer, or use json.Marshal.':
      '对实际发送的字节签名。Go 的 json.Encoder 的 Encode 会在末尾加一个换行符：只编码一次并放入缓冲区，对它签名并发送，或者改用 json.Marshal。',
    'Sign exactly the bytes that are sent, with the line end. A file, echo and a here-document end in one, and $(…) of a shell removes it.':
      '对实际发送的字节签名，包括末尾的换行符。文件、echo 和 here-document 末尾都有换行符，而 shell 的 $(…) 会去掉它。',
    'Sign exactly the bytes that are sent, with the line end.': '对实际发送的字节签名，包括末尾的换行符。',
    'Either the signing code trims the body, or the line end is from a file.':
      '要么签名代码去掉了请求体末尾的空白，要么换行符来自文件。',
    'Either the signing code trims the body, or the line end is from a file or from a serializer, such as Encode of json.Encoder in Go.':
      '要么签名代码去掉了请求体末尾的空白，要么换行符来自文件或序列化程序，例如 Go 的 json.Encoder 的 Encode。',
    'The caller signed the members of the JSON that are not empty {joining:phrase}, {order:known}.':
      '调用方签名的不是 JSON 本身，而是它的非空成员：{joining}，{order}。',
    'The caller signed the members of the JSON {joining:phrase}, {order:known}.':
      '调用方签名的不是 JSON 本身，而是它的各成员：{joining}，{order}。',
    'But the JSON itself arrived.': '而到达的是 JSON 本身。',
    'as a form (name=value with & between them)': '写成表单（name=value，用 & 连接）',
    'as name=value with nothing between them': '写成 name=value，中间没有分隔符',
    'as names and values with nothing between them': '名和值直接相连，中间没有分隔符',
    'as names and values of a form': '写成表单的名称和值',
    'The caller signed the text that {language} prints for the value of the body, not the body itself.':
      '调用方签名的不是请求体，而是 {language} 打印请求体的值得到的文本。',
    'The caller signed the text that {language} prints for the bytes of the body, not the body itself.':
      '调用方签名的不是请求体，而是 {language} 打印请求体的字节得到的文本。',
    'Make the text of the body once, with {serializer}. Then sign and send exactly this text.':
      '用 {serializer} 只生成一次请求体的文本，对它签名，并原样发送。',
    'the ObjectMapper of Jackson': 'Jackson 的 ObjectMapper',
    'The caller signed the value of the body as {format}, but it arrived as JSON.':
      '调用方签名的是请求体的值的 {format} 文本，而到达的是 JSON。',
    'Write the body in one format, and only once. Then sign and send exactly this text.':
      '请求体只用一种格式、只生成一次，对得到的文本签名，并原样发送。',
    'The caller signed the text that {framework} prints for a request, not the body.':
      '调用方签名的不是请求体，而是 {framework} 打印请求对象得到的文本。',
    'The caller signed the values of the form without their names, {order:known}.':
      '调用方签名的是表单的值，没有名称，{order}。',
    'in the order of the form': '按表单中的顺序',
    'But the form itself arrived.': '而到达的是表单本身。',
    'The module querystring of Node writes nothing for an object within it.':
      'Node 的 querystring 模块对其中的对象什么都不写。',
    'JavaScript writes [object Object] for an object within it.': 'JavaScript 把其中的对象写成 [object Object]。',
    'The caller signed the values of the JSON without their names, {order:known}.':
      '调用方签名的是 JSON 的值，没有名称，{order}。',
    'The caller signed the members of the JSON as names and values of a form, {order:known}.':
      '调用方把 JSON 的成员作为表单的名称和值签名，{order}。',
    'The caller signed the body without its quotation marks. A shell removes them from a text that is not in quotation marks itself, as eval and xargs do.':
      '调用方签名的请求体没有引号。如果文本本身不在引号中，shell 会去掉其中的引号，eval 和 xargs 也会。',
    'Sign the bytes of the body as they are sent. In a shell, write the variable in quotation marks wherever the script uses it: "$BODY".':
      '请按发送的请求体字节签名。在 shell 中，凡是用到变量的地方都要加引号："$BODY"。',
    'The caller signed only the names of the members of the JSON, not the body itself.':
      '调用方签名的只是 JSON 的字段名，而不是请求体本身。',
    'The caller signed the list of the numbers of the bytes, not the body itself.':
      '调用方签名的是各字节的数字列表，而不是请求体本身。',
  },
  'forms/joinedFields.ts': {
    'The caller signed the names and values of the form, {order:known}, with nothing between them.':
      '调用方签名的不是表单本身，而是它的名称和值：{order}，之间没有分隔符。',
    'The caller signed the values of the form, {order:known}, with nothing between them.':
      '调用方签名的不是表单本身，而是它的值：{order}，之间没有分隔符。',
    'The caller signed the values of the form, {order:known}, with {between} between them.':
      '调用方签名的不是表单本身，而是它的值：{order}，之间为 {between}。',
    'The caller signed the names and values of the form, {order:known}, with nothing after each name and {between} between the fields.':
      '调用方签名的不是表单本身，而是它的名称和值：{order}，名称后没有分隔符，字段之间为 {between}。',
    'The caller signed the names and values of the form, {order:known}, with {mark} after each name and nothing between the fields.':
      '调用方签名的不是表单本身，而是它的名称和值：{order}，名称后为 {mark}，字段之间没有分隔符。',
    'The caller signed the names and values of the form, {order:known}, with {mark} after each name and {between} between the fields.':
      '调用方签名的不是表单本身，而是它的名称和值：{order}，名称后为 {mark}，字段之间为 {between}。',
    'But the form itself arrived.': '而到达的是表单本身。',
    'sorted by name': '按名称排序',
    'sorted by name, empty ones left out': '按名称排序，去掉空的',
    'sorted by name, without escapes': '按名称排序，未编码',
    'sorted by name, without escapes, empty ones left out': '按名称排序，未编码，去掉空的',
    'in the order of the form': '按表单的顺序',
    'in the order of the form, empty ones left out': '按表单的顺序，去掉空的',
    'in the order of the form, without escapes': '按表单的顺序，未编码',
    'in the order of the form, without escapes, empty ones left out': '按表单的顺序，未编码，去掉空的',
  },
  'forms/otherDigests.ts': {
    'the {hash} of the body {writing:phrase}': '请求体的 {hash}（{writing}）',
    'the {hash} of an empty text {writing:phrase}': '空文本的 {hash}（{writing}）',
    'as bytes': '字节',
    'in the URL alphabet of Base64': 'URL 字母表的 Base64',
    'in Base64 without =': '没有 = 的 Base64',
    'in hexadecimal digits with colons': '带冒号的十六进制',
    'in hexadecimal digits in upper case with colons': '带冒号的大写十六进制',
    'in hexadecimal digits in upper case with hyphens': '带连字符的大写十六进制',
    'in hexadecimal digits after 0x': '0x 开头的十六进制',
    'in hexadecimal digits without zeros in front': '前面没有零的十六进制',
    'in decimal digits': '十进制',
    'in the URL alphabet of Base64 without =': '没有 = 的 URL 字母表的 Base64',
    'as characters of latin-1': '每个字节写成 latin-1 的一个字符',
    'in decimal digits with a sign': '带符号的十进制',
    'in Base64 of its bytes in reverse': '字节次序颠倒的 Base64',
    'in its middle 16 hexadecimal digits': '中间 16 位十六进制',
    'in its middle 16 hexadecimal digits in upper case': '中间 16 位大写十六进制',
  },
  'charsetWords.ts': {
    'The caller signed letters beyond ASCII in the body, but question marks arrived in place of them.':
      '调用方签名的请求体有 ASCII 之外的字符，到达的却是问号。',
    'Either its HTTP client wrote the text in an encoding that does not have these letters, or something on the way did.':
      '要么它的 HTTP 客户端用了没有这些字符的编码，要么是途中的程序。',
    'Give the HTTP client the UTF-8 bytes that are signed, not a text that it encodes again.':
      '把所签名的 UTF-8 字节交给 HTTP 客户端，而不是让它再编码一次的文本。',
    'The caller signed the body in UTF-8, but it arrived in {encoding}.':
      '调用方签名的请求体是 UTF-8 编码，到达的是 {encoding} 编码。',
    "The caller signed only the low byte of each UTF-16 unit of the body, as 'binary' and 'latin1' of Node write a string. It sent the body in UTF-8.":
      "调用方只对请求体每个 UTF-16 码元的低位字节签名：Node 的 'binary' 和 'latin1' 这样写出字符串。发送的是 UTF-8 编码。",
    'The caller signed the body in {encoding}, but it arrived in UTF-8.':
      '调用方签名的请求体是 {encoding} 编码，到达的是 UTF-8 编码。',
    'The caller signed the body with {mark:phrase} for each byte of the letters beyond ASCII: its program read their UTF-8 as {encoding}. It sent the body in UTF-8.':
      '对 ASCII 以外的字符，调用方签名的是每个字节一个{mark}：程序把它们的 UTF-8 当作 {encoding} 读取。发送的是 UTF-8 编码。',
    'Read the bytes of the body as UTF-8, or sign the bytes themselves.':
      '把请求体的字节按 UTF-8 读取，或者直接对字节签名。',
    'The caller signed the body in {encoding}, with {mark:phrase} for the letters that this encoding does not have. It sent the body in UTF-8.':
      '调用方签名的请求体是 {encoding} 编码，其中没有的字符写成{mark}；发送的是 UTF-8 编码。',
    'The caller signed the body in UTF-16 with a byte order mark, but sent it in UTF-8.':
      '调用方签名的请求体是带字节顺序标记的 UTF-16，而发送的是 UTF-8。',
    'The caller signed a question mark for each letter beyond ASCII: its program converted the text to an encoding that does not have these letters, such as ASCII or latin-1. It sent the body in UTF-8.':
      '调用方把每个非 ASCII 字母签成了问号：它的程序把文本转换成了没有这些字母的编码，例如 ASCII 或 latin-1。发送的请求体是 UTF-8。',
  },
  'normalizationDifference.ts': {
    'The caller signed the letters of the {carrier:phrase} {theirs:phrase}, but they were sent {ours:phrase}: {pair}.':
      '{carrier}中的字符，调用方签名的是{theirs}，发送的是{ours}：{pair}。',
    'The caller signed the letters of the {carrier:phrase} {theirs:phrase}, but they were sent {ours:phrase}.':
      '{carrier}中的字符，调用方签名的是{theirs}，发送的是{ours}。',
    'composed (NFC)': '组合形式（NFC）',
    'decomposed (NFD)': '分解形式（NFD）',
    'partly composed and partly decomposed': '组合与分解混用的形式',
    'Convert the text to the Unicode normal form NFC once. Then sign and send exactly this text. File names of macOS are decomposed.':
      '先把文本统一转换为 Unicode 规范形式 NFC，只转换一次，对得到的文本签名，并原样发送：macOS 的文件名是分解形式。',
  },
  'encodedText.ts': {
    'The caller signed a byte order mark before the string to sign, and ended its lines with CR LF. A StreamWriter of .NET writes both.':
      '调用方签名的签名串前面有 BOM，各行以 CR LF 结尾：.NET 的 StreamWriter 会同时写出两者。',
    'Join the parts with a line feed in a string, and sign the UTF-8 bytes of this string without a byte order mark.':
      '在字符串中用换行符拼接各部分，再对它的 UTF-8 字节签名，不带 BOM。',
    'The caller signed only the first half of the string to sign in UTF-16LE. It took the number of characters as the number of bytes.':
      '调用方只签名了签名串的 UTF-16LE 编码的前一半：字节数等于签名串的字符数。',
    'Do not copy the memory of a string. There each character has two bytes, but Length(s) of Delphi counts characters. Sign the UTF-8 bytes from TEncoding.UTF8.GetBytes.':
      '不要直接复制字符串的内存：每个字符占两个字节，而 Delphi 的 Length(s) 返回的是字符数。请对 TEncoding.UTF8.GetBytes 得到的 UTF-8 字节签名。',
    'The caller signed the string to sign in {encoding} with a byte order mark. It must be in UTF-8.':
      '调用方签名的是签名串带 BOM 的 {encoding} 编码，而不是 UTF-8。',
    'The caller signed the string to sign in {encoding}. It must be in UTF-8.':
      '调用方签名的是签名串的 {encoding} 编码，而不是 UTF-8。',
    'Convert the string to sign to UTF-8 bytes: with Encoding.UTF8.GetBytes in .NET, getBytes(StandardCharsets.UTF_8) in Java, or TEncoding.UTF8.GetBytes in Delphi.':
      '把签名串转成 UTF-8 字节：.NET 用 Encoding.UTF8.GetBytes，Java 用 getBytes(StandardCharsets.UTF_8)，Delphi 用 TEncoding.UTF8.GetBytes。',
    'The caller changed the whole string to sign to lower case before signing.':
      '调用方在签名之前把整个签名串都转成了小写。',
    'The caller changed the whole string to sign to upper case before signing.':
      '调用方在签名之前把整个签名串都转成了大写。',
    'Sign the string to sign unchanged. Remove the call of ToLowerInvariant, toLowerCase or strtolower.':
      '对签名串原样签名：去掉 ToLowerInvariant、toLowerCase 或 strtolower。',
    'Sign the string to sign unchanged. Remove the call of ToUpperInvariant, toUpperCase or strtoupper.':
      '对签名串原样签名：去掉 ToUpperInvariant、toUpperCase 或 strtoupper。',
    'The caller signed a byte order mark before the string to sign.': '调用方签名的签名串前面多了 BOM。',
    'Sign UTF-8 without a byte order mark. In .NET, use new UTF8Encoding(false).':
      '签名不带 BOM 的 UTF-8，.NET 中可用 new UTF8Encoding(false)。',
    'The caller also signed the NUL byte at the end of the string to sign.':
      '调用方把内存中结束字符串的 NUL 也签进去了。',
    'Pass the length of the text without its NUL byte to the signing function.':
      '传给签名函数的长度不要包含结尾的 NUL。',
    'The caller encoded the whole string to sign before signing: {detail:form}.':
      '调用方签名的是整体编码之后的签名串：{detail}。',
    'Pass the UTF-8 bytes of the string to sign to the signing function. Encode only the signature.':
      '把签名串的 UTF-8 字节传给签名函数，只对签名结果做编码。',
  },
  'tellings/joinedTexts.ts': {
    'The caller signed an empty text. Perhaps the program finished its hash before it wrote the text into it, or the variable for the text was still empty.':
      '调用方签名的是空文本：可能程序在写入文本之前就结束了哈希计算，或者存放文本的变量还是空的。',
    'Give the whole string to sign to the signing function, and print it just before that.':
      '把完整的待签名串交给签名函数，并在签名之前把它打印出来。',
    'The caller signed an empty line in place of the {part:known}. Perhaps a variable was not set yet.':
      '调用方签名时{part}的位置是一个空行：可能变量还没有赋值。',
    'Sign exactly the {part:known} that is sent.': '对实际发送的{part}原样签名。',
    'The caller joined the parts with {separator:phrase} instead of a line feed.':
      '调用方拼接各部分用的是 {separator}，而不是换行符。',
    'The caller signed the digest of the string to sign, {writing:phrase}, instead of the string to sign.':
      '调用方签名的不是签名串，而是它的摘要（{writing}）。',
    'The caller signed the {hash} of the string to sign, {writing:phrase}, instead of the string to sign.':
      '调用方签的不是签名串，而是签名串的 {hash}（{writing}）。',
    'in hexadecimal digits in upper case': '大写的十六进制',
    'in Base64': 'Base64',
    'read as text in UTF-8, so that most of its bytes were lost': '当作 UTF-8 文本读取，多数字节已丢失',
    'with each byte as one letter': '每个字节当作一个字母',
    'in a DigestInfo, the structure that names the hash': '放在写明哈希算法的 DigestInfo 中',
    'as LibreSSL prints it': 'LibreSSL 的输出格式',
    'in hexadecimal digits with a line feed after them': '十六进制，后面有换行符',
    'as openssl dgst prints it': 'openssl dgst 的输出形式',
    'as openssl dgst of version 1 prints it': '1.x 版 openssl dgst 的输出形式',
    'as sha256sum prints it': 'sha256sum 的输出形式',
    'The body that the caller signed begins with a line feed and ends with one, and the body that it sent does not.':
      '调用方签名的请求体以换行符开头并以换行符结尾，发送的请求体没有这两个换行符。',
    'The body that the caller signed begins with a line feed, and the body that it sent does not.':
      '调用方签名的请求体以换行符开头，发送的请求体没有。',
    'Let the body follow the fourth line feed directly, and let nothing follow the body.':
      '请求体紧跟在第四个换行符后面，请求体后面不要有任何内容。',
    'Let the body follow the fourth line feed directly.': '请求体紧跟在第四个换行符后面。',
    'The caller signed an empty line after the {slot:phrase}. It may be an empty value that it signed as one more part, or the line end of a file or of a variable.':
      '调用方签名的{slot}后面多了一个空行。它可能是被当作另一个部分签名的空值，也可能是文件或变量末尾的换行。',
    'Sign only the five parts, without white space at their ends, and put a single line feed between them.':
      '只对五个部分签名，各部分首尾不要有空白，之间用一个换行符。',
    'the text': '签名串',
    'The caller signed the whole text twice. It appended the new string to sign to the old one.':
      '调用方签名的内容是连续两遍的签名串：新的签名串被追加到了原有内容后面。',
    'Build a new string to sign for each request, and sign it once.': '每个请求都重新拼接签名串，并且只签一次。',
    'The caller signed {end} at the end of the text, as if another part followed. But this request has no body.':
      '调用方签名时，在末尾又加了一个各部分之间的分隔符 {end}，而这个请求没有请求体。',
    'The caller signed {end} after the body, as if another part followed.':
      '调用方签名时，在请求体后面也加了各部分之间的分隔符 {end}。',
    'The caller joined the parts with {separator}, and signed {end} at the end of the text.':
      '调用方用 {separator} 连接各部分，并在签名的文本末尾加了 {end}。',
    'Join the parts with a single line feed, and put nothing after the body.':
      '各部分之间只用一个换行符连接，请求体后面不要再加任何内容。',
    'The caller ended every line with CR LF, even the last line. echo of cmd.exe and println on Windows do so.':
      '调用方在每一行末尾都用了 CR LF，最后一行也是，就像 cmd.exe 的 echo 和 Windows 上的 println 那样。',
    'The caller signed only the first {count:number} of {all:number} bytes of the right text. Perhaps a function cut the text there: for example, printf of a shell stops at a percent sign that begins no format.':
      '调用方只签名了正确文本 {all} 字节中的前 {count} 字节：可能某个函数在那里截断了文本，例如 shell 的 printf 遇到不构成格式的百分号时会停止。',
    'Sign the whole string to sign. In a shell, print it with printf %s and the text as a separate argument.':
      '对完整的待签名字符串签名。在 shell 中用 printf %s 打印，并把文本作为单独的参数。',
    'These parts are in another spelling: {spellings:list}.': '这些部分的写法不同：{spellings}。',
    'Between its parts is {joint:phrase}.': '各部分之间是{joint}。',
    'The caller signed a text without the {parts:list} of this request.': '调用方签名的文本中缺少这个请求的{parts}。',
    'The caller signed the five parts of this request, but joined them in another way or added something to them.':
      '调用方对这个请求的五个部分都签了名，但拼接方式不同，或者还签了别的内容。',
  },
  'forms/decodedFlags.ts': {
    'The caller signed the parameters of the query decoded, and wrote {value} behind a name that has no value. Perhaps its gateway or framework reads the query into a table, and the signing code builds a query from this table.':
      '调用方签名的查询参数是解码后的，并在没有值的名字后面写了 {value}：可能网关或框架把查询参数读入了一张表，而签名代码再用这张表拼出查询参数。',
    'Sign the query exactly as it is on the request line. Do not build it again from its decoded parameters.':
      '对请求行中的查询参数原样签名，不要用解码后的参数重新拼接。',
  },
  'forms/encodedFlags.ts': {
    'Before it signed the query, the caller {changes:list}.': '调用方在签名之前{changes}。',
    'added = behind each name without a value': '在没有值的名字后面加了 =',
    'removed the = behind each name without a value': '去掉了没有值的名字后面的 =',
    'encoded the names and values in another way': '用另一种方式对名字和值做了编码',
    'encoded the names and values once more': '对名字和值又做了一次编码',
    'sorted the parameters': '对参数做了排序',
    'Sign the query exactly as it is on the request line. Do not build it again in a normal form.':
      '对请求行中的查询参数原样签名，不要重新拼成规范形式。',
  },
  'forms/namedLists.ts': namedPieces,
  'forms/wholeFormat.ts': {
    'The caller signed what printf of a shell writes if the whole text to sign is its format. In a format, a percent sign begins a conversion, and the output ends at the first one that is not valid.':
      '调用方签名的是 shell 的 printf 把整个待签名文本当作格式串时的输出：在格式串中，百分号是转换说明的开头，遇到第一个无效的转换说明时输出就结束了。',
    'The caller signed the text only up to its first percent sign. Probably the whole text to sign was the format of printf or a similar function, where a percent sign begins a conversion.':
      '调用方签名的文本到第一个百分号为止：很可能整个待签名文本被当作了 printf 或类似函数的格式串，而百分号在格式串中是转换说明的开头。',
    'Give the text to printf as an argument, not as the format: printf \'%s\' "$text".':
      '把文本作为 printf 的参数，而不是格式串：printf \'%s\' "$text"。',
  },
  'forms/partsAlike.ts': {
    'The caller signed the {parts:list} in another form than it sent them: each {operation:phrase}.':
      '调用方签名的{parts}与发送的形式不同：每一个都{operation}。',
    'Sign each part exactly as it is sent, character by character.': '每一部分都按发送的文本逐字符签名。',
    'as a string of JSON': '写成 JSON 字符串',
    'with the escapes of JSON': '带有 JSON 的转义',
    'with percent escapes': '带有百分号编码',
    'with percent escapes, a space as +': '带有百分号编码，空格写成 +',
    'with percent escapes twice': '做了两次百分号编码',
    'without percent escapes': '没有百分号编码',
    'without percent escapes, + as a space': '没有百分号编码，+ 读作空格',
    'in Base64': '写成 Base64',
    'in the URL alphabet of Base64, without =': '写成 URL 字母表的 Base64，没有 =',
    'in hexadecimal digits in upper case': '写成大写的十六进制',
    'with HTML entities': '带有 HTML 实体',
    'without quotation marks': '去掉了引号',
    'without white space': '去掉了空白',
    'without hyphens': '去掉了连字符',
    'with _ for each hyphen': '把连字符写成了 _',
    'without any mark': '只留下了字母和数字',
    'in reverse': '颠倒了次序',
    'as its {hash} in hexadecimal digits': '写成了它的 {hash} 值（十六进制）',
    'as its {hash} in Base64': '写成了它的 {hash} 值（Base64）',
    'in double quotation marks': '加了双引号',
    'in single quotation marks': '加了单引号',
    'in backticks': '加了反引号',
    'in square brackets': '加了方括号',
    'in braces': '加了花括号',
    'in parentheses': '加了圆括号',
    'in angle brackets': '加了尖括号',
    'with a comma after it': '后面多了逗号',
    'with a semicolon after it': '后面多了分号',
    "as Python prints bytes (b'…')": "是 Python 打印字节的样子（b'…'）",
    'as Rust prints an Option (Some("…"))': '是 Rust 打印 Option 的样子（Some("…")）',
    'as Java prints an Optional (Optional[…])': '是 Java 打印 Optional 的样子（Optional[…]）',
  },
  'tellings/methods.ts': {
    'The caller signed {line} as the first line: no line feed is after the method {method}.':
      '调用方签名的第一行是 {line}：请求方法 {method} 后面没有换行符。',
    'Put one line feed after the method. The second line has the target alone.':
      '请求方法后面放一个换行符，第二行只放请求目标。',
    'The caller signed a name before each part: {names}. It wrote {sign} after each name, and {separator:phrase} between the parts.':
      '调用方签名时每个部分前面都有名称：{names}。名称后面是 {sign}，各部分之间是 {separator}。',
    'The caller signed the parts as a program prints a list: {start} before them, {separator} between them, and {end} after them.':
      '调用方签名的是程序打印列表的写法：前面是 {start}，各部分之间是 {separator}，后面是 {end}。',
    'The caller signed the number {number:number} as the method. Its program printed the number of a member of an enumeration.':
      '调用方签名的方法是数字 {number}：程序打印了枚举成员的编号。',
    'The caller signed each part in quotation marks.': '调用方签名的每个部分都带引号。',
    'The caller signed each part with percent escapes, but sent it without them.':
      '调用方签名的每个部分都带有百分号编码，发送的没有。',
    'The caller signed a space before each part. write of Fortran prints one before each line.':
      '调用方在每个部分前面都签名了一个空格：Fortran 的 write 会在每一行前面写一个空格。',
    'Join the five values with a line feed, and put nothing else between them.':
      '五个值之间用换行符连接，不要再加别的内容。',
    'Sign the five values without quotation marks round them.': '签名五个值时，两侧都不要带引号。',
    'The caller signed the string to sign in quotation marks.': '调用方签名的签名串带引号。',
    'Sign the string to sign without quotation marks round it.': '签名串两侧不要带引号。',
    'The caller signed an equals sign before the method. An expression of n8n begins so.':
      '调用方在请求方法前面签名了一个等号：n8n 的表达式以等号开头。',
    'Begin the string to sign with the method. In n8n, let the field be an expression.':
      '签名串应当以请求方法开头。n8n 中把字段设为表达式。',
    'The caller signed {signed} as the method, but {sent} arrived.':
      '调用方签名的请求方法是 {signed}，到达的是 {sent}。',
    'Perhaps {name} is the name of a function of its client.': '{name} 可能是客户端的函数名。',
    'The caller signed the method {method}, but POST arrived. Either its signing code has another method than its client, or the client sends POST and names {name} elsewhere, such as in X-HTTP-Method-Override or in a field _method.':
      '调用方签名的请求方法是 {method}，到达的是 POST。要么签名代码里的请求方法与客户端的不同，要么客户端发送 POST，而在别处写明 {name}，例如 X-HTTP-Method-Override 请求头或 _method 字段。',
    'The caller signed the parts as an object of JSON, with the names {names:list}.':
      '调用方把各部分写成 JSON 对象来签名，名称是 {names}。',
    'The caller signed the parts as a dict of Python, with the names {names:list}.':
      '调用方把各部分写成 Python 的 dict 来签名，名称是 {names}。',
    'The caller signed more than the values of some parts: {names:list} before them.':
      '调用方签名时在某些部分的值前面多写了 {names}。',
    'Sign the method of the request line, in upper case: {sent}.': '用请求行中的大写方法签名：{sent}。',
    'A redirect may have changed the method.': '可能是重定向改变了请求方法。',
    'Either its signing code has another method than its client, or the client chose the method itself: many send POST if a body is given, also an empty one.':
      '要么签名代码里的请求方法与客户端的不同，要么客户端自己选了方法：很多客户端只要给了请求体（即使为空）就发送 POST。',
    'Sign the method that is sent. If the method that was signed is right, set the method of the client, and give no body to a request without one.':
      '按实际发送的请求方法签名。如果签名时的方法才对，就在客户端设置该方法，没有请求体的请求不要传请求体。',
    'The caller signed {method} as the method. In Turkish, the capital of i is İ.':
      '调用方签名的请求方法是 {method}：按土耳其语的规则，i 的大写是 İ。',
    'Change the method to upper case without a locale: toUpperCase(Locale.ROOT) in Java, ToUpperInvariant() in .NET.':
      '转成大写时不要使用本地语言规则：Java 用 toUpperCase(Locale.ROOT)，.NET 用 ToUpperInvariant()。',
    'The caller signed {method} as the method. Its program printed another value than a plain text, such as the member of an enumeration.':
      '调用方签名的请求方法是 {method}：程序打印的不是纯文本，例如枚举的成员。',
    'The caller signed {signed} as the method, which is how Clojure prints a keyword, Ruby a symbol and Elixir an atom.':
      '调用方签名的请求方法是 {signed}：Clojure 的关键字、Ruby 的符号、Elixir 的原子就是这样输出的。',
    'Turn the method into a text in upper case, and sign {method}.': '把请求方法转成大写文本，签名 {method}。',
    'The caller signed HEAD, but GET arrived. Either its client sent GET, or something on the way, such as a CDN or a proxy, changed HEAD to GET.':
      '调用方签名的是 HEAD，到达的是 GET：要么它的客户端发送了 GET，要么途中的程序（例如 CDN 或代理）做了转换。',
    'Sign the method that is sent, or send GET.': '按实际发送的请求方法签名，或者发送 GET。',
    'If the caller sent HEAD, configure the CDN so that it does not change the method.':
      '如果调用方发送的是 HEAD，让 CDN 原样通过。',
    "The caller signed POST, but GET arrived. Either the signing code signs POST for each request, a redirect changed POST to GET, or the program did not set the client's method.":
      '调用方签名的是 POST，到达的是 GET：要么签名代码对每个请求都按 POST 签名，要么重定向做了转换，要么没有给客户端指定请求方法。',
    "If GET is right, sign GET. If POST is right, set the client's method to POST, and call the final address of the redirect.":
      '如果应该是 GET，就按 GET 签名；如果应该是 POST，请给客户端指定 POST，并直接请求重定向指向的地址。',
  },
  'tellings/unfilledParts.ts': {
    'The caller signed the query and the body with variables, such as {variable}. It signed both before the variables got their values.':
      '调用方签名的查询参数和请求体中有变量，例如 {variable}：签名时变量还没有换成实际的值。',
    'Put the values into the query and the body before you sign them, in Postman with pm.variables.replaceIn.':
      '签名之前先把值填入查询参数和请求体，在 Postman 中用 pm.variables.replaceIn。',
    'Put the values into the query and the body before you sign them.': '签名之前先把值填入查询参数和请求体。',
    'The caller signed {placeholder} instead of the {part:form}. This is a variable or a placeholder, and it has not got its value.':
      '调用方在{part}的位置签名的是 {placeholder}：这是变量或占位符，没有换成实际的值。',
    'The caller signed {placeholder} instead of the {part:form}. Go prints this if a format has more verbs than arguments.':
      '调用方在{part}的位置签名的是 {placeholder}：格式串里的占位符比参数多时，Go 会这样打印。',
    'Give the format one argument for each of the five parts: method, target, timestamp, nonce and body.':
      '给格式串补齐五个部分各自的参数：method、target、timestamp、nonce 和 body。',
    'The caller signed {placeholder} instead of the {part:form}. This is the text of a call or a command, and it was not run.':
      '调用方在{part}的位置签名的是 {placeholder}：这是函数调用或命令的文本，并没有执行。',
    'Put the result of the call into the text before you sign. In many languages, a text in quotes runs no code.':
      '签名之前先把调用的结果代入文本。在许多语言里，引号里的文本不会执行代码。',
    'The caller signed {placeholders:list} in place of {parts:list}. These are placeholders, and they have not got their values.':
      '调用方在{parts}的位置签名的是 {placeholders}：这些是占位符，没有换成实际的值。',
    'Fill in the values before you sign. In many languages, a text in single quotes does not fill in variables.':
      '签名之前先代入实际的值。在许多语言里，单引号字符串不会替换变量。',
    'Fill in the value before you sign. In many languages, a text in single quotes does not fill in variables.':
      '签名之前先代入实际的值。在许多语言里，单引号字符串不会替换变量。',
    'Put the values into the body before you sign it. A dynamic variable has another value each time, so sign and send the same text.':
      '签名之前先把值代入请求体。动态变量每次取值不同，签名和发送要用同一段文本。',
    'The caller signed {base} before the path, which is how a program prints a missing value. Its variable for the address of the service had no value.':
      '调用方签名的路径前面是 {base}，这是程序打印“没有值”的写法：保存服务地址的变量没有值。',
    'The caller signed {base} before the path. This is a variable for the address of the service, and it has not got its value.':
      '调用方在路径前面签名了 {base}：这是表示服务地址的变量，没有填入值。',
    'Sign only the path and the query, without the address of the service.': '只对路径和查询参数签名，不含服务的地址。',
    'The caller signed the body with {variables:list} instead of a value. It signed the text before the variables got their values.':
      '调用方签名的请求体中有 {variables}：签名时变量还没有替换成值。',
    'The caller signed the body with {variables:list} instead of values. It signed the text before the variables got their values.':
      '调用方签名的请求体中有 {variables}：签名时变量还没有替换成值。',
    'Put the values into the body before you sign it, in Postman with pm.variables.replaceIn(pm.request.body.raw). A dynamic variable has another value each time, so sign and send the same text.':
      '在对请求体签名之前先替换变量，例如在 Postman 中用 pm.variables.replaceIn(pm.request.body.raw)，再对得到的文本签名。动态变量每次的值都不同，因此要把替换后的文本保存下来发送。',
  },
  'catalogue/join.ts': {
    'The caller signed {end:phrase} after the body, but did not send them.':
      '调用方签名的请求体后面多了{end}，而发送的没有。',
  },
}
