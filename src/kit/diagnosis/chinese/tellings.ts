/** What the texts of a request show of a mistake, beyond the words of the catalogue. The English is where each is told. */
import type { Phrases } from './dictionary.ts'

/** Of texts that a program prints in place of a part: `printedParts.ts`, `tellings/unfilledParts.ts`, `tellings/targets.ts`. */
const printedTexts: Phrases = {
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
  'Check that the body has its value before you sign it. Then sign the bytes of the body as they are sent.':
    '签名之前确认请求体已经有值，再按实际发送的字节签名。',
  'The caller did not sign the body itself. It signed {printed}, which is how a program prints an object or another value.':
    '调用方签名的不是请求体本身，而是 {printed}：程序打印对象或别的值时会这样写。',
  'The caller signed {placeholder} instead of the {part:form}. This is a variable or a placeholder, and it has not got its value.':
    '调用方在{part}的位置签名的是 {placeholder}：这是变量或占位符，没有换成实际的值。',
  'The caller signed {placeholder} instead of the {part:form}. Go prints this if a format has more verbs than arguments.':
    '调用方在{part}的位置签名的是 {placeholder}：格式串里的占位符比参数多时，Go 会这样打印。',
  'Give the format one argument for each of the five parts: method, target, timestamp, nonce and body.':
    '给格式串补齐五个部分各自的参数：method、target、timestamp、nonce 和 body。',
  'Fill in the value before you sign. In many languages, a text in single quotes does not fill in variables.':
    '签名之前先代入实际的值。在许多语言里，单引号字符串不会替换变量。',
  'Put the values into the body before you sign it. A dynamic variable has another value each time, so sign and send the same text.':
    '签名之前先把值代入请求体。动态变量每次取值不同，签名和发送要用同一段文本。',
  'The caller escaped the whole target before it signed it, also its slashes: it signed {signed}.':
    '调用方在签名之前对整个请求目标做了转义，连斜杠也转义了：签名的是 {signed}。',
  'Sign the target as it is sent. Escape only the names and values within it, not the slashes and the signs between parameters.':
    '按实际发送的形式签名请求目标。只转义其中的名称和值，不要转义斜杠和参数之间的符号。',
  'The caller signed an equals sign before the body, but did not send it. getArguments() of JMeter prints a body so, and an expression of n8n begins so.':
    '调用方在请求体前面签名了一个等号，但没有发送：JMeter 的 getArguments() 会这样打印请求体，n8n 的表达式也以等号开头。',
  'The caller signed the number {number:number} as the method. Its program printed the number of a member of an enumeration.':
    '调用方签名的方法是数字 {number}：程序打印了枚举成员的编号。',
  'The caller signed each part in quotation marks.': '调用方签名的每个部分都带引号。',
  'Sign the five values without quotation marks round them.': '签名五个值时，两侧都不要带引号。',
  'The caller signed the string to sign in quotation marks.': '调用方签名的签名串带引号。',
  'Sign the string to sign without quotation marks round it.': '签名串两侧不要带引号。',
  'The caller signed an equals sign before the method. An expression of n8n begins so.':
    '调用方在请求方法前面签名了一个等号：n8n 的表达式以等号开头。',
  'Begin the string to sign with the method. In n8n, let the field be an expression.':
    '签名串应当以请求方法开头。n8n 中把字段设为表达式。',
  'The caller signed a byte order mark before the string to sign, and ended its lines with CR LF. A StreamWriter of .NET writes both.':
    '调用方签名的签名串前面有 BOM，各行以 CR LF 结尾：.NET 的 StreamWriter 会同时写出两者。',
  'Join the parts with a line feed in a string, and sign the UTF-8 bytes of this string without a byte order mark.':
    '在字符串中用换行符拼接各部分，再对它的 UTF-8 字节签名，不带 BOM。',
  'The caller joined the parts with {separator:phrase} instead of a line feed.':
    '调用方拼接各部分用的是 {separator}，而不是换行符。',
  'The caller signed the body as the only item of a list, between [ and ], but sent it without the list.':
    '调用方签名的请求体是列表中唯一的一项，在 [ 和 ] 之间，而发送的没有列表。',
  'Make the text of the body once. Then sign and send exactly this text, with the list or without it.':
    '请求体的文本只生成一次，带列表或不带列表，签名和发送都用这段文本。',
  'The caller signed only the first {count:phrase} of {subject:phrase}, and a NUL byte after them. The program signed its whole buffer, which is too small for the text.':
    '调用方只签名了{subject}的前 {count}，后面是一个 NUL 字节：程序对整个缓冲区签名，而缓冲区比文本小。',
  'Take a larger buffer, and pass the length of the text to the signing function, not the size of the buffer.':
    '用更大的缓冲区，并把文本的长度（而不是缓冲区的大小）传给签名函数。',
  'The caller signed the JSON of pm.request.body, an object of Postman that holds the body, instead of the body itself.':
    '调用方签名的是 pm.request.body 的 JSON（Postman 中存放请求体的对象），而不是请求体本身。',
  'Sign pm.request.body.raw, with pm.variables.replaceIn if the body has variables.':
    '请对 pm.request.body.raw 签名；请求体中有变量时，先用 pm.variables.replaceIn 代入。',
  'The caller escaped the whole query before it signed it, also the signs between its parameters: it signed {signed}.':
    '调用方在签名之前对整个查询串做了转义，连参数之间的符号也转义了：签名的是 {signed}。',
  'Escape only the names and values of the parameters. Then sign and send exactly this query.':
    '只转义参数的名称和值，签名和发送都用这样的查询串。',
  'The caller signed &#038; in place of &, but sent &.': '调用方签名的是 &#038;，发送的是 &。',
  'Build the signed text with & between the parameters. In WordPress, use esc_url_raw: esc_url writes a URL for a page.':
    '签名所用的文本中，参数之间要写 &。WordPress 中用 esc_url_raw；esc_url 是为网页输出网址用的。',
  'Also, the caller signed the path without the query.': '另外，调用方签名的路径没有带查询串。',
  'Sign the query too, exactly as it is sent.': '查询串也要按实际发送的形式签名。',
  'Sign the body without the equals sign: in JMeter, use the value of the argument. In n8n, let the field be an expression.':
    '签名请求体时不要带等号：JMeter 中用参数的值；n8n 中把字段设为表达式。',
}

/** Of signatures: `signatureText.ts`. */
const signatures: Phrases = {
  "The caller put the bytes of the Base64 into the header as Python prints them: with b' before and ' after.":
    "调用方把 Base64 的字节按 Python 打印的形式放进了请求头：前面有 b'，后面有 '。",
  "Turn the bytes into text first: base64.b64encode(signature).decode('ascii').":
    "先把字节转成文本：base64.b64encode(signature).decode('ascii')。",
  'The caller encrypted the digest with the private key, without a padding and without a DigestInfo, the structure that names the hash.':
    '调用方用私钥直接加密了摘要，既没有填充，也没有 DigestInfo（标明哈希算法的结构）。',
  'The signature has the hexadecimal digits of the digest, without a DigestInfo, the structure that names the hash.':
    '签名里是摘要的十六进制文本，没有 DigestInfo（标明哈希算法的结构）。',
  'The caller encrypted the text itself with the private key. A signature has the digest of the text, in a DigestInfo.':
    '调用方用私钥加密了文本本身。签名里应当是文本的摘要，并放在 DigestInfo 中。',
  'The digest in the signature has {length:number} bytes, as one of {hash}. But the DigestInfo, the structure round it, names {named}.':
    '签名里的摘要有 {length} 字节，与 {hash} 的摘要一样长；而 DigestInfo（包着它的结构）写的是 {named}。',
  'Make the digest with SHA-256, and give the name of SHA-256 to the function that signs it. Or use a function that hashes and signs.':
    '用 SHA-256 计算摘要，并向签名函数传入 SHA-256 的名称；或者使用同时计算摘要并签名的函数。',
  'The header has {text:phrase} in place of the signature. It looks like a variable or a placeholder that has not got its value.':
    '请求头中签名的位置是 {text}：看上去是一个变量或占位符，没有换成实际的值。',
  'Check that the variable has its value before the header is made, and that this kind of text fills in variables. In many languages, a text in single quotes does not.':
    '确认在生成请求头之前变量已经有值，并确认这种字符串会替换变量：在许多语言里，单引号字符串不会。',
  'The header has {text:phrase} in place of the signature. This is a placeholder, not a signature.':
    '请求头中签名的位置是 {text}：这是占位符，不是签名。',
  'The header repeats the character {text:phrase} {count:number} times in place of the signature. This is a placeholder or a mask, not a signature.':
    '请求头中签名的位置是 {count} 个字符 {text}：这是占位符或掩码，不是签名。',
  'The text {printed:phrase} is not a signature. It is what openssl prints after it has verified one.':
    '文本 {printed} 不是签名，而是 openssl 验证签名之后的输出。',
  'Use the command that signs: openssl dgst -sha256 -sign. Then put the Base64 of its output into the header.':
    '请使用签名的命令：openssl dgst -sha256 -sign，再把它的输出做 Base64 放进请求头。',
  'The header has the word {word:phrase} in place of the signature. Tools that show or log a request mask secrets in this way.':
    '请求头中签名的位置是单词 {word}：显示或记录请求的工具会这样隐藏机密。',
  'Take the request as it was sent, with its signature. Check also whether the program sent the masked text.':
    '请使用实际发送的、带有签名的请求；并检查程序发送的是不是这段掩码文本。',
  'The caller wrote the signature as a number in decimal digits.': '调用方把签名写成了一个十进制数。',
  'Write the bytes of the signature in Base64.': '把签名的字节写成 Base64。',
  'The caller wrote {mark} after the auth type. Only a space is allowed there.':
    '调用方在认证类型后面写了 {mark}，那里应当只有一个空格。',
  'The items of the header are joined by {mark:phrase}, not by commas.': '请求头的各项之间是{mark}，而不是逗号。',
  'The header has a comma without an item before it or after it.': '请求头中有一个逗号的前面或后面没有内容。',
  'An item of the header has no equals sign between a name and a value.': '请求头中有一项的名称和值之间没有等号。',
  'The header has a colon where an equals sign must be, between a name and its value.':
    '请求头中名称和值之间是冒号，应当是等号。',
  'The header has a space or a tab {place:phrase}.': '请求头中{place}有空格或制表符。',
  'before an item': '某一项前面',
  'after an item': '某一项后面',
  'beside the sign between a name and its value': '名称和值之间的符号旁边',
  'The {noun:phrase} in the header is {text}. This is how a program prints an object or a function.':
    '请求头中的{noun}是 {text}：程序打印对象或函数时，会写成这样。',
  'Check what the program puts into the {noun:phrase}: it must be a text.':
    '检查程序放进{noun}的是什么：它必须是文本。',
  'The nonce in the header has {count:number} characters, but no nonce has more than {most:number}.':
    '请求头中的随机串有 {count} 个字符，而随机串最多 {most} 个字符。',
  'Write the random bytes of the nonce in hexadecimal digits: 16 bytes are enough.':
    '把随机串的随机字节写成十六进制：16 个字节就足够。',
  'The caller put the values of the header in single quotes.': '调用方把请求头的值放在了单引号里。',
  'A value of the header has a quotation mark at one of its ends, and none at the other.':
    '请求头中有一个值只有一端有引号。',
  'Write the values without quotation marks.': '写这些值时不要加引号。',
  'In place of the signature, the header has {text:phrase} of {count:number} characters. It looks like the message of a program, because it says {words}.':
    '请求头中签名的位置是 {count} 个字符的{text}：其中有 {words}，看上去是程序的提示。',
  'a text': '文本',
  'Perhaps signing failed. Correct this error first, and let the program stop if it cannot sign.':
    '可能签名失败了：先解决这个错误，并让程序在无法签名时停止。',
  '{text} (in Base64)': '{text}（Base64 编码）',
  'The text {printed:phrase} is not a signature. It is what some functions return. For example, openssl_sign of PHP returns true, printed as 1, and writes the signature into its second argument.':
    '文本 {printed} 不是签名，而是某些函数的返回值。例如 PHP 的 openssl_sign 返回 true（打印为 1），签名则写入它的第二个参数。',
  'The text {printed:phrase} is not a signature. It is how a program prints a result that is not there yet.':
    '文本 {printed} 不是签名：程序打印尚未得到的结果时，会写成这样。',
  'Wait for the result of the signing function: await it. Then put the Base64 of the signature into the header.':
    '先等待（await）签名函数的结果，再把签名的 Base64 放进请求头。',
  'The text {printed:phrase} is not a signature. It is how a program prints a function, which was not called.':
    '文本 {printed} 不是签名：程序打印一个没有被调用的函数时，会写成这样。',
  'Call the signing function, with its parentheses and its arguments. Put the Base64 of its result into the header.':
    '调用签名函数：写上括号和参数，再把结果的 Base64 放进请求头。',
  'The text {printed:phrase} is not a signature. It is how a program prints an object or a list, without the bytes in it.':
    '文本 {printed} 不是签名：程序打印对象或列表时会写成这样，其中没有它的字节。',
  'The text {printed:phrase} is not a signature. Programs print it for a missing value. Perhaps the signing failed, or the function returned nothing.':
    '文本 {printed} 不是签名：没有值的时候，程序会打印成这样。可能签名失败了，或者函数没有返回值。',
  'Each of the {count:number} bytes of the decoded signature is {byte:phrase}. Perhaps the program encoded its buffer before the signature was in it.':
    '签名解码后的 {count} 个字节全是 {byte}：程序可能在签名写入缓冲区之前就对它编码了。',
  zero: '零',
  'Encode the bytes that the signing function wrote or returned.': '请对签名函数写入或返回的字节编码。',
  'The caller sent a DigestInfo in place of the signature: a digest with the name of its hash. It was not signed with the private key.':
    '调用方在签名的位置发送了 DigestInfo（摘要和哈希算法的名称），没有用私钥签名。',
  'The caller wrote the signature in Base32, not in Base64.': '调用方用 Base32 而不是 Base64 写了签名。',
  'Write the signature in standard Base64.': '请用标准 Base64 写签名。',
  'The caller sent an ECDSA or a DSA signature: two numbers in DER. The scheme needs a signature of an RSA key.':
    '调用方发送的是 ECDSA 或 DSA 签名（DER 中的两个数），而本方案需要 RSA 密钥的签名。',
  'Make an RSA key pair, register its public key, and sign with its private key (SHA256withRSA).':
    '生成 RSA 密钥对，登记公钥，并用私钥签名（SHA256withRSA）。',
  'The caller sent a message in PKCS #7 (CMS), which contains a signature and more. openssl smime, openssl cms and openssl_pkcs7_sign make such messages.':
    '调用方发送的是 PKCS #7（CMS）消息，其中除了签名还有别的内容。openssl smime、openssl cms 和 openssl_pkcs7_sign 生成的就是这种消息。',
  'Sign the string to sign with the RSA private key (SHA256withRSA), and write this signature in Base64.':
    '用 RSA 私钥对签名串签名（SHA256withRSA），再把签名写成 Base64。',
  'The caller sent {name:form} in place of the signature.': '调用方在签名的位置发送了{name}。',
  'The caller sent a private key in place of the signature.': '调用方在签名的位置发送了私钥。',
  'This key is no longer secret: make a new key pair and register its public key. Then sign the string to sign, and send only the signature.':
    '这把私钥已经泄露：请生成新的密钥对并登记公钥，然后对签名串签名，只发送签名。',
  'The signature in the header is empty. Perhaps the signing failed, or the program never set the variable for the signature.':
    '请求头中的签名是空的。可能签名失败了，或者程序没有给签名变量赋值。',
  'Print the signature before you put it into the header. If signing fails, correct this error first.':
    '把签名放进请求头之前先打印出来；如果签名失败，先解决这个错误。',
  'The caller wrote the bytes of the signature as a list of numbers.': '调用方把签名的字节写成了一串数字。',
  'Encode the bytes of the signature in Base64, and put this text into the header.':
    '对签名的字节做 Base64 编码，再把这段文本放进请求头。',
  'The {noun:phrase} in the header is {text}, which programs write for a missing value.':
    '请求头中的{noun}是 {text}：没有值的时候，程序会写成这样。',
  'Check where the program reads the {noun:phrase}, such as a variable of the environment, and let it stop if there is none.':
    '检查程序从哪里读取{noun}，例如环境变量；读不到时应当让程序停止。',
  'The {noun:phrase} in the header is {text}. This is a variable or a placeholder, and it has not got its value.':
    '请求头中的{noun}是 {text}：这是一个变量或占位符，没有换成实际的值。',
  'The header has the value of {other} under {one}, and the value of {one} under {other}.':
    '请求头中 {one} 的位置是 {other} 的值，{other} 的位置是 {one} 的值。',
  'Exchange the values of {one} and {other}.': '把 {one} 和 {other} 的值对调。',
  'The value of Authorization consists of {count:number} signed lines, joined by commas. The program or a proxy added the header more than once.':
    'Authorization 的值由 {count} 行签名用逗号连接而成：程序或代理多次添加了这个请求头。',
  'The value of Authorization has the auth type {count:number} times. Perhaps the program or a proxy added the header more than once.':
    'Authorization 的值中有 {count} 个认证类型：程序或代理可能多次添加了这个请求头。',
  'Set the header once: replace the value instead of adding one.':
    '这个请求头只设置一次：要替换它的值，不要再添加一个。',
  'The caller wrote no space after the auth type.': '调用方在认证类型后面没有写空格。',
  'Write one space between the auth type and the first item.': '认证类型和第一项之间写一个空格。',
  'The header has a tab after the auth type.': '请求头的认证类型后面是制表符。',
  'The header lacks {names:list}.': '请求头中没有 {names}。',
  'The header has the form of another scheme: {scheme}.': '请求头是另一种签名方案的格式：{scheme}。',
  'Write the header as {authType} app_id=…,nonce_str=…,timestamp=…,signature=… and sign the text of this service.':
    '请求头要写成 {authType} app_id=…,nonce_str=…,timestamp=…,signature=…，并按本服务的规则生成签名串。',
  'The header has a user name and a password (Basic), not the items of a signed request.':
    '请求头里是用户名和密码（Basic），不是签名请求的各项。',
  'Send {authType} app_id=…,nonce_str=…,timestamp=…,signature=… in this header. If the program sends it, an option of the HTTP client replaces it: curl -u, auth= of requests, a netrc file, or a user name in the URL.':
    '在这个请求头中发送 {authType} app_id=…,nonce_str=…,timestamp=…,signature=…。如果程序已经发送，就是 HTTP 客户端的某个选项替换了它：curl -u、requests 的 auth=、netrc 文件，或 URL 中的用户名。',
  'The value of the header begins with U+FEFF, a byte order mark, which nobody sees.':
    '请求头的值以 U+FEFF（字节顺序标记，看不见的字符）开头。',
  'Save the file from which the value comes as UTF-8 without a byte order mark.':
    '把这个值所在的文件保存为不带字节顺序标记的 UTF-8。',
  'The header has characters that only look like those of ASCII: {marks:list}.':
    '请求头中有看起来像 ASCII、其实不是的字符：{marks}。',
  'Type the line anew with plain ASCII characters. Word processors, web pages and input methods put such characters into a text.':
    '用普通的 ASCII 字符重新输入这一行。文字处理软件、网页和输入法会带入这类字符。',
  'The caller read the nonce as a number before signing, so its zeros in front were lost.':
    '调用方签名前把随机串当作数字读取，前面的零丢失了。',
  'The caller read the nonce as a floating-point number before signing, so digits were lost.':
    '调用方签名前把随机串当作浮点数读取，丢失了位数。',
  'The caller signed only the first {count:number} characters of the nonce, but sent all of it.':
    '调用方只签了随机串的前 {count} 个字符，发送的却是完整的随机串。',
  'Keep the nonce as a text. Sign exactly the nonce that is sent, character by character.':
    '随机串要一直当作文本：签名的随机串与发送的必须逐字符一致。',
  'The caller signed the items of its Authorization header, and not the request.':
    '调用方签的是 Authorization 请求头中的各项，而不是请求本身。',
  'The items of the header are not in the form key=value, joined by commas.':
    '请求头中的各项不是用逗号连接的 key=value。',
  'The signature is a parameter of the query, but this service reads it from the header Authorization.':
    '签名写成了查询参数，而本服务从 Authorization 请求头读取签名。',
  'Send the signature in the header Authorization, and sign the query without it.':
    '签名要放在 Authorization 请求头中发送，签名串里的查询字符串不含签名。',
  'The item {key} of the header is called {name}.': '请求头中的 {key} 一项写成了 {name}。',
  'Call this item {key}.': '这一项的名称应为 {key}。',
  'The header has no item {key}. The value of its item {name} looks like one, so perhaps this item has a wrong name.':
    '请求头中没有 {key} 这一项，而 {name} 一项的值与它的格式相符，可能是名称写错了。',
  'If the item {name} is the {key}, call it {key}. Otherwise add an item {key}.':
    '如果 {name} 一项就是 {key}，把名称改为 {key}；否则加上 {key} 一项。',
  'The caller wrote the signature in the URL alphabet of Base64, and removed the = at its end.':
    '调用方把签名编码成了 URL 安全的 Base64（base64url），并且去掉了末尾的 =。',
  'Write the signature in standard Base64, with + and /, and with = at its end.':
    '签名要用标准 Base64，字符集含 + 和 /，末尾保留 =。',
  'The caller wrote the signature in {alphabet:form}, not in standard Base64: {plus} for +, {slash} for /, and {padding} for =.':
    '调用方没有用标准 Base64 写签名，用的是{alphabet}：+ 写成 {plus}，/ 写成 {slash}，= 写成 {padding}。',
  'The caller wrote the signature in {alphabet:form}, not in standard Base64: {plus} for +, {slash} for /, and the number of = at its end.':
    '调用方没有用标准 Base64 写签名，用的是{alphabet}：+ 写成 {plus}，/ 写成 {slash}，末尾是 = 的个数。',
  'Write the signature in standard Base64, with +, / and =.': '签名要用标准 Base64，字符集含 +、/ 和 =。',
  'The text of the signature is not Base64: it contains {marks:list}.': '签名的文本不是 Base64：其中有 {marks}。',
  'The alphabet of Base64 does not have this character.': 'Base64 的字符集没有这个字符。',
  'The alphabet of Base64 does not have these characters.': 'Base64 的字符集没有这些字符。',
  'The caller read each byte of the signature as a letter, and encoded the UTF-8 of these letters in Base64.':
    '调用方把签名的每个字节当作一个字符，再对这些字符的 UTF-8 编码做 Base64。',
  'Encode the unchanged bytes of the signature in Base64. Do not convert them to text first.':
    '直接对签名的字节做 Base64 编码，中间不要转成文本。',
  'The caller wrote the {bytes:number} bytes of the signature as {digits:number} hexadecimal digits. The verifier read these digits as Base64 of {length:number} bytes.':
    '调用方把签名写成了 {digits} 位十六进制，表示 {bytes} 字节；验签方按 Base64 读取，得到 {length} 字节。',
  'The caller converted the bytes of the signature to ASCII text. None of the {count:number} bytes is 0x80 or more, and {marks:number} of them became a question mark.':
    '签名的字节被转成了 ASCII 文本：{count} 个字节中没有一个大于等于 0x80，其中 {marks} 个是代替这类字节的问号。',
  'The caller converted the bytes of the signature to text of seven bits. None of the {count:number} bytes is 0x80 or more, so each has lost its highest bit.':
    '签名的字节经过了 7 位文本：{count} 个字节中没有一个大于等于 0x80，每个字节都丢失了最高位。',
  'Encode the unchanged bytes of the signature in Base64. Do not convert them to text first: BytesToString of Indy and Encoding.ASCII of .NET make text of seven bits.':
    '直接对签名的字节做 Base64 编码，中间不要转成文本：Indy 的 BytesToString 和 .NET 的 Encoding.ASCII 得到的是 7 位文本。',
}

/** Of marks, placeholders and single parameters of the target. */
const targetPieces: Phrases = {
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
  'The caller signed the target with {places:list}. These are placeholders of a template, and their values were not filled in.':
    '调用方签名的请求目标中有 {places}：它们是模板中的占位符，没有填入值。',
  'Put the values into the template before you sign the target.': '先把值填入模板，再对请求目标签名。',
  'The caller signed the query without {parameters}, and sent this parameter in the query. Other schemes send the signature there.':
    '调用方签名的查询参数缺少 {parameters}，发送时却带上了它。其他签名方案在这里传签名。',
  'Do not put a signature into the query: this scheme has it in the Authorization header alone. If the parameter is something else, add it before you sign the target.':
    '不要把签名放进查询参数：本方案的签名只在 Authorization 请求头中。如果这个参数不是签名，请在签名之前加上它。',
  'The caller signed ?{nothing}, which is how a program prints a missing query, but no query was sent.':
    '调用方签名的是 ?{nothing}，这是程序打印“没有查询参数”的写法，而发送的请求没有查询参数。',
  'Append the question mark and the query only if there is a query. Then sign and send this target.':
    '只有存在查询参数时才拼接问号和查询参数；对得到的请求目标签名，并原样发送。',
  'The caller signed only /, but {path} was sent. Either its program cut the path, or it signed the address of the service without the path of the request.':
    '调用方签名的只有 /，发送的是 {path}：要么程序截断了路径，要么它签名的是服务的地址，没有加上请求的路径。',
  'The target arrived with {end}, an escaped line end, that the caller did not sign. Probably a value of the URL was read from a file or a command together with its line end.':
    '到达的请求目标中有 {end}（编码后的换行符），调用方签名时没有它。URL 中的值可能是连同换行符一起从文件或命令读入的。',
  'Remove the line end from the value before you build the URL. Then sign and send the same target.':
    '拼接 URL 之前先去掉值末尾的换行符，签名和发送使用同一个请求目标。',
  'The caller signed %3F where a question mark was sent. Either it escaped the path and the query together, as if both were a path, or the question mark belongs to a name in the path and was sent without its escape.':
    '调用方签名的是 %3F，发送的是问号：要么它把路径和查询参数合在一起当作路径编码了，要么这个问号属于路径中的名称，发送时没有编码。',
  'Escape each name of the path and each value of the query separately. Put an unescaped question mark only before the query. Then sign and send exactly this target.':
    '路径中的每个名称和查询参数的每个值分别编码，只有查询参数前面的问号不编码；对得到的请求目标签名，并原样发送。',
  'The caller signed the parameters sorted as whole texts, name=value, but they were sent sorted by name: some characters come before the equals sign.':
    '调用方签名时把参数当作整段文本 name=value 排序，发送时则按名称排序：有些字符排在等号前面。',
  'Sort the parameters by name, then sign and send them in this one order.': '按名称排序，签名和发送都用这个顺序。',
  'The caller signed {signed}, but {sent} was sent: a time in seconds, and the same time in milliseconds.':
    '调用方签名的是 {signed}，发送的是 {sent}：前者以秒为单位，后者是同一时间的毫秒数。',
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
  'Sign path and query exactly as they are sent, with ?, = and &.': '路径和查询参数按发送的原样签名，包括 ?、= 和 &。',
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
  'The caller signed {method} as the method. In Turkish, the capital of i is İ.':
    '调用方签名的请求方法是 {method}：按土耳其语的规则，i 的大写是 İ。',
  'Change the method to upper case without a locale: toUpperCase(Locale.ROOT) in Java, ToUpperInvariant() in .NET.':
    '转成大写时不要使用本地语言规则：Java 用 toUpperCase(Locale.ROOT)，.NET 用 ToUpperInvariant()。',
  'The caller signed {method} as the method. Its program printed another value than a plain text, such as the member of an enumeration.':
    '调用方签名的请求方法是 {method}：程序打印的不是纯文本，例如枚举的成员。',
  'The caller signed {base} before the path, which is how a program prints a missing value. Its variable for the address of the service had no value.':
    '调用方签名的路径前面是 {base}，这是程序打印“没有值”的写法：保存服务地址的变量没有值。',
  'The caller signed {url}. This is the whole URL, as a program prints an object that holds it.':
    '调用方签名的是 {url}：这是程序打印 URL 对象得到的整个 URL。',
  'Sign only the path and the query, as a plain text.': '只对路径和查询参数签名，用纯文本。',
  'The caller signed {origin} before the path. A function for file names joined the URL, and wrote one slash for two.':
    '调用方签名的路径前面是 {origin}：处理文件名的函数拼接了 URL，把两个斜杠写成了一个。',
  'Sign only the path and the query. Join a URL with functions for URLs.':
    '只对路径和查询参数签名。拼接 URL 要用处理 URL 的函数。',
}

/** Of the whole text in another encoding: `encodedText.ts`. */
const encodedTexts: Phrases = {
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
  'Pass the length of the text without its NUL byte to the signing function.': '传给签名函数的长度不要包含结尾的 NUL。',
  'The caller encoded the whole string to sign before signing: {detail:form}.':
    '调用方签名的是整体编码之后的签名串：{detail}。',
  'Pass the UTF-8 bytes of the string to sign to the signing function. Encode only the signature.':
    '把签名串的 UTF-8 字节传给签名函数，只对签名结果做编码。',
}

/** By the language of the caller, of encodings and of values: `languageWords.ts`, `charsetWords.ts`, `bodyDifference.ts`. */
const languages: Phrases = {
  'The caller signed trimmed values of the {carrier:phrase}, but sent them with blanks or line ends round them. Perhaps it signed the values after its program had trimmed them.':
    '调用方签名的{carrier}的值已去掉首尾空白，发送时却带有空格或换行：可能程序先去掉了首尾空白，再签名。',
  'Make the {carrier:phrase} once. Then sign and send exactly this text.':
    '只生成一次{carrier}，对它签名，并原样发送。',
  'The caller signed {theirs}, but {ours} was sent. This is how Python prints bytes.':
    '调用方签名的是 {theirs}，发送的是 {ours}：这是 Python 打印字节的形式。',
  'Turn the bytes into text with decode() before you put them into the text to sign.':
    '先用 decode() 把字节转成文本，再放进签名串。',
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
  'The caller sent the timestamp in {script:phrase} digits, not in the digits 0 to 9. A program writes them if it formats a number in the language of the device.':
    '调用方发送的时间戳用的是{script}，不是 0 到 9。程序按设备的语言格式化数字时会这样写。',
  'Format the number without a language: with Locale.ROOT in Java and Kotlin, with en_US_POSIX in Swift, with CultureInfo.InvariantCulture in .NET.':
    '格式化数字时不要使用语言设置：Java 和 Kotlin 用 Locale.ROOT，Swift 用 en_US_POSIX，.NET 用 CultureInfo.InvariantCulture。',
  'Arabic-Indic': '阿拉伯-印度数字',
  Persian: '波斯数字',
  Devanagari: '天城文数字',
  Bengali: '孟加拉数字',
  'full-width': '全角数字',
  'The caller signed only the value of {name}, not the whole body.': '调用方只签名了 {name} 的值，而不是整个请求体。',
  'Sign all bytes of the body, exactly as they are sent.': '对请求体的全部字节按发送的原样签名。',
  'Write the text with printf, which makes a line feed of \\n: printf \'%s\\n%s\\n%s\\n%s\\n%s\' "$method" "$target" "$timestamp" "$nonce" "$body". In a shell, \\n in quotation marks stays two characters, also in double quotes.':
    '用 printf 输出文本，它会把 \\n 变成换行符：printf \'%s\\n%s\\n%s\\n%s\\n%s\' "$method" "$target" "$timestamp" "$nonce" "$body"。在 shell 中，引号里的 \\n 仍是两个字符，双引号里也一样。',
  'Join the parts with a real line feed, which is one byte. In most languages, this is "\\n" in double quotes.':
    '用真正的换行符连接各部分，它是一个字节；多数语言中写成双引号里的 "\\n"。',
  'Sign exactly the bytes that are sent. Encode of a json.Encoder in Go adds a line feed: encode into a buffer once, then sign and send this buffer, or use json.Marshal.':
    '对实际发送的字节签名。Go 的 json.Encoder 的 Encode 会在末尾加一个换行符：只编码一次并放入缓冲区，对它签名并发送，或者改用 json.Marshal。',
  'Sign exactly the bytes that are sent, with the line end. A file, echo and a here-document end in one, and $(…) of a shell removes it.':
    '对实际发送的字节签名，包括末尾的换行符。文件、echo 和 here-document 末尾都有换行符，而 shell 的 $(…) 会去掉它。',
  'Sign exactly the bytes that are sent, with the line end. It is from a file, or a serializer has added it, as Encode of json.Encoder in Go does.':
    '对实际发送的字节签名，包括末尾的换行符。它来自文件，或者是序列化程序加上的，例如 Go 的 json.Encoder 的 Encode。',
  'The caller signed the members of the JSON that are not empty {joining:phrase}, {order:known}.':
    '调用方签名的不是 JSON 本身，而是它的非空成员：{joining}，{order}。',
  'The caller signed the members of the JSON {joining:phrase}, {order:known}.':
    '调用方签名的不是 JSON 本身，而是它的各成员：{joining}，{order}。',
  'But it sent the JSON itself.': '而发送的是 JSON 本身。',
  'as a form (name=value with & between them)': '写成表单（name=value，用 & 连接）',
  'as name=value with nothing between them': '写成 name=value，中间没有分隔符',
  'as names and values with nothing between them': '名和值直接相连，中间没有分隔符',
  'as names and values of a form': '写成表单的名称和值',
  'in the order of the JSON': '按 JSON 中的顺序',
  'sorted by name': '按名称排序',
  'The caller signed the text that {language} prints for the value of the body, not the body itself.':
    '调用方签名的不是请求体，而是 {language} 打印请求体的值得到的文本。',
  'The caller signed the text that {language} prints for the bytes of the body, not the body itself.':
    '调用方签名的不是请求体，而是 {language} 打印请求体的字节得到的文本。',
  'Sign the bytes of the body as they are sent.': '对请求体按发送的字节签名。',
  'Make the text of the body once, with {serializer}. Then sign and send exactly this text.':
    '用 {serializer} 只生成一次请求体的文本，对它签名，并原样发送。',
  'the ObjectMapper of Jackson': 'Jackson 的 ObjectMapper',
  'The caller signed the body in UTF-8, but sent it in {encoding}.':
    '调用方签名的请求体是 UTF-8 编码，发送的是 {encoding} 编码。',
  'The caller signed the body in {encoding}, but sent it in UTF-8.':
    '调用方签名的请求体是 {encoding} 编码，发送的是 UTF-8 编码。',
  'The caller signed the body in {encoding}, with {mark:phrase} for the letters that this encoding does not have. It sent the body in UTF-8.':
    '调用方签名的请求体是 {encoding} 编码，其中没有的字符写成{mark}；发送的是 UTF-8 编码。',
  'The caller signed the method {signed}, but sent {sent}.': '调用方签名的请求方法是 {signed}，发送的是 {sent}。',
  'A redirect may have changed the method.': '可能是重定向改变了请求方法。',
  'The caller signed the digest of the string to sign, {writing:phrase}, instead of the string to sign.':
    '调用方签名的不是签名串，而是它的摘要（{writing}）。',
  'The caller signed the {hash} of the string to sign, {writing:phrase}, instead of the string to sign.':
    '调用方签的不是签名串，而是签名串的 {hash}（{writing}）。',
  'in hexadecimal digits': '十六进制',
  'in hexadecimal digits in upper case': '大写的十六进制',
  'in Base64': 'Base64',
  'in hexadecimal digits with a line feed after them': '十六进制，后面有换行符',
  'as openssl dgst prints it': 'openssl dgst 的输出形式',
  'as openssl dgst of version 1 prints it': '1.x 版 openssl dgst 的输出形式',
  'as sha256sum prints it': 'sha256sum 的输出形式',
  'Escape a URL that is part of a path: write :// as %3A%2F%2F. Then sign and send this path.':
    '路径中的 URL 要编码：:// 写成 %3A%2F%2F，对得到的路径签名，并原样发送。',
  'If the caller sent two slashes, configure the proxy so that it does not merge them (nginx: merge_slashes off).':
    '如果调用方发送的是两个斜杠，请让代理不要合并斜杠（nginx：merge_slashes off）。',
}

/** Of targets and of escapes: `targetDifference.ts`, `escapeDifference.ts`, `rewritten.ts`. */
const targets: Phrases = {
  'Perhaps the caller already does this, and a proxy or framework on the way changed the target. Then read the guides "Behind a proxy" and "Other frameworks" of countersign: they say which programs change a target, and how to prevent this.':
    '也可能是途中的代理或框架改写了它：如果调用方发送的与签名的一致，请查看 countersign 的 README 所列的指南《Behind a proxy》和《Other frameworks》，其中说明了哪些软件会这样做、怎样避免。',
  'The caller signed {signed}, but {arrived} arrived. The query that arrived contains the signed path, or the end of it. A server on the way changed the target (as nginx does for index.php), or the client called another address than the one it signed.':
    '调用方签名的是 {signed}，到达的是 {arrived}，路径或它的末段在查询参数中：途中的服务器改写了它，例如 nginx 转给 index.php；或者客户端调用的不是它签名的地址。',
  'If the caller sent what it signed, verify the target before the server changes it: REQUEST_URI in PHP, $request_uri in nginx.':
    '如果调用方发送的与签名的一致，请用改写之前的路径验签：PHP 用 REQUEST_URI，nginx 用 $request_uri。',
  'Send the signature in the header Authorization.': '把这一行放在 Authorization 请求头中发送。',
  'If a proxy renames this header, configure the proxy to restore the name.':
    '如果是代理改了请求头的名称，让它改回来。',
  'Sign the path that is sent.': '按实际发送的路径签名。',
  "If the caller sent the prefix, configure the proxy to keep it, or set the prefix as the adapter's option prefix.":
    '如果调用方发送了前缀，让代理保留它，或者把它作为适配器的选项 prefix 告诉验签方。',
  'If the program sends what it signs, do not change the program.': '如果程序发送的与签名的一致，程序不需要改动。',
  'The caller signed {signed}, with the path, or its end, in the query. But {arrived} arrived.':
    '调用方签名的是 {signed}，路径或它的末段在查询参数中，到达的是 {arrived}。',
  'The caller signed the path without {parameters:list}. Either its framework removed the parameters of the path, or something added them after signing, as servlet containers add ;jsessionid.':
    '调用方签名的路径不带 {parameters}：要么它的框架去掉了路径参数，要么它们是在签名之后加上的，例如 servlet 容器添加的 ;jsessionid。',
  'The caller signed an equals sign before the target. In n8n this sign begins an expression, but here it stayed in the text.':
    '调用方签名的请求目标前面多了等号：它是 n8n 表达式的开头，被留在了文本里。',
  'Remove the equals sign, or make the whole field an expression.': '去掉等号，或者把整个字段设为表达式。',
  'The caller sent JSON in which a name is repeated, but signed JSON with each name once. Probably a program parsed the text and wrote it again before signing.':
    '调用方发送的 JSON 中有重复的名称，签名时每个名称只有一个：程序读取了这段文本，又重新写了一遍。',
  'The caller signed numbers of more than 15 digits as strings, but sent them without quotes.':
    '调用方签名时把超过 15 位的数字写成字符串，发送时不带引号。',
  'The caller signed numbers of more than 15 digits without quotes, but sent them as strings.':
    '调用方签名时超过 15 位的数字不带引号，发送时写成字符串。',
  'Give each member a different name. Serialize the body once. Then sign and send exactly these bytes.':
    '每个字段使用不同的名称。只序列化一次，对得到的字节签名，并原样发送。',
  'The caller signed the path without its query. It put the query together with the body.':
    '调用方签名的路径不带查询参数，查询参数与请求体连成一个文本签名。',
  'Sign the target with its query, exactly as it is on the request line. After the fourth line feed, sign only the body.':
    '按请求行中的写法，对带查询参数的请求目标签名；第四个换行符之后只有请求体。',
  'The caller signed the prefix {prefix} twice, but sent it once.':
    '调用方签名的路径中前缀 {prefix} 出现了两次，发送的只有一次。',
  'Join the base URL and the path once. Then sign and send this path.':
    '基础 URL 和路径只拼接一次，对得到的文本签名，并原样发送。',
  'The caller signed an empty path, but / arrived. HTTP libraries send / for a URL without a path.':
    '调用方签名的路径为空，到达的是 /：URL 没有路径时，HTTP 库发送的是 /。',
  'Sign / if the path is empty.': '路径为空时，用 / 签名。',
  'Resolve . and .. before you sign the path.': '签名之前先对路径做规范化，消去 . 和 ..。',
  'The caller signed the path without its dot segments (. and ..), but sent the path with them.':
    '调用方对规范化之后的路径签名，发送的路径却仍含有 . 或 ..。',
  'The caller signed only {signed}, the end of the path. The beginning {prefix} is missing.':
    '调用方只签名了路径的末尾 {signed}，缺少前面的 {prefix}。',
  'Sign the whole path that is sent, with the slash at its beginning.': '对发送的完整路径签名，包括开头的斜杠。',
  'The caller signed the path without {prefix}, with which the path that arrived begins. Either the caller left out this prefix, such as the path of the base URL, or something on the way added it.':
    '调用方签名的路径缺少 {prefix}，而到达的路径以它开头：要么调用方漏掉了这段前缀，例如基础 URL 中的路径；要么途中的程序加上了它。',
  'Sign the whole path that is sent, with {prefix}.': '对发送的完整路径签名，包括 {prefix}。',
  'The caller signed the path with the prefix {prefix}, but the path arrived without this prefix. {slash:known}':
    '调用方签名的路径带有前缀 {prefix}，到达时却没有。{slash}',
  'The slash after the prefix is missing too.': '前缀之后的斜杠也没有了。',
  'The two paths also differ in a double slash.': '两个路径还有一处双斜杠不同。',
  'The slash at the end of the path is missing too.': '路径末尾的斜杠也没有了。',
  'Also, the path arrived with a slash at its end, which was not signed.': '到达的路径末尾还多了一个没有签名的斜杠。',
  'If the caller sent what it signed, configure the proxy so that it does not change the path.':
    '如果调用方发送的与签名的一致，请配置代理，使它不改变路径。',
  'The caller signed the path without {end} at its end.': '调用方签名的路径缺少末尾的 {end}。',
  'The caller signed the path with {end} at its end, but did not send this end.':
    '调用方签名的路径末尾多了 {end}，而发送的没有。',
  'The caller signed the path without its segment {segment}. Either its signing code left the segment out, or the client followed a redirect with the old signature, or something on the way added the segment.':
    '调用方签名的路径缺少其中的一段 {segment}：可能是签名代码漏掉了这一段，可能是客户端带着旧的签名跟随了重定向，也可能是途中有程序添加了这一段。',
  'Sign the target that is sent. If the client follows a redirect, sign again for each new address.':
    '对发送的请求目标签名。如果客户端跟随重定向，就要对每个新地址重新签名。',
  'The caller signed the path with the additional segment {segment}, which did not arrive.':
    '调用方签名的路径多了一段 {segment}，到达的没有。',
  'The caller signed {theirs} in segment {place:number} of the path, but this segment arrived empty.':
    '路径的第 {place} 段，调用方签名的是 {theirs}，而到达的是空的。',
  'In segment {number:number} of the path, the caller signed nothing, but {ours} was sent. Perhaps a variable in the path was empty, or something on the way added this segment.':
    '路径的第 {number} 段，调用方签名的是空的，发送的是 {ours}：可能路径中的变量没有值，或者途中的程序加上了这一段。',
  'The caller signed the path without {segment}. A server or a client adds this segment to a path that ends in a slash.':
    '调用方签名的路径没有 {segment}，它是服务器或客户端在路径以斜杠结尾时补上的。',
  'Put the values into the path before you sign it. Then sign and send this path.':
    '先把值填入路径，再对这个路径签名，并原样发送。',
  'The caller signed {theirs} instead of {ours} in the path. Perhaps a value was not filled in there.':
    '调用方签名的路径中是 {theirs}，而不是 {ours}。那里可能有还没有填入的值。',
  'If it is from a template, put the value in before you sign the path. Otherwise sign the path that is sent.':
    '如果它来自模板，请先填入值，再对路径签名；否则按发送的路径签名。',
  'The caller signed the query with {items:list}. Perhaps a value was not filled in there.':
    '调用方签名的查询参数中有 {items}。其中可能有还没有填入的值。',
  'If it is from a template, put the values in before you sign the query. Otherwise sign the query that is sent.':
    '如果它来自模板，请先填入值，再对查询参数签名；否则按发送的查询参数签名。',
  'The caller signed {theirs} instead of {ours} in the path. The signed segment is a placeholder of a template, and its value was not filled in.':
    '调用方签名的路径中，应为 {ours} 的位置是 {theirs}：模板没有填入值。',
  'Put the values into the template before you sign the path.': '在对路径签名之前，先给模板填入值。',
  'In the path, the caller signed {theirs}, but {ours} was sent. A slash is missing in the signed path.':
    '路径中签名的是 {theirs}，发送的是 {ours}：签名的路径少了一个斜杠。',
  'In the path, the caller signed {theirs}, but {ours} was sent, without this slash.':
    '路径中签名的是 {theirs}，发送的是 {ours}，没有这个斜杠。',
  'In segment {number:number} of the path, the caller signed {theirs}, but {ours} was sent.':
    '路径的第 {number} 段不同：签名的是 {theirs}，发送的是 {ours}。',
  'Sign and send the same target. Do not change upper or lower case between the two.':
    '签名和发送的请求目标，大小写要一致。',
  'The caller signed white space before or after the target, such as the line end of a file or of a variable.':
    '调用方签名的请求目标带有空白，例如文件或变量末尾的换行。',
  'The caller signed white space within the target, but sent the target without it.':
    '调用方签名的请求目标中间带有空白，而发送的没有。',
  'Remove the white space before you sign and send the target.': '签名和发送之前，去掉请求目标中的空白。',
  'The caller signed the target only up to {hash}, an escaped #. Probably its program decoded the URL before it parsed it: a plain # begins a fragment, and the fragment was cut off.':
    '调用方只签名了请求目标中 {hash}（编码的 #）之前的部分。可能是它的程序在解析 URL 之前先解码了：未编码的 # 是片段的开头，片段被去掉了。',
  'Do not decode the URL before you parse it. Sign the whole target as it is sent, with its escapes.':
    '解析 URL 之前不要解码，对实际发送的完整请求目标签名，保留其中的百分号编码。',
  'The caller signed the query on a separate line, as other schemes do.':
    '调用方把查询参数单独放在一行签名，那是其他签名方案的做法。',
  'Sign path and query as one text, with the question mark between them.': '把路径和查询参数用问号连成一个文本来签名。',
  'The caller signed a question mark with nothing after it. Many HTTP clients do not send such a question mark.':
    '调用方签名的请求目标末尾多了一个问号，而许多 HTTP 客户端不发送这样的问号。',
  'The signed text has the query twice.': '调用方签名时把查询参数拼接了两次。',
  'Append the query once.': '查询参数只拼接一次。',
  'The caller signed the query with {items:list}. This is a placeholder of a template, and its value was not filled in.':
    '调用方签名的查询参数中有 {items}：模板没有填入值。',
  'The caller signed the query with {items:list}. These are placeholders of a template, and their values were not filled in.':
    '调用方签名的查询参数中有 {items}：模板没有填入值。',
  'The order of the other parameters differs too.': '其余参数的顺序也不同。',
  'Put the values into the template before you sign the query.': '在对查询参数签名之前，先给模板填入值。',
  'The query arrived with {marks:phrase} that the caller did not sign.': '到达的查询参数中有{marks}，调用方没有签名。',
  'The form arrived with {marks:phrase} that the caller did not sign.': '到达的表单中有{marks}，调用方没有签名。',
  'Write one & between two fields, and none at the ends. Then sign and send this form.':
    '两个字段之间写一个 &，首尾都不写，对得到的表单签名，并原样发送。',
  'The caller signed the query with {marks:phrase}, but it arrived without this.':
    '调用方签名的查询参数中有{marks}，而到达的没有。',
  'a stray &': '一个多余的 &',
  '{count:number} stray & marks': '{count} 个多余的 &',
  'Write one & between two parameters, and none at the ends. Then sign and send this query.':
    '两个参数之间写一个 &，首尾都不写，对得到的查询参数签名，并原样发送。',
  'The caller did not sign the question mark at the end of the target.': '调用方没有签名请求目标末尾的问号。',
  'The caller signed the query without {items}. Either the client or something on the way added it after signing, or the signing code left it out.':
    '调用方签名的查询参数中没有 {items}：它要么是签名之后由客户端或在途中添加的，要么被签名代码漏掉了。',
  'Some signing code keeps only one parameter of each name.': '有些签名代码对同名参数只保留一个。',
  'Some signing code leaves out names with brackets.': '有些签名代码会漏掉名称中有括号的参数。',
  'Add every parameter before you sign the target, and sign all of them.':
    '在签名之前添加好所有参数，并对全部参数签名。',
  'Configure proxies on the way so that they add no parameter.': '不要让途中的程序再添加参数。',
  'The caller signed {items}, which is how a program prints a missing value, but it did not arrive. Many HTTP clients leave out such a parameter.':
    '调用方签名的查询参数中有 {items}，这是程序把缺失的值打印成的文本，但它没有到达：许多 HTTP 客户端不发送这样的参数。',
  'Leave out each parameter without a value before you sign the target.': '在对请求目标签名之前，去掉没有值的参数。',
  'The caller signed {items} in the query, but it did not arrive. The client or a proxy removed it.':
    '调用方签名的查询参数中有 {items}，但它没有到达：被客户端或代理丢弃了。',
  'Send every parameter that is signed.': '签名的参数要全部发送。',
  'Configure proxies on the way so that they remove no parameter.': '不要让途中的程序丢弃参数。',
  'The caller signed the path {theirs:phrase}, but it arrived {ours:phrase}.':
    '调用方签名的路径{theirs}，到达的路径{ours}。',
  'without an extension': '没有扩展名',
  'with .{extension}': '带有 .{extension}',
  'The {carrier:phrase} was escaped again after signing. Where the caller signed %, %25 arrived.':
    '{carrier}在签名之后又被编码了一次：签名的是 %，到达的是 %25。',
  'Send the URL exactly as it was signed. Give the HTTP library a complete URL that it does not escape again.':
    '按签名的 URL 发送：把完整的 URL 交给 HTTP 库，不要让它再次编码。',
  'Send the form exactly as it was signed. Give the HTTP library a complete text that it does not escape again.':
    '按签名的表单发送：把完整的文本交给 HTTP 库，不要让它再次编码。',
  'The caller escaped the {carrier:phrase} twice before signing. It signed %25 where % was sent.':
    '调用方签名之前对{carrier}多编码了一次：签名的是 %25，发送的是 %。',
  'Sign the {carrier:phrase} exactly as it is sent, and escape it only once.':
    '{carrier}只编码一次，并按发送的内容签名。',
  target: '请求目标',
  form: '表单',
  'The caller signed the parameters in another order and with other escapes. It signed {theirs}, but {ours} was sent.':
    '调用方签名的参数与发送的顺序不同，编码也不同：签名的是 {theirs}，发送的是 {ours}。',
  'Write the {carrier:phrase} once, in one order and with one encoder. Then sign and send exactly this text.':
    '用同一种顺序和同一个编码器只生成一次{carrier}，对得到的文本签名，并原样发送。',
  'the parameters are in another order; the caller signed {theirs}, but sent {ours}':
    '参数的顺序不同；签名的是 {theirs}，发送的是 {ours}',
  'The caller wrote {letter} as {written}, {how:phrase}, instead of the UTF-8 bytes of this letter.':
    '调用方把 {letter} 写成了 {written}（{how}），而不是它的 UTF-8 字节。',
  'Escape the UTF-8 bytes of the {carrier:phrase} once, as encodeURIComponent does. Then sign and send exactly this text.':
    '像 encodeURIComponent 那样，对{carrier}的 UTF-8 字节只编码一次，对得到的文本签名，并原样发送。',
  'The caller escaped the letters of the {carrier:phrase} in an encoding such as GBK instead of UTF-8.':
    '调用方对{carrier}中的字符编码时没有使用 UTF-8，而是用了其他编码，例如 GBK。',
  'Escape the UTF-8 bytes of the {carrier:phrase} once. Then sign and send exactly this text.':
    '对{carrier}的 UTF-8 字节只编码一次，对得到的文本签名，并原样发送。',
  'The caller signed the fields of the form with line ends instead of & between them.':
    '调用方签名的表单用换行分隔各字段，而不是 &。',
  'Sign the form exactly as it is sent: name=value for each field, with & between the fields.':
    '按发送的表单签名：各字段写成 name=value，用 & 分隔。',
  'The caller signed {pairs:list}. This happens if a program reads a plus sign as a space before it signs the text.':
    '{pairs}：可能是签名之前加号被当成了空格。',
  'Write a plus sign of a value as %2B, and sign the text with its escapes. A form decoder changes a plain plus sign to a space.':
    '把值中的加号写成 %2B，并对编码后的文本签名：按表单解码时，未编码的加号会变成空格。',
  'The caller signed {pairs:list}. This happens if a plus sign becomes a space when it is sent, or if a space becomes a plus sign before it is escaped.':
    '{pairs}：可能是加号在发送时变成了空格，或者空格在编码之前变成了加号。',
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
  some: '一部分',
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
  'The caller signed {signed} as the method, which is how Clojure prints a keyword, Ruby a symbol and Elixir an atom.':
    '调用方签名的请求方法是 {signed}：Clojure 的关键字、Ruby 的符号、Elixir 的原子就是这样输出的。',
  'Turn the method into a text in upper case, and sign {method}.': '把请求方法转成大写文本，签名 {method}。',
  'The body that the caller signed begins with a line feed and ends with one, and the body that it sent does not.':
    '调用方签名的请求体以换行符开头并以换行符结尾，发送的请求体没有这两个换行符。',
  'The body that the caller signed begins with a line feed, and the body that it sent does not.':
    '调用方签名的请求体以换行符开头，发送的请求体没有。',
  'Let the body follow the fourth line feed directly, and let nothing follow the body.':
    '请求体紧跟在第四个换行符后面，请求体后面不要有任何内容。',
  'Let the body follow the fourth line feed directly.': '请求体紧跟在第四个换行符后面。',
  'The caller signed no body, but sent a body with {method}. Perhaps the client kept the body of an earlier request.':
    '调用方签名时没有请求体，却在 {method} 请求中发送了请求体：可能它的客户端保留了上一个请求的请求体。',
  'Send no body with {method}: clear the body that the client keeps.':
    '{method} 请求不要发送请求体：清除客户端保留的请求体。',
  'If the request should have a body, sign the bytes of the body after the fourth line feed.':
    '如果确实要发送请求体，就把它的字节放在第四个换行符后面签名。',
  'Instead of a body, the caller signed the parameters of the query as JSON, {json}. It sent no body.':
    '调用方把查询参数作为 JSON 当作请求体签名：{json}，却没有发送请求体。',
  'Sign nothing after the line feed after the nonce: {method} sends no body.':
    '随机串后面的换行符之后不要签名任何内容：{method} 请求不发送请求体。',
  'Sign the body that is sent: nothing after the line feed after the nonce, or send this JSON as the body.':
    '按发送的请求体签名：随机串后面的换行符之后没有任何内容；或者把这段 JSON 作为请求体发送。',
  'The caller signed the body in UTF-8, and sent it encoded in UTF-8 twice: its HTTP client took each byte for a letter and encoded it again.':
    '调用方签名的是 UTF-8 的请求体，发送的却做了两次 UTF-8 编码：它的 HTTP 客户端把每个字节当作一个字符，又编码了一次。',
  'Encode the text in UTF-8 once, and give the HTTP client those bytes, or the text itself before it is encoded.':
    '文本只做一次 UTF-8 编码，把得到的字节，或者编码之前的文本，交给 HTTP 客户端。',
  'The caller sent the body in UTF-8, and signed it encoded in UTF-8 twice: its program took each byte for a letter and encoded it again.':
    '调用方发送的是 UTF-8 的请求体，签名的却做了两次 UTF-8 编码：它的程序把每个字节当作一个字符，又编码了一次。',
  'Encode the text in UTF-8 once, then sign and send those bytes.':
    '文本只做一次 UTF-8 编码，对得到的字节签名，并原样发送。',
  'The caller signed the canonical form of the JSON, as RFC 8785 (JCS) writes it: compact, the members sorted by name, and each number in its shortest form.':
    '调用方签名的是 JSON 的规范形式，即 RFC 8785（JCS）的写法：紧凑，字段按名称排序，数字用最短的写法。',
  'It sent another text of the same content.': '它发送的是内容相同的另一段文本。',
  'Sign the bytes that are sent.': '对发送的字节签名。',
  'If you want to use canonical JSON, send the canonical text that you sign.':
    '如果要用规范的 JSON，就发送所签名的规范文本。',
  'The caller signed the parameter {name} of the {carrier:phrase} {signed:phrase}, but sent it {sent:phrase}. The signed text does not have {fields}.':
    '调用方签名时{carrier}中的参数 {name} 出现了{signed}，发送时出现了{sent}：签名的文本缺少 {fields}。',
  'Sign each value as it is sent, in full: count its length in the same unit, characters or bytes, where it is signed and where it is sent.':
    '每个值都按发送的样子完整签名：签名和发送时用同一单位（字符或字节）计算长度。',
  'The caller signed a value of the {carrier:phrase} only in part, and sent all of it: {parts}.':
    '调用方只签名了{carrier}中某个值的一部分，发送的是完整的值：{parts}。',
  'The caller signed a value of the JSON only in part, and sent all of it: {detail:form}.':
    '调用方只签名了 JSON 中某个值的一部分，发送的是完整的值：{detail}。',
  'Instead of the body, the caller signed the signing input of a JWS: its header {header}, a dot and the payload.':
    '调用方在请求体的位置签名的是 JWS 的签名输入：它的头部 {header}、一个点和负载。',
  'Instead of the body, the caller signed the Base64url of the body, as JWS writes a payload.':
    '调用方在请求体的位置签名的是请求体的 Base64url，即 JWS 负载的写法。',
  'Instead of the body, the caller signed the body written in {digits:phrase}.':
    '调用方在请求体的位置签名的是写成{digits}的请求体。',
  'Put the bytes of the body itself after the fourth line feed, as they are sent.':
    '把请求体本身的字节按发送的样子放在第四个换行符后面。',
  'The target arrived with {end} at the end of its {half:phrase}. The caller did not sign this end. Probably it is a typing mistake in the URL that the caller calls.':
    '到达的请求目标的{half}末尾有 {end}，调用方没有签名它：它调用的 URL 写错了。',
  'Send the target that is signed: remove {end} from the URL that is called.':
    '按签名的请求目标发送：从调用的 URL 中去掉 {end}。',
  'The caller signed only the end of the query, {part}: its program cuts the text at a wrong place.':
    '调用方只签名了查询参数的末尾 {part}：它的程序在错误的位置截断了文本。',
  'The caller signed only the beginning of the query, {part}: its program cuts the text at a wrong place.':
    '调用方只签名了查询参数的开头 {part}：它的程序在错误的位置截断了文本。',
  'Sign the whole query, from the question mark on, as it is sent.': '从问号开始，按发送的样子签名全部查询参数。',
  'The caller signed only the end of the path, {part}: its program cuts the text at a wrong place.':
    '调用方只签名了路径的末尾 {part}：它的程序在错误的位置截断了文本。',
  'The caller signed only the beginning of the path, {part}: its program cuts the text at a wrong place.':
    '调用方只签名了路径的开头 {part}：它的程序在错误的位置截断了文本。',
  'The caller signed only {part}, without {end} at the end of the path and without the query. Either its signing code has another path than its client, or it cuts the target at a wrong place.':
    '调用方只签名了 {part}，没有签名路径末尾的 {end}，也没有签名查询参数：它的签名代码与客户端使用的路径不同，或者在错误的位置截断了请求目标。',
  'Sign the whole target that is sent: the path and the query.': '对发送的完整请求目标签名：路径和查询参数。',
  'Sign the whole path, as it is sent.': '按发送的样子签名完整的路径。',
  'The caller signed the body without {bytes:phrase} at its end. Either the program cuts off the end of the text, as if it were a separator after the last field, or it counts the length wrongly.':
    '调用方签名的请求体末尾缺少 {bytes}：它的程序去掉了文本的末尾（例如最后一个字段后面的分隔符），或者算错了长度。',
  'The caller signed the body without {end}, the padding of Base64 at its end.':
    '调用方签名的请求体末尾少了 {end}，即 Base64 的填充字符。',
  'Encode the body in Base64 once, with the padding or without it. Then sign and send exactly this text.':
    '请求体只做一次 Base64 编码，有没有填充都可以；对得到的文本签名，并原样发送。',
  'The caller signed an empty line after the {slot:phrase}. It may be an empty value that it signed as one more part, or the line end of a file or of a variable.':
    '调用方签名的{slot}后面多了一个空行。它可能是被当作另一个部分签名的空值，也可能是文件或变量末尾的换行。',
  'Sign only the five parts, without white space at their ends, and put a single line feed between them.':
    '只对五个部分签名，各部分首尾不要有空白，之间用一个换行符。',
  'The caller signed the body without {end}, its last bytes. Either the program cuts off the end of the text, as if it were a separator after the last field, or it counts the length wrongly.':
    '调用方签名的请求体末尾缺少 {end}：它的程序去掉了文本的末尾（例如最后一个字段后面的分隔符），或者算错了长度。',
  'The body that arrived begins with what looks like a header, {name}. The caller signed only what follows the headers. Perhaps an empty line before it ended the headers too early.':
    '到达的请求体开头像是一个请求头 {name}。调用方只对这些请求头之后的内容签了名。可能它前面的一个空行使请求头过早结束。',
  'Look for a line end at the end of the header before {name}, for example behind the signature, and remove it.':
    '请检查 {name} 之前的请求头末尾（例如签名后面）有没有多余的换行，并将其去掉。',
  'The caller signed only the last byte of the body, which has {length:number}: its program cuts the text at a wrong place.':
    '调用方只签名了请求体的最后一个字节（共 {length} 字节）：它的程序在错误的位置截断了文本。',
  'The caller signed only the last {count:number} bytes of the body, which has {length:number}: its program cuts the text at a wrong place.':
    '调用方只签名了请求体的最后 {count} 字节（共 {length} 字节）：它的程序在错误的位置截断了文本。',
  Base64: 'Base64',
  'hexadecimal digits': '十六进制',
  'Sign each parameter as often as it is sent, or send it once.': '每个参数发送几次就签名几次，或者只发送一次。',
  'If the program keeps the parameters in a map, the map has only one value for each name.':
    '用映射保存参数时，每个名称只保留一个值。',
  'Write each space as %20 once. Then sign and send exactly this text.':
    '每个空格都写成 %20，只编码一次，对得到的文本签名，并原样发送。',
  'The caller signed the time {signed}: its program formatted the number in a local format, with a fraction after a decimal comma. But it sent {sent}.':
    '调用方签名的时间是 {signed}，按所在地区的格式带有小数，用逗号作小数点；发送的是 {sent}。',
  'Calculate the whole seconds once, as an integer: in .NET with DateTimeOffset.UtcNow.ToUnixTimeSeconds(). Then sign and send this number.':
    '只取一次整数秒，并且不受地区格式影响：.NET 中可用 DateTimeOffset.UtcNow.ToUnixTimeSeconds()。然后对这个数签名，并原样发送。',
  'The caller read the UTF-8 bytes of the body as {charset}, and wrote the text as {same} again before signing. This lost some letters.':
    '调用方把请求体的 UTF-8 按 {charset} 读取，再把得到的文本按 {same} 编码后签名，丢失了一些字符。',
  'The caller read the UTF-8 bytes of the body as {charset}. This gave wrong letters, and it signed the UTF-8 of these letters.':
    '调用方把请求体的 UTF-8 按 {charset} 读取，得到了错误的字符，签名的是这些字符的 UTF-8。',
  'When you convert bytes to text, name UTF-8, and do not use the default of the platform: new String(bytes, StandardCharsets.UTF_8) or EntityUtils.toString(entity, UTF_8) in Java, Encoding.UTF8 in .NET.':
    '把字节转成文本时要明确指定 UTF-8，不要用平台的默认编码：Java 用 new String(bytes, StandardCharsets.UTF_8) 或 EntityUtils.toString(entity, UTF_8)，.NET 用 Encoding.UTF8。',
  'The caller signed {origin} before the path. The URL has no port, and the program wrote {port} for it.':
    '调用方签名时，路径前面多了 {origin}。URL 没有端口，程序写成了 {port}。',
  'The caller signed the whole URL: {origin} is before the path.': '调用方签名的是完整的 URL：路径前面多了 {origin}。',
  'The caller signed the host before the path: {host}.': '调用方签名时，路径前面多了主机 {host}。',
  'The caller signed {pairs:list}. On one side these are several parameters, on the other side a single value.':
    '{pairs}：因此其中一边的多个参数在另一边成了一个值。',
  'Give each parameter to the HTTP library as a separate item. Then sign the text that the library sends.':
    '把每个参数单独交给 HTTP 库，再对它发送的文本签名。',
  'Encode the {carrier:phrase} once. Then sign and send exactly this text.':
    '{carrier}只编码一次，对得到的文本签名，并原样发送。',
  others: '其他字符',
  path: '路径',
  query: '查询参数',
  'The caller replaced only {first:list} in the signed text. In JavaScript, replace with a string as its pattern replaces only the first match. sed without the flag g also replaces only the first match.':
    '调用方签名时只替换了{first}，后面的没有替换：JavaScript 的 replace 以字符串为模式时，以及 sed 不带 g 标志时，都只替换第一个。',
  'Sign exactly the text that is sent, and replace nothing in it. Or replace every match, and then sign and send exactly this text.':
    '按发送的文本签名，不要再替换其中的内容；或者全部替换，对得到的文本签名，并原样发送。',
  'The caller signed the target {target} without a body, but sent these parameters in the body.':
    '调用方签名的请求目标是 {target}，没有请求体；发送时这些参数却在请求体中。',
  'The caller sent the parameters only in the body, but also signed them in the query of the target: {target}.':
    '调用方签名时把请求体的参数也放在请求目标的查询参数中（{target}），发送时参数只在请求体中。',
  'Sign the target and the body as they are sent. If parameters are sent as the body, put them only after the fourth line feed.':
    '请求目标和请求体都按发送的内容签名：作为请求体发送的参数只应放在第四个换行符之后。',
  'The caller escaped {parts:list} of the {carrier:phrase} twice before signing, but not the rest. It signed {pairs:list}.':
    '调用方签名之前对{carrier}的{parts}多编码了一次，其余部分没有：{pairs}。',
  'Some {parts:list} of the {carrier:phrase} were escaped again after signing. The caller signed {pairs:list}.':
    '{carrier}的部分{parts}发送时比签名的多编码了一次：{pairs}。',
  'Escape each name and each value once. Then sign and send exactly this {carrier:phrase}.':
    '每个名称和每个值只编码一次，对得到的{carrier}签名，并原样发送。',
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
}

/** Of bodies: `bodyDifference.ts`, `jsonDifference.ts`, `tellings/bodies.ts`. */
const bodies: Phrases = {
  'The caller read its clock twice. It signed the time {signed} in the body, but sent {sent}.':
    '请求体中的时间不同：签名的是 {signed}，发送的是 {sent}，说明调用方读了两次时钟。',
  'The caller signed {text}, which programs print for a missing value, but sent no body.':
    '调用方签名了 {text}（程序对空值打印的文本），却没有发送请求体。',
  'The caller signed {text} in place of the body. Programs print this for a missing value.':
    '调用方签名的不是请求体，而是 {text}：没有值的时候，程序会打印成这样。',
  'Make the text of the body first. Then sign and send exactly this text.':
    '先生成请求体的文本，再对它签名并原样发送。',
  'The caller signed the body without the white space at its {place:phrase}, but sent it with this white space.':
    '调用方签名的请求体没有{place}的空白，而发送时带着这些空白。',
  'The caller signed the body with white space at its {place:phrase}, but sent it without this white space.':
    '调用方签名的请求体{place}带有空白，而发送时没有这些空白。',
  end: '末尾',
  beginning: '开头',
  'beginning and the end': '首尾',
  'Trim the body before you sign and send it, or do not trim it at all. Then sign and send exactly these bytes.':
    '要么在签名和发送之前就去掉空白，要么都不去掉；对得到的字节签名，并原样发送。',
  'The numbers have another form, too.': '数字的写法也不同。',
  'Python writes truth values and None with a capital letter.': 'Python 把真假值和 None 写成首字母大写。',
  'Other values of the fields were signed: {pairs:list}.': '签名的字段值不同：{pairs}。',
  'Between the fields, the caller signed {mark:phrase}, where & was sent.':
    '各字段之间，调用方签名的是{mark}，而发送的是 &。',
  'It sorted the fields, too.': '字段还按名称排了序。',
  'a semicolon': '分号',
  'a comma': '逗号',
  'a comma with a space': '逗号加空格',
  'a vertical bar': '竖线',
  'Write the fields once, with & between them. Then sign and send exactly this text.':
    '各字段只写一次，之间用 & 分隔；对得到的文本签名，并原样发送。',
  'The caller signed one line more, {line}, before the {part:phrase}. Other schemes have such a line.':
    '调用方在{part}前面多签了一行 {line}：其他签名方案有这样的一行。',
  'The caller signed one line more, {line}, after the body. Other schemes have such a line.':
    '调用方在请求体后面多签了一行 {line}：其他签名方案有这样的一行。',
  'The caller signed {length:number} in place of the body. This is the length of the body in bytes.':
    '调用方签名的不是请求体，而是 {length}，即请求体的字节数。',
  'Sign the body itself, all of its bytes, and not their number.': '对请求体本身的全部字节签名，而不是对字节数签名。',
  'The caller signed the body with a backslash before each {mark:phrase} in the strings, but sent it without these backslashes.':
    '调用方签名的请求体中，字符串里的每个 {mark} 前面都有反斜杠，而发送时没有这些反斜杠。',
  'The caller signed the body with a backslash before each {mark:phrase}, but sent it without these backslashes.':
    '调用方签名的请求体中，每个 {mark} 前面都有反斜杠，而发送时没有这些反斜杠。',
  'backslash and colon': '反斜杠和冒号',
  'mark of a regular expression (re.escape of Python)': '正则表达式的特殊字符（Python 的 re.escape）',
  'mark of a regular expression (preg_quote of PHP)': '正则表达式的特殊字符（PHP 的 preg_quote）',
  'mark of no word (quotemeta of Perl)': '字母、数字和 _ 以外的字符（Perl 的 quotemeta）',
  'Sign the body exactly as it is sent, and escape nothing in it.': '对请求体按发送的原样签名，其中什么都不要转义。',
  'Make the body once. Then sign and send exactly these bytes.': '请求体只生成一次，对得到的字节签名，并原样发送。',
  'The two bytes of each pair of the signature are exchanged. hexdump and od -x print numbers of 16 bits like this.':
    '签名中每两个字节的顺序互换了：hexdump 和 od -x 就是这样打印 16 位数的。',
  'Encode the bytes of the signature in Base64 in their own order, for example with openssl base64 -A.':
    '按签名字节本来的顺序做 Base64 编码，例如用 openssl base64 -A。',
  'The body was sent with {count:number} NUL bytes at its end, which the caller did not sign. Its program sent a whole buffer, not only the text in the buffer.':
    '发送的请求体末尾有 {count} 个 NUL 字节，调用方没有签名它们：程序发送了整个缓冲区，而不只是其中的文本。',
  'Send only the text that is signed, up to its length and not to the size of the buffer. In Java, array() of a ByteBuffer gives the whole buffer: use limit() for the length.':
    '只发送签名的文本：按文本的长度，而不是缓冲区的大小。在 Java 中，ByteBuffer 的 array() 返回整个缓冲区，长度要用 limit()。',
  'The caller signed only the first {signed:number} bytes of {subject:phrase}, which has {sent:number} bytes. A buffer of its program is too small, or the program counts characters instead of bytes.':
    '{subject}有 {sent} 字节，而调用方只对前 {signed} 字节签名：程序的缓冲区太小，或者长度是按字符数计算的。',
  'The caller signed only the first byte of {subject:phrase}, which has {sent:number} bytes. A buffer of its program is too small, or the program counts characters instead of bytes.':
    '{subject}有 {sent} 字节，而调用方只对第一个字节签名：程序的缓冲区太小，或者长度是按字符数计算的。',
  'the body': '请求体',
  'the text': '签名串',
  'Sign all {length:number} bytes that are sent.': '对发送的全部 {length} 字节签名。',
  'The caller signed {count:number} more bytes after {subject:phrase}. Each of these bytes is {filler:phrase}. The program signed its whole buffer, not only the text in the buffer.':
    '调用方签名时，{subject}后面多了 {count} 个字节，都是 {filler}：签名的是程序的整个缓冲区，而不只是其中的文本。',
  'a space': '空格',
  'Pass the length of the text to the signing function, not the size of the buffer.':
    '传给签名函数的应当是文本的长度，而不是缓冲区的大小。',
  'The body that arrived is the Base64 of the body that was signed. Either the client encoded the body after signing, or a gateway on the way did.':
    '到达的请求体是签名的请求体的 Base64 编码：要么客户端在签名之后做了编码，要么途中的网关做了编码。',
  'The body that arrived is the body that was signed, written in hexadecimal digits.':
    '到达的请求体是签名的请求体的十六进制写法。',
  'Send the body exactly as it was signed.': '原样发送签名的请求体。',
  'If a gateway encodes the body, decode it before you verify the request. In an event of AWS Lambda, body is Base64 if isBase64Encoded is true.':
    '如果是网关做了编码，请在验签之前解码。在 AWS Lambda 的事件中，isBase64Encoded 为 true 时 body 是 Base64。',
  'If something on the way encodes the body, decode it before you verify the request.':
    '如果是途中的程序做了编码，请在验签之前解码。',
  'In the body that the caller signed, each run of white space is one space. Either its program changes white space, or a shell wrote a variable without quotation marks: echo $BODY.':
    '调用方签名的请求体中，每处连续的空白都成了一个空格：要么它的程序改动了空白，要么 shell 变量没有加引号：echo $BODY。',
  "The caller signed the body without its white space, even within strings. Either its program removes white space, or a shell wrote a variable without quotation marks: printf '%s' $BODY.":
    "调用方签名的请求体去掉了所有空白，包括字符串中的：要么它的程序去掉了空白，要么 shell 变量没有加引号：printf '%s' $BODY。",
  "The caller signed each word of the body on a line of its own. A shell writes a variable in this way if it has no quotation marks: printf '%s\\n' $BODY.":
    "调用方签名的请求体中，每个单词各占一行。shell 变量没有加引号时就会这样：printf '%s\\n' $BODY。",
  'The caller signed the body only up to its first white space. Either its program reads only one line or one word, or a shell has split a variable without quotation marks: then the first word is $1.':
    '调用方签名的请求体只到第一处空白为止：要么它的程序只读一行或一个单词，要么 shell 变量没有加引号而被拆开，第一个单词成了 $1。',
  'In the body that arrived, each run of white space of the signed body is one space. Either the client changed white space after signing, or a shell wrote a variable without quotation marks: curl -d "$(echo $BODY)".':
    '到达的请求体中，签名的请求体里每处连续的空白都成了一个空格：要么客户端在签名之后改动了空白，要么 shell 变量没有加引号：curl -d "$(echo $BODY)"。',
  'Sign and send the same text, with all its white space. In a shell, write the variable in quotation marks wherever the script uses it: "$BODY".':
    '签名和发送用同一段文本，保留所有空白。在 shell 脚本中，每次使用这个变量都加上引号："$BODY"。',
  'The caller signed {value} instead of the body. Other schemes send this digest of the body in a header such as Digest or Content-Digest, and sign it.':
    '调用方签名的不是请求体，而是 {value}。其他签名方案把请求体的这个摘要放在 Digest 或 Content-Digest 等请求头中发送并签名。',
  'The caller signed {base} before the path. This is a variable for the address of the service, and it has not got its value.':
    '调用方在路径前面签名了 {base}：这是表示服务地址的变量，没有填入值。',
  'Sign only the path and the query, without the address of the service.': '只对路径和查询参数签名，不含服务的地址。',
  'The end of the body did not arrive, {shown:phrase}. The caller signed {signed:number} bytes, but {sent:phrase} arrived: as many as the signed text has characters.':
    '请求体的末尾没有到达（{shown}）：调用方签名了 {signed} 字节，到达 {sent}，正好是签名文本的字符数。',
  'The end of the body did not arrive, {shown:phrase}. The caller signed {signed:number} bytes, but {sent:phrase} arrived.':
    '请求体的末尾没有到达（{shown}）：调用方签名了 {signed} 字节，到达 {sent}。',
  'Content-Length must be the number of bytes of the body, not of its characters. Or let the HTTP library calculate it.':
    'Content-Length 要按请求体的字节数计算，不能按字符数；也可以交给 HTTP 库计算。',
  'Send all bytes that are signed. Check Content-Length, and check whether something on the way cuts the body.':
    '发送签名的全部字节：检查 Content-Length，以及途中是什么截断了请求体。',
  'The caller signed only the part {part} of the multipart form, but sent the whole form.':
    '调用方只对 multipart 表单中的 {part} 部分签名，发送的却是整个表单。',
  'Sign all bytes of the form exactly as they are sent, with the boundaries. Or send only this part as the body.':
    '对发送的整个表单的字节签名，包括各部分之间的分隔符（boundary）；或者只把这一部分作为请求体发送。',
  'The caller signed {signed:phrase} as the body, but sent {sent:phrase}.':
    '调用方签名的请求体是{signed}，发送的是{sent}。',
  JSON: 'JSON',
  'a multipart form': 'multipart 表单',
  'a form': '表单',
  'Give the HTTP library the complete text of the body. Then sign and send exactly these bytes.':
    '把请求体的最终文本交给 HTTP 库，对这些字节签名，并原样发送。',
  'The caller signed {mark} instead of the body. Other schemes write this mark if the body is not hashed.':
    '调用方签名的是 {mark}，而不是请求体：其他签名方案在不计算请求体哈希值时这样写。',
  'The caller signed the hash of an empty text instead of the body. Other schemes need this for a request without a body.':
    '调用方签名的是空内容的哈希值，而不是请求体：其他签名方案要求没有请求体的请求这样做。',
  'In the text to sign, put the bytes of the body after the fourth line feed. If there is no body, put nothing there.':
    '在第四个换行符之后放请求体的字节；没有请求体就什么也不放。',
  'The caller made the nonce from its clock twice. It signed {signed}, but sent {sent}, {distance:phrase}.':
    '调用方两次用时钟生成随机串：签名的是 {signed}，发送的是 {sent}，{distance}。',
  'Make one random nonce for each request. Then sign it and send it.':
    '每个请求只随机生成一次随机串，然后签名并发送它。',
  'The body that was signed differs from the body that arrived: {detail:form}.':
    '调用方签名的请求体与到达的不同：{detail}。',
  'The caller sent {letters:list}, but signed the replacement character U+FFFD instead. This happens when a program decodes a text in pieces, and a letter is split between two pieces.':
    '调用方发送了 {letters}，签名时对应的位置却是替换字符 U+FFFD：可能是程序分段解码文本，而一个字符的字节落在了两段中。',
  'The caller signed {letters:list}, but the replacement character U+FFFD arrived instead. This happens when a program decodes a text in pieces, and a letter is split between two pieces.':
    '调用方签名的是 {letters}，到达时对应的位置却是替换字符 U+FFFD：可能是程序分段解码文本，而一个字符的字节落在了两段中。',
  'First join the bytes of all chunks. Then decode them together. Or use a decoder that keeps the incomplete end of a chunk.':
    '先把各段的字节拼接起来再整体解码，或者使用能保留段尾剩余字节的解码器。',
  'The caller signed the number {theirs}, but {ours} was sent. The number lost digits. This happens in a program that stores numbers as doubles.':
    '签名的数字是 {theirs}，发送的是 {ours}：数字丢失了精度，可能是程序用双精度浮点数保存数字。',
  'Write a number of more than 15 digits as a string. Or serialize the body once, and then sign and send exactly these bytes.':
    '超过 15 位的数字请写成字符串；或者只序列化一次，对得到的字节签名，并原样发送。',
  'The JSON that the caller signed and the JSON that it sent have different content: values, types or members differ.':
    '调用方签名的 JSON 与发送的 JSON 内容不同：值、值的类型或字段不一致。',
  'The signed text has the form of a serializer too ({programs}): perhaps the caller parsed a body and serialized it again before signing.':
    '签名的文本也是序列化程序（{programs}）的写法：可能是调用方在签名之前解析了请求体，又重新序列化。',
  'The caller signed one JSON text with a line feed after it, but another JSON text arrived.':
    '调用方签名的是一个末尾带换行符的 JSON 文本，到达的是另一个 JSON 文本。',
  'The caller signed one JSON text, but another JSON text arrived.': '调用方签名的是一个 JSON 文本，到达的是另一个。',
  'The text that arrived is in the form of a serializer ({programs}).': '到达的文本是序列化程序（{programs}）的写法。',
  'Either the program itself sent another text, or something before the verifier parsed the body and serialized it again.':
    '要么程序自己发送了另一个文本，要么验证之前有程序解析了请求体，又重新序列化。',
  'If the caller already does this, a program before the verifier changed the body. Then verify the body as it arrived, before any program parses it.':
    '如果调用方已经这样做，就是验签之前的程序改变了请求体：请在任何程序解析之前，用到达的原始请求体验签。',
  'The caller signed values of the {carrier:phrase} with blanks or line ends round them, and they arrived trimmed. Either the program itself trimmed them after signing, or something before the verifier did, as the middleware TrimStrings of Laravel does.':
    '调用方签名的{carrier}的值首尾带有空格或换行，到达时已被去掉：要么程序在签名之后自己去掉了，要么验签之前有程序会去掉首尾空白，例如 Laravel 的 TrimStrings 中间件。',
  'If the program that signs changes the values itself, let it do so before it signs.':
    '如果是签名的程序自己改动了这些值，应当在签名之前改。',
  'Otherwise verify the {carrier:phrase} as it arrived, before a middleware changes its values.':
    '否则用到达的原始{carrier}验签，不要等中间件改动其中的值之后。',
  body: '请求体',
  'The caller signed strings with blanks or line ends round them, and they arrived trimmed. Either the program itself trimmed them after signing, or something before the verifier did, as the middleware TrimStrings of Laravel does.':
    '调用方签名的字符串首尾有空白或换行，到达时已被去掉：要么程序在签名之后自己去掉了，要么验签之前有程序修剪了这些值，例如 Laravel 的中间件 TrimStrings。',
  'The caller signed empty strings, and null arrived. Either the program itself changed them after signing, or something before the verifier did, as the middleware ConvertEmptyStringsToNull of Laravel does.':
    '调用方签名的是空字符串，到达的是 null：要么程序在签名之后自己改动了，要么验签之前有程序改动了它们，例如 Laravel 的中间件 ConvertEmptyStringsToNull。',
  'The caller signed trimmed strings, but sent them with blanks or line ends round them. Perhaps it signed the values after its framework had trimmed them, as the middleware TrimStrings of Laravel does.':
    '调用方签名的字符串去掉了首尾空白，发送的却没有：可能它对框架修剪之后的值签名，例如 Laravel 的中间件 TrimStrings。',
  'The caller signed null, but sent empty strings. Perhaps it signed the values after its framework had changed them, as the middleware ConvertEmptyStringsToNull of Laravel does.':
    '调用方签名的是 null，发送的却是空字符串：可能它对框架改动之后的值签名，例如 Laravel 的中间件 ConvertEmptyStringsToNull。',
  'The caller signed trimmed strings or null, but sent strings with blanks round them or empty ones. Perhaps it signed the values after its framework had changed them, as TrimStrings and ConvertEmptyStringsToNull of Laravel do.':
    '调用方签名的字符串去掉了首尾空白或成了 null，发送的却仍有空白或为空：可能它对框架改动之后的值签名，例如 Laravel 的 TrimStrings 和 ConvertEmptyStringsToNull。',
  'The caller signed strings with blanks round them or empty ones, and they arrived trimmed or as null. Either the program itself changed them after signing, or something before the verifier did, as TrimStrings and ConvertEmptyStringsToNull of Laravel do.':
    '调用方签名的字符串首尾有空白或者为空，到达时已被修剪或变成 null：要么程序在签名之后自己改动了，要么验签之前有程序改动了它们，例如 Laravel 的 TrimStrings 和 ConvertEmptyStringsToNull。',
  'The caller signed {query} in the query of the target. It arrived in the body, and no query arrived: a gateway before the verifier moved the query into the body.':
    '调用方签名时 {query} 在请求目标的查询参数中，到达时却在请求体中，没有查询参数：验签之前的网关把查询参数移进了请求体。',
  'If the program merges them itself, let it sign the target and the body that it sends.':
    '如果是程序自己合并的，应当对发送的请求目标和请求体签名。',
  'Otherwise let the gateway pass target and body as they came, or verify before it.':
    '否则让网关原样转发请求目标和请求体，或者在网关之前验签。',
  'The query arrived sorted by name, but the caller signed its parameters in another order. Perhaps the HTTP client of the caller sorts the parameters, or a program on the way does.':
    '到达的查询参数按名称排序，调用方签名时的顺序不同：可能它的客户端排了序，也可能是途中的程序排了序。',
  "The caller signed each byte of the body without its top bit, as toString('ascii') of a Buffer reads it in Node, and sent the letters in UTF-8.":
    "调用方签名时去掉了请求体每个字节的最高位，就像 Node 中 Buffer 的 toString('ascii') 那样，而发送的字符是 UTF-8 编码。",
  "Read the body with toString('utf8'), or sign its bytes as they are.":
    "用 toString('utf8') 读取请求体，或者直接对它的字节签名。",
  'The caller signed {fields} in the form, but the form arrived without this.':
    '调用方签名的表单中有 {fields}，到达的表单中没有。',
  'The caller signed {fields} in the form, but the form arrived without this. It has no value, and the library that writes the form leaves out such fields, as http_build_query of PHP does with null.':
    '调用方签名的表单中有 {fields}，它没有值，到达的表单中没有它：生成表单的库会省略这样的字段，例如 PHP 的 http_build_query 省略 null。',
  'The caller signed {theirs}, but {ours} was sent. The program that signs treats the sent value as missing.':
    '签名的是 {theirs}，发送的是 {ours}：程序把这个值当作没有值。',
  'The caller signed the {carrier:phrase} without {fields:list}. The program that signs treats this value as missing.':
    '调用方签名的{carrier}缺少 {fields}：程序把这个值当作没有值。',
  'The caller signed one JSON text and a line feed after it. The JSON text that was sent has the same content, but other bytes.':
    '调用方签名的 JSON 与发送的 JSON 内容相同，但写法不同，末尾还多了一个换行符。',
  'Serialize the body once. Then sign and send exactly these bytes, with nothing after them.':
    '只序列化一次，对得到的字节签名，并原样发送，后面不要再加任何内容。',
  'The caller signed the whole text twice. It appended the new string to sign to the old one.':
    '调用方签名的内容是连续两遍的签名串：新的签名串被追加到了原有内容后面。',
  'Build a new string to sign for each request, and sign it once.': '每个请求都重新拼接签名串，并且只签一次。',
  'The caller signed {end} at the end of the text, as if another part followed. But this request has no body.':
    '调用方签名时，在末尾又加了一个各部分之间的分隔符 {end}，而这个请求没有请求体。',
  'The caller signed {end:phrase} at the end of the text. But this request has no body, so nothing follows the line feed after the nonce.':
    '调用方签名的文本末尾多了{end}。这个请求没有请求体，nonce 之后的换行符后面不应再有内容。',
  'If a request has no body, end the string to sign with the line feed after the nonce.':
    '没有请求体时，签名串以 nonce 之后的换行符结尾。',
  'The caller signed {end} after the body, as if another part followed.':
    '调用方签名时，在请求体后面也加了各部分之间的分隔符 {end}。',
  'End the string to sign with the last byte of the body.': '请求体后面不要再加任何内容。',
  'The caller joined the parts with {separator}, and signed {end} at the end of the text.':
    '调用方用 {separator} 连接各部分，并在签名的文本末尾加了 {end}。',
  'Join the parts with a single line feed, and put nothing after the body.':
    '各部分之间只用一个换行符连接，请求体后面不要再加任何内容。',
  'The caller signed {target}, and {header} says that it called this target. But a proxy before the verifier changed the target to {arrived}, or sends its own request.':
    '调用方签名的是 {target}；从 {header} 请求头来看，它请求的正是这个请求目标。前面的代理把它改成了 {arrived}，或者自己另外发送了一个请求。',
  'Verify the request before the proxy changes the target, or configure the proxy so that it does not change the target.':
    '在改写请求目标的程序之前验签，或者让它保留原来的请求目标。',
  'The caller signed the time {signed:number}, in milliseconds, but sent {sent:number}, {seconds:number} s {way:phrase}: {why:phrase}.':
    '调用方签名的时间是 {signed}（毫秒），发送的是 {sent}，后者{way} {seconds} 秒：{why}。',
  'The caller signed the time {signed:number}, but sent {sent:number}, {seconds:number} s {way:phrase}: {why:phrase}.':
    '调用方签名的时间是 {signed}，发送的是 {sent}，后者{way} {seconds} 秒：{why}。',
  '{count:number} s earlier': '早 {count} 秒',
  '{count:number} s later': '晚 {count} 秒',
  '{count:number} ms earlier': '早 {count} 毫秒',
  '{count:number} ms later': '晚 {count} 毫秒',
  '{count:number} µs earlier': '早 {count} 微秒',
  '{count:number} µs later': '晚 {count} 微秒',
  '{count:number} ns earlier': '早 {count} 纳秒',
  '{count:number} ns later': '晚 {count} 纳秒',
  earlier: '早',
  later: '晚',
  'perhaps one of the two is local time, not UTC': '可能其中一个是某个时区的时间，而不是 UTC',
  "perhaps it signed the end of the request's life, or reads its clock in two places":
    '可能签名的是请求的过期时间，或者在两处读取了时钟',
  'perhaps the caller reads its clock in two places, keeps an earlier time, or sent the header of another request':
    '可能程序在两处读取时钟，或者发送了另一个请求的请求头',
  'Read the clock once for each request, in whole seconds since 1970. Then sign and send this number.':
    '每个请求只读一次时钟，换算成自 1970 年起的整秒数，对它签名并发送它。',
  'The caller signed the body with {variables:list} instead of a value. It signed the text before the variables got their values.':
    '调用方签名的请求体中有 {variables}：签名时变量还没有替换成值。',
  'The caller signed the body with {variables:list} instead of values. It signed the text before the variables got their values.':
    '调用方签名的请求体中有 {variables}：签名时变量还没有替换成值。',
  'Put the values into the body before you sign it, in Postman with pm.variables.replaceIn(pm.request.body.raw). A dynamic variable has another value each time, so sign and send the same text.':
    '在对请求体签名之前先替换变量，例如在 Postman 中用 pm.variables.replaceIn(pm.request.body.raw)，再对得到的文本签名。动态变量每次的值都不同，因此要把替换后的文本保存下来发送。',
  'The body that arrived is the string to sign. The caller signed it, and then sent the whole string as the body.':
    '到达的请求体是整个签名串：调用方对它签名之后，又把它整个作为请求体发送了。',
  'Send only the body: the part after the fourth line feed of the string to sign.':
    '只发送请求体，即签名串中第四个换行符之后的部分。',
  'The caller signed {origin} instead of the path and the query. This is only the address of the service.':
    '调用方签名的是服务的地址 {origin}，而不是路径和查询参数。',
  'Sign the path and the query of the request, without scheme and host.':
    '对请求的路径和查询参数签名，不要包含协议和主机名。',
  'The caller signed the body with its line ends, but the body arrived without them. For example, curl with -d @FILE removes the line ends of a file.':
    '调用方签名的请求体带有换行，到达时却没有：换行在发送时被去掉了，例如 curl 的 -d @FILE。',
  'Send exactly the bytes that are signed. With curl, use --data-binary @FILE, which keeps the line ends.':
    '发送签名的字节；curl 用 --data-binary @FILE 会保留换行。',
  'The caller signed the body without its line ends, but sent it with them.':
    '调用方签名的请求体没有换行，发送的却有。',
  'Sign exactly the bytes that are sent, with their line ends.': '对发送的字节签名，包括其中的换行。',
  'If no body is sent, sign nothing after the fourth line feed.': '不发送请求体时，第四个换行符后面不要再有任何内容。',
}

/** Of bodies that mean nothing: `emptyBody.ts`. */
const emptyBodies: Phrases = {
  'the JSON of an empty string': '即空字符串的 JSON',
  'the JSON of an object without members': '即空的 JSON 对象',
  'the JSON of an empty list': '即空的 JSON 数组',
  'the JSON of no value': '即空值的 JSON',
  'what JavaScript prints for no value': '即 JavaScript 对没有值的变量输出的文本',
  "axios sends it if data is '' and the type is JSON": "axios 在请求为 JSON 而 data 为 '' 时会发送它",
  "JSON.stringify('') writes it": "JSON.stringify('') 会写出它",
  "json_encode('') writes it": "json_encode('') 会写出它",
  'axios sends it if data is {}': 'axios 的 data: {} 会发送它',
  'Python requests sends it for json={}': 'Python requests 的 json={} 会发送它',
  'PostAsJsonAsync of .NET sends it for an empty object': '.NET 的 PostAsJsonAsync 对空对象会发送它',
  'json_encode([]) writes it': 'json_encode([]) 会写出它',
  "Guzzle sends it for 'json' => []": "Guzzle 的 'json' => [] 会发送它",
  'axios sends it if data is null and the type is JSON': 'axios 在请求为 JSON 而 data 为 null 时会发送它',
  'PostAsJsonAsync of .NET sends it for null': '.NET 的 PostAsJsonAsync 对 null 会发送它',
  'json.Marshal(nil) of Go writes it': 'Go 的 json.Marshal(nil) 会写出它',
  'JavaScript writes it when it makes text from a variable without a value':
    'JavaScript 把没有值的变量转成文本时会写出它',
  'The caller signed no body, but sent {text}, {name:phrase}.': '调用方签名时没有请求体，发送的却是 {text}，{name}。',
  'If the request has no body, give the HTTP client no body.': '如果请求没有请求体，就不要给 HTTP 客户端任何请求体。',
  'If the request has no body, give the HTTP client no body: {writers:list}.':
    '如果请求没有请求体，就不要给 HTTP 客户端任何请求体：{writers}。',
  'If the request should have this body, sign {text}, as it is sent.':
    '如果请求应当有这个请求体，就按发送的内容签名 {text}。',
  'The caller signed {text}, {name:phrase}, but sent no body.':
    '调用方签名的请求体是 {text}，{name}，发送时却没有请求体。',
  'The caller signed {theirs}, {theirName:phrase}, but sent {ours}, {ourName:phrase}.':
    '调用方签名的请求体是 {theirs}，{theirName}，发送的是 {ours}，{ourName}。',
  'Write the text of the body once. Then sign and send exactly this text.':
    '请求体的文本只生成一次，对它签名，并原样发送。',
}

/** Of header, clock, signature and key: `headerTimes.ts`, `clockFindings.ts`, `strayMarks.ts`, `signatureText.ts`, `keyFindings.ts`. */
const headers: Phrases = {
  "The caller's clock showed {clock:number} when the request was sent (from its Date header or the archive), and the timestamp agrees with this. Either this clock is wrong by {apart:phrase}, or the request was delayed for as long.":
    '调用方自己的时钟在发送时是 {clock}（来自 Date 请求头或存档），与时间戳相符：要么这个时钟偏差了 {apart}，要么请求在途中滞留了这么久。',
  "The caller's clock showed {clock:number} when the request was sent (from its Date header or the archive), which is right. But the timestamp is {apart:phrase} {way:phrase}, so it is not the time of sending.":
    '调用方自己的时钟在发送时是 {clock}（来自 Date 请求头或存档），这个时间是对的，而时间戳与它相差 {apart}，{way}：时间戳不是发送时的时间。',
  "The caller's clock showed {clock:number} when the request was sent (from its Date header or the archive). But the timestamp is {apart:phrase} {way:phrase}, so it is not the time of sending.":
    '调用方自己的时钟在发送时是 {clock}（来自 Date 请求头或存档），而时间戳与它相差 {apart}，{way}：时间戳不是发送时的时间。',
  'This is {span:phrase}, so {hint:phrase}.': '这{span}：{hint}。',
  'about {hours:number} h': '大约是 {hours} 小时',
  'exactly {hours:number} h': '正好是 {hours} 小时',
  'about 1 day': '大约是 1 天',
  'exactly 1 day': '正好是 1 天',
  'about {count:number} days': '大约是 {count} 天',
  'exactly {count:number} days': '正好是 {count} 天',
  'about 1 month': '大约是 1 个月',
  'exactly 1 month': '正好是 1 个月',
  'about {count:number} months': '大约是 {count} 个月',
  'exactly {count:number} months': '正好是 {count} 个月',
  'about 1 year': '大约是 1 年',
  'exactly 1 year': '正好是 1 年',
  'about {count:number} years': '大约是 {count} 年',
  'exactly {count:number} years': '正好是 {count} 年',
  'perhaps local time was used as UTC, or the reverse': '可能把本地时间当成了 UTC，或者相反',
  'perhaps a clock of 12 hours was read (hh instead of HH), or local time was used as UTC':
    '可能用了 12 小时制（hh 而不是 HH），或者把本地时间当成了 UTC',
  'perhaps the seconds are counted from {year:phrase}, {system:phrase}': '秒数可能是从{year}算起的，{system}',
  'The seconds of the timestamp are counted from {year:phrase}, {system:phrase}, but they must be counted from 1970.':
    '时间戳的秒数是从{year}算起的，{system}，而应当从 1970 年算起。',
  'the year 1': '公元 1 年',
  '1601': '1601 年',
  '1900': '1900 年',
  '1904': '1904 年',
  '1980': '1980 年',
  '1990': '1990 年',
  '2000': '2000 年',
  '2001': '2001 年',
  'like the ticks of .NET': '如 .NET 的 ticks',
  'like the file times of Windows': '如 Windows 的文件时间',
  'like the timestamps of NTP': '如 NTP 的时间戳',
  'like the timestamps of LabVIEW': '如 LabVIEW 的时间戳',
  'like the time of GPS': '如 GPS 时间',
  'a year that is easily typed in place of 1970': '这个年份容易与 1970 打错',
  'like time.time() of MicroPython on some boards': '如某些开发板上 MicroPython 的 time.time()',
  'like timeIntervalSinceReferenceDate of Swift': '如 Swift 的 timeIntervalSinceReferenceDate',
  'Count the seconds from 1970.': '秒数要从 1970 年算起。',
  'The timestamp {seconds:number} is too small to be the seconds since 1970. Either the clock of the device was never set, or the program counts from another moment, such as its start.':
    '时间戳 {seconds} 太小，不可能是自 1970 年起的秒数：设备的时钟从未设置过，或者程序从别的时刻（例如启动时）算起。',
  'Set the clock, for example by NTP, before the first request. Then take the whole seconds since 1970 from it.':
    '在第一次请求之前先校准时钟（例如用 NTP），再从时钟读取自 1970 年起的整秒数。',
  'The timestamp is a number with a fraction, but it must be whole seconds.': '时间戳是带小数的数，而应当是整秒数。',
  'The timestamp is a number with a fraction after a decimal comma, as programs write it in the format of a country. It must be whole seconds.':
    '时间戳是带小数的数，小数点写成了逗号：程序按某个国家的格式输出数字时会这样写。时间戳应当是整秒数。',
  'Round the seconds down to a whole number. Then sign and send this number.':
    '把秒数向下取整，签名和发送都用这个整数。',
  'The timestamp is a date in text, but it must be the seconds since 1970.':
    '时间戳是文本形式的日期，而应当是自 1970 年起的秒数。',
  'The timestamp is a date in digits, but it must be the seconds since 1970.':
    '时间戳是用数字写的日期，而应当是自 1970 年起的秒数。',
  'The timestamp is in ticks of .NET, which count from the year 1, but it must be the seconds since 1970.':
    '时间戳是 .NET 的 ticks（从公元 1 年算起），而应当是自 1970 年起的秒数。',
  'Take the seconds from DateTimeOffset.UtcNow.ToUnixTimeSeconds().':
    '用 DateTimeOffset.UtcNow.ToUnixTimeSeconds() 取得秒数。',
  'The timestamp is {text}, a number in scientific notation. It must be whole seconds in plain digits.':
    '时间戳是 {text}，这是科学计数法，而应当是用普通数字写的整秒数。',
  'Turn the number into an integer before you write it. Then sign and send this integer.':
    '输出之前先把它转成整数，签名和发送都用这个整数。',
  'The timestamp is in {unit:form}, but must be in seconds.': '时间戳的单位是{unit}，而应当是秒。',
  'Divide the {unit:form} by {count:number} and round down.': '把{unit}数除以 {count} 并向下取整。',
  'The caller sent the timestamp with a mark or a blank between each three digits, as programs write numbers in the format of a country.':
    '调用方发送的时间戳每三位之间有分隔符或空格：程序按某个国家的格式输出数字时会这样写。',
  'perhaps the program made the year wrongly': '程序生成的年份可能不对',
  'perhaps the program counts the months from 0 in one place, and from 1 in another':
    '程序可能在一处从 0 开始数月份，在另一处从 1 开始数',
  'perhaps the program made the date wrongly': '程序生成的日期可能不对',
  'perhaps the program made the date wrongly, or a daily job sends an old request again':
    '程序生成的日期可能不对，或者每天的定时任务重复发送了旧请求',
  'The timestamp is too old for the assumed time of arrival.': '与假定的到达时间相比，时间戳太旧。',
  'The timestamp is later than the assumed time of arrival.': '时间戳晚于假定的到达时间。',
  'Take the timestamp from the clock for each request, with the time of day.':
    '每次请求都从时钟读取时间戳，要精确到时刻，不能只有日期。',
  'Count the seconds from 1970: in .NET with DateTimeOffset.UtcNow.ToUnixTimeSeconds().':
    '秒数要从 1970 年算起：.NET 中用 DateTimeOffset.UtcNow.ToUnixTimeSeconds()。',
  'Take the seconds since 1970 (UTC) directly from the clock. If the program makes them from a date in text, read the text in the time zone in which it was written.':
    '直接从时钟读取自 1970 年起的秒数（UTC）。如果程序由文本形式的日期换算，要按写出该文本时的时区解析。',
  'If the program makes the timestamp from a date in text, read and write the hours of a day from 0 to 23: in most formats this is HH, not hh. Also check that no local time is used as UTC.':
    '如果程序由文本形式的日期换算时间戳，小时要用 0 到 23：多数格式中是 HH，不是 hh。还要检查有没有把本地时间当成 UTC。',
  'Take the seconds since 1970 directly from the clock. If the program makes them from a date, check the year: in Java, YYYY is the year of the week, and yyyy is the year.':
    '直接从时钟读取自 1970 年起的秒数。如果程序由日期换算，请检查年份：Java 中 YYYY 是按周计算的年份，yyyy 才是日历年份。',
  'Take the seconds since 1970 directly from the clock. If the program makes them from a date, check the month: in JavaScript and in C, January is month 0.':
    '直接从时钟读取自 1970 年起的秒数。如果程序由日期换算，请检查月份：JavaScript 和 C 中一月是 0。',
  'Take the seconds since 1970 directly from the clock, for each request.':
    '每次请求都直接从时钟读取自 1970 年起的秒数。',
  'If the request arrived at another time, give this time.': '如果请求是在其他时间到达的，请提供那个时间。',
  'the timestamp is midnight UTC, so perhaps it comes from a date without a time':
    '时间戳恰好是 UTC 零点，像是只有日期、没有时刻',
  'the timestamp is a whole hour, so perhaps it comes from a date without a time in another zone':
    '时间戳恰好是整点，像是其他时区中只有日期、没有时刻',
  older: '时间戳较早',
  'ahead of that': '时间戳较晚',
  "Synchronize the caller's clock with NTP.": '用 NTP 校准调用方的时钟。',
  'If the request was saved and examined later, give the time when it arrived.':
    '如果请求是保存下来、过后才查看的，请提供它到达的时间。',
  'Each time you send a request, take the timestamp from the clock, in seconds since 1970 (UTC). Also when you send the same request again, take a new timestamp and sign again.':
    '每次发送请求时（包括重发），都重新读取时钟，用自 1970 年起的秒数（UTC）作为时间戳。',
  '{seconds:number} s: perhaps the seconds are counted from {year:phrase}, {system:phrase}':
    '{seconds} 秒（秒数可能是从{year}算起的，{system}）',
  'counted from {year:phrase}': '从{year}算起',
  '{seconds:number} s, {span:known}: {hint:known}': '{seconds} 秒，{span}（{hint}）',
  '{seconds:number} s: the timestamp is midnight UTC, so perhaps it comes from a date without a time':
    '{seconds} 秒（时间戳恰好是 UTC 零点，像是只有日期、没有时刻）',
  '{seconds:number} s: the timestamp is a whole hour, so perhaps it comes from a date without a time in another zone':
    '{seconds} 秒（时间戳恰好是整点，像是其他时区中只有日期、没有时刻）',
  '{seconds:number} s': '{seconds} 秒',
  'The header has {marks:list}.': '请求头中有多余的符号：{marks}。',
  '{before} and {after} round {place:known}': '{place}两侧的 {before} 和 {after}',
  '{mark} before {place:known}': '{place}前面的 {mark}',
  '{mark} after {place:known}': '{place}后面的 {mark}',
  'the line': '整行',
  'the auth type': '认证类型',
  'the items': '全部各项',
  'an item': '某一项',
  'the name of an item': '某一项的名称',
  'Write the header line and its values without these marks, and sign the values without them.':
    '请求头及其中的值都不要带这些符号，签名所用的值也不要带。',
  'The signature is right, but has the escapes of a JSON string, such as a backslash before each slash.':
    '签名是对的，但写法带有 JSON 字符串的转义，例如每个斜杠前面有反斜杠。',
  'Put the Base64 text into the header unchanged. Do not pass it through a JSON encoder.':
    '把 Base64 原样写入请求头，不要经过 JSON 编码器。',
  'The caller encoded the signature in Base64 {count:phrase}.': '调用方对签名做了{count} Base64 编码。',
  once: '一次',
  twice: '两次',
  'three times': '三次',
  'four times': '四次',
  'five times': '五次',
  'six times': '六次',
  'many times': '多次',
  'The caller encoded the signature three times: in {first:phrase}, then in {second:phrase}, then in {third:phrase}.':
    '调用方先用{first}对签名编码，再对得到的文本用{second}编码，然后又用{third}编码。',
  'The caller encoded the signature twice: first in {first:phrase}, then in {second:phrase}.':
    '调用方先用{first}对签名编码，再对得到的文本用{second}编码。',
  'The caller wrote the signature in {encoding:phrase}.': '调用方用{encoding}对签名编码。',
  Base64: 'Base64',
  'hexadecimal digits': '十六进制数字',
  'hexadecimal digits after {label}, as openssl prints them': '十六进制数字（前面有 {label}，是 openssl 的输出格式）',
  'Encode the bytes of the signature in Base64, once.': '对签名的字节只做一次 Base64 编码。',
  'The caller wrote a comma after the auth type. Only a space is allowed there.':
    '调用方在认证类型后面写了逗号，那里应当只有一个空格。',
  'Write a space after the auth type, and commas only between the items.':
    '认证类型后面写一个空格，逗号只写在各项之间。',
  'The decoded signature has {length:number} bytes. No RSA key given here makes signatures of this length. Perhaps it is {kinds:phrase}, or a secret or a placeholder.':
    '签名解码后有 {length} 字节，这里给出的 RSA 密钥都不会生成这种长度的签名：它可能是{kinds}，也可能是密钥或占位符。',
  'a digest or an HMAC of this length': '这种长度的摘要或 HMAC',
  'a digest or an HMAC of this length, an Ed25519 or an ECDSA signature':
    '这种长度的摘要或 HMAC、Ed25519 或 ECDSA 签名',
  'an ECDSA signature with P-384': 'P-384 的 ECDSA 签名',
  'an Ed448 signature': 'Ed448 签名',
  'an ECDSA signature with P-521': 'P-521 的 ECDSA 签名',
  'Sign with the private key, with the algorithm RSASSA-PKCS1-v1_5 and SHA-256 (SHA256withRSA).':
    '用私钥签名，算法是 RSASSA-PKCS1-v1_5 和 SHA-256（SHA256withRSA）。',
  'The signature has {count:number} {kind:phrase}, as many as a digest or an HMAC of {bits:number} bits.':
    '签名有 {count} 位{kind}，与 {bits} 位的摘要或 HMAC 一样多。',
  'hexadecimal digits in Base64': '十六进制数字（Base64 编码）',
  'The signature is the Base64 of a text of {count:number} {kind:known}. No key given here makes a signature from which this text comes.':
    '签名是一段文本的 Base64，文本有 {count} 个{kind}。这里给出的密钥都不会生成能得到这段文本的签名。',
  'printable characters': '可打印字符',
  'Encode the bytes of the signature in Base64, and nothing else.': '只对签名的字节做 Base64 编码。',
  'The signature has only {count:number} characters. With a key of 1024 bits, its Base64 has 172. Either another value was sent, or only a part of the signature.':
    '签名只有 {count} 个字符。即使密钥只有 1024 位，签名的 Base64 也有 172 个字符：发送的要么是别的值，要么只是签名的一部分。',
  'The signature has only 1 character. With a key of 1024 bits, its Base64 has 172. Either another value was sent, or only a part of the signature.':
    '签名只有 1 个字符。即使密钥只有 1024 位，签名的 Base64 也有 172 个字符：发送的要么是别的值，要么只是签名的一部分。',
  'The caller put {count:number} more bytes before the bytes of the signature. A digest has this length.':
    '调用方编码的字节中，签名前面还有 {count} 字节，与摘要的长度相同。',
  'Encode only the bytes of the signature.': '只对签名的字节编码。',
  'Sign the string to sign with the private key (SHA256withRSA), and write this signature in Base64.':
    '用私钥以 SHA256withRSA 对签名串签名，并写入签名的 Base64。',
  'Put the Base64 of the bytes of the signature into the header. If your signing function returns a promise, await it first.':
    '把签名字节的 Base64 写入请求头；如果得到的是 Promise，先等待它的结果。',
  'The text of the signature has {count:number} characters, but no {letters:phrase} letter. Probably all its letters were changed to one case. In Base64, upper and lower case have different meanings.':
    '签名的文本有 {count} 个字符，却没有一个{letters}字母：很可能全部字母都被转换成了同一种大小写，而 Base64 区分大小写。',
  'Put the Base64 of the signature into the header unchanged. Do not change the case of its letters.':
    '把签名的 Base64 原样写入请求头，不要改变任何字母的大小写。',
  'The text of the signature is not Base64: some of its characters were changed, lost or added.':
    '签名的文本不是 Base64：其中有字符被改动、丢失或增加。',
  'The caller put {count:number} bytes of text before the bytes of the signature. Some functions append to their argument: Sum(body) of Go appends the digest to the body.':
    '调用方编码的字节中，签名前面还有 {count} 字节的文本，例如函数把结果追加在传入的内容之后：Go 的 Sum(body) 就追加在 body 之后。',
  'Encode only the bytes of the signature. In Go, write the text into the hash and call Sum(nil).':
    '只对签名的字节编码。在 Go 中，先把文本写入散列，再调用 Sum(nil)。',
  'The header names the app {app}, but the key belongs to {owner}: the names differ in one character.':
    '请求头中的应用是 {app}，而密钥属于 {owner}：两个名称只差一个字符。',
  'The header names the app {app}, but the key belongs to {owner}: the names differ in {count:number} characters.':
    '请求头中的应用是 {app}，而密钥属于 {owner}：两个名称相差 {count} 个字符。',
  'The header names the app {app}. The registered app id is {id}, and the header has {before} before it and {after} after it.':
    '请求头中的应用是 {app}。登记的 app_id 是 {id}，而请求头在它前面多了 {before}，后面多了 {after}。',
  'The header names the app {app}. The registered app id is {id}, and the header has {before} before it.':
    '请求头中的应用是 {app}。登记的 app_id 是 {id}，而请求头在它前面多了 {before}。',
  'The header names the app {app}. The registered app id is {id}, and the header has {after} after it.':
    '请求头中的应用是 {app}。登记的 app_id 是 {id}，而请求头在它后面多了 {after}。',
  'The header names the app {app}, but the registered app id is {id}. Upper and lower case count.':
    '请求头中的应用是 {app}，而登记的 app_id 是 {id}：大小写必须一致。',
  'The header names the app {app}. This is the registered app id {id} with percent escapes, and a verifier does not decode them.':
    '请求头中的应用是 {app}，也就是登记的 app_id {id} 的百分号编码；验证方不会解码。',
  'Write app_id={id}, with nothing before it or after it.': '写成 app_id={id}，前后都不要有其他内容。',
  'The app id in the header is empty.': '请求头中的 app_id 是空的。',
  'Write the app id of the caller after app_id=.': '在 app_id= 后面写上调用方的 app_id。',
  'The app id in the header has {count:number} characters, but no app id has more than {most:number}.':
    '请求头中的 app_id 有 {count} 个字符，而 app_id 最多 {most} 个字符。',
  'Character {place:number} of the app id in the header is {name}. An app id has only letters, digits and the characters . _ ~ -.':
    '请求头中的 app_id 的第 {place} 个字符是 {name}。app_id 只能含有字母、数字和字符 . _ ~ -。',
  'Write the app id exactly as the service registered it.': '原样写上服务方登记的 app_id。',
  'One item of the header is not part of the scheme: {names:list}. The scheme has only app_id, nonce_str, timestamp and signature.':
    '请求头多了一项：{names}。签名方案只有 app_id、nonce_str、timestamp 和 signature 四项。',
  'One item of the header is not part of the scheme. The scheme has only app_id, nonce_str, timestamp and signature.':
    '请求头多了一项。签名方案只有 app_id、nonce_str、timestamp 和 signature 四项。',
  '{count:number} items of the header are not part of the scheme: {names:list}. The scheme has only app_id, nonce_str, timestamp and signature.':
    '请求头多了 {count} 项：{names}。签名方案只有 app_id、nonce_str、timestamp 和 signature 四项。',
  '{count:number} items of the header are not part of the scheme. The scheme has only app_id, nonce_str, timestamp and signature.':
    '请求头多了 {count} 项。签名方案只有 app_id、nonce_str、timestamp 和 signature 四项。',
  'Write only these four items. If the service must know more, send it in another header.':
    '只写这四项；如果还要告诉服务方别的内容，请用另一个请求头发送。',
  '{command} prints the fingerprint of the key that signs. Compare it with the fingerprint of the registered key. If they are equal, compare the signature that the caller made with the signature that arrived. Also check that the program calls a function that signs.':
    '{command} 会打印签名所用密钥的指纹：把它与登记的公钥的指纹对比；如果相同，再对比发送的签名与收到的签名；还要检查程序调用的是不是签名函数。',
  'Write app_id={owner}, or sign with the key of {app}.': '把 app_id 写成 {owner}，或者用 {app} 的密钥签名。',
  'The timestamp has {count:number} digits. As milliseconds, microseconds or nanoseconds since 1970, it is no time near the time of arrival.':
    '时间戳有 {count} 位数字：当作 1970 年以来的毫秒、微秒或纳秒，都离到达的时间很远。',
  'Write the seconds since 1970 (UTC). In Java, this is System.currentTimeMillis() / 1000: System.nanoTime() does not count from 1970.':
    '写入 1970 年以来的秒数（UTC）：在 Java 中是 System.currentTimeMillis() / 1000，而 System.nanoTime() 不从 1970 年起计算。',
  'The caller signed seconds, but sent milliseconds.': '调用方签名用的是秒，发送的却是毫秒。',
  'A proxy or gateway before the service put its own credentials into Authorization. The signed line arrived in {header}.':
    '服务前面的某个程序把自己的凭证写进了 Authorization；带签名的那一行到达时在请求头 {header} 中。',
  'Configure the proxy or gateway so that it does not change Authorization. It must use another header for its own credentials.':
    '让前面的代理或网关保留调用方发送的 Authorization，自己的凭证改用其他请求头。',
}

/** Guesses, none of which is proven: `guesses.ts`, `conclude.ts`. */
const guesses: Phrases = {
  'the body is compressed, but could not be decompressed here': '请求体是压缩过的，在这里无法解压',
  'The body that arrived is compressed, and could not be decompressed here.':
    '到达的请求体是压缩过的，在这里没有解压。',
  'Perhaps the caller signed the body before it was compressed.': '调用方签名的可能是压缩之前的请求体。',
  'Content-Encoding names a coding, but the body is not compressed': 'Content-Encoding 声明了压缩，而请求体没有压缩',
  'Content-Encoding says that the body is compressed, but the body arrived without compression.':
    'Content-Encoding 声明请求体是压缩过的，到达的却没有压缩。',
  'Perhaps the caller signed the compressed bytes, and something on the way decompressed them.':
    '调用方签名的可能是压缩后的字节，而途中的程序做了解压。',
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
  'Perhaps a program converted the text to bytes twice, in two encodings.': '它的文本可能被用两种编码分别转成了字节。',
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
  'Perhaps the caller signed the letters in UTF-8, and its client sent them in an encoding without these letters, such as ISO-8859-1.':
    '可能调用方签名的是 UTF-8 的字符，而客户端发送时用了没有这些字符的编码，例如 ISO-8859-1。',
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
  'with a wrong key, one signature in 65,536 looks like this by chance':
    '用错误的公钥解开时，每 65,536 个签名中约有一个看起来像这样',
  'The opened signature looks like RSASSA-PSS. With a wrong key, this happens by chance once in 65,536 signatures.':
    '解开的签名看起来像 RSASSA-PSS。用错误的公钥解开时，每 65,536 个签名中约有一个碰巧如此。',
  'Check whether another key made this signature.': '请检查签名所用的是不是另一个密钥。',
}

/** Which of two directions happened, and what two targets, forms or texts show: `directions.ts`, `fieldsDifference.ts` and the like. */
const directions: Phrases = {
  "The caller's string to sign has no {parts:list}.": '调用方的签名串中缺少{parts}。',
  'The caller signed {signed:list}, in this order, with {joint:phrase} between them. It signed no {parts:list}.':
    '调用方签名的是{signed}，按这个顺序，之间是{joint}；没有签名{parts}。',
  nothing: '空的',
  'The caller signed {version} after the target, as on the request line of HTTP.':
    '调用方在请求目标之后还签名了 {version}，就像 HTTP 的请求行那样。',
  'The caller signed the method and the target in one line, with {joint:phrase} between them.':
    '调用方把请求方法和请求目标写在同一行签名，两者之间是 {joint}。',
  'The caller signed the request line of HTTP as one line: the method, the target and {version}, with {joint:phrase} between them.':
    '调用方把 HTTP 的请求行当作一行签名：请求方法、请求目标和 {version}，之间是 {joint}。',
  'a space': '空格',
  'Put a single line feed after the method and after the target.': '请求方法和请求目标之后各写一个换行符。',
  'Put a single line feed after the method and after the target, and leave out {version}.':
    '请求方法和请求目标之后各写一个换行符，不要写 {version}。',
  'The caller signed the text of HTTP Signatures, the draft before RFC 9421 (Cavage). This text is a list of headers with their names, such as (request-target), host and date.':
    '调用方签名的是 HTTP Signatures（RFC 9421 之前的 Cavage 草案）的文本：带名称的请求头列表，例如 (request-target)、host 和 date。',
  'The caller signed the signature base of HTTP Message Signatures (RFC 9421). This text is a list of components with their names, such as "@method" and "@path".':
    '调用方签名的是 HTTP Message Signatures（RFC 9421）的签名基串（signature base）：带名称的组成部分列表，例如 "@method" 和 "@path"。',
  'The caller signed the text of another scheme: {scheme}.': '调用方签名的是另一种签名方案的文本：{scheme}。',
  'The caller signed the body with escapes, like a string in JSON or in source code, but sent it without them.':
    '调用方签名的请求体带有转义，而发送的没有，例如 JSON 或某种语言的字符串中的转义。',
  'The caller signed the body without escapes, but sent it with escapes, like a string in JSON or in source code.':
    '调用方发送的请求体带有转义，而签名的没有，例如 JSON 或某种语言的字符串中的转义。',
  'The caller signed &amp; in place of &, but sent &.': '调用方签名的是 &amp;，而发送的是 &。',
  "Build the signed text with & between the parameters. In PHP, give http_build_query '&' as its third argument, because the setting arg_separator.output may be &amp;. A template for web pages writes &amp; too.":
    "签名的文本中，参数之间要用 &。在 PHP 中，请把 '&' 作为 http_build_query 的第三个参数，因为 arg_separator.output 的设置可能是 &amp;。网页模板也会写出 &amp;。",
  'The caller signed &, but &amp; arrived in place of it. Either the program that sends writes it, or something before the verifier, such as a firewall.':
    '调用方签名的是 &，到达的却是 &amp;。它要么由发送的程序写入，要么由验证方之前的程序（例如防火墙）写入。',
  "Sign and send & between the parameters. In PHP, give http_build_query '&' as its third argument, because the setting arg_separator.output may be &amp;.":
    "参数之间的 & 要按 & 签名和发送。在 PHP 中，请把 '&' 作为 http_build_query 的第三个参数，因为 arg_separator.output 的设置可能是 &amp;。",
  "Sign and send & between the parameters. In PHP, give http_build_query '&' as its third argument, because the setting arg_separator.output may be &amp;. If something before the verifier writes the entities, verify the request as it arrived, before this program.":
    "参数之间的 & 要按 & 签名和发送。在 PHP 中，请把 '&' 作为 http_build_query 的第三个参数，因为 arg_separator.output 的设置可能是 &amp;。如果实体由验证方之前的程序写入，请在该程序之前按请求到达时的样子验证。",
  'The caller signed a text with HTML entities, such as &quot; for a quotation mark, but sent it without them.':
    '调用方签名的文本带有 HTML 实体，例如用 &quot; 代替引号，而发送的没有。',
  'The caller signed a text without HTML entities, such as &quot; for a quotation mark, but it arrived with them. Either the program that sends writes them, or something before the verifier, such as a firewall.':
    '调用方签名的文本没有 HTML 实体（例如用 &quot; 代替引号），而到达的文本有。实体要么由发送的程序写入，要么由验证方之前的程序（例如防火墙）写入。',
  'Sign the text exactly as it is sent, with its entities.': '请按发送时的文本签名，包括其中的实体。',
  'If something before the verifier writes the entities, verify the request as it arrived, before this program.':
    '如果实体由验证方之前的程序写入，请在该程序之前按请求到达时的样子验证。',
  'Sign the text exactly as it is sent, with its entities. If something before the verifier writes the entities, verify the request as it arrived, before this program.':
    '请按发送时的文本签名，包括其中的实体。如果实体由验证方之前的程序写入，请在该程序之前按请求到达时的样子验证。',
  'The caller signed the values of the JSON without their names, {order:known}.':
    '调用方签名的是 JSON 的值，没有名称，{order}。',
  'The caller signed the members of the JSON as names and values of a form, {order:known}.':
    '调用方把 JSON 的成员作为表单的名称和值签名，{order}。',
  'The caller signed the body without its quotation marks. A shell removes them from a text that is not in quotation marks itself, as eval and xargs do.':
    '调用方签名的请求体没有引号。如果文本本身不在引号中，shell 会去掉其中的引号，eval 和 xargs 也会。',
  'Sign the bytes of the body as they are sent. In a shell, write the variable in quotation marks wherever the script uses it: "$BODY".':
    '请按发送的请求体字节签名。在 shell 中，凡是用到变量的地方都要加引号："$BODY"。',
  'The caller signed the list of the numbers of the bytes, not the body itself.':
    '调用方签名的是各字节的数字列表，而不是请求体本身。',
  'The caller signed a stray & at the end of the form. A loop that writes an & after each field does this.':
    '调用方在表单末尾多签了一个 &。在每个字段后面都写 & 的循环会这样。',
  'The caller signed a stray & at the end of the form. A loop that writes an & after each field does this. It also signed the form {style}.':
    '调用方在表单末尾多签了一个 &。在每个字段后面都写 & 的循环会这样。而且签名的表单{style}。',
  'The caller signed a stray & at the beginning of the form. A loop that writes an & before each field does this.':
    '调用方在表单开头多签了一个 &。在每个字段前面都写 & 的循环会这样。',
  'The caller signed a stray & at the beginning of the form. A loop that writes an & before each field does this. It also signed the form {style}.':
    '调用方在表单开头多签了一个 &。在每个字段前面都写 & 的循环会这样。而且签名的表单{style}。',
  'The caller signed a question mark before the form. Only in a target does it stand before the parameters.':
    '调用方在表单前面多签了一个问号。只有在请求目标中，参数前面才有问号。',
  'The caller signed a question mark before the form. Only in a target does it stand before the parameters. It also signed the form {style}.':
    '调用方在表单前面多签了一个问号。只有在请求目标中，参数前面才有问号。而且签名的表单{style}。',
  'sorted and without escapes': '已排序且未编码',
  'Sign the body exactly as it is sent, without the question mark. In JavaScript, search of a URL begins with it.':
    '请按发送时的请求体签名，不要问号。在 JavaScript 中，URL 的 search 以问号开头。',
  'The caller signed the body without the line end at its end.': '调用方签名的请求体没有末尾的换行。',
  'Sign exactly the bytes that are sent, with the line end.': '请按发送的字节签名，包括换行。',
  'The body that was sent has bytes that are not UTF-8. The caller decoded it as UTF-8 before signing, and these bytes were left out.':
    '发送的请求体中有不是 UTF-8 的字节。调用方在签名前把它按 UTF-8 解码，这些字节被丢掉了。',
  'The caller signed the body in UTF-16 with a byte order mark, but sent it in UTF-8.':
    '调用方签名的请求体是带字节顺序标记的 UTF-16，而发送的是 UTF-8。',
  'The caller signed the target with its query, and the query again before the body.':
    '调用方签名了带查询的请求目标，又在请求体前面签了一次查询。',
  'Sign the query only in the target. After the fourth line feed, sign only the body.':
    '只在请求目标中签名查询。第四个换行符之后只签名请求体。',
  'The caller signed a text, but sent an object that has a member for each character of the text, as {...text} of JavaScript makes it.':
    '调用方签名的是一段文本，而发送的对象为文本的每个字符都有一个成员，就像 JavaScript 的 {...text} 那样。',
  'Send the text itself, as it was signed. To add a member, parse the text first, add the member, and make the text once more. Then sign and send that text.':
    '请按签名时的样子发送文本本身。如果要添加成员，请先解析文本，添加成员，再生成文本，然后签名并发送该文本。',
  'The caller signed the body, and behind it the hash of an empty text. In Go, h.Sum(body) does not hash the body: it appends the hash of what was written before.':
    '调用方签名的是请求体，后面还有空文本的哈希。Go 的 h.Sum(body) 并不对请求体求哈希，而是把之前写入内容的哈希附加在后面。',
  'The caller signed only the first {signed:number} bytes of {subject:phrase}, which has {sent:number} bytes: all lines but the last one, which has no line end. Either a program that reads lines left it out, as while read of a shell does, or a buffer is too small.':
    '{subject}有 {sent} 字节，而调用方只对前 {signed} 字节签名：除最后一行之外的所有行，而最后一行没有换行。按行读取的程序可能会漏掉它，就像 shell 的 while read 那样。也可能是缓冲区太小。',
  'The body that arrived is not content. It is the text that a program prints for an object.':
    '到达的请求体不是内容，而是程序打印对象时的文本。',
  'Perhaps the caller signed the right text, but gave its HTTP client an object that the client does not serialize.':
    '也许调用方签名的文本是对的，但交给 HTTP 客户端的是一个它不会序列化的对象。',
  'the body that arrived is what a program prints for an object': '到达的请求体是程序打印对象时的文本',
  'The body that was sent is no text. The caller took each of its bytes for a letter, and signed the UTF-8 of these letters.':
    '发送的请求体不是文本。调用方把它的每个字节当作一个字母，并对这些字母的 UTF-8 签名。',
  'Sign the bytes of the body as they are sent. In JavaScript, give the signing function a Buffer or a Uint8Array, not a string.':
    '请按发送的请求体字节签名。在 JavaScript 中，请传给签名函数 Buffer 或 Uint8Array，而不是字符串。',
  'The caller signed a question mark for each letter beyond ASCII: its program converted the text to an encoding that does not have these letters, such as ASCII or latin-1. It sent the body in UTF-8.':
    '调用方把每个非 ASCII 字母签成了问号：它的程序把文本转换成了没有这些字母的编码，例如 ASCII 或 latin-1。发送的请求体是 UTF-8。',
  'The caller signed {}, the JSON of an object without members, but sent another body. JSON.stringify of JavaScript writes {} for a FormData, a Blob, a Map, a stream or a promise. Other programs write it for an object whose members they do not see, or for a body that is not there yet.':
    '调用方签名的是 {}，即没有成员的对象的 JSON，而发送的是另一个请求体。JavaScript 的 JSON.stringify 会把 FormData、Blob、Map、流或 Promise 写成 {}。其他程序会把看不到成员的对象或尚不存在的请求体写成 {}。',
  'Make the text of the body once. Then sign and send exactly this text.':
    '请只生成一次请求体文本，然后签名并原样发送。',
  'Sign the body that is sent: nothing after the line feed after the nonce, or send these parameters as the body.':
    '请对发送的请求体签名：随机串后面的换行符之后什么都不要签，或者把这些参数作为请求体发送。',
  'The caller signed the query instead of a body, and not in the target. It sent no body.':
    '调用方把查询参数当作请求体签名，签名的请求目标中没有查询参数；它没有发送请求体。',
  'The caller signed the target with its query, and the query again instead of a body. It sent no body.':
    '调用方签名了带查询的请求目标，又把查询当作请求体再签了一次，却没有发送请求体。',
  'The caller ended every line with CR LF, even the last line. echo of cmd.exe and println on Windows do so.':
    '调用方在每一行末尾都用了 CR LF，最后一行也是，就像 cmd.exe 的 echo 和 Windows 上的 println 那样。',
  'The signature has {length:number} hexadecimal digits instead of {whole:number}. Perhaps the first zero of each byte below 16 is missing, as if it was printed with %x instead of %02x.':
    '签名有 {length} 位十六进制数字，而应为 {whole} 位：小于 16 的字节可能丢失了前面的零，例如打印时用了 %x 而不是 %02x。',
  'Write the signature in Base64. Check also whether its end was cut.': '把签名写成 Base64，并检查它的末尾是否被截断。',
  'The signature has {length:number} hexadecimal digits, as no signature of a key given here. Either some digits were lost or added, or it is another value.':
    '签名有 {length} 位十六进制数字，而所提供的密钥都不会产生这么多位的签名：要么有的位丢失了或多了，要么它是别的值。',
  'Write the whole signature in Base64.': '把完整的签名写成 Base64。',
  'The caller wrote the auth type twice.': '调用方把认证类型连续写了两次。',
  'Write the auth type once, then a space and the items. Perhaps the HTTP library adds the auth type too.':
    '认证类型只写一次，后面是一个空格和各项：HTTP 库或其辅助函数可能已经在前面写了它。',
  'Or something on the way changed it.': '也可能是途中的程序改写了它。',
  'The caller signed the path with the prefix {prefix}, but the path arrived without this prefix. Either the caller did not send the prefix, or a proxy removed it.':
    '调用方签名的路径带有前缀 {prefix}，到达时却没有：要么调用方没有发送它，要么代理去掉了它。',
  'Sign the path that is sent, without {prefix}.': '按实际发送的路径签名，不带 {prefix}。',
  "If the caller sent the prefix, configure the proxy to keep it, or set the option prefix: '{prefix}' of the adapter.":
    "如果调用方发送了前缀，让代理保留它，或者为验签适配器设置 prefix: '{prefix}'。",
  'The caller signed a path with dot segments (. or ..), but its HTTP library or a proxy resolved them after signing.':
    '调用方签名的路径含有 . 或 ..，到达的路径却已被 HTTP 库或代理规范化。',
  'The caller signed the target {theirs:phrase}, but it arrived {ours:phrase}. The signing code or a proxy on the way changes the letters.':
    '调用方签名的请求目标{theirs}，到达的{ours}：是它的签名代码，或者途中的代理改变了大小写。',
  'in lower case': '是小写',
  'in upper case': '是大写',
  'in capital and small letters': '有大写也有小写',
  'Some letters of the target are upper case on one side and lower case on the other. The signing code or a proxy on the way changes them.':
    '请求目标中有些字母，签名时与到达时的大小写不同：是调用方的签名代码，或者途中的代理改变了大小写。',
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
  'The caller signed {signed} in the target, but {sent} was sent. Only the case of the letters differs.':
    '调用方签名的请求目标中是 {signed}，发送的是 {sent}：只有字母的大小写不同。',
  'Write the target once. Then sign and send exactly this text.': '请求目标只生成一次，对得到的文本签名，并原样发送。',
  'The caller signed two slashes together, but only one arrived. Either only the signed path has two slashes, or something on the way merged them.':
    '调用方签名的路径中有连续两个斜杠，到达的只有一个：要么它只在签名时这样拼接基础地址和路径，要么途中的程序把两个合并成了一个。',
  'The caller signed one slash, but two slashes together arrived. Either only the sent path has two slashes, or something on the way doubled the slash.':
    '调用方签名的路径中是一个斜杠，到达的是连续两个：要么它只在发送时用两个斜杠拼接了基础地址和路径，要么途中的程序多加了一个斜杠。',
  'The caller signed {end:phrase} after the body, but did not send it.':
    '调用方签名的请求体后面多了{end}，而发送的没有。',
  'The caller signed {end:phrase} after the body, but did not send them.':
    '调用方签名的请求体后面多了{end}，而发送的没有。',
  'a line feed': '一个换行符',
  'two line feeds': '两个换行符',
  'a CR LF': '一个 CR LF',
  'two CR LF': '两个 CR LF',
  'a carriage return': '一个回车符',
  'The caller signed a byte order mark before the body, but did not send it.':
    '调用方签名的请求体前面有 BOM，而发送的没有。',
  'The caller signed the body without the byte order mark, but sent the mark before the body.':
    '调用方发送的请求体前面有 BOM，而签名的没有。',
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
  'The caller signed the bytes that the nonce encodes, not the characters of the nonce in the header.':
    '调用方签名的是随机串解码后的字节，不是请求头中的随机串本身。',
  'Sign exactly the nonce that is sent, character by character.': '签名的随机串要与发送的逐字符一致。',
  'The nonce in the header has percent escapes. A nonce has only digits, ASCII letters and hyphens.':
    '请求头中的随机串带有百分号编码。随机串只能由数字、英文字母和连字符组成。',
  'Make a nonce of hexadecimal digits. Then sign it and put it into the header unchanged.':
    '用十六进制数字生成随机串，然后对它签名，并原样写进请求头。',
  'The caller sorted the parameters by their decoded names before signing, but sent them in another order.':
    '调用方签名前按解码后的名称对参数排序，但发送时的顺序不同。',
  'The caller decoded the query before splitting it at each &, so %26 within a value became a separator.':
    '调用方先对查询参数解码，再按 & 拆分，因此值中的 %26 变成了分隔符。',
  'Sign the query exactly as it is sent. If the program must split it, split it at & before decoding names and values.':
    '按发送的原样对查询参数签名。如果程序需要拆分，请先按 & 拆分，再对名称和值解码。',
  'The caller signed the parts in this order: {parts}.': '调用方签名时各部分的顺序是：{parts}。',
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
  'Write the {carrier:phrase} once. Then sign and send exactly this text.':
    '{carrier}只生成一次，对得到的文本签名，并原样发送。',
  'The caller signed the {carrier:phrase} without escapes: {pairs:list}. Either its program decoded the {carrier:phrase} before signing, or the HTTP library escaped it after signing.':
    '调用方签名的{carrier}没有百分号编码：{pairs}。要么程序在签名之前对它做了解码，要么 HTTP 库在签名之后对它做了编码。',
  'Sign the {carrier:phrase} exactly as it is sent, with its escapes.': '按发送的{carrier}签名，保留其中的百分号编码。',
  path: '路径',
  query: '查询参数',
  'The caller signed %2F in the path, but a slash arrived. Either only the signed path has the escape, or something on the way decoded it.':
    '调用方签名的路径中是 %2F，到达的是斜杠：要么它签名时对斜杠做了编码，而发送的没有编码；要么途中的程序对它做了解码。',
  'Sign the path exactly as it is sent, and do not escape a slash between segments.':
    '按实际发送的写法对路径签名，不要对分隔各段的斜杠编码。',
  'If the caller sent %2F, configure the proxy so that it does not change the path (nginx: proxy_pass without a path).':
    '如果调用方发送的是 %2F，让路径原样通过，例如在 nginx 的 proxy_pass 中不写路径。',
  'The caller signed {pairs:list}. It signed the {carrier:phrase} {side:phrase}.': '{pairs}：{carrier}{side}。',
  'without these escapes': '签名时没有编码，发送的有编码',
  'with these escapes, and sent it without them': '签名时有编码，发送的没有编码',
  'in other escapes than it sent': '签名与发送的编码不同',
  'The caller signed the parameters of the {carrier:phrase} in the order {theirs}, but sent them in the order {ours}.':
    '{carrier}参数的顺序不同：调用方签名的顺序是 {theirs}，发送的顺序是 {ours}。',
  'Sign the {carrier:phrase} in the order in which it is sent.': '按发送的顺序对{carrier}签名。',
  'The caller signed the {carrier:known} without {fields}, which has no value.':
    '调用方签名的{carrier}中没有 {fields}，它没有值。',
  'The caller signed the {carrier:known} without {fields}, which have no value.':
    '调用方签名的{carrier}中没有 {fields}，它们没有值。',
  'The caller signed the {carrier:known} without {fields}.': '调用方签名的{carrier}中没有 {fields}。',
  'The caller signed the letters of the {carrier:phrase} {theirs:phrase}, but they were sent {ours:phrase}: {pair}.':
    '{carrier}中的字符，调用方签名的是{theirs}，发送的是{ours}：{pair}。',
  'The caller signed the letters of the {carrier:phrase} {theirs:phrase}, but they were sent {ours:phrase}.':
    '{carrier}中的字符，调用方签名的是{theirs}，发送的是{ours}。',
  'composed (NFC)': '组合形式（NFC）',
  'decomposed (NFD)': '分解形式（NFD）',
  'partly composed and partly decomposed': '组合与分解混用的形式',
  'Convert the text to the Unicode normal form NFC once. Then sign and send exactly this text. File names of macOS are decomposed.':
    '先把文本统一转换为 Unicode 规范形式 NFC，只转换一次，对得到的文本签名，并原样发送：macOS 的文件名是分解形式。',
  'The caller signed HEAD, but GET arrived. Either its client sent GET, or something on the way, such as a CDN or a proxy, changed HEAD to GET.':
    '调用方签名的是 HEAD，到达的是 GET：要么它的客户端发送了 GET，要么途中的程序（例如 CDN 或代理）做了转换。',
  'Sign the method that is sent, or send GET.': '按实际发送的请求方法签名，或者发送 GET。',
  'If the caller sent HEAD, configure the CDN so that it does not change the method.':
    '如果调用方发送的是 HEAD，让 CDN 原样通过。',
  "The caller signed POST, but GET arrived. Either the signing code signs POST for each request, a redirect changed POST to GET, or the program did not set the client's method.":
    '调用方签名的是 POST，到达的是 GET：要么签名代码对每个请求都按 POST 签名，要么重定向做了转换，要么没有给客户端指定请求方法。',
  "If GET is right, sign GET. If POST is right, set the client's method to POST, and call the final address of the redirect.":
    '如果应该是 GET，就按 GET 签名；如果应该是 POST，请给客户端指定 POST，并直接请求重定向指向的地址。',
  'Fields were added to the form after signing: {fields:list}. The client added them, or something on the way.':
    '签名之后，客户端或途中的程序在表单中加上了字段：{fields}。',
  'Add every field before you sign the form. Then sign and send exactly this text.':
    '在签名之前加上所有字段，然后对这个文本签名，并原样发送。',
  'The body that was sent has bytes that are not UTF-8. The caller decoded it as UTF-8 before signing, and U+FFFD took the place of these bytes.':
    '发送的请求体中有不是 UTF-8 的字节。调用方在签名之前把它按 UTF-8 解码，这些字节都变成了 U+FFFD。',
  'Sign the bytes of the body as they are sent. Do not decode them to text.':
    '按发送的原样对请求体的字节签名，不要解码成文本。',
  'The caller signed {called}, the target of its URL, but the query did not arrive: {query}. Either the client did not send it, or something on the way removed it.':
    '调用方签名的是 {called}，即所给 URL 的目标，但查询参数没有到达：{query}。要么客户端没有发送，要么途中被去掉了。',
  'The caller signed {called}, the target of its URL, but the end of the query did not arrive: {query}. Either the client did not send it, or something on the way removed it. A shell ends a command at an & outside of quotation marks.':
    '调用方签名的是 {called}，即所给 URL 的目标，但查询参数的末尾没有到达：{query}。要么客户端没有发送，要么途中被去掉了。shell 会在引号之外的 & 处结束命令。',
  'The caller signed {called}, the target of its URL, but {arrived} arrived. Perhaps the client sent another target than its URL has, or followed a redirect with the old signature, or something on the way changed the target.':
    '调用方签名的是 {called}，即所给 URL 的目标，到达的是 {arrived}。可能客户端发送的目标与 URL 不同，或者带着原来的签名跟随了重定向，或者途中有程序改写了目标。',
  'Send exactly the target that is signed.': '原样发送所签名的目标。',
  'In a shell, put the URL in quotation marks.': '在 shell 中给 URL 加引号。',
  'If the client followed a redirect, call the final address of the redirect and sign its target.':
    '如果客户端跟随了重定向，请直接调用重定向的最终地址，并对它的目标签名。',
  'If the client sent this target, verify the request before the proxy changes the target, or configure the proxy so that it does not change the target.':
    '如果客户端发送的就是这个目标，请在代理改写之前验签，或者让代理不要改写。',
  'The caller signed a text without the {parts:list} of this request.': '调用方签名的文本中缺少这个请求的{parts}。',
  'The caller signed the five parts of this request, but joined them in another way or added something to them.':
    '调用方对这个请求的五个部分都签了名，但拼接方式不同，或者还签了别的内容。',
  'Sign method, target, timestamp, nonce and body, in this order, with a single line feed between them.':
    '依次对请求方法、请求目标、时间戳、随机串和请求体签名，之间只用一个换行符。',
}

/** Phrases that fit many texts. */
const general: Phrases = {
  'The caller signed {theirs}, but {ours} was sent: a list as {how:form}.':
    '调用方签名的是 {theirs}，发送的是 {ours}：列表的写法是{how}。',
  'The caller signed {theirs}, but {ours} was sent.': '调用方签名的是 {theirs}，发送的是 {ours}。',
}

export const tellings: ReadonlyArray<Phrases> = [
  signatures,
  printedTexts,
  encodedTexts,
  languages,
  targetPieces,
  targets,
  bodies,
  directions,
  headers,
  guesses,
  general,
  // The last: its phrases with texts of any kind fit other sentences too.
  emptyBodies,
]
