/**
 * Guesses, none of which is proven.
 */
import type { PhrasesBySource } from './PhrasesBySource.ts'

export const guesses: PhrasesBySource = {
  'guesses.ts': {
    'The body that arrived has typographic quotation marks where JSON has plain ones.':
      '到达的请求体在 JSON 应有直引号的位置是弯引号。',
    'Perhaps the caller signed plain marks, and a word processor, a web page or a chat changed the copied text.':
      '可能调用方签名的是直引号，而文字处理软件、网页或聊天工具改动了复制的文本。',
    'a GET without a body arrived at another path than that of the URL':
      '到达的是没有请求体的 GET，路径也与 URL 的路径不同',
    'A GET without a body arrived, and its path is not that of the URL that the caller says it has called.':
      '到达的是没有请求体的 GET，路径也不是调用方所说的 URL 的路径。',
    'Perhaps the HTTP library followed a redirect (301, 302 or 303): then it sends GET without a body to another URL, with the signature of the first request. Call the final URL, or sign again after a redirect.':
      '可能 HTTP 库跟随了重定向（301、302 或 303）：这时它用 GET 请求另一个 URL，不带请求体，却沿用第一次请求的签名。请直接调用最终的 URL，或在重定向之后重新签名。',
    'The path that arrived begins with two slashes.': '到达的路径以两个斜杠开头。',
    'The path that arrived begins with two slashes, and this request has no body.':
      '到达的路径以两个斜杠开头，并且请求没有请求体。',
    'Perhaps the base URL ends in a slash, and the caller signed the path with one slash. It then made another mistake too.':
      '基础 URL 可能以斜杠结尾，而调用方签名的路径只有一个斜杠；此外还有另一个错误。',
    'Perhaps the base URL ends in a slash, and the caller signed the path with one slash. Perhaps it also signed a body that its client did not send.':
      '基础 URL 可能以斜杠结尾，而调用方签名的路径只有一个斜杠；调用方可能还签名了客户端没有发送的请求体。',
    'The tool that sent this request fills variables into the path, and the path that arrived has a value that may be one.':
      '发送请求的工具会把变量填入路径，到达的路径中有一个值可能来自变量。',
    'Perhaps the script signed the URL before the variables got their values, such as {name}.':
      '脚本可能在变量填入值之前就对 URL 签名了，例如 {name}。',
    'The body that arrived is not content. It is the text that a program prints for an object.':
      '到达的请求体不是内容，而是程序打印对象时的文本。',
    'Perhaps the caller signed the right text, but gave its HTTP client an object that the client does not serialize.':
      '也许调用方签名的文本是对的，但交给 HTTP 客户端的是一个它不会序列化的对象。',
    'the body that arrived is what a program prints for an object': '到达的请求体是程序打印对象时的文本',
    'the body is compressed, but could not be decompressed here': '请求体是压缩过的，在这里无法解压',
    'The body that arrived is compressed, and could not be decompressed here.':
      '到达的请求体是压缩过的，在这里没有解压。',
    'Perhaps the caller signed the body before it was compressed.': '调用方签名的可能是压缩之前的请求体。',
    'Content-Encoding names a coding, but the body is not compressed': 'Content-Encoding 声明了压缩，而请求体没有压缩',
    'Content-Encoding says that the body is compressed, but the body arrived without compression.':
      'Content-Encoding 声明请求体是压缩过的，到达的却没有压缩。',
    'Perhaps the caller signed the compressed bytes, and something on the way decompressed them.':
      '调用方签名的可能是压缩后的字节，而途中的程序做了解压。',
    'DELETE arrived without a body, through a proxy or CDN': '到达的 DELETE 没有请求体，并且经过了代理或 CDN',
    'DELETE arrived without a body, and its headers show that it came through a proxy or CDN.':
      '到达的 DELETE 没有请求体，而且请求头表明它经过了代理或 CDN。',
    'Perhaps the caller signed and sent a body, and the proxy or CDN dropped it: some do not pass on the body of a DELETE. Some HTTP clients send none either.':
      '调用方可能对请求体签了名并发送了它，却被代理或 CDN 丢弃：有些代理和 CDN 不转发 DELETE 的请求体。有些 HTTP 客户端的 DELETE 也不发送请求体。',
    'Content-Type says that there is a body, but the GET that arrived has none':
      'Content-Type 表明有请求体，到达的 GET 却没有',
    'Content-Type says that there is a body, but GET arrived without a body.':
      'Content-Type 表明有请求体，而到达的 GET 没有请求体。',
    'Perhaps the caller signed a body. Browsers, some HTTP clients and some proxies drop the body of a GET request.':
      '调用方可能对请求体签了名：浏览器、一些 HTTP 客户端和一些代理会丢弃 GET 的请求体。',
    'the headers say that there is a body, but no body arrived': '请求头声明有请求体，却没有到达',
    'Perhaps the body was not sent. Some clients send no body with DELETE, and a redirect or a proxy may remove it.':
      '请求体可能没有一起发送过来：有的客户端在 DELETE 时不发送请求体，重定向或代理也可能丢弃它。',
    'Content-Length is not the length of this body': 'Content-Length 与请求体的长度不符',
    'The length of this body is not its Content-Length.': '这里的请求体与 Content-Length 声明的长度不符。',
    'Perhaps this is not the body that was sent. It was cut, indented for reading, or decoded and encoded again.':
      '它可能不是实际发送的请求体：被截断过，为方便阅读而重新排版过，或者解码后又重新生成过。',
    'Content-Type says UTF-8, but the body is not UTF-8': 'Content-Type 声明为 UTF-8，而请求体不是 UTF-8',
    'The body that arrived is not in the encoding of its Content-Type.': '到达的请求体不是 Content-Type 所声明的编码。',
    'Perhaps a program converted the text to bytes twice, in two encodings.':
      '它的文本可能被用两种编码分别转成了字节。',
    'Content-Type names an encoding that the body does not have': 'Content-Type 声明的编码与请求体不符',
    'Content-Type does not name UTF-8, but the body that arrived is UTF-8.':
      'Content-Type 声明的不是 UTF-8，而到达的请求体是 UTF-8。',
    'Perhaps the text was signed in the encoding that Content-Type names.':
      '签名时可能使用了 Content-Type 所声明的编码。',
    'Content-Type says JSON, but the body has no quotation marks': 'Content-Type 声明为 JSON，而请求体中没有引号',
    'Content-Type says that the body is JSON. The body begins like an object, but has no quotation marks.':
      'Content-Type 声明请求体是 JSON，它的开头像 JSON 对象，却没有引号。',
    'Perhaps a shell removed them. Windows PowerShell and cmd change the quotation marks of an argument.':
      '引号可能被 shell 去掉了：Windows PowerShell 和 cmd 会改变参数中的引号。',
    'Content-Type says JSON, but the body is not valid JSON': 'Content-Type 声明为 JSON，而请求体不是有效的 JSON',
    'Content-Type says that the body is JSON. The body begins like JSON, but is not valid JSON.':
      'Content-Type 声明请求体为 JSON。请求体的开头像 JSON，但它不是有效的 JSON。',
    'Perhaps the caller signed valid JSON, and a program then removed some of its characters. For example, stripslashes of PHP removes the backslashes.':
      '也许调用方签名的是有效的 JSON，之后有程序去掉了其中一些字符。例如 PHP 的 stripslashes 会去掉反斜杠。',
    'Content-Type says JSON, but the body is a form': 'Content-Type 声明为 JSON，而请求体是表单',
    'Content-Type says that the body is JSON, but the fields of a form arrived.':
      'Content-Type 声明请求体是 JSON，到达的却是表单字段。',
    'Perhaps the caller signed JSON, and the HTTP client sent the same fields as a form.':
      '签名的可能是 JSON，而客户端把各字段写成了表单。',
    'the target that arrived contains the name of a variable': '到达的请求目标中有变量名',
    'The target that arrived contains the name of a variable, or a text that programs print for a missing value.':
      '到达的请求目标中有变量名，或者有程序对空值的输出。',
    'Perhaps the signed target has the value, and only the sent target does not.': '签名时可能填入了值，发送时却没有。',
    'the path begins with two slashes, and a body is missing': '路径以两个斜杠开头，并且没有请求体',
    'the path begins with two slashes': '路径以两个斜杠开头',
    'User-Agent names a tool with variables, and the path has a value': 'User-Agent 是带变量的工具，路径中有一个值',
    'a header of a proxy names another target than the one that arrived': '代理的请求头中写的请求目标与到达的不同',
    'A header of a proxy names a different target from the one that arrived. So the proxy sends its own request, or rewrites the target.':
      '代理的请求头中写的请求目标与到达的不同：代理自己另外发送了请求，或者改写了请求目标。',
    'Perhaps the caller signed the request that the proxy received. The proxy may have changed its body or method.':
      '调用方签名的可能是代理收到的请求，其中的请求体或请求方法没有一起传过来。',
    'a value of the body has question marks instead of its letters': '请求体中有一个值全是问号，原来的字符丢失了',
    'A value of the body that arrived has only question marks. Each question mark is a letter that was lost.':
      '到达的请求体中有一个值全是问号：每个问号都是一个丢失的字符。',
    'Perhaps the caller signed the letters in UTF-8, and its client sent them in an encoding without these letters, such as ISO-8859-1. Then send the bytes that were signed, or name their encoding in Content-Type, as in application/json; charset=utf-8.':
      '可能调用方签名的是 UTF-8 的字符，而客户端发送时用了没有这些字符的编码，例如 ISO-8859-1。请直接发送签名时的字节，或者在 Content-Type 中写明编码，例如 application/json; charset=utf-8。',
    'User-Agent names a tool with variables, and the body has an id':
      'User-Agent 显示为支持变量的工具，且请求体中有 id',
    'The tool that sent this request fills variables into the body, and the body that arrived has an id that may be one.':
      '发送该请求的工具会把变量填入请求体，而到达的请求体中有一个 id，可能就来自变量。',
    'Perhaps the script signed the body before the variables got their values, such as {{id}}. In Postman, sign the text that pm.variables.replaceIn returns.':
      '可能脚本在变量取得值之前就对请求体签名了，例如其中还是 {{id}}。在 Postman 中，请对 pm.variables.replaceIn 返回的文本签名。',
    'a word of the body has question marks among its letters': '请求体的一个单词中有问号',
    'A word of the body that arrived has question marks among its letters. Perhaps each question mark is a letter that was lost.':
      '到达的请求体中，一个单词的字母之间有问号，可能是丢失的字符。',
    'the body has several dots inside a word': '请求体的一个单词中有连续的点号',
    'The body has several dots inside a word, and no letter beyond ASCII.':
      '请求体的一个单词中有连续的点号，而且没有 ASCII 以外的字符。',
    'Perhaps the program that printed this body writes a dot for each byte that is not printable ASCII.':
      '打印这个请求体的程序可能把每个不可打印的字节都写成点号。',
    'the body has U+FFFD where letters were lost': '请求体中有 U+FFFD，丢失了字符',
    'Content-Type says that there is a body, but Content-Length is 0':
      'Content-Type 声明有请求体，而 Content-Length 是 0',
    'The client sent no body: Content-Length is 0. But Content-Type says that there is a body.':
      '客户端没有发送请求体：Content-Length 是 0，而 Content-Type 声明有请求体。',
    'Perhaps the code that signs read the whole stream of the body, so nothing was left to send: http.Request.Body of Go and an InputStream of Java give their bytes only once. Perhaps the client sends no body with this method, or removed it after a redirect.':
      '可能签名的代码已经把请求体的流读完，没有剩下可以发送的内容：Go 的 http.Request.Body 和 Java 的 InputStream 都只能读一次。也可能客户端对这种请求方法不发送请求体，或者跟随重定向时没有带上请求体。',
    'The body has the replacement character U+FFFD. A program writes it where letters were lost.':
      '请求体中有替换字符 U+FFFD：字符丢失时，程序会写入它。',
    'Perhaps the text was signed in one encoding, and sent in another that does not have these letters.':
      '发送时使用的编码可能没有这些字符，而签名时使用了另一种编码。',
    'the body that arrived ends after the name of its first member': '到达的请求体在第一个成员的名称之后就结束了',
    'The body that arrived begins like JSON, but ends after the name of its first member, where JSON often has a blank.':
      '到达的请求体开头像 JSON，却在第一个成员的名称之后就结束了，而 JSON 在这里常有一个空格。',
    'Perhaps a shell split a variable without quotation marks, as in curl -d $BODY, and curl sent only the first word.':
      '可能 shell 变量没有加引号而被拆开，例如 curl -d $BODY，curl 只发送了第一个单词。',
    'the body that arrived is cut, and has letters beyond ASCII': '到达的请求体被截断，且含有 ASCII 以外的字符',
    'The body that arrived begins like JSON, but is not complete. It has letters beyond ASCII.':
      '到达的请求体开头像 JSON，但没有结束，并且含有 ASCII 以外的字符。',
    'Perhaps Content-Length is the number of characters and not of bytes, so the end of the body was not sent. Perhaps the body was cut on the way, or when somebody copied it.':
      '可能 Content-Length 写的是字符数而不是字节数，所以请求体的末尾没有发送；它也可能在途中或复制时被截断了。',
    'the body that arrived is cut: it begins like JSON, but is not complete':
      '到达的请求体被截断：开头像 JSON，但没有结束',
    'The body that arrived begins like JSON, but is not complete.': '到达的请求体开头像 JSON，但没有结束。',
    'Perhaps it was cut on the way, or when somebody copied it.': '它可能在途中或复制时被截断了。',
  },
  'conclude.ts': {
    'The caller signed seconds, but sent milliseconds.': '调用方签名用的是秒，发送的却是毫秒。',
    'with a wrong key, one signature in 65,536 looks like this by chance':
      '用错误的公钥解开时，每 65,536 个签名中约有一个看起来像这样',
    'The opened signature looks like RSASSA-PSS. With a wrong key, this happens by chance once in 65,536 signatures.':
      '解开的签名看起来像 RSASSA-PSS。用错误的公钥解开时，每 65,536 个签名中约有一个碰巧如此。',
    'Check whether another key made this signature.': '请检查签名所用的是不是另一个密钥。',
  },
}
