/**
 * What the Authorization header shows: its marks, its items, an app id of another form, and where the header went.
 */
import type { PhrasesBySource } from './PhrasesBySource.ts'

export const header: PhrasesBySource = {
  'readHeader.ts': {
    'The header begins with {word}, and not with the auth type {type}.':
      '请求头以 {word} 开头，而不是认证类型 {type}。',
    'The header begins with its items, and the auth type {type} is missing before them.':
      '请求头直接以各项开头，前面缺少认证类型 {type}。',
    'Begin the header with the auth type {type} and a space.': '请求头以认证类型 {type} 和一个空格开头。',
    'The value of the header begins with the name of the header.': '请求头的值以请求头的名称开头。',
    'Give the HTTP library the name and the value apart. The value begins with the auth type {type} and a space.':
      '把名称和值分别交给 HTTP 库。值以认证类型 {type} 和一个空格开头。',
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
    'The caller put the values of the header in single quotes.': '调用方把请求头的值放在了单引号里。',
    'A value of the header has a quotation mark at one of its ends, and none at the other.':
      '请求头中有一个值只有一端有引号。',
    'Write the values without quotation marks.': '写这些值时不要加引号。',
    'The value of Authorization consists of {count:number} signed lines, joined by commas. The program or a proxy added the header more than once.':
      'Authorization 的值由 {count} 行签名用逗号连接而成：程序或代理多次添加了这个请求头。',
    'The value of Authorization has the auth type {count:number} times. Perhaps the program or a proxy added the header more than once.':
      'Authorization 的值中有 {count} 个认证类型：程序或代理可能多次添加了这个请求头。',
    'The value of Authorization consists of several lines, joined by commas: a signed line, and after it a line with the auth type {type}. The program or a proxy added the header more than once.':
      'Authorization 的值由用逗号连接的几行组成：一行签名，后面还有一行的认证类型是 {type}：程序或代理多次添加了这个请求头。',
    'Set the header once: replace the value instead of adding one.':
      '这个请求头只设置一次：要替换它的值，不要再添加一个。',
    'The caller wrote no space after the auth type.': '调用方在认证类型后面没有写空格。',
    'Write one space between the auth type and the first item.': '认证类型和第一项之间写一个空格。',
    'The header has a tab after the auth type.': '请求头的认证类型后面是制表符。',
    'The header lacks {names:list}.': '请求头中没有 {names}。',
    'The items of the header are not in the form key=value, joined by commas.':
      '请求头中的各项不是用逗号连接的 key=value。',
    'The item {key} of the header is called {name}.': '请求头中的 {key} 一项写成了 {name}。',
    'Items of the header have wrong names: {names:list}.': '请求头中有几项的名称不对：{names}。',
    'Call these items {keys:list}.': '这几项的名称依次应为 {keys}。',
    'Call this item {key}.': '这一项的名称应为 {key}。',
    'The header has no item {key}. The value of its item {name} looks like one, so perhaps this item has a wrong name.':
      '请求头中没有 {key} 这一项，而 {name} 一项的值与它的格式相符，可能是名称写错了。',
    'If the item {name} is the {key}, call it {key}. Otherwise add an item {key}.':
      '如果 {name} 一项就是 {key}，把名称改为 {key}；否则加上 {key} 一项。',
    'The caller wrote the auth type twice.': '调用方把认证类型连续写了两次。',
    'Write the auth type once, then a space and the items. Perhaps the HTTP library adds the auth type too.':
      '认证类型只写一次，后面是一个空格和各项：HTTP 库或其辅助函数可能已经在前面写了它。',
    'This is {span:phrase}, so {hint:phrase}.': '这{span}：{hint}。',
    'the name of an item': '某一项的名称',
    'The caller wrote a comma after the auth type. Only a space is allowed there.':
      '调用方在认证类型后面写了逗号，那里应当只有一个空格。',
    'Write a space after the auth type, and commas only between the items.':
      '认证类型后面写一个空格，逗号只写在各项之间。',
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
  },
  'otherSchemes.ts': {
    'The header has the form of another scheme: {scheme}.': '请求头是另一种签名方案的格式：{scheme}。',
    'Write the header as {authType} app_id=…,nonce_str=…,timestamp=…,signature=… and sign the text of this service.':
      '请求头要写成 {authType} app_id=…,nonce_str=…,timestamp=…,signature=…，并按本服务的规则生成签名串。',
    'The header has a user name and a password (Basic), not the items of a signed request.':
      '请求头里是用户名和密码（Basic），不是签名请求的各项。',
    'Send {authType} app_id=…,nonce_str=…,timestamp=…,signature=… in this header. If the program sends it, an option of the HTTP client replaces it: curl -u, auth= of requests, a netrc file, or a user name in the URL.':
      '在这个请求头中发送 {authType} app_id=…,nonce_str=…,timestamp=…,signature=…。如果程序已经发送，就是 HTTP 客户端的某个选项替换了它：curl -u、requests 的 auth=、netrc 文件，或 URL 中的用户名。',
  },
  'headerEvidence.ts': {
    'Percent-encode the target once. Then sign and send exactly this text.':
      '请求目标只做一次百分号编码，对得到的文本签名，并原样发送。',
    'The nonce in the header has {count:number} characters, but no nonce has more than {most:number}.':
      '请求头中的随机串有 {count} 个字符，而随机串最多 {most} 个字符。',
    'Write the random bytes of the nonce in hexadecimal digits: 16 bytes are enough.':
      '把随机串的随机字节写成十六进制：16 个字节就足够。',
    'Character {place:number} of the nonce in the header is {name}. A nonce has only digits, ASCII letters and hyphens.':
      '请求头中的随机串的第 {place} 个字符是 {name}。随机串只能由数字、英文字母和连字符组成。',
    'The nonce in the header has percent escapes. A nonce has only digits, ASCII letters and hyphens.':
      '请求头中的随机串带有百分号编码。随机串只能由数字、英文字母和连字符组成。',
    'Make a nonce of hexadecimal digits. Then sign it and put it into the header unchanged.':
      '用十六进制数字生成随机串，然后对它签名，并原样写进请求头。',
  },
  'unopenedFaults.ts': {
    'The signature in the header is empty. Perhaps the signing failed, or the program never set the variable for the signature.':
      '请求头中的签名是空的。可能签名失败了，或者程序没有给签名变量赋值。',
    'The text of the signature is not Base64: it contains {marks:list}.': '签名的文本不是 Base64：其中有 {marks}。',
    'The alphabet of Base64 does not have this character.': 'Base64 的字符集没有这个字符。',
    'The alphabet of Base64 does not have these characters.': 'Base64 的字符集没有这些字符。',
    'The caller converted the bytes of the signature to ASCII text. None of the {count:number} bytes is 0x80 or more, and {marks:number} of them became a question mark.':
      '签名的字节被转成了 ASCII 文本：{count} 个字节中没有一个大于等于 0x80，其中 {marks} 个是代替这类字节的问号。',
    'The caller converted the bytes of the signature to text of seven bits. None of the {count:number} bytes is 0x80 or more, so each has lost its highest bit.':
      '签名的字节经过了 7 位文本：{count} 个字节中没有一个大于等于 0x80，每个字节都丢失了最高位。',
    'Encode the unchanged bytes of the signature in Base64. Do not convert them to text first: BytesToString of Indy and Encoding.ASCII of .NET make text of seven bits.':
      '直接对签名的字节做 Base64 编码，中间不要转成文本：Indy 的 BytesToString 和 .NET 的 Encoding.ASCII 得到的是 7 位文本。',
    'The signature has {length:number} hexadecimal digits instead of {whole:number}. Perhaps the first zero of each byte below 16 is missing, as if it was printed with %x instead of %02x.':
      '签名有 {length} 位十六进制数字，而应为 {whole} 位：小于 16 的字节可能丢失了前面的零，例如打印时用了 %x 而不是 %02x。',
    'Write the signature in Base64. Check also whether its end was cut.':
      '把签名写成 Base64，并检查它的末尾是否被截断。',
    'The signature has {length:number} hexadecimal digits, as no signature of a key given here. Either some digits were lost or added, or it is another value.':
      '签名有 {length} 位十六进制数字，而所提供的密钥都不会产生这么多位的签名：要么有的位丢失了或多了，要么它是别的值。',
    'Write the whole signature in Base64.': '把完整的签名写成 Base64。',
    'The decoded signature has {length:number} bytes. No RSA key given here makes signatures of this length. Perhaps it is {kinds:phrase}, the first line of Base64 that was broken into lines, or a secret or a placeholder.':
      '签名解码后有 {length} 字节，这里给出的 RSA 密钥都不会生成这种长度的签名：它可能是{kinds}，可能是折行的 Base64 的第一行，也可能是密钥或占位符。',
    'The decoded signature has {length:number} bytes. No RSA key given here makes signatures of this length. Perhaps it is {kinds:phrase}, or a secret or a placeholder.':
      '签名解码后有 {length} 字节，这里给出的 RSA 密钥都不会生成这种长度的签名：它可能是{kinds}，也可能是密钥或占位符。',
    'a digest or an HMAC of this length': '这种长度的摘要或 HMAC',
    'a digest or an HMAC of this length, an Ed25519 or an ECDSA signature':
      '这种长度的摘要或 HMAC、Ed25519 或 ECDSA 签名',
    'an ECDSA signature with P-384': 'P-384 的 ECDSA 签名',
    'an Ed448 signature': 'Ed448 签名',
    'an ECDSA signature with P-521': 'P-521 的 ECDSA 签名',
    'The signature has {count:number} {kind:phrase}, as many as a digest or an HMAC of {bits:number} bits.':
      '签名有 {count} 位{kind}，与 {bits} 位的摘要或 HMAC 一样多。',
    'hexadecimal digits in Base64': '十六进制数字（Base64 编码）',
    'The signature is the Base64 of a text of {count:number} {kind:known}. No key given here makes a signature from which this text comes.':
      '签名是一段文本的 Base64，文本有 {count} 个{kind}。这里给出的密钥都不会生成能得到这段文本的签名。',
    'printable characters': '可打印字符',
    'Encode the bytes of the signature in Base64, and nothing else.': '只对签名的字节做 Base64 编码。',
    'The signature has only {count:number} characters. With a key of {bits:number} bits, its Base64 has {length:number}. Either another value was sent, or only a part of the signature.':
      '签名只有 {count} 个字符。密钥为 {bits} 位时，签名的 Base64 有 {length} 个字符：发送的要么是别的值，要么只是签名的一部分。',
    'The signature has only 1 character. With a key of {bits:number} bits, its Base64 has {length:number}. Either another value was sent, or only a part of the signature.':
      '签名只有 1 个字符。密钥为 {bits} 位时，签名的 Base64 有 {length} 个字符：发送的要么是别的值，要么只是签名的一部分。',
    'The signature has {count:number} characters. With a key of {bits:number} bits, its Base64 has {length:number}. Perhaps a column or a buffer of {field:number} characters has cut it.':
      '签名有 {count} 个字符。密钥为 {bits} 位时，签名的 Base64 有 {length} 个字符：可能是长度为 {field} 个字符的字段或缓冲区把它截断了。',
    'The text of the signature has {count:number} characters, but no {letters:phrase} letter. Probably all its letters were changed to one case. In Base64, upper and lower case have different meanings.':
      '签名的文本有 {count} 个字符，却没有一个{letters}字母：很可能全部字母都被转换成了同一种大小写，而 Base64 区分大小写。',
    'Put the Base64 of the signature into the header unchanged. Do not change the case of its letters.':
      '把签名的 Base64 原样写入请求头，不要改变任何字母的大小写。',
    'The text of the signature is not Base64: some of its characters were changed, lost or added.':
      '签名的文本不是 Base64：其中有字符被改动、丢失或增加。',
  },
  'plainMarks.ts': {
    'The value of the header begins with U+FEFF, a byte order mark, which nobody sees.':
      '请求头的值以 U+FEFF（字节顺序标记，看不见的字符）开头。',
    'Save the file from which the value comes as UTF-8 without a byte order mark.':
      '把这个值所在的文件保存为不带字节顺序标记的 UTF-8。',
    'The header has characters that only look like those of ASCII: {marks:list}.':
      '请求头中有看起来像 ASCII、其实不是的字符：{marks}。',
    'Type the line anew with plain ASCII characters. Word processors, web pages and input methods put such characters into a text.':
      '用普通的 ASCII 字符重新输入这一行。文字处理软件、网页和输入法会带入这类字符。',
    'a semicolon': '分号',
    'a comma': '逗号',
  },
  'strayMarks.ts': {
    'the line': '整行',
    'the items': '全部各项',
    'an item': '某一项',
    'Write the header line and its values without these marks, and sign the values without them.':
      '请求头及其中的值都不要带这些符号，签名所用的值也不要带。',
  },
  'unfilledItem.ts': {
    'The {noun:phrase} in the header is {text}. This is how a program prints an object or a function.':
      '请求头中的{noun}是 {text}：程序打印对象或函数时，会写成这样。',
    'Check what the program puts into the {noun:phrase}: it must be a text.':
      '检查程序放进{noun}的是什么：它必须是文本。',
    'The {noun:phrase} in the header is {text}, which programs write for a missing value.':
      '请求头中的{noun}是 {text}：没有值的时候，程序会写成这样。',
    'Check where the program reads the {noun:phrase}, such as a variable of the environment, and let it stop if there is none.':
      '检查程序从哪里读取{noun}，例如环境变量；读不到时应当让程序停止。',
    'The header has the word {mask} in place of the {noun:phrase}. Tools that show or log a request mask values in this way.':
      '请求头中{noun}的位置是单词 {mask}：显示或记录请求的工具会这样隐藏内容。',
    'The {noun:phrase} in the header has {marks} in place of characters. Tools that show or log a request hide or shorten values in this way.':
      '请求头中的{noun}里有 {marks}，代替了原来的字符：显示或记录请求的工具会这样隐藏或截短内容。',
    'Take the request as it was sent, with its {noun:phrase}. Check also whether the program sent the masked text.':
      '请取得原样发送的、带有{noun}的请求；也请检查程序是否发送了隐藏后的文本。',
    'The {noun:phrase} in the header is {text}. This is a variable or a placeholder, and it has not got its value.':
      '请求头中的{noun}是 {text}：这是一个变量或占位符，没有换成实际的值。',
  },
  'appIdFault.ts': {
    'The registered app id is {id}, and the header has {before:phrase} before it and {after:phrase} after it.':
      '登记的 app_id 是 {id}，而请求头在它前面多了{before}，后面多了{after}。',
    'The registered app id is {id}, and the header has {before:phrase} before it.':
      '登记的 app_id 是 {id}，而请求头在它前面多了{before}。',
    'The registered app id is {id}, and the header has {after:phrase} after it.':
      '登记的 app_id 是 {id}，而请求头在它后面多了{after}。',
    '1 more character': '1 个字符',
    '{count:number} more characters': ' {count} 个字符',
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
    'Write app_id={owner}, or sign with the key of {app}.': '把 app_id 写成 {owner}，或者用 {app} 的密钥签名。',
  },
  'examine.ts': {
    'The signature is a parameter of the query, but this service reads it from the header Authorization.':
      '签名写成了查询参数，而本服务从 Authorization 请求头读取签名。',
    'Send the signature in the header Authorization, and sign the query without it.':
      '签名要放在 Authorization 请求头中发送，签名串里的查询字符串不含签名。',
    'Send the signature in the header Authorization.': '把这一行放在 Authorization 请求头中发送。',
    'A proxy or gateway before the service put its own credentials into Authorization. The signed line arrived in {header}.':
      '服务前面的某个程序把自己的凭证写进了 Authorization；带签名的那一行到达时在请求头 {header} 中。',
    'Configure the proxy or gateway so that it does not change Authorization. It must use another header for its own credentials.':
      '让前面的代理或网关保留调用方发送的 Authorization，自己的凭证改用其他请求头。',
  },
  'catalogue/header.ts': {
    'If a proxy renames this header, configure the proxy to restore the name.':
      '如果是代理改了请求头的名称，让它改回来。',
    'The timestamp is in {unit:form}, but must be in seconds.': '时间戳的单位是{unit}，而应当是秒。',
    'Divide the {unit:form} by {count:number} and round down.': '把{unit}数除以 {count} 并向下取整。',
    'The timestamp is too old for the assumed time of arrival.': '与假定的到达时间相比，时间戳太旧。',
    'The timestamp is later than the assumed time of arrival.': '时间戳晚于假定的到达时间。',
    'If the request arrived at another time, give this time.': '如果请求是在其他时间到达的，请提供那个时间。',
  },
}
