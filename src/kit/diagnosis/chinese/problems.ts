/**
 * The refusals of the readers in `pasted/`, in Chinese: why a pasted text cannot be read as a request, and what its author can do.
 * Each text says the reason, then `;`, then the remedy.
 */
import type { Phrases } from './dictionary.ts'

/** The text is no request, or is in a form that no reader takes. */
const formProblems: Phrases = {
  'there is no request here; paste a request, beginning with its first line': '这里没有请求；请从第一行起粘贴请求',
  'there is no request line (METHOD /path HTTP/1.1) and no other form of a request here; paste raw HTTP from its first line, a curl command, a HAR, or an export of Postman or Insomnia. Or send the request to countersign serve --keep FOLDER and give the file that it writes':
    '这里没有请求行（METHOD /path HTTP/1.1），也没有其他形式的请求；请从第一行起粘贴原始 HTTP、curl 命令、HAR，或者 Postman、Insomnia 导出的请求，也可以把请求发送到 countersign serve --keep FOLDER，再提供它写出的文件',
  'the request line is not METHOD TARGET HTTP/1.1; write a space in the target as %20':
    '请求行不是 METHOD TARGET HTTP/1.1 的形式；请求目标中的空格必须做百分号编码',
  'a request begins in line {line:number}; paste the text from this line': '请求从第 {line} 行开始；请从那里起粘贴',
  'this is a response; paste the request that it answers': '这是响应；请粘贴它所对应的请求',
  'this text has the path of the request with two different queries, so nothing was checked; give the request line as it was sent':
    '这段文本中，请求的路径带有两个不同的查询字符串，因此未作检查；请按发送时的原样给出请求行',
  'this is a description of an API (OpenAPI). Its examples are not the bytes of a request; paste the request as it was sent':
    '这是 API 的描述文件（OpenAPI），其中的示例不是请求的实际字节；请粘贴实际发送的请求',
  'this command has a body in its arguments and another from the command before it; HTTPie refuses this':
    '这条命令的参数中有请求体，前一条命令又给了一个；HTTPie 不接受这种情况',
  'Faraday shows the path of the URL here, but never its query, so the target is not known; write :url and the whole URL in place of :url_path and the path':
    'Faraday 在这里只显示 URL 的路径，从不显示查询参数，因此无法确定请求目标；请把 :url_path 和路径改成 :url 和完整的 URL',
  'this text has the query only as parsed parameters, so the bytes of the query are lost; add the query to the path, exactly as it was sent':
    '这里的查询字符串只有程序解析后的参数，原来的字节已丢失；请在这段文本中把实际发送的查询字符串写在路径之后',
  'this command has no quotation marks any more (ps prints commands in this way), so it is not known where each value ends; paste the command as it was typed, or read /proc/PID/cmdline, where a zero byte follows each argument':
    '这条命令丢失了引号（例如 ps 的列表就不带引号），无法知道各个值在哪里结束；请粘贴输入时的命令，或读取 /proc/PID/cmdline，其中每个参数后面有一个零字节',
  'the program that printed this has broken long values into lines, and blanks may be lost there, so nothing can be checked; let the program print each value on one line, as Rich does with soft_wrap=True':
    '打印这段文本的程序把长的值断成了几行，断开处可能丢失空格，因此无法检查；请让它把每个值打印在一行里，例如 Rich 用 soft_wrap=True',
  'no reader knows the form of this text. Recognized: {found:list}. Not recognized: {lost:list}. Lines that were not understood: {lines}. Write the request as raw HTTP: the request line, the headers, an empty line and the body':
    '没有读取器认识这段文本的形式。已识别：{found}；未识别：{lost}。未能理解的行：{lines}。请写成原始 HTTP：请求行、请求头、一个空行和请求体',
  'no reader knows the form of this text. Recognized: {found:list}. Not recognized: {lost:list}. Write the request as raw HTTP: the request line, the headers, an empty line and the body':
    '没有读取器认识这段文本的形式。已识别：{found}；未识别：{lost}。请写成原始 HTTP：请求行、请求头、一个空行和请求体',
  'the method': '请求方法',
  'the target': '请求目标',
  'the Authorization header': 'Authorization 请求头',
  'several methods (line {line:number})': '多个请求方法（第 {line} 行）',
  'several targets (line {line:number})': '多个请求目标（第 {line} 行）',
  'several Authorization headers (line {line:number})': '多个 Authorization 请求头（第 {line} 行）',
  'several methods (lines {lines})': '多个请求方法（第 {lines} 行）',
  'several targets (lines {lines})': '多个请求目标（第 {lines} 行）',
  'several Authorization headers (lines {lines})': '多个 Authorization 请求头（第 {lines} 行）',
  'the method (line {line:number})': '请求方法（第 {line} 行）',
  'the target (line {line:number})': '请求目标（第 {line} 行）',
  'the Authorization header (line {line:number})': 'Authorization 请求头（第 {line} 行）',
  'there is an Authorization header here, but no URL and no path, so nothing can be checked; print the method and the URL too, or paste the request as raw HTTP or as a curl command':
    '这里有 Authorization 请求头，但没有 URL 也没有路径，因此无法检查；请把请求方法和 URL 也打印出来，或以原始 HTTP 或 curl 的形式粘贴请求',
  'there is an Authorization header and a URL here, but no method, so nothing can be checked; print the method too, or paste the request as raw HTTP or as a curl command':
    '这里有 Authorization 请求头和 URL，但没有请求方法，因此无法检查；请把请求方法也打印出来，或以原始 HTTP 或 curl 的形式粘贴请求',
  'this is a log in the W3C format; its lines never have the body, and rarely the Authorization header, so nothing can be checked: give the request itself':
    '这是 W3C 格式的日志，其中没有请求体，一般也没有 Authorization 请求头，因此无法检查：请提供请求本身',
  'the program that printed this writes a dot for each byte of a line end, so the lines of the request are lost; let the program print the bytes in hexadecimal, as ngrep does with -x and tcpdump with -X':
    '打印它的程序把换行的每个字节都写成点号，请求的各行因此丢失；请让它以十六进制打印字节，例如 ngrep 的 -x 或 tcpdump 的 -X',
  'Node has left out members of this object, and writes [Object] or [Array] instead of them; print it with util.inspect(value, { depth: null, maxStringLength: null, maxArrayLength: null })':
    'Node 省略了这个对象的字段，写成了 [Object] 或 [Array]；请用 util.inspect(value, { depth: null, maxStringLength: null, maxArrayLength: null }) 打印',
  'this text has only a response; paste the request that it answers, as raw HTTP or as a curl command':
    '在这段文本中只识别出响应；请以原始 HTTP 或 curl 的形式粘贴它所对应的请求',
  'this is the text that a caller signs, not a request; give the request here, and pass this text to countersign diagnose --signed':
    '这是调用方签名的文本，不是请求；请在这里提供请求，并把这个文本作为签名文本提供（countersign diagnose --signed）',
  'this is a line of an access log; it has no Authorization header and no body, so nothing can be checked: give the request itself':
    '这是访问日志中的一行，其中既没有 Authorization 请求头也没有请求体，因此无法判断：请提供请求本身',
  'this is {subject:phrase}. It has {lacks:phrase}, so nothing can be checked: give the request itself. countersign serve --keep DIR or keepRefusals can save the next refused request':
    '这是{subject}。其中{lacks}，因此无法判断：请提供请求本身。countersign serve --keep DIR 和 keepRefusals 会保存下一个请求',
  'a line of a log': '日志中的一行',
  'a line of a log, of a request that was refused: {reason}': '日志中关于被拒绝的请求的一行（{reason}）',
  'no Authorization header, no target and no body': '没有 Authorization 请求头、请求目标和请求体',
  'no Authorization header, no query and no body': '没有 Authorization 请求头、查询参数和请求体',
  'this is only the Authorization header. Method, target and body are missing, so nothing can be checked: give the request itself':
    '这里只有 Authorization 请求头，缺少请求方法、请求目标和请求体，因此无法判断：请提供请求本身',
  'this is the trace of an error, which does not show the whole request; paste the request as it was sent':
    '这是错误的堆栈信息，无法从中读出请求方法、请求目标、Authorization 请求头和请求体；请粘贴发送的请求',
  'this text has an Authorization header, but not among the headers of a request, so nothing was checked; paste the request as raw HTTP or as a curl command':
    '文本中有 Authorization，但不在读取到的请求头中，因此不做判断；请以原始 HTTP 或 curl 的形式粘贴请求',
  'this JSON is not an HTTP archive: it has no request with a method, a URL and headers; paste the request itself':
    '这个 JSON 不是 HAR：其中没有带请求方法、URL 和请求头的请求；请粘贴请求本身',
  'this begins like JSON, but is not an HTTP archive; paste a whole HAR, or the request itself':
    '开头像 JSON，但不是 HAR；请粘贴完整的 HAR，或者请求本身',
  'this XML has no request that can be read; paste the request as raw HTTP or as a curl command':
    '这个 XML 中没有可以读取的请求；请粘贴原始 HTTP 或 curl 命令',
  'this test plan of JMeter has no HTTP request; paste the request as raw HTTP or as a curl command':
    '这个 JMeter 测试计划中没有 HTTP 请求；请粘贴原始 HTTP 或 curl 命令',
  'these items of Burp have no request that can be read; copy the request itself':
    '这些 Burp 条目中没有可以读取的请求；请复制请求本身',
  'this file is compressed with gzip; decompress it with gunzip -c FILE, and give what that prints':
    '这个文件经过 gzip 压缩；请用 gunzip -c FILE 解压，再提供它输出的内容',
  'this is a file of flows of mitmproxy; make an archive with mitmdump -nr FILE --set hardump=FILE.har, and give this archive':
    '这是 mitmproxy 的流文件；请让它导出 HAR（mitmdump -nr FILE --set hardump=FILE.har），并提供该文件',
  'this is source code ({library}). countersign does not run it, so the request is not known; {remedy:phrase}, or send the request to countersign serve --keep FOLDER and give the file that serve writes':
    '这是程序代码（{library}），这里不会运行它，因此不知道它发送了什么；{remedy}，或者把请求发给 countersign serve --keep FOLDER，并提供它保存的文件',
  'change the program so that it prints method, URL, headers and body just before it sends them':
    '请让程序在发送之前打印请求方法、URL、请求头和请求体',
  'this export of Insomnia has no request that can be read here; in Insomnia, copy the request as a curl command':
    '这个 Insomnia 导出文件中没有可以读取的请求；请在 Insomnia 中把请求复制为 curl',
  'this file of Bruno has no request with a URL; paste the whole file':
    '这个 Bruno 文件中没有带 URL 的请求；请粘贴整个文件',
  'this has too many levels of objects and arrays to be a request': '嵌套太深，不是请求',
  'there is more than one request; paste one request at a time': '有多个请求；请一次粘贴一个',
  'this is a file of captured packets; run tshark -r FILE -Y http.request -T pdml, and give what it prints. If the connection has TLS, no packet shows the request; then give it as a HAR or as a curl command':
    '这是抓包文件；请运行 tshark -r FILE -Y http.request -T pdml，并提供它的输出。如果连接使用 TLS，数据包中看不到请求，请提供 HAR 或 curl 命令',
  'a matcher in this simulation of Hoverfly or this mapping of WireMock fits more than one value, so the request is not known; give the journal of the program, or the request as it was sent':
    '这个 Hoverfly 模拟文件或 WireMock 映射文件中有匹配器对应多个值，因此无法知道请求的内容；请提供该程序的请求记录（journal），或者实际发送的请求',
  'this archive has no Authorization header in any request, and no cookies. By default, Chrome leaves both out of an archive, so nothing can be checked; export the HAR with sensitive data, or copy the request as cURL':
    '这个 HAR 的所有请求都没有 Authorization 请求头，也没有 Cookie。Chrome 默认会从 HAR 中去掉这两者，因此无法判断；请导出含敏感数据的 HAR，或者把请求复制为 cURL',
  'this is the tab HTTP of View Results Tree in JMeter, which does not show the query and the body as they were sent; give what the tab Raw shows, Request Body and Request Headers':
    '这是 JMeter“察看结果树”的 HTTP 标签页，它不按发送的原样显示查询字符串和请求体；请提供 Raw 标签页的 Request Body 和 Request Headers',
}

/** The text is a command of curl, wget, HTTPie or PowerShell, a call of fetch or a test plan, and a part of it cannot be read. */
const commandProblems: Phrases = {
  'this is not a curl command; paste a command that begins with curl': '这不是 curl 命令；请粘贴以 curl 开头的命令',
  'there is no command; paste a command that begins with curl': '没有命令；请粘贴以 curl 开头的命令',
  'there is no URL; paste the whole command': '没有 URL；请粘贴完整的命令',
  'there is no -Uri; paste the whole command': '没有 -Uri；请粘贴完整的命令',
  'there is no Invoke-WebRequest and no Invoke-RestMethod here; paste the whole script':
    '这里没有 Invoke-WebRequest 和 Invoke-RestMethod；请粘贴完整的脚本',
  'the URLs are in another file; write the URL of one request into the command':
    'URL 在另一个文件中；请把一个请求的 URL 写进命令里',
  'there are two URLs, so there are two requests; paste one request at a time, and put a value with spaces in quotes':
    '有两个 URL，因此是两个请求；请一次粘贴一个，并给含空格的内容加引号',
  'there are two URLs, so there are two requests; paste one request at a time, and put a value with spaces in quotes. An apostrophe in the data ends the single quotes, so the apostrophe must be escaped':
    '有两个 URL，因此是两个请求；请一次粘贴一个，并给含空格的内容加引号。数据中的单引号会结束单引号字符串，生成该命令的程序必须对它转义',
  'the option{name} is not known; remove it if the request does not depend on it':
    '未知的选项{name}；如果它不影响请求，请去掉',
  'the text that the command reads after << must stand in the lines below it, up to a line that has only the word after <<; paste the command with all these lines':
    '命令在 << 之后读取的文本必须写在命令下面的各行中，直到只含 << 之后那个词的一行为止；请连同所有这些行一起粘贴命令',
  'a shell changes a $, a backslash and a backtick in the text after <<, because its word has no quotation marks; give the body itself with --body':
    '<< 之后的词没有加引号，因此 shell 会改变文本中的 $、反斜杠和反引号；请用 --body 提供请求体本身',
  'a shell adds a line feed to the text after <<<, but mitmproxy also writes a body without a line feed in this way. So the body is not known; export the request as raw_request, or write the body after --raw in this command, without <<<':
    'shell 会给 <<< 之后的文本加上换行，而 mitmproxy 会把没有换行的请求也写成这样，因此不知道请求体是什么；请把请求导出为 raw_request，或者去掉 <<<，在这条命令里把请求体写在 --raw 之后',
  'the argument of {option} is missing; paste the whole command': '{option} 缺少参数；请粘贴完整的命令',
  'curl does not accept --option=value; write a space instead of the =': 'curl 不支持 --option=value；请用空格代替 =',
  'the options are in another file; write them into the command': '选项在另一个文件中；请把它们写进命令',
  '--header @…: the headers are in another file; write them into the command':
    '--header @…：请求头在另一个文件中；请把它们写进命令',
  '--user: curl asks for the password; write the password after a colon, or remove the option':
    '--user：curl 会询问密码；请写在冒号后面，或者去掉该选项',
  'a quotation mark opens here and is not closed; paste the whole command': '这里的引号没有闭合；请粘贴完整的命令',
  'a quotation mark opens here and is not closed; paste the whole call': '这里的引号没有闭合；请粘贴完整的调用',
  'a quotation mark or a bracket opens here and is not closed; paste the whole command':
    '这里的引号或括号没有闭合；请粘贴完整的命令',
  'a shell does not read a parenthesis as text; put the word in single quotes':
    '圆括号对 shell 有特殊含义；请给这个词加单引号',
  'a shell may replace a word with a brace; put the word in single quotes':
    'shell 可能会展开没有加引号的花括号；请给这个词加单引号',
  'a shell replaces the name after $ by a value here; write this value, or put the text in single quotes':
    'shell 会替换这里以 $ 开头的内容；请直接写出值，或者加单引号',
  'a shell runs the command between `…`; write the output of this command instead':
    'shell 会执行 `…` 中的内容；请换成它的输出',
  'here ^ is an escape character, as in a command for cmd; copy the command "as cURL (bash)"':
    '这里的 ^ 是 cmd 命令的转义；请选择“复制为 cURL (bash)”',
  'here a ` continues the line, as in PowerShell; copy the command for bash':
    '这里用 ` 续行，是 PowerShell 的写法；请复制 bash 的命令',
  'a comment begins here; leave it out': '这里开始是注释；请去掉',
  'a NUL byte cannot be in a command; save the text as UTF-8': '命令中不能有 NUL 字节；请把文本保存为 UTF-8',
  'there is a dash instead of a hyphen here. No shell accepts it; type the hyphen again':
    '这里的连字符变成了破折号，shell 不认识；请重新输入',
  'there is a no-break space here. No shell accepts it; type the space again':
    '这里有不换行空格，shell 不认识；请重新输入',
  'there is a typographic quotation mark here. No shell accepts it; copy the command again from the place where it was run, because an editor may also have changed the quotation marks inside the body':
    '这里是弯引号，shell 不认识；请从运行命令的地方重新复制，因为编辑器可能也改变了请求体中的引号',
  'the command redirects its output here; remove the redirection': '命令在这里有重定向；请去掉',
  'the command reads another file with <; write the name of the file after an @ instead: --data-binary @FILE':
    '命令用 < 读取另一个文件；请改为在 @ 后面写文件名：--data-binary @FILE',
  'curl takes only one of --data, --head and --upload-file; remove the others (--get puts data into the URL)':
    '--data、--head、--upload-file 中 curl 只接受一个；请去掉其他的（--get 会把数据放进 URL）',
  'with --get, curl adds the content of the file to the URL, and this content is not known here; write it into the URL':
    '使用 --get 时文件的数据会放进 URL；请直接写在 URL 中',
  'with this option curl sends nothing; remove the option': '有它时 curl 不会发送任何内容；请去掉',
  'with --compress, --multipart or --chunked the body is not in the text; paste the raw request':
    '使用 --compress、--multipart 或 --chunked 时，请求体不在文本中；请粘贴原始请求',
  'the value of a header is in a file; write the value here': '请求头来自文件；请直接写出值',
  'the value of a header or a parameter is in a file; write the value here': '请求头或参数来自文件；请直接写出值',
  'a header contains a line end and a second header; write one --header for each header':
    '一个请求头中有换行，后面还有另一个请求头；请分别用 --header 提供',
  'a header does not have the form "Name: value" on one line, or contains a control character; fix it':
    '请求头不是单行的 Name: value 形式，或者含有控制字符；请修正',
  'curl makes a random boundary for a form, so the body is not in the command; paste the request that was sent, from --trace-ascii':
    'curl 会为表单生成随机的分隔符（boundary），因此请求体不在命令中；请粘贴 --trace-ascii 输出的实际请求',
  'curl expands brackets and braces in a URL; escape them, or add -g to send them as they are':
    'curl 会展开 URL 中的方括号和花括号；请转义，如果要保留原样请加 -g',
  'because of the name of the host, curl uses another protocol than HTTP; write http:// or https:// before the host':
    'curl 会根据该主机名猜测为 HTTP 以外的协议；请在前面写上协议',
  'curl makes this signature itself; paste the request that was sent, from curl -v':
    'curl 会自己生成那个签名；请粘贴 curl -v 输出的实际请求',
  'curl refuses a space or a control character in a URL; use --data-urlencode':
    'curl 不接受 URL 中的空格或控制字符；请用 --data-urlencode',
  'curl refuses a space or a control character in a URL; write a space as %20':
    'curl 不接受 URL 中的空格或控制字符；空格请写成 %20',
  'curl rewrites line ends in the body; paste the request that was sent':
    'curl 会改写请求体中的换行；请粘贴实际发送的请求',
  'curl sends only a part of the file; paste the request that was sent':
    'curl 只发送文件的一部分；请粘贴实际发送的请求',
  'curl waits for the server to ask for credentials; give the Authorization header itself':
    'curl 会等待服务器要求凭证；请直接提供 Authorization 请求头',
  'wget waits for the server to ask for credentials; give the Authorization header itself':
    'wget 会等待服务器要求凭证；请直接提供 Authorization 请求头',
  'HTTPie asks for a password, or waits for the server here; give the Authorization header itself':
    'HTTPie 在这里会询问密码或等待服务器；请直接提供 Authorization 请求头',
  'HTTPie has indented the body and sorted its members, so the bytes of the body are lost; print the request with --print=HB --pretty=none':
    'HTTPie 对请求体做了缩进和排序，原始字节已丢失；请用 --print=HB --pretty=none 打印请求',
  'an item has none of the separators : = == := @ ; correct it, and put a text with spaces in quotes':
    '有一项没有分隔符 : = == := @；请修正，并给含空格的内容加引号',
  'an item takes its value from a file; write the value here, or give the whole body as @FILE':
    '有一项的值来自文件；请直接写出值，或者用 @FILE 提供整个请求体',
  'an item with brackets in its name makes nested JSON, which cannot be read here; write the whole body after --raw in this command':
    '名称带方括号的项会生成嵌套的 JSON，这里无法读取；请在这条命令里把整个请求体写在 --raw 之后',
  'a form cannot have items with := in them; write = instead': '表单不能有 := 项；请写成 =',
  'the value after := is not JSON; correct it': ':= 后面的值不是 JSON；请修正',
  'PowerShell calculates this value, so it is not in the text; write the value here':
    '这个值由 PowerShell 计算，不在文本中；请直接写出值',
  'there is no literal value here, so the value is not in the text; write the value here':
    '这里不是字面量，它的值不在文本中；请直接写出值',
  'the method and the body must be strings; write them as strings': '请求方法和请求体必须是字符串；请写成字符串',
  'the headers must be an object of strings, or pairs of strings; write each name and each value as a string':
    '请求头必须是由字符串组成的对象，或由字符串对组成的数组；请把每个名称和值都写成字符串',
  'the options of fetch are not an object; write the object itself': 'fetch 的选项不是对象；请直接写出',
  'the text ends within the call; paste the whole call': '文本在调用中间就结束了；请粘贴完整',
  'the URL is not a string; write it as a string': 'URL 不是字符串；请写成字符串',
  'this escape is not the code of a character; correct it': '这个转义不表示任何字符；请修正',
  'this escape is not the code of a Unicode character; correct it': '这个转义不表示任何 Unicode 字符；请修正',
  'the program replaces a placeholder such as {{…}}, <<…>> or {% … %} by a value when it sends the request; paste the request as it was sent':
    '{{…}}、<<…>> 或 {% … %} 这样的占位符在发送时才填入；请粘贴实际发送的请求',
  'the program replaces a parameter such as :id in the path by its value when it sends the request; paste the request as it was sent':
    '路径中 :id 这样的参数在发送时才填入；请粘贴实际发送的请求',
  'JMeter replaces a variable by its value when the test runs; take the request from View Results Tree':
    'JMeter 的变量在运行时才填入；请从“察看结果树”中取得请求',
  'JMeter makes the body of its parameters when the test runs; take the request from View Results Tree':
    'JMeter 在运行时才用参数生成请求体；请从“察看结果树”中取得请求',
  'write the value instead of the variable': '请在变量的位置填入值',
  'write that query into the URL': '请把查询参数写进 URL',
}

/** The URL, a header or the body of the request cannot be read, or a program has left it out. */
const contentProblems: Phrases = {
  'the URL is empty; write it': 'URL 为空；请填写',
  'the URL does not begin with http or https; correct it': 'URL 不是 http 或 https；请修正协议',
  'the host of the URL cannot be read; correct it': '无法读取 URL 中的主机名；请修正',
  'the port of the URL is above 65535; correct it': 'URL 的端口大于 65535；请修正',
  'there are too many slashes after http: or https: in the URL; write two': '协议后面的斜杠太多；请写两个',
  'there are two @ before the host; write %40 for the first': '主机名前面有两个 @；请把第一个写成 %40',
  'a header begins with a space; remove the space': '请求头以空格开头；请去掉空格',
  'the first header begins with a space; remove the space, or add the header that this line continues':
    '第一个请求头以空格开头；请去掉空格，或者在它前面补上请求头',
  'this line is not a header (name: value); if it belongs to the body, leave an empty line before the body':
    '这一行不是 name: value 形式的请求头；如果它属于请求体，请在请求体之前留一个空行',
  'the lines :method and :path are needed; paste both': '需要 :method 和 :path 两行；请一并粘贴',
  'there are two different Content-Lengths; keep only the right one': '有两个不同的 Content-Length；请保留正确的一个',
  'this Content-Length is not a number of bytes; correct or remove it': 'Content-Length 不是字节数；请修正或去掉',
  'Content-Length says {length:number} bytes, but only {there:number} follow; paste the whole body, or correct the header':
    'Content-Length 是 {length} 字节，而之后只有 {there} 字节；请粘贴完整的请求体，或者修正请求头',
  'only the Transfer-Encoding chunked can be decoded here. Paste the body without this encoding':
    '这里无法还原这种 Transfer-Encoding，只能还原 chunked。请粘贴编码之前的请求体',
  'the body is not correctly chunked at this position: a chunk size or the end of a chunk is missing; paste the bytes as they were sent, or the body without chunks and its Content-Length':
    '请求体在这里的分块不正确：缺少分块大小或分块的结尾；请粘贴发送的原始字节，或者粘贴不分块的请求体及其 Content-Length',
  'the body of this request is not text; paste the request as it was sent': '该请求的请求体不是文本；请粘贴发送的请求',
  'this is not the text of the body, but an object that a program made from it. So the bytes are lost; log the text or the bytes of the body':
    '这里的请求体是程序解析后的对象，原始字节已丢失；请在日志中记录请求体的文本或字节',
  'the program that wrote this log has sorted the members of every object by name, perhaps in the body too. So the order that was sent is not known; log the text or the bytes of the body':
    '写这段日志的程序把每个对象的字段都按名称排序，请求体的字段可能也被排序，因此无法知道发送时的顺序；请在日志中记录请求体的文本或字节',
  'Spring writes only a comma between the URL and the body here, and no Content-Length shows where the body begins; log the URL and the body separately, or give the request as raw HTTP':
    'Spring 在这里只用逗号分隔 URL 和请求体，也没有 Content-Length 表明请求体从哪里开始；请分别记录 URL 和请求体，或以原始 HTTP 提供请求',
  'this is not the JSON that was sent, but a map or an object in the notation of the program. So the bytes of the body are lost; make the JSON text before you send it, and log this text':
    '这里的请求体是程序打印的映射或对象，而不是发送的 JSON，原始字节已丢失；请先编码成文本再发送，并记录该文本',
  'the body here has {there:number} bytes, but {sent:number} bytes were sent. So the log has changed the body; {remedy:phrase}':
    '这里打印的请求体有 {there} 字节，而发送了 {sent} 字节，说明日志改变了它；{remedy}',
  'the body was indented for reading, but {sent:number} bytes were sent; give the body itself, or print it unchanged':
    '请求体是为方便阅读而重新排版过的，实际发送了 {sent} 字节；请另外提供请求体，或者按原样打印',
  '{tool:phrase} {lack:known}, so nothing can be checked; {remedy:phrase}': '{tool}{lack}，因此无法判断；{remedy}',
  'the program that printed this': '打印它的程序',
  'a part of the Authorization header was replaced by *** or the like, so nothing can be checked; paste the whole header':
    'Authorization 请求头的一部分被替换成了 *** 之类的符号，因此什么都无法核对；请粘贴完整的请求头',
  'hides the Authorization header': '隐藏了 Authorization 请求头',
  'has cut the Authorization header': '截断了 Authorization 请求头',
  'shows no headers of the request': '没有显示请求头',
  'does not show the target of the request as it was sent': '没有按发送时的原样显示请求目标',
  'log the request in the service behind it, for this log never has headers':
    '请在它后面的服务中记录请求，因为这种日志从不包含请求头',
  'give what its button cURL shows, because the page shows the query in parsed form':
    '请提供页面上 cURL 按钮显示的内容，因为页面只显示解析后的查询参数',
  'log method, target, headers and body in the service behind it':
    '请在它后面的服务中记录请求方法、请求目标、请求头和请求体',
  'log request.authorization and request.raw_post in the application':
    '请在应用中记录 request.authorization 和 request.raw_post',
  'add the request header authorization to the custom fields of the job':
    '请把请求头 authorization 加入该任务的自定义字段',
  'add %REQ(AUTHORIZATION)% to its format': '请在它的格式中加入 %REQ(AUTHORIZATION)%',
  'add authorization-header to management.httpexchanges.recording.include':
    '请在 management.httpexchanges.recording.include 中加入 authorization-header',
  'log the URL in the program that sends the request, because Logbook decodes the query':
    '请在发送请求的程序中记录 URL，因为 Logbook 会解码查询字符串',
  'set strip_query_terms off': '请设置 strip_query_terms off',
  'set log_mime_hdrs on and strip_query_terms off': '请设置 log_mime_hdrs on 和 strip_query_terms off',
  'set logAllReqHeader to true': '请把 logAllReqHeader 设为 true',
  'the page of Sentry': 'Sentry 的页面',
  'the log of API Gateway': 'API Gateway 的日志',
  'the log of Rails': 'Rails 的日志',
  'the list of requests of Spring Boot': 'Spring Boot 的请求列表',
  'the access log of Envoy': 'Envoy 的访问日志',
  'the log of a load balancer of AWS': 'AWS 负载均衡器的日志',
  'the log of Cloudflare': 'Cloudflare 的日志',
  'the log of a gateway of Azure': 'Azure 网关的日志',
  'the log of requests of Google Cloud': 'Google Cloud 的请求日志',
  'the client of Quarkus': 'Quarkus 的客户端',
  'set it to print the headers and the body, or paste the request as raw HTTP or as a curl command':
    '请让它打印请求头和请求体，或者以原始 HTTP 或 curl 的形式粘贴请求',
  'set it to print whole headers, or log the header in the program that sends the request':
    '请让它完整打印请求头，或者在发送请求的地方记录该请求头',
  'set it to print the whole body': '请让它打印完整的请求体',
  'set it to print whole values': '请让它完整打印各个值',
  'give the body itself': '请另外提供请求体',
}

/** Where the problem is. The command also names the file. */
const places: Phrases = {
  '--request {file}: line {line:number}: {problem:known}': '--request {file}：第 {line} 行：{problem}',
  '--request {file}: {problem:known}': '--request {file}：{problem}',
  'line {line:number}: {problem:phrase}': '第 {line} 行：{problem}',
  'Line {line:number}: {problem:phrase}.': '第 {line} 行：{problem}。',
  'Or complete this, and give it as a file:': '或者补全下面的内容，存成文件后提供：',
  '; or its parts: {options}': '；或者提供各部分：{options}',
}

export const problems: Phrases = { ...formProblems, ...commandProblems, ...contentProblems, ...places }
