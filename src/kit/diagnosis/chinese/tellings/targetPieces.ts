/**
 * What a piece of the target shows: a mark, a segment, a parameter, an escape. `targets.ts` has the phrases of the whole target.
 */
import type { PhrasesBySource } from './PhrasesBySource.ts'

export const targetPieces: PhrasesBySource = {
  'pieceDifference.ts': {
    'The caller signed {theirs} in the target, but {ours} was sent. Perhaps the value was not there yet when the program signed.':
      '调用方签名的请求目标中是 {theirs}，发送的是 {ours}：可能签名时还没有得到这个值。',
    'Put the values into the target before you sign it. Then sign and send this target.':
      '先把值填入请求目标，再签名，并原样发送。',
    'The caller signed {theirs} in the target, but {ours} was sent. {shown:known}':
      '调用方签名的请求目标中是 {theirs}，发送的是 {ours}。{shown}',
    'Its program printed something else round the value, such as quotation marks or the object that holds it.':
      '程序在值的外面多打印了内容，例如引号或装着它的对象。',
    'Put the value itself into the target. Then sign and send this target.':
      '只把值本身写进请求目标；对得到的请求目标签名，并原样发送。',
    'Either its program printed brackets or braces round the value, or the client removed them: curl reads them as a pattern of a URL.':
      '要么程序在值的外面打印了括号，要么客户端去掉了括号：curl 把 URL 中的括号当作模式。',
    'Put the value itself into the target. If the marks belong to the value, use --globoff of curl, or escape them. Then sign and send this target.':
      '只把值本身写进请求目标。如果括号属于这个值，请使用 curl 的 --globoff，或者对括号编码。对得到的请求目标签名，并原样发送。',
    'This is the same number in another form, or a rounded one.': '这是同一个数的另一种写法，或者是舍入后的数。',
    'Write the number once, without a locale. Then sign and send exactly this text.':
      '只写一次这个数，不要使用本地格式；对得到的文本签名，并原样发送。',
    'Perhaps the value is Base64, in its other alphabet.': '这个值可能是 Base64，用的是另一种字符集。',
    'Perhaps the value is Base64, without its padding.': '这个值可能是 Base64，末尾没有填充的 =。',
    'Perhaps the value is Base64, in its other alphabet and without its padding.':
      '这个值可能是 Base64，用的是另一种字符集，末尾也没有填充的 =。',
    'Write the value once. Then sign and send exactly this text.': '这个值只写一次；对得到的文本签名，并原样发送。',
    'Its program formatted the number for people, with marks between the digits.':
      '程序把这个数格式化成了带分隔符的形式。',
    'Write the number in digits alone. Then sign and send this target.':
      '这个数只写数字；对得到的请求目标签名，并原样发送。',
    'Its program printed the number with a fraction or an exponent.': '程序打印这个数时带上了小数或指数。',
    'Keep the number as an integer or as a text. Then sign and send this target.':
      '用整数或文本保存这个数；对得到的请求目标签名，并原样发送。',
    'Probably its program kept the number as a floating-point number of 53 bits, so the last digits were lost.':
      '程序可能用 53 位的浮点数保存了它，末尾的数字丢失了。',
    'Keep a long number as a text. Then sign and send this target.':
      '很长的数用文本保存；对得到的请求目标签名，并原样发送。',
    'An integer of 32 bits is too short for this number.': '32 位整数放不下这个数。',
    'Keep the number in 64 bits or as a text. Then sign and send this target.':
      '用 64 位整数或文本保存这个数；对得到的请求目标签名，并原样发送。',
    'Its program read the value as a number, so the zeros in front were lost.':
      '程序把这个值当作数读取，前面的零丢失了。',
    'Keep the value as a text. Then sign and send this target.': '用文本保存这个值；对得到的请求目标签名，并原样发送。',
    'This is the same number in hexadecimal digits.': '这是同一个数的十六进制写法。',
    'Its program formatted the number in a local format, with the digits of another script.':
      '程序用本地格式打印了这个数，用的是另一种文字的数字。',
    'Format the number without a locale. Then sign and send this target.':
      '打印这个数时不要使用本地格式；对得到的请求目标签名，并原样发送。',
    'This is the same UUID in another form.': '这是同一个 UUID 的另一种写法。',
    'Write the UUID once. Then sign and send this target.': 'UUID 只写一次；对得到的请求目标签名，并原样发送。',
    'The value was sent with quotation marks or brackets round it.': '发送的值外面带有引号或括号。',
    'Remove the marks from the URL that is called, or sign them too.':
      '从请求的 URL 中去掉这些符号，或者把它们也签进去。',
    'Perhaps the program counted on or read its clock again between signing and sending, or sent the signature of another request.':
      '可能程序在签名和发送之间又计了一次数或又读了一次时钟，或者发送了另一个请求的签名。',
    'Build the target once for each request. Then sign and send this target.':
      '每个请求只拼接一次请求目标；对它签名，并原样发送。',
    'Write the target once. Then sign and send exactly this text.':
      '请求目标只生成一次，对得到的文本签名，并原样发送。',
  },
  'unitDifference.ts': {
    'The caller signed nothing in the target where {ours} was sent. {shown:known}':
      '发送的请求目标中有 {ours}，调用方签名时这里是空的。{shown}',
    'The caller signed {theirs} in the target, where nothing was sent. {shown:known}':
      '调用方签名的请求目标中有 {theirs}，发送时这里是空的。{shown}',
    'Its program printed something else round this part of the target, such as quotation marks or the object that holds it.':
      '程序在请求目标的这一部分外面多打印了内容，例如引号或装着它的对象。',
    'Put the text itself into the target. Then sign and send this target.':
      '只把文本本身写进请求目标；对得到的请求目标签名，并原样发送。',
    'Perhaps its program signed before the value was there.': '可能程序签名时还没有得到这个值。',
    'Perhaps this is a template whose values were filled in after signing.': '这可能是一个模板，签名之后才填入值。',
    'The letters are the same, but some of them are in another case.': '字母相同，但有些字母的大小写不同。',
    'In Turkish, the small letter of I is ı, and the capital of i is İ.': '在土耳其语中，I 的小写是 ı，i 的大写是 İ。',
    'Change letters without a locale: toLowerCase(Locale.ROOT) in Java, ToLowerInvariant() in .NET. Then sign and send the same target.':
      '转换大小写时不要使用本地语言：Java 用 toLowerCase(Locale.ROOT)，.NET 用 ToLowerInvariant()。签名和发送使用同一个请求目标。',
    'Its program wrote some characters in another encoding, or with other escapes.':
      '程序用另一种编码或另一种转义写了某些字符。',
    'Encode the target once. Then sign and send exactly this text.':
      '请求目标只编码一次；对得到的文本签名，并原样发送。',
    'Its program escaped this part of the target more than once.': '程序对请求目标的这一部分编码了不止一次。',
    'Its program replaced or removed escapes or percent signs.': '程序替换或去掉了转义或百分号。',
    'A batch file of cmd.exe reads % as the beginning of a variable or an argument, and removes it.':
      'cmd.exe 的批处理文件把 % 当作变量或参数的开头，并把它去掉。',
    'In a batch file, write %% for each percent sign. Then sign and send the same target.':
      '在批处理文件中，每个百分号都写成 %%。签名和发送使用同一个请求目标。',
    'Its program used the target as a format, and a percent sign begins a placeholder there.':
      '程序把请求目标当作了格式串，其中的百分号是占位符的开头。',
    'Do not give the target to printf, Sprintf or a similar function as the format. Sign the target itself.':
      '不要把请求目标当作格式串传给 printf、Sprintf 或类似的函数。对请求目标本身签名。',
    'This may be a hash. Its program signed it in place of the text.': '这可能是一个哈希值，程序用它代替了文本。',
    'Sign the target itself, not a hash of it.': '对请求目标本身签名，不要对它的哈希值签名。',
    'Its program wrote this part of the target in Base64 or in hexadecimal digits before signing.':
      '签名之前，程序把请求目标的这一部分写成了 Base64 或十六进制。',
    'Sign the target itself, without another encoding.': '对请求目标本身签名，不要再编码。',
    'Its program printed the bytes or characters one by one.': '程序逐个打印了字节或字符。',
    'Make a text of the bytes first. Then sign and send this target.':
      '先把字节转换成文本；对得到的请求目标签名，并原样发送。',
    'Its program read the value as a number, and printed the number in another form.':
      '程序把这个值当作数读取，又用另一种写法打印了它。',
    'This is the same time in another form.': '这是同一个时间的另一种写法。',
    'Write the date once as a text. Then sign and send exactly this text.':
      '日期只写一次，并保存为文本；对得到的文本签名，并原样发送。',
    'Its program filled the value up to a fixed length.': '程序把这个值补足到了固定的长度。',
    'Write the value without filling characters. Then sign and send this target.':
      '不要给这个值补字符；对得到的请求目标签名，并原样发送。',
    'Its program wrote this part of the target more than once.': '程序把请求目标的这一部分写了不止一次。',
    'Its program wrote each of these parts of the target more than once.': '程序把请求目标的这些部分各写了不止一次。',
    'Write each part of the target once. Then sign and send this target.':
      '请求目标的每一部分只写一次；对得到的请求目标签名，并原样发送。',
    'Its program cut or changed this part of the target.': '程序截断或改动了请求目标的这一部分。',
    'Sign each part of the target in full, as it is sent.': '请求目标的每一部分都要按发送的样子完整签名。',
    'Its program wrote the names or the parts of the parameters in another way.':
      '程序用另一种写法写了参数的名称或组成部分。',
    'The marks between the parts of the target differ, or the query was put together in another way.':
      '请求目标各部分之间的符号不同，或者查询参数的拼接方式不同。',
    'The signed text has more characters at its beginning or end, which were not sent.':
      '签名的文本在开头或末尾多了字符，发送时没有。',
    'Its program printed the parameters as an object, a map or a list, and did not make a query of them.':
      '程序把参数打印成了对象、映射或列表，没有把它们拼成查询参数。',
    'Write the query as a text once, with = and &. Then sign and send exactly this text.':
      '用 = 和 & 把查询参数写成一段文本；对得到的文本签名，并原样发送。',
    'Its program wrote the list of values in another form.': '程序用另一种形式写了这个列表。',
    'Write the query once. Then sign and send exactly this text.': '查询参数只生成一次，对得到的文本签名，并原样发送。',
    'Its program wrote the members of the JSON in this parameter as several parameters.':
      '程序把这个参数中 JSON 的成员写成了几个参数。',
    'Sign the target that is sent.': '按实际发送的请求目标签名。',
  },
  'miswritingDifference.ts': {
    'Put the values into the template before you sign the target.': '先把值填入模板，再对请求目标签名。',
    'The caller signed the target with escapes of JSON, such as \\/ for a slash or \\u0026 for an ampersand.':
      '调用方签名的请求目标带有 JSON 的转义，例如把斜杠写成 \\/，把 & 写成 \\u0026。',
    'Sign the target itself, not its text within JSON.': '对请求目标本身签名，不要对它在 JSON 中的文本签名。',
    'The caller signed another character where & and the beginning of a name were sent: HTML reads &times and &copy as characters, even without a semicolon. The target went through a web page or an HTML parser.':
      '发送的是 & 和名称的开头，调用方签名的却是另一个字符：HTML 会把 &times、&copy 读作字符，即使后面没有分号。请求目标经过了网页或 HTML 解析器。',
    'Do not write the URL into HTML before you sign it, or write & as &amp; there.':
      '签名之前不要把 URL 写进 HTML，或者在其中把 & 写成 &amp;。',
    'The caller signed two percent signs for each that was sent. Formats of printf need %% for a percent sign, but this text was not used as a format.':
      '发送的每个百分号，调用方签名时都写成了两个。printf 的格式串要用 %% 表示百分号，但这段文本没有当作格式串使用。',
    'Write each percent sign once. Then sign and send this target.':
      '每个百分号只写一次；对得到的请求目标签名，并原样发送。',
    'The target arrived with the escape of a character that nobody sees, such as a space without width. The caller did not sign it. Perhaps the value was copied out of a document or a chat.':
      '到达的请求目标中有一个看不见的字符（例如零宽空格）的编码，调用方签名时没有它。这个值可能是从文档或聊天中复制的。',
    'Remove the invisible character from the URL that is called.': '从请求的 URL 中去掉这个看不见的字符。',
    'The caller signed the target without the dollar signs and the names after them. A shell takes them for variables, and so does a text in double quotes of PHP or Perl. Variables without a value become nothing.':
      '调用方签名的请求目标中没有美元符号和后面的名称：shell 会把它们当作变量，PHP 和 Perl 的双引号字符串也会。没有值的变量会变成空。',
    'Put the target into single quotation marks. Then sign and send the same text.':
      '用单引号括住请求目标；签名和发送使用同一段文本。',
    'The caller signed line ends within the target, which were not sent. Perhaps the URL stands on several lines in the source code.':
      '调用方签名的请求目标中有换行符，发送时没有。源代码中的 URL 可能写成了几行。',
    'Write the target on one line. Then sign and send this target.': '请求目标写成一行；对它签名，并原样发送。',
    'The caller signed only the query, without the path.': '调用方只签名了查询参数，没有签名路径。',
    'Sign the path with its query, as they are sent.': '对路径和查询参数一起签名，与发送的一致。',
    'The caller signed the parameters of the query without the marks between them, or without the question mark, as some other schemes do.':
      '调用方签名的查询参数之间没有分隔符，或者前面没有问号，某些其他签名方案是这样做的。',
    'Sign path and query exactly as they are sent, with ?, = and &.':
      '路径和查询参数按发送的原样签名，包括 ?、= 和 &。',
    'The caller signed hyphens where underscores were sent in the path, or the reverse.':
      '路径中签名的是连字符、发送的是下划线，或者相反。',
    'The caller signed the template of the query, with the names of the parameters in braces. The values were filled in after signing.':
      '调用方签名的是查询参数的模板，花括号中只有参数名，签名之后才填入值。',
    'The caller signed a folder of Windows before the path. Git Bash and MSYS change an argument that begins with a slash to such a path.':
      '调用方签名的路径前面有一个 Windows 目录：Git Bash 和 MSYS 会把以斜杠开头的参数改成这样的路径。',
    'Set MSYS_NO_PATHCONV=1, or begin the argument with two slashes for these shells. Then sign the path that is sent.':
      '设置 MSYS_NO_PATHCONV=1，或者在这些 shell 中让参数以两个斜杠开头；对发送的路径签名。',
    'The caller signed the segments of the path as a list. A program printed the list and did not join it.':
      '调用方把路径的各段当作列表签名：程序打印了列表，没有把它拼接起来。',
    'Join the segments with slashes. Then sign and send this path.': '用斜杠拼接各段；对得到的路径签名，并原样发送。',
    'The caller signed a # before the path, as the address of a page in a browser has it.':
      '调用方签名的路径前面有 #，就像浏览器中网页的地址。',
    'Sign only the path and the query that are sent.': '只对发送的路径和查询参数签名。',
    'The caller signed a route of a gateway or a framework, which matches many paths, not the path that was sent.':
      '调用方签名的是网关或框架的路由，它代表许多路径，而不是发送的路径。',
    'Sign the path that is sent, not the route that fits it.': '对发送的路径签名，不要对匹配它的路由签名。',
    'The caller signed another mark between the path and the query, or between two parameters.':
      '调用方签名的路径和查询参数之间，或者两个参数之间，是另一个符号。',
    'The caller signed the method a second time, before the target.': '调用方在请求目标前面又签了一次请求方法。',
    'Sign only the target on its line: the path and the query.': '这一行只签请求目标：路径和查询参数。',
    'Sign the path that is sent.': '按实际发送的路径签名。',
    'The caller signed the query with {marks:phrase}, but it arrived without this.':
      '调用方签名的查询参数中有{marks}，而到达的没有。',
    'a stray &': '一个多余的 &',
    '{count:number} stray & marks': '{count} 个多余的 &',
    'Write one & between two parameters, and none at the ends. Then sign and send this query.':
      '两个参数之间写一个 &，首尾都不写，对得到的查询参数签名，并原样发送。',
  },
  'targetMarks.ts': {
    'The caller signed {mark} in the path where a slash was sent. Functions for file names write backslashes on Windows, and some HTTP clients change them to slashes.':
      '调用方签名的路径中是 {mark}，发送的是斜杠。在 Windows 上，处理文件名的函数会写出反斜杠，有些 HTTP 客户端再把它改成斜杠。',
    'Join the path with slashes, not with a function for file names. Then sign and send this path.':
      '用斜杠拼接路径，不要用处理文件名的函数；对得到的路径签名，并原样发送。',
    'The caller signed the path and the query without the question mark between them.':
      '调用方签名的路径和查询参数之间没有问号。',
    'The caller signed & between the path and the query, where the question mark was sent.':
      '调用方签名的路径和查询参数之间是 &，发送的是问号。',
    'The caller signed two question marks between the path and the query, but sent one.':
      '调用方签名的路径和查询参数之间有两个问号，发送的只有一个。',
    'Write one question mark between the path and the query. Then sign and send this target.':
      '路径和查询参数之间只写一个问号，对得到的请求目标签名，并原样发送。',
    'The caller signed semicolons between the parameters of the query, where & was sent.':
      '调用方签名的查询参数之间是分号，发送的是 &。',
    'Write & between two parameters. Then sign and send this query.':
      '两个参数之间写 &，对得到的查询参数签名，并原样发送。',
    'The caller signed a second question mark in the query, where & was sent. It appended a query to a URL that had one.':
      '调用方签名的查询参数中有第二个问号，发送的是 &：它在已有查询参数的 URL 后面又拼接了查询参数。',
    'Write & between two parameters, and a question mark only before the first. Then sign and send this query.':
      '两个参数之间写 &，问号只写在第一个参数前面；对得到的查询参数签名，并原样发送。',
  },
  'escapeDifference.ts': {
    'The caller signed %3F where a question mark was sent. Either it escaped the path and the query together, as if both were a path, or the question mark belongs to a name in the path and was sent without its escape.':
      '调用方签名的是 %3F，发送的是问号：要么它把路径和查询参数合在一起当作路径编码了，要么这个问号属于路径中的名称，发送时没有编码。',
    'Escape each name of the path and each value of the query separately. Put an unescaped question mark only before the query. Then sign and send exactly this target.':
      '路径中的每个名称和查询参数的每个值分别编码，只有查询参数前面的问号不编码；对得到的请求目标签名，并原样发送。',
    'The {carrier:phrase} was escaped again after signing. Where the caller signed %, %25 arrived.':
      '{carrier}在签名之后又被编码了一次：签名的是 %，到达的是 %25。',
    'Send the URL exactly as it was signed. Give the HTTP library a complete URL that it does not escape again.':
      '按签名的 URL 发送：把完整的 URL 交给 HTTP 库，不要让它再次编码。',
    'Send the form exactly as it was signed. Give the HTTP library a complete text that it does not escape again.':
      '按签名的表单发送：把完整的文本交给 HTTP 库，不要让它再次编码。',
    'The caller escaped the {carrier:phrase} twice before signing. It signed %25 where % was sent.':
      '调用方签名之前对{carrier}多编码了一次：签名的是 %25，发送的是 %。',
    'The caller signed the {carrier:phrase} with its escapes, but it arrived decoded: it signed {pairs:list}.':
      '调用方签名的{carrier}带有转义，到达的却是解码后的：{pairs}。',
    'Send the {carrier:phrase} exactly as it is signed, with its escapes. Do not decode and join it again after signing.':
      '按签名的原样发送{carrier}，保留其中的转义，签名之后不要再解码和拼接。',
    'Escape each segment of the path once. Then sign and send exactly this path.':
      '路径的每一段只转义一次，对得到的路径签名，并原样发送。',
    'The second encoder also wrote {pairs:list}.': '第二次编码还改了这些：{pairs}。',
    'Sign the {carrier:phrase} exactly as it is sent, and escape it only once.':
      '{carrier}只编码一次，并按发送的内容签名。',
    'The caller signed the parameters in another order and with other escapes. It signed {theirs}, but {ours} was sent.':
      '调用方签名的参数与发送的顺序不同，编码也不同：签名的是 {theirs}，发送的是 {ours}。',
    'Write the {carrier:phrase} once, in one order and with one encoder. Then sign and send exactly this text.':
      '用同一种顺序和同一个编码器只生成一次{carrier}，对得到的文本签名，并原样发送。',
    'the parameters are in another order; the caller signed {theirs}, but sent {ours}':
      '参数的顺序不同；签名的是 {theirs}，发送的是 {ours}',
    'with one percent sign before all its UTF-8 bytes': '全部 UTF-8 字节前只有一个百分号',
    'The caller wrote {letter} as {written}, {how:phrase}. Each byte needs a percent sign of its own.':
      '调用方把 {letter} 写成了 {written}（{how}）。每个字节前都要有一个百分号。',
    'The caller escaped only the first {written:number} bytes of a text that has {bytes:number} bytes in {charset}. Its program counts characters instead of bytes, and the text was not in UTF-8.':
      '一段文本在 {charset} 中有 {bytes} 字节，而调用方只编码了前 {written} 个字节：程序把字符数当成了字节数，而且文本不是 UTF-8。',
    'The caller escaped only the first byte of a text that has {bytes:number} bytes in {charset}. Its program counts characters instead of bytes, and the text was not in UTF-8.':
      '一段文本在 {charset} 中有 {bytes} 字节，而调用方只编码了第一个字节：程序把字符数当成了字节数，而且文本不是 UTF-8。',
    'The caller wrote {letter} as {written}, {how:phrase}, instead of the UTF-8 bytes of this letter.':
      '调用方把 {letter} 写成了 {written}（{how}），而不是它的 UTF-8 字节。',
    'Escape the UTF-8 bytes of the {carrier:phrase} once, as encodeURIComponent does. Then sign and send exactly this text.':
      '像 encodeURIComponent 那样，对{carrier}的 UTF-8 字节只编码一次，对得到的文本签名，并原样发送。',
    'The caller signed letters of the {carrier:phrase} with escapes that are not UTF-8.':
      '调用方签名时，{carrier}中有些字符的编码不是 UTF-8。',
    'Escape the UTF-8 bytes of the {carrier:phrase} once. Then sign and send exactly this text.':
      '对{carrier}的 UTF-8 字节只编码一次，对得到的文本签名，并原样发送。',
    'The caller signed the fields of the form with line ends instead of & between them.':
      '调用方签名的表单用换行分隔各字段，而不是 &。',
    'Sign the form exactly as it is sent: name=value for each field, with & between the fields.':
      '按发送的表单签名：各字段写成 name=value，用 & 分隔。',
    'The caller signed {pairs:list}. The text was decoded once too often: %2B is a plus sign, and only a further decoding turns a plus sign into a space.':
      '{pairs}：文本多解码了一次，%2B 解码后是加号，再解码一次才会变成空格。',
    'Sign the text exactly as it is sent, with its escapes. To check or to use its values, decode it only once.':
      '对实际发送的文本签名，保留其中的编码。检查或使用其中的值时，只解码一次。',
    'The caller signed {pairs:list}. This happens if a plus sign becomes a space when it is sent, or if a space becomes a plus sign before it is escaped.':
      '{pairs}：可能是加号在发送时变成了空格，或者空格在编码之前变成了加号。',
    'Perhaps the client took {escape} for an escape that was there already, and did not escape its percent sign.':
      '客户端可能把 {escape} 当作已有的编码，没有对其中的百分号编码。',
    'Escape each value once, with %20 for a space. Then sign and send exactly this text.':
      '每个值只编码一次，空格写成 %20，对得到的文本签名，并原样发送。',
    'The caller signed %3F where the question mark before the query was sent. It escaped the path and the query together, as if both were a path.':
      '发送的是查询参数前的问号，调用方签名的却是 %3F：它把路径和查询参数合在一起，当作路径编码了。',
    'Escape the path and the values of the query separately. Then put an unescaped question mark between them, and sign exactly this target.':
      '分别对路径和查询参数的值编码，用不编码的问号连接，然后对这个请求目标签名。',
    'The caller added an & at the end of {which:phrase} of the parameters. Its HTTP library sent this & as %26, as a part of the value. But the caller signed the parameters without it.':
      '调用方在{which}参数末尾自己加了一个 &，它的 HTTP 库把这个 & 发送成了 %26，成为值的一部分；调用方签名的参数没有它。',
    each: '每个',
    'each but the last': '除最后一个以外的每个',
    'Do not put an & at the end of a parameter (in Delphi, of an item of a TStringList). The HTTP library puts & between the parameters. Then sign the {carrier:phrase} that it sends.':
      '不要在参数末尾加 &，例如 Delphi 中 TStringList 的每一项：HTTP 库会在参数之间加上 &。然后对它发送的{carrier}签名。',
    'The caller signed {pairs:list}, in the path. Either the path has a space and the client wrote it as +, or it has a plus sign and the signing code took it for a space.':
      '调用方在路径中签名的是 {pairs}。要么路径中是空格，客户端把它写成了 +；要么路径中是加号，签名的代码把它当成了空格。',
    'In a path, write a space as %20 and a plus sign as +. Then sign and send exactly that text. Only a query and a form write a space as +.':
      '路径中的空格写成 %20，加号写成 +，对得到的文本签名，并原样发送。只有查询参数和表单才把空格写成 +。',
    'The caller signed {pairs:list}, in the path: its encoder is for forms.':
      '调用方在路径中签名的是 {pairs}：它用的是表单的编码函数。',
    'Write a space of the path as %20, then sign and send exactly that text: only a query and a form write a space as +.':
      '路径中的空格写成 %20，对得到的文本签名，并原样发送：只有查询参数和表单才把空格写成 +。',
    'The caller signed {pairs:list}. Either + is a space and the client wrote it as +, or it is a plus sign and the signing code took it for a space.':
      '{pairs}：要么 + 是空格，客户端把它写成了 +；要么 + 是加号，签名的代码把它当成了空格。',
    'The caller signed {pairs:list}. Either + is a space and the signing code wrote it as +, or it is a plus sign and a program took it for a space after signing.':
      '{pairs}：要么 + 是空格，签名的代码把它写成了 +；要么 + 是加号，签名之后有程序把它当成了空格。',
    'The sent text also has %20, so + is probably a plus sign.': '发送的文本中也有 %20，所以 + 可能是加号。',
    'The signed text also has %20, so + is probably a plus sign.': '签名的文本中也有 %20，所以 + 可能是加号。',
    'In the {carrier:phrase}, write each space as %20 and each plus sign as %2B. Then sign and send exactly this text.':
      '{carrier}中的空格写成 %20，加号写成 %2B，对得到的文本签名，并原样发送。',
    'The caller signed {pairs:list}. On one side these are several parameters, on the other side a single value.':
      '{pairs}：因此其中一边的多个参数在另一边成了一个值。',
    'The caller signed {pairs:list}. So an & within a value arrived without its escape, as if it were the end of the value.':
      '{pairs}：值里面的 & 到达时没有编码，看起来像是值的结尾。',
    'The caller signed {pairs:list}. So an & within a value was signed without its escape, as if it were the end of the value.':
      '{pairs}：值里面的 & 在签名时没有编码，看起来像是值的结尾。',
    'Send the {carrier:phrase} exactly as it is signed, with %26 for an & within a value.':
      '原样发送所签名的{carrier}，值里面的 & 写成 %26。',
    'Give the HTTP library the complete text.': '把完整的文本交给 HTTP 库。',
    'Sign the {carrier:phrase} exactly as it is sent, with %26 for an & within a value.':
      '按发送的{carrier}签名，值里面的 & 写成 %26。',
    'Write & between two parameters, and %26 for an & within a value. Then sign and send exactly this text.':
      '参数之间写 &，值里面的 & 写成 %26，然后原样签名并发送这段文本。',
    'Encode the {carrier:phrase} once. Then sign and send exactly this text.':
      '{carrier}只编码一次，对得到的文本签名，并原样发送。',
    'The caller signed the percent escapes of the {carrier:phrase} in lower case, but they were sent in upper case: {pairs:list}.':
      '{carrier}中的百分号编码，调用方签名的是小写，发送的是大写：{pairs}。',
    'The caller signed the percent escapes of the {carrier:phrase} in upper case, but they were sent in lower case: {pairs:list}.':
      '{carrier}中的百分号编码，调用方签名的是大写，发送的是小写：{pairs}。',
    'Some percent escapes of the {carrier:phrase} are upper case on one side and lower case on the other: {pairs:list}.':
      '{carrier}中的百分号编码，调用方签名的与发送的大小写不同：{pairs}。',
    'Write the {carrier:phrase} once, with its escapes in upper case. Then sign and send exactly this text.':
      '{carrier}只生成一次，百分号编码用大写，对得到的文本签名，并原样发送。',
    'A parameter has no value. The caller signed an equals sign after its name: {pairs:list}.':
      '对没有值的参数，调用方签名时在名称后面写了等号：{pairs}。',
    'A parameter has no value. The caller signed no equals sign after its name: {pairs:list}.':
      '对没有值的参数，调用方签名时在名称后面没有写等号：{pairs}。',
    'The value of a parameter has one equals sign more in the signed text: {pairs:list}.':
      '调用方签名时，参数末尾多了一个等号：{pairs}。',
    'The value of a parameter has one equals sign less in the signed text: {pairs:list}.':
      '调用方签名时，参数末尾少了一个等号：{pairs}。',
    'The caller signed the {carrier:phrase} without escapes: {pairs:list}. Either its program decoded the {carrier:phrase} before signing, or the HTTP library escaped it after signing.':
      '调用方签名的{carrier}没有百分号编码：{pairs}。要么程序在签名之前对它做了解码，要么 HTTP 库在签名之后对它做了编码。',
    'Sign the {carrier:phrase} exactly as it is sent, with its escapes.':
      '按发送的{carrier}签名，保留其中的百分号编码。',
    'The caller signed %2F in the path, but a slash arrived. Either only the signed path has the escape, or something on the way decoded it.':
      '调用方签名的路径中是 %2F，到达的是斜杠：要么它签名时对斜杠做了编码，而发送的没有编码；要么途中的程序对它做了解码。',
    'Sign the path exactly as it is sent, and do not escape a slash between segments.':
      '按实际发送的写法对路径签名，不要对分隔各段的斜杠编码。',
    'If the caller sent %2F, configure the proxy so that it does not change the path (nginx: proxy_pass without a path).':
      '如果调用方发送的是 %2F，让路径原样通过，例如在 nginx 的 proxy_pass 中不写路径。',
    'without these escapes': '签名时没有编码，发送的有编码',
    'with these escapes, which did not arrive': '签名时有编码，到达的没有编码',
    'in other escapes than arrived': '签名与到达的编码不同',
  },
  'componentDifference.ts': {
    others: '其他字符',
    'The caller escaped {parts:list} of the {carrier:phrase} twice before signing, but not the rest. It signed {pairs:list}.':
      '调用方签名之前对{carrier}的{parts}多编码了一次，其余部分没有：{pairs}。',
    'Some {parts:list} of the {carrier:phrase} were escaped again after signing. The caller signed {pairs:list}.':
      '{carrier}的部分{parts}发送时比签名的多编码了一次：{pairs}。',
    'Escape each name and each value once. Then sign and send exactly this {carrier:phrase}.':
      '每个名称和每个值只编码一次，对得到的{carrier}签名，并原样发送。',
    'The caller signed {pairs:list}. Either escapes in {parts:list} of the {carrier:phrase} were escaped again after signing, or the signing code decoded them once too often.':
      '{pairs}：要么{carrier}的{parts}中的编码在签名之后又被编码了一次，要么签名的代码多解码了一次。',
    'Escape each value once, and do not decode a value that a framework has decoded. Then sign and send exactly this {carrier:phrase}.':
      '每个值只编码一次，框架已经解码的值不要再次解码；对得到的{carrier}签名，并原样发送。',
    'Before signing, {parts:list} of the {carrier:phrase} were decoded twice, but encoded only once. The caller signed {pairs:list}.':
      '调用方签名之前对{carrier}的{parts}多解码了一次，然后又编码：{pairs}。',
    'If a framework has decoded a value, do not decode it again. Sign exactly the text that is sent.':
      '框架已经解码的内容不要再次解码：按发送的文本签名。',
    'A parameter has no value. The caller escaped the equals sign after its name, like a part of the name. It signed {pairs:list}.':
      '参数没有值时，调用方把名称后面的等号当作名称的一部分做了编码：{pairs}。',
    'A parameter has no value. The equals sign after its name was sent with an escape, like a part of the name. The caller signed {pairs:list}.':
      '参数没有值时，发送时名称后面的等号被当作名称的一部分做了编码：{pairs}。',
    'Split each parameter at its first equals sign, even if no value follows. Then escape its name. Then sign and send exactly this {carrier:phrase}.':
      '对名称编码之前，先在第一个等号处拆开每个参数，没有值时也一样；对得到的{carrier}签名，并原样发送。',
  },
  'missingWords.ts': {
    'The signed text lacks {names:list}.': '签名的文本中缺少 {names}。',
    'The text that was sent lacks {names:list}.': '发送的文本中缺少 {names}。',
  },
  'pythonBytesInQuery.ts': {
    'The caller signed {theirs}, but {ours} was sent. This is how Python prints bytes.':
      '调用方签名的是 {theirs}，发送的是 {ours}：这是 Python 打印字节的形式。',
    'Turn the bytes into text with decode() before you put them into the text to sign.':
      '先用 decode() 把字节转成文本，再放进签名串。',
  },
}
