/** What was assumed when a pasted request was read: the notes of the readers in `pasted/`. */
import type { Phrases } from './dictionary.ts'

export const readings: Phrases = {
  'A sanitized HAR has no credentials; copy the HAR with sensitive data.':
    '浏览器导出的净化 HAR 不含凭证；请导出含敏感数据的 HAR。',
  'Without a Content-Length, everything after the empty line is the body, even the last line end. If an editor has added this line end, remove it.':
    '没有 Content-Length，因此空行之后的全部内容（包括末尾的换行）都视为请求体；如果末尾的换行是编辑器加的，请去掉它。',
  'Bruno adds credentials from a block of this file that begins with auth: and is not read here. They may replace the Authorization header.':
    'Bruno 会根据文件中以 auth: 开头的区块添加凭证，这里不读取该区块；它可能会替换 Authorization 请求头。',
  'There is a space before the colon of Authorization. Servers refuse this.':
    'Authorization 的冒号前面有空格，服务器会拒绝。',
  'There is a space before the colon of a header. Servers refuse this (RFC 9112 §5.1).':
    '请求头的冒号前面有空格，服务器会拒绝（RFC 9112 §5.1）。',
  'If a browser copies a request as a command for cmd, it writes each backslash twice. So each pair was read as one backslash.':
    '浏览器为 cmd 把反斜杠写成两个；这里把每一对读作一个，与浏览器实际发送的一致。',
  'A header continues on a second line. The lines were joined with a space. Servers may refuse this header.':
    '有请求头延续到了下一行，这里用空格连接；服务器可能会拒绝。',
  'A header contains a line end, for example from Base64 in several lines. curl sends this line end, and servers refuse such a header.':
    '有请求头含有换行，例如分行的 Base64；curl 会照样发送，而服务器会拒绝。',
  'curl does not send a header without a colon, so this header was removed.':
    '没有冒号的请求头 curl 不会发送，这里已略去。',
  'An & without quotes ends the command, so the text after it was not read. If the & is part of the URL, put the URL in single quotes, because a shell also cuts the URL there.':
    '没有加引号的 & 会结束命令，其后的内容没有读取；如果它是 URL 的一部分，请给 URL 加单引号，因为 shell 也会在这里截断。',
  'HTTPie changes how a number with a fraction or an exponent is written. Here the numbers were read unchanged, so the body may differ from what HTTPie sent.':
    'HTTPie 会改变小数和指数的写法；这里按原来的写法读取，因此请求体可能与 HTTPie 发送的不同。',
  'Newer releases of curl read %2e in a path as a dot, and resolve it. So perhaps the sent target is different; check it with curl -v.':
    '较新的 curl 会把路径中的 %2e 当作点号，并对路径做规范化。因此实际发送的请求目标可能不同，请用 curl -v 查看。',
  'Libraries write some characters of this URL in different ways. The target is used as it is written here.':
    '不同的库对这个 URL 中某些字符的写法不同；请求目标按这里所写的读取。',
  'Lines within quotes end in CR LF, and were read with CR LF.': '引号内的行以 CR LF 结尾，已照此读取。',
  'The parameters of this request were not read: JMeter writes them when the test runs. View Results Tree shows the URL that was sent.':
    '这个请求的参数没有读取：JMeter 在运行时才写入它们。“察看结果树”会显示实际发送的 URL。',
  'Nothing but empty lines follows the headers; the body is empty.': '请求头之后只有空行，因此请求体为空。',
  'Releases of curl escape letters beyond ASCII in a path in different ways. So perhaps the sent target is different; check it with curl -v.':
    '不同版本的 curl 对路径中 ASCII 以外的字符编码方式不同。因此实际发送的请求目标可能不同，请用 curl -v 查看。',
  'Some releases of curl write escapes in a URL in upper case, others in lower case. So perhaps the sent target is different; check it with curl -v.':
    '不同版本的 curl 在 URL 中使用的编码大小写不同。因此实际发送的请求目标可能不同，请用 curl -v 查看。',
  'The Authorization header is broken into several lines; servers refuse that.':
    'Authorization 请求头分成了多行，服务器会拒绝。',
  'The log says how many bytes each record has, and shows another number of bytes of the body. So the body was ignored; give the body itself.':
    '日志给出了每条记录的字节数，而显示的请求体字节数与之不同，因此没有采用；请直接提供请求体。',
  'The recorder of nock has parsed the body, so its bytes are lost, and the body was ignored; give the body itself.':
    'nock 的录制器解析了请求体，原来的字节已经丢失，因此没有采用；请直接提供请求体。',
  'The recorder of nock has parsed the body. Its Content-Length fits its compact form, so the compact form was used.':
    'nock 的录制器解析了请求体；Content-Length 与它的紧凑形式相符，因此采用紧凑形式。',
  'Each line end here has a CR more, as a terminal or a text file of Windows adds it. These were left out.':
    '这里每个换行都多一个 CR，是终端或 Windows 的文本文件加上的，已略去。',
  'A value in the body is nothing but stars. Perhaps a program has put them in place of a secret; then give the body as it was sent.':
    '请求体中有一个值全是星号，可能是程序用来代替机密内容的；如果是这样，请提供实际发送的请求体。',
  'There is more than one request; the first with a signed Authorization header was read.':
    '文本中有多个请求，读取的是第一个带有签名 Authorization 请求头的请求。',
  'There is no Content-Length here. The lines of the JSON were taken as they are; if a program has indented them for reading, give the body itself.':
    '这里没有 Content-Length，JSON 按原有的各行读取；如果是程序为方便阅读而加的缩进，请直接提供请求体。',
  'Another command gives this one its body, and what it writes is not in this text; give the body with --body.':
    '这条命令的请求体来自另一条命令，文本中没有它的输出；请用 --body 提供请求体。',
  'Some shells change a backslash in a text that echo writes. The body was read as echo of bash writes it.':
    '有些 shell 的 echo 会改变文本中的反斜杠；这里的请求体按 bash 的 echo 读取。',
  'Logbook removes the blanks of JSON by default. Without a Content-Length this cannot be checked, so the body was ignored; give the body itself, or log it with BodyFilter.none().':
    'Logbook 默认去掉 JSON 中的空白；没有 Content-Length，无法核对，因此没有采用请求体；请直接提供请求体，或用 BodyFilter.none() 记录。',
  'The Authorization header is broken into lines of the width of a screen or a mail. They were joined without a space.':
    'Authorization 请求头按屏幕或邮件的宽度分成了几行；这里直接连接，不加空格。',
  'The Authorization header is in several indented lines. They were joined without a space, because probably a program broke the header into lines for reading.':
    'Authorization 请求头分成了几行，后面的行有缩进；这里直接连接，不加空格，因为可能是程序为方便阅读而换行的。',
  'The URL ends in a question mark without a query. Some frameworks print this, so the mark was removed. If the mark was sent, give the request in a form that shows the bytes.':
    '这里的 URL 末尾有一个单独的问号，有的框架在没有查询参数时会这样打印，已略去。如果实际发送了问号，请提供带问号的请求。',
  'The URL ends in a question mark without a query. The mark was kept, because it is part of the signed text. Some frameworks and logs remove such a mark, and some print a mark that was not sent.':
    'URL 末尾有一个单独的问号，已保留，因为签名包括它。有的框架和日志会去掉问号，有的会打印出并未发送的问号。',
  'With CR LF as line end, the length of the body is equal to Content-Length. So an editor has changed CR LF to LF. The body was read with CR LF.':
    '如果各行以 CR LF 结尾，请求体的长度就与 Content-Length 相符，说明编辑器把它们变成了 LF；这里按 CR LF 读取。',
  'With LF as line end, the length of the body is equal to Content-Length. So an editor has changed LF to CR LF. The body was read with LF.':
    '如果各行以 LF 结尾，请求体的长度就与 Content-Length 相符，说明编辑器把它们变成了 CR LF；这里按 LF 读取。',
  'The body has letters beyond ASCII. They were read as UTF-8, but PowerShell before 7.4 sends them as Latin-1.':
    '请求体含有 ASCII 以外的字符：7.4 之前的 PowerShell 用 Latin-1 发送；这里按 UTF-8 读取。',
  'The body has the replacement character U+FFFD instead of bytes that the program could not show. So the body was ignored; give the body itself.':
    '请求体中有替换字符 U+FFFD，代替了程序无法显示的字节，因此没有采用；请另外提供请求体。',
  'The query was joined from the parameters of the load balancer, in the order in which they are here.':
    '查询字符串由负载均衡器给出的参数按此处的顺序拼接而成。',
  'The query has the parameters that this text has beside the URL, in the order in which they are here.':
    '查询字符串由文本中 URL 之外的参数按此处的顺序拼接而成。',
  'The body is in Base64 here, because Go writes bytes into JSON in this way. It was decoded.':
    '这里的请求体是 Base64，Go 在 JSON 中就这样写字节；已解码。',
  "The body is written here as Python prints bytes, b'…'. It was read without these marks.":
    "这里的请求体是 Python 打印的字节 b'…'，读取时已去掉这些符号。",
  'The body is in quotation marks here. They were removed.': '这里的请求体带有引号，已去掉。',
  'The typographic quotation marks of the body were kept. Word processors, web pages and chats put them in place of plain ones; if the program sends plain ones, copy the body from the program.':
    '请求体中的弯引号没有改动。文字处理软件、网页和聊天工具会用它们代替直引号；如果程序发送的是直引号，请从程序中复制请求体。',
  'The body has escapes here. They were decoded.': '这里的请求体带有转义，已还原。',
  'A backslash here may be an escape of the database or a character of the body. Without a Content-Length this cannot be checked, so the body was ignored; give the body itself.':
    '这里的反斜杠可能是数据库的转义，也可能是请求体本身的字符，又没有 Content-Length 可以核对，因此没有采用；请另外提供请求体。',
  'The body is cut off here, so it was ignored; have the program print the whole body.':
    '这里的请求体被截断了，因此没有采用；请让程序打印完整的请求体。',
  'There are {count:number} different signed Authorization headers in this text. The request with the one in line {line:number} was read; if that is not the request that you mean, paste only its lines.':
    '这段文本中有 {count} 个不同的签名 Authorization 请求头，读取的是第 {line} 行那一个所属的请求；如果要查的不是它，请只粘贴那个请求的各行。',
  'The {count:number} Authorization headers of this text were read as those of one request. If one of them is in the body or is of another request, paste the request as raw HTTP.':
    '读到 {count} 个 Authorization 请求头，都算作同一个请求的；如果其中一个在请求体中或属于另一个请求，请以原始 HTTP 粘贴该请求。',
  'The body was read as it is written. It looks like bytes in Base64, in digits or in quotation marks, and programs print any body so. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.':
    '请求体按所写的文本读取。它看起来像是 Base64、数字或引号中的字节，程序常这样打印任何请求体。没有 Content-Length，无法核对，而结论取决于此；如果发送的是其他字节，请直接提供请求体。',
  'The body was decoded from digits, from Base64 or from a text in quotation marks. There is no Content-Length to check that, and the verdict depends on it; if the text itself was sent, give the body itself.':
    '请求体是从数字、Base64 或引号中的文本解码的。没有 Content-Length，无法核对，而结论取决于此；如果发送的就是该文本，请直接提供请求体。',
  'The text goes on directly behind what was read as the body. There is no Content-Length to check that, and the verdict depends on it; if the body goes on, give the body itself.':
    '读作请求体的部分之后，文本紧接着还有内容。没有 Content-Length，无法核对，而结论取决于此；如果请求体还没有结束，请直接提供请求体。',
  'The quotation marks round the body were removed. There is no Content-Length to check that, and the verdict depends on it; if they were sent, give the body itself.':
    '请求体两边的引号已去掉。没有 Content-Length，无法核对，而结论取决于此；如果引号也发送了，请直接提供请求体。',
  'The line of JSON beside the one that was read as the body may be of the body too. There is no Content-Length to check that, and the verdict depends on it; if it is, give the body itself.':
    '读作请求体的 JSON 旁边还有一行 JSON，可能也属于请求体。没有 Content-Length，无法核对，而结论取决于此；如果是这样，请直接提供请求体。',
  'The body begins with the word that programs print before a body, such as Body or Payload. There is no Content-Length to check that it was sent, and the verdict depends on it; if it was not, remove it.':
    '请求体以 Body、Payload 之类的词开头，程序常把它打印在请求体之前。没有 Content-Length，无法核对它是否发送了，而结论取决于此；如果没有发送，请去掉它。',
  'Lines {first:number} to {last:number} were read as the body, with LF between them and without the last line end. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.':
    '第 {first} 行到第 {last} 行读作请求体，各行之间为 LF，末尾不带换行。没有 Content-Length，无法核对，而结论取决于此；如果发送的是其他字节，请直接提供请求体。',
  'Lines {first:number} to {last:number} were read as the body, with their line ends. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.':
    '第 {first} 行到第 {last} 行连同换行读作请求体。没有 Content-Length，无法核对，而结论取决于此；如果发送的是其他字节，请直接提供请求体。',
  'The text does not show the line ends of the body for certain. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.':
    '从这段文本无法确定请求体的换行。没有 Content-Length，无法核对，而结论取决于此；如果发送的是其他字节，请直接提供请求体。',
  'More than one fence follows the headers, and the body was read up to the first. There is no Content-Length to check that, and the verdict depends on it; if the fence is of the body, give the body itself.':
    '请求头之后有不止一处围栏（```），请求体读到第一处为止。没有 Content-Length，无法核对，而结论取决于此；如果围栏属于请求体，请直接提供请求体。',
  'The body was read up to a line that looks like the next line of a log. There is no Content-Length to check that, and the verdict depends on it; if that line is of the body, give the body itself.':
    '请求体读到像是日志下一行的那一行之前为止。没有 Content-Length，无法核对，而结论取决于此；如果那一行属于请求体，请直接提供请求体。',
  'This text has the target without escapes, as the program has decoded it, so its escapes were added again. A character that needs no escape, such as a slash or a plus sign, may have been sent with one; if the verdict is wrong, give the target as it was sent.':
    '这段文本中的请求目标没有百分号编码，是程序解码后的样子，因此这里重新作了编码。不必编码的字符（例如斜杠和加号）发送时也可能作了编码；如果结论不对，请按发送时的原样给出请求目标。',
  'The lines of several records of the log were joined, up to the last record. There is no Content-Length to check that, and the verdict depends on it; if the body ends before, give the body itself.':
    '日志中几条记录的各行已连接起来，直到最后一条。没有 Content-Length，无法核对，而结论取决于此；如果请求体在此之前结束，请直接提供请求体。',
  'The line end behind the body was left out, and there is no Content-Length to check that; if the line end was sent, give the body itself.':
    '请求体后面的换行已略去，没有 Content-Length 可以核对；如果发送时有这个换行，请另外提供请求体。',
  'The body is not in a place of its own in this text. It has the Content-Length of the request, and no other text here has it; if it is not the body, give the body itself.':
    '文本中没有专门给出请求体的地方。这里读取的请求体长度与请求的 Content-Length 相同，文本中没有别的内容符合这个长度；如果它不是请求体，请另外提供请求体。',
  'The body is not in a place of its own in this text. It is the only text of this kind here; if it is not the body, give the body itself.':
    '文本中没有专门给出请求体的地方。这里读取的是文本中唯一的这类内容；如果它不是请求体，请另外提供请求体。',
  'No reader knows the form of this text. The method was found in line {method:number}, the target in line {target:number} and the Authorization header in line {header:number}; if one of them is wrong, give the request as raw HTTP.':
    '没有读取器认识这段文本的形式。请求方法在第 {method} 行，请求目标在第 {target} 行，Authorization 请求头在第 {header} 行；如果其中有错，请以原始 HTTP 提供请求。',
  'Lines that may have the body: {lines}. If one of them has it, give the body itself.':
    '可能含有请求体的行：{lines}。如果请求体在其中，请另外提供请求体。',
  'Line {line:number} goes on behind the Authorization header. If it has the body, give the body itself.':
    '第 {line} 行在 Authorization 请求头之后还有内容。如果其中有请求体，请另外提供请求体。',
  'The body is in digits or in Base64 here. Decoded, it has the length of the Content-Length, so it was decoded.':
    '这里的请求体是数字或 Base64 的形式。解码后的长度与 Content-Length 相符，因此已解码。',
  'The body was decoded from Base64 or from digits. There is no Content-Length to check that, and the verdict depends on it; if the text itself was sent, give the body itself.':
    '请求体由 Base64 或数字解码而来。没有 Content-Length 可以核对，而结论取决于此；如果实际发送的就是那段文本，请另外提供请求体。',
  'The body was read up to a quotation mark, and a word follows directly. There is no Content-Length to check that, and the verdict depends on it; if the body goes on, give the body itself.':
    '请求体读到一个引号为止，而引号后面紧接着还有文字。没有 Content-Length 可以核对，而结论取决于此；如果请求体还有后续内容，请另外提供请求体。',
  'Several texts here have the name of a body, and one of them was read. There is no Content-Length to decide, and the verdict depends on it; if another one was sent, give the body itself.':
    '这里有几段文本都带有请求体的名称，读取的是其中一段。没有 Content-Length 可以判断，而结论取决于此；如果实际发送的是另一段，请另外提供请求体。',
  'The body has a member with the name of a body, such as payload. There is no Content-Length to decide, and the verdict depends on it; if only this member was sent, give the body itself.':
    '请求体中有一个成员带有请求体的名称，例如 payload。没有 Content-Length 可以判断，而结论取决于此；如果实际发送的只是这个成员，请另外提供请求体。',
  'The body stands inside another text that may be the body too. There is no Content-Length to decide, and the verdict depends on it; if the other text was sent, give the body itself.':
    '请求体在另一段也可能是请求体的文本之中。没有 Content-Length 可以判断，而结论取决于此；如果实际发送的是外层文本，请另外提供请求体。',
  'No reader knows the form of this body. A text behind the headers has the length of the Content-Length, so this text was read as the body.':
    '没有读取器认识这个请求体的形式。请求头之后有一段文本的长度正好是 Content-Length，因此把它读作请求体。',
  'The JSON behind the name of the body was read as the body, without its escapes. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.':
    '请求体名称之后的 JSON 去掉转义后读作请求体。没有 Content-Length 可以核对，而结论取决于此；如果实际发送的是其他字节，请另外提供请求体。',
  'Everything behind the headers was read as the body, without the last line end. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.':
    '请求头之后的全部内容都读作请求体，最后的换行除外。没有 Content-Length 可以核对，而结论取决于此；如果实际发送的是其他字节，请另外提供请求体。',
  'The text in quotation marks behind the headers was read as the body, without its escapes. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.':
    '请求头之后引号中的文本去掉转义后读作请求体。没有 Content-Length 可以核对，而结论取决于此；如果实际发送的是其他字节，请另外提供请求体。',
  'No body was recognized in this text.': '在文本中没有识别出请求体。',
  'A response follows the body here, so it was left out.': '请求体后面是响应，读取时去掉了响应。',
  'WebMock prints the parameters of a query in the order of their names. If the program sent them in another order, give the target as it was sent.':
    'WebMock 按名称顺序打印查询参数；如果程序按其他顺序发送，请按发送时的原样给出目标。',
  'An empty list is in place of the body. Programs print nothing in this way, so it was not read as a body; if [] was sent, give the body itself.':
    '请求体的位置是一个空列表。程序这样打印“没有内容”，所以没有把它读作请求体；如果发送的就是 []，请另外提供请求体。',
  'No body was recognized in this text: lines of a log follow the headers.':
    '在文本中没有识别出请求体：请求头之后是日志的其他行。',
  'The headers say that there is a body, but nothing follows them.': '请求头声明有请求体，但之后没有内容。',
  'The headers say that the body is in chunks, but it has no chunks, so something has joined them. The body was used unchanged.':
    '请求头声明请求体是分块传输的，但其中没有分块，说明已被合并；这里按原样读取。',
  'The body is shorter than its Content-Length by one line end. Probably this line end was lost when somebody copied the text, so it was added again.':
    '请求体比 Content-Length 少一个换行，可能在复制时丢失，已补上。',
  'The body is in several lines here. Perhaps a program indented it for reading. Without a Content-Length this cannot be checked, so the body was ignored; log the body as it is sent.':
    '这里的请求体分成多行，可能是程序为方便阅读而缩进的，又没有 Content-Length 可以核对，因此没有采用；请按发送的原样记录日志。',
  'The body was indented for reading: its Content-Length fits its compact form, so the compact form was used.':
    '请求体是为方便阅读而重新排版过的：Content-Length 与紧凑格式的长度相符，已采用紧凑格式。',
  'The command sets a Content-Length that is smaller than its data; the body ends there.':
    '命令设置的 Content-Length 小于数据的长度，请求体到那里为止。',
  'The command sets a Content-Length that is larger than its data; a server waits for the rest.':
    '命令设置的 Content-Length 大于数据的长度，服务器会等待其余部分。',
  'The line end after the body is not counted in the Content-Length, so it was removed.':
    '请求体后面的换行不在 Content-Length 之内，已略去。',
  'The Content-Length here is the number of characters of the JSON, not of its bytes. So probably a tool has counted it wrong, and the whole JSON was read. If this Content-Length was sent, a server reads only a part of the body.':
    '这里的 Content-Length 是这段 JSON 的字符数，而不是字节数，多半是工具数错了，因此读取了整段 JSON。如果实际发送的就是这个 Content-Length，服务器只会读到请求体的一部分。',
  'The request goes through a proxy, which may change it. The request was read as curl sends it.':
    '请求经过代理，代理可能会改变它；这里读取的是 curl 要发给服务器的内容。',
  'The members of this JSON are in the order that a database column of the type JSON uses. So the database has changed the body, and the body was ignored. Give the body as it was sent, or store bodies in a column for text or bytes.':
    '这段 JSON 的字段顺序是 JSON 列的存储顺序，说明数据库重写了请求体，因此没有采用；请提供实际发送的请求体，或以文本或字节保存它。',
  'The line between the headers and the JSON is not of the body, so it was left out. If this line was sent too, give the body itself.':
    '请求头和 JSON 之间的那一行不属于请求体，已略去；如果那一行也发送了，请直接提供请求体。',
  'The empty lines before the body are not in its Content-Length, and were left out.':
    '请求体前面的空行不在 Content-Length 之内，已略去。',
  'The request line has no version; it was read anyway.': '请求行没有 HTTP 版本，已照样读取。',
  'The user and the password were removed from the URL.': 'URL 中的用户名和密码已略去。',
  'There is more than one request; the first was read.': '有多个请求，读取的是第一个。',
  'This tool prints a dot for each unprintable byte. If the body has such bytes, the text here is not the body that was sent; then give the body itself.':
    '这个工具把不可打印的字节都显示为点号；如果请求体含有这样的字节，这里的就不是实际发送的请求体，请另外提供。',
  'curl -v does not print the body, but the headers say that a body was sent. Give the body with --body, or give the file that curl --trace FILE writes.':
    'curl -v 不打印请求体，而请求头表明发送了请求体。请用 --body 给出请求体，或者提供 curl --trace FILE 写出的文件。',
  'The text is in UTF-16, as Windows programs save it. It was converted to UTF-8, also the letters beyond ASCII in the body.':
    '文本是 UTF-16 编码的（Windows 程序常这样保存），已转换为 UTF-8，请求体中 ASCII 以外的字符也一并转换。',
  'curl -v does not print the body, so the body is empty here; add the body if one was sent.':
    'curl -v 的输出不含请求体，因此这里为空；如果发送过请求体，请补上。',
  'The body was ignored, because it has dots. curl --trace-ascii writes a dot for each unprintable byte, even for a line feed. Run curl with --trace FILE, and give this file.':
    'curl --trace-ascii 把不可打印的字节（包括换行）都写成点号，而请求体中有点号，因此没有采用；请用 --trace FILE 运行 curl，并提供那个文件。',
  'Hurl also sends the line feed before the closing fence, so the body here ends in a line feed.':
    'Hurl 会把结束标记之前的换行一并发送，因此这里的请求体以换行结尾。',
  'The text shows a body. Perhaps a program has parsed, indented or cut it. Without a Content-Length this cannot be checked, so the body was ignored; give the body itself.':
    '文本中有请求体，但程序可能解析、缩进或截断了它，又没有 Content-Length 可以核对，因此没有采用；请另外提供请求体。',
  'The text shows a body, but it does not have the {announced:number} bytes of its Content-Length. A program has changed or cut the body, so it was ignored; give the body itself.':
    '文本中有请求体，但它的长度不是 Content-Length 所声明的 {announced} 字节：打印它的程序改变或截断了请求体，因此没有采用；请另外提供请求体。',
  'The program that printed this writes a dot for each unprintable byte, so the body was ignored; {remedy:phrase}.':
    '打印它的程序把不可打印的字节都写成点号，因此请求体没有采用；{remedy}。',
  'The command has a character in two escapes, as browsers write it. It was read as the browser has sent it; bash makes other bytes of the escapes.':
    '命令用两个转义表示一个字符，这是浏览器的写法；这里按浏览器发送的内容读取，而 bash 会把这些转义变成别的字节。',
  'A program has spelled some characters of this message otherwise, such as &quot; for a quotation mark. This was undone.':
    '某个程序改写了这条消息中的一些字符（例如把引号写成 &quot;），这里已经还原。',
  'The text after the headers was left out: a GET, HEAD, DELETE or OPTIONS request without a Content-Length has no body.':
    '标头之后的文本已略去：没有 Content-Length 的 GET、HEAD、DELETE 或 OPTIONS 请求没有正文。',
  'In place of the body the text has the word of a program for nothing, such as None, so the request was read without a body.':
    '在请求体的位置上，这段文本写的是程序表示“无”的词（例如 None），因此按没有请求体读取。',
  'The line of marks after the body (such as -----) was left out, because many programs print such a line. If this line was sent, give the body itself.':
    '请求体后面的一行标记（例如 -----）没有采用，因为许多程序会打印这样的一行。如果这一行确实发送了，请另外提供请求体。',
  'The text does not show where the body ends, and there is no Content-Length, so the body was ignored; give the body itself.':
    '这段文本没有显示请求体在哪里结束，也没有 Content-Length，因此没有采用；请另外提供请求体。',
  'The Authorization header goes on in the next line. Probably a mail program has broken long lines, so they were joined.':
    'Authorization 请求头延续到了下一行，可能是邮件程序把长行折断了，这里已把它们连接起来。',
  'The text has &amp;, &lt; or &gt;, and nowhere &, < or > itself. So probably a chat program such as Slack has escaped these characters, and this was undone. If &amp; was sent, write &amp;amp; here.':
    '文本中有 &amp;、&lt; 或 &gt;，而没有 &、<、> 本身，可能是 Slack 等聊天程序转义了这些字符，已还原。如果实际发送的是 &amp;，请在这里写成 &amp;amp;。',
  'The body has &amp;, &lt; or &gt;, and was read as it is here. If a chat program such as Slack wrote them for &, < and >, give the body as it was sent.':
    '请求体中有 &amp;、&lt; 或 &gt;，这里按原样读取。如果它们是 Slack 等聊天程序写的，代替了 &、< 和 >，请提供实际发送的请求体。',
  'curl makes an Authorization header of the type Basic from the user and the password.':
    'curl 会用用户名和密码生成 Basic 类型的 Authorization 请求头。',
  'curl resolves the dot segments here, even with --path-as-is.':
    '尽管有 --path-as-is，curl 在这里仍会规范化路径，消去 . 和 ..。',
  'curl reads users and passwords from a netrc file. If this file has this host, curl adds an Authorization header that is not shown here.':
    'curl 会从 netrc 文件读取用户名和密码；如果其中有该主机的条目，则还有一个 Authorization 请求头没有显示在这里。',
  '{tool} does not show the body as it was sent; {remedy:phrase}.': '{tool} 没有按发送的原样显示请求体；{remedy}。',
  'The body ends as if the program that printed this has cut the body. Without a Content-Length this cannot be checked, so the body was ignored; give the whole body with its Content-Length.':
    '请求体的结尾像是被打印它的程序截断了。没有 Content-Length 就无法核对，因此没有采用；请提供完整的请求体及其 Content-Length。',
  '{tool} has cut the body, so the body was ignored; {remedy:phrase}.': '{tool} 截断了请求体，因此没有采用；{remedy}。',
  '{count:number} bytes after the end of the body (by its Content-Length) were removed.':
    'Content-Length 之后的 {count} 个字节已略去。',
  '{count:number} bytes after the last chunk were removed.': '最后一个分块之后的 {count} 个字节已略去。',
  'The body here has {there:number} bytes, but its Content-Length is {announced:number}. So this is not the body that was sent, and it was ignored; give the body itself.':
    '这里的请求体有 {there} 字节，而 Content-Length 是 {announced}，说明它不是实际发送的请求体，没有采用；请另外提供请求体。',
  'The file says that the request arrived at {time:number}, in seconds since 1970.':
    '文件记载请求的到达时间是 {time}（自 1970 年起的秒数）。',
  'The file says that the service refused the request as {reason}.': '文件记载服务以 {reason} 拒绝了该请求。',
  'The program that printed this writes a dot for each unprintable byte. The body has several dots together at byte {offset:number}, so the body was ignored; {remedy:phrase}.':
    '打印它的程序把不可打印的字节都写成点号；请求体从第 {offset} 字节起有连续的点号，因此没有采用；{remedy}。',
  'The body has {{…}}, and it was read as it is here. If a program replaces that by a value, paste the request as it was sent.':
    '请求体含有 {{…}}，这里按原样读取。如果程序在发送时才填入，请粘贴实际发送的请求。',
  'There are {count:number} requests; the first with an Authorization header was read.':
    '有 {count} 个请求，读取的是第一个带 Authorization 请求头的请求。',
  'The text after the first line was not read.': '第一行之后的内容没有读取。',
  'The text after the {mark} was not read.': '{mark} 之后的内容没有读取。',
}
