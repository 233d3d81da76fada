/**
 * What the signature shows: its encoding, the digest within it, what is in place of it, and what the keys show.
 */
import type { PhrasesBySource } from './PhrasesBySource.ts'

export const signature: PhrasesBySource = {
  'signatureAmongText.ts': {
    'The value of signature is longer than the signature: the header has {more:form}.':
      'signature 的值比签名本身长：请求头中签名{more}。',
    'Put only the Base64 of the signature into the header. Pass its length if the program copies it from a buffer, and set the header only once.':
      '请求头中只写签名的 Base64。如果程序从缓冲区复制它，请同时给出长度；请求头只设置一次。',
  },
  'signatureText.ts': {
    'The caller encoded the signature in Base64 {count:phrase}.': '调用方对签名做了{count} Base64 编码。',
    'three times': '三次',
    'four times': '四次',
    'five times': '五次',
    'six times': '六次',
    'many times': '多次',
    'The caller encoded the signature three times: in {first:phrase}, then in {second:phrase}, then in {third:phrase}.':
      '调用方先用{first}对签名编码，再对得到的文本用{second}编码，然后又用{third}编码。',
    'The caller encoded the signature twice: first in {first:phrase}, then in {second:phrase}.':
      '调用方先用{first}对签名编码，再对得到的文本用{second}编码。',
    'Encode the bytes of the signature in Base64, once.': '对签名的字节只做一次 Base64 编码。',
    'The caller put {count:number} more bytes before the bytes of the signature. A digest has this length.':
      '调用方编码的字节中，签名前面还有 {count} 字节，与摘要的长度相同。',
    'Encode only the bytes of the signature.': '只对签名的字节编码。',
    'The caller put {count:number} bytes of text before the bytes of the signature. Some functions append to their argument: Sum(body) of Go appends the digest to the body.':
      '调用方编码的字节中，签名前面还有 {count} 字节的文本，例如函数把结果追加在传入的内容之后：Go 的 Sum(body) 就追加在 body 之后。',
    'Encode only the bytes of the signature. In Go, write the text into the hash and call Sum(nil).':
      '只对签名的字节编码。在 Go 中，先把文本写入散列，再调用 Sum(nil)。',
    'The caller encoded the signature within {structure:phrase} of ASN.1 (DER).':
      '调用方编码的是 ASN.1（DER）的 {structure}，签名在它里面。',
    'an INTEGER': 'INTEGER',
    'a BIT STRING': 'BIT STRING',
    'an OCTET STRING': 'OCTET STRING',
    'The caller encoded the signature within the structure that SSH writes round it.':
      '调用方编码的是 SSH 的结构，签名在它里面。',
    'The caller encoded {end:phrase} after the bytes of the signature.': '调用方在签名的字节之后还编码了{end}。',
    'a zero byte': '一个零字节',
    'a line feed': '一个换行符',
    'The caller encoded {count:number} bytes. Only the first {length:number} are the signature.':
      '调用方编码了 {count} 字节，其中只有前 {length} 字节是签名。',
    'The caller encoded {count:number} bytes. Only the last {length:number} are the signature.':
      '调用方编码了 {count} 字节，其中只有后 {length} 字节是签名。',
    'Encode only the {length:number} bytes of the signature in Base64.': '只对签名的 {length} 字节做 Base64 编码。',
  },
  'signatureRepairs.ts': {
    'The header has the signature between lines of PEM.': '请求头中的签名夹在 PEM 的标记行之间。',
    'The header has {line} before the signature. This is a line of PEM, as certutil -encode and other tools write it.':
      '请求头中签名前面是 {line}：这是 PEM 的标记行，certutil -encode 等工具会写出这样的行。',
    'Put only the Base64 of the signature into the header.': '只把签名的 Base64 放进请求头。',
    'The header has other text beside the signature: a word and a mark before it.':
      '请求头中除了签名还有别的文字：签名前面有一个单词和一个符号。',
    'The header has {before} before the signature.': '请求头中签名前面是 {before}。',
    'The header has {before} before the signature and {after} after it.':
      '请求头中签名前面是 {before}，后面是 {after}。',
    "The caller put the bytes of the Base64 into the header as Python prints them: with b' before and ' after.":
      "调用方把 Base64 的字节按 Python 打印的形式放进了请求头：前面有 b'，后面有 '。",
    "Turn the bytes into text first: base64.b64encode(signature).decode('ascii').":
      "先把字节转成文本：base64.b64encode(signature).decode('ascii')。",
    'The caller put an object of JSON in place of the signature. The signature is the value of one of its members.':
      '调用方在签名的位置放了一个 JSON 对象，签名是其中一个成员的值。',
    'Take the signature out of the object, and put this text alone into the header.':
      '从对象中取出签名，只把这段文本放进请求头。',
    'The value of signature begins with more equals signs. After them stands the signature.':
      'signature 的值以多余的等号开头，后面才是签名。',
    'Write one equals sign between signature and its value.': 'signature 和它的值之间只写一个等号。',
    'The caller wrote the signature as a number in decimal digits.': '调用方把签名写成了一个十进制数。',
    'Write the bytes of the signature in Base64.': '把签名的字节写成 Base64。',
    'The caller wrote the signature in Base32, not in Base64.': '调用方用 Base32 而不是 Base64 写了签名。',
    'Write the signature in standard Base64.': '请用标准 Base64 写签名。',
    'The caller wrote the bytes of the signature as a list of numbers.': '调用方把签名的字节写成了一串数字。',
    'Encode the bytes of the signature in Base64, and put this text into the header.':
      '对签名的字节做 Base64 编码，再把这段文本放进请求头。',
    'The caller wrote the signature in the URL alphabet of Base64, and removed the = at its end.':
      '调用方把签名编码成了 URL 安全的 Base64（base64url），并且去掉了末尾的 =。',
    'Write the signature in standard Base64, with + and /, and with = at its end.':
      '签名要用标准 Base64，字符集含 + 和 /，末尾保留 =。',
    'The caller wrote the signature in {alphabet:form}, not in standard Base64: {plus} for +, {slash} for /, and {padding} for =.':
      '调用方没有用标准 Base64 写签名，用的是{alphabet}：+ 写成 {plus}，/ 写成 {slash}，= 写成 {padding}。',
    'The caller wrote the signature in {alphabet:form}, not in standard Base64: {plus} for +, {slash} for /, and the number of = at its end.':
      '调用方没有用标准 Base64 写签名，用的是{alphabet}：+ 写成 {plus}，/ 写成 {slash}，末尾是 = 的个数。',
    'The caller wrote {mark} for each {replaced} in the Base64 of the signature, but left each {unchanged} unchanged.':
      '调用方在签名的 Base64 中把 {replaced} 都写成了 {mark}，{unchanged} 没有改变。',
    'It also removed the = at its end.': '它还去掉了末尾的 =。',
    'The caller wrote spaces between the digits of the signature.': '调用方在签名的数字之间写了空格。',
    'The caller wrote line ends between the digits of the signature.': '调用方在签名的数字之间写了换行。',
    'Write the signature as one word.': '把签名写成连续的一串，中间没有空白。',
    'Write the signature in standard Base64, with +, / and =.': '签名要用标准 Base64，字符集含 +、/ 和 =。',
    'The caller read each byte of the signature as a letter, and encoded the UTF-8 of these letters in Base64.':
      '调用方把签名的每个字节当作一个字符，再对这些字符的 UTF-8 编码做 Base64。',
    'Encode the unchanged bytes of the signature in Base64. Do not convert them to text first.':
      '直接对签名的字节做 Base64 编码，中间不要转成文本。',
    'The caller wrote the {bytes:number} bytes of the signature as {digits:number} hexadecimal digits. The verifier read these digits as Base64 of {length:number} bytes.':
      '调用方把签名写成了 {digits} 位十六进制，表示 {bytes} 字节；验签方按 Base64 读取，得到 {length} 字节。',
    'The signature is right, but has HTML entities, such as &#x3D; for an equals sign. A template for web pages writes them.':
      '签名是对的，但写法带有 HTML 实体，例如等号写成了 &#x3D;：网页模板会这样写。',
    'Put the Base64 text into the header unchanged. Do not build the header with a template for web pages.':
      '把 Base64 原样写入请求头，不要用网页模板生成请求头。',
    'The signature is right, but has the escapes of a JSON string, such as a backslash before each slash.':
      '签名是对的，但写法带有 JSON 字符串的转义，例如每个斜杠前面有反斜杠。',
    'Put the Base64 text into the header unchanged. Do not pass it through a JSON encoder.':
      '把 Base64 原样写入请求头，不要经过 JSON 编码器。',
    'hexadecimal digits after {label}, as openssl prints them': '十六进制数字（前面有 {label}，是 openssl 的输出格式）',
  },
  'signatureRemedies.ts': {
    'If the program already does this, compare the signature that it made with the signature that arrived, character by character.':
      '如果程序已经这样做，请逐个字符比较它生成的签名和到达的签名。',
    'Print the signature before you put it into the header. If signing fails, correct this error first.':
      '把签名放进请求头之前先打印出来；如果签名失败，先解决这个错误。',
    'Sign with the private key, with the algorithm RSASSA-PKCS1-v1_5 and SHA-256 (SHA256withRSA).':
      '用私钥签名，算法是 RSASSA-PKCS1-v1_5 和 SHA-256（SHA256withRSA）。',
    'Sign the string to sign with the private key (SHA256withRSA), and write this signature in Base64.':
      '用私钥以 SHA256withRSA 对签名串签名，并写入签名的 Base64。',
  },
  'signatureFindings.ts': {
    'The signature was made of a digest that ends at its first zero byte, with zeros after it. The program keeps the digest as a string of C, which ends at a zero byte.':
      '签名所用的摘要在第一个零字节处结束，其后都是零：程序把摘要当成了 C 字符串，而 C 字符串在零字节处结束。',
    'Keep the digest as an array of bytes with its length. Or use a function that hashes and signs.':
      '把摘要保存为带长度的字节数组；或者使用同时计算摘要并签名的函数。',
    'The caller signed with {hash} instead of SHA-256.': '调用方签名使用的是 {hash}，而不是 SHA-256。',
    'The caller encrypted {count:number} bytes with the private key, which are neither a digest nor a DigestInfo with a digest.':
      '调用方用私钥加密了 {count} 字节，它们既不是摘要，也不是带摘要的 DigestInfo。',
    'The caller encrypted {count:number} bytes with the private key. They begin like a DigestInfo, but have no digest of a known hash.':
      '调用方用私钥加密了 {count} 字节：它们的开头像 DigestInfo，但其中没有已知哈希算法的摘要。',
    'Use a function that hashes and signs, with SHA-256. Do not use a function that only encrypts with the private key.':
      '使用以 SHA-256 计算摘要并签名的函数，不要使用只用私钥加密的函数。',
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
  },
  'unlock.ts': {
    'The two bytes of each pair of the signature are exchanged. hexdump and od -x print numbers of 16 bits like this.':
      '签名中每两个字节的顺序互换了：hexdump 和 od -x 就是这样打印 16 位数的。',
    'Encode the bytes of the signature in Base64 in their own order, for example with openssl base64 -A.':
      '按签名字节本来的顺序做 Base64 编码，例如用 openssl base64 -A。',
  },
  'inPlaceOfSignature.ts': {
    'Each of the {count:number} bytes of the decoded signature is {byte:phrase}. Perhaps the program encoded its buffer before the signature was in it.':
      '签名解码后的 {count} 个字节全是 {byte}：程序可能在签名写入缓冲区之前就对它编码了。',
    zero: '零',
    'Encode the bytes that the signing function wrote or returned.': '请对签名函数写入或返回的字节编码。',
    'The caller sent a DigestInfo in place of the signature: a digest with the name of its hash. It was not signed with the private key.':
      '调用方在签名的位置发送了 DigestInfo（摘要和哈希算法的名称），没有用私钥签名。',
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
  },
  'printedInPlace.ts': {
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
    'In place of the signature, the header has {text:phrase} of {count:number} characters. It looks like the message of a program, because it says {words}.':
      '请求头中签名的位置是 {count} 个字符的{text}：其中有 {words}，看上去是程序的提示。',
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
    'Put the Base64 of the bytes of the signature into the header. If your signing function returns a promise, await it first.':
      '把签名字节的 Base64 写入请求头；如果得到的是 Promise，先等待它的结果。',
  },
  'swappedValues.ts': {
    'The header has the value of {other} under {one}, and the value of {one} under {other}.':
      '请求头中 {one} 的位置是 {other} 的值，{other} 的位置是 {one} 的值。',
    'Exchange the values of {one} and {other}.': '把 {one} 和 {other} 的值对调。',
  },
  'keyFindings.ts': {
    '{command} prints the fingerprint of the key that signs. Compare it with the fingerprint of the registered key. If they are equal, compare the signature that the caller made with the signature that arrived. Also check that the program calls a function that signs.':
      '{command} 会打印签名所用密钥的指纹：把它与登记的公钥的指纹对比；如果相同，再对比发送的签名与收到的签名；还要检查程序调用的是不是签名函数。',
  },
}
