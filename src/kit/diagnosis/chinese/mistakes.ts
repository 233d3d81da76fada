/**
 * The mistakes of the catalogue in Chinese, by their ids: what the caller did, and what to do instead. The table of phrases at the
 * end of this file pairs these words with the English ones of the catalogue.
 */
import { catalogue } from '../catalogue.ts'
import type { Part } from '../Mistake.ts'
import type { Phrases } from './dictionary.ts'

interface MistakeWords {
  readonly what: string
  readonly remedy: string
  /** A request to send that would tell the mistake apart from others. Without it the words for the mistake's part are said. */
  readonly tells?: string
}

export const mistakes: Readonly<Record<string, MistakeWords>> = {
  'method-case': {
    what: '调用方签名时，请求方法没有使用大写字母。',
    remedy: '签名之前把请求方法转成大写。',
  },
  'method-other': {
    what: '调用方签名所用的请求方法与发送的不同。',
    remedy: '用实际发送的请求方法签名。',
  },
  'target-with-origin': {
    what: '调用方把主机名、端口或完整的 URL 也签进去了。',
    remedy: '只对路径和查询参数签名。',
  },
  'target-without-query': {
    what: '调用方签名的路径没有带查询参数。',
    remedy: '对完整的请求目标签名，包括查询参数，与请求行中的一致。',
  },
  'target-decoded': {
    what: '调用方签名的请求目标缺少发送时的百分号编码：签名前做了解码，或者编码是 HTTP 库后来加上的。',
    remedy: '对带百分号编码的请求目标签名，与发送的一致。',
    tells: '发送一个路径中含有 %2F 的请求：如果是这种情况，签名的内容中对应的是斜杠。',
  },
  'target-reencoded': {
    what: '调用方签名的请求目标与发送的请求目标，百分号编码不同。',
    remedy: '请求目标只编码一次，对得到的文本签名，并原样发送。',
    tells: '发送一个路径中含有 %2F 的请求：如果是这种情况，签名的内容中对应的是百分号编码。',
  },
  'target-raw': {
    what: '调用方发送的请求目标含有请求行中不允许出现的字符，例如空格、ASCII 以外的字符，或者片段的 #。',
    remedy: '去掉 # 及其后的片段，其余部分做一次百分号编码，对得到的文本签名，并原样发送。',
  },
  'target-with-fragment': {
    what: '调用方把 URL 的片段（# 及其后的部分）也签进去了。',
    remedy: '签名之前去掉 # 及其后的部分。',
  },
  'target-no-leading-slash': {
    what: '调用方签名的请求目标缺少开头的斜杠。',
    remedy: '请求目标要以斜杠开头。',
  },
  'target-trailing-slash': {
    what: '调用方签名的路径末尾有斜杠，而发送的没有；或者发送的有，而签名的没有。',
    remedy: '按实际发送的路径签名，末尾有没有斜杠要一致。',
  },
  'target-double-slash': {
    what: '调用方拼接基础地址和路径时多了或少了一个斜杠，使签名与发送的不一致；或者代理在途中把两个斜杠合并成了一个。',
    remedy: '拼接基础 URL 和路径时正好保留一个斜杠，对得到的文本签名，并原样发送。',
  },
  'target-prefix-lost': {
    what: '调用方签名的路径缺少前缀，例如服务的基础 URL 中的路径。',
    remedy: '对发送的完整路径签名，包括它的前缀。',
  },
  'target-prefix-added': {
    what: '调用方签名的路径带有一段前缀，到达时却没有：要么调用方没有发送它，要么代理去掉了它。',
    remedy:
      '按实际发送的路径签名；如果调用方发送了前缀，则让代理保留原来的路径，或者把代理去掉的前缀通过适配器的选项 prefix 告诉验签方。',
  },
  'query-reordered': {
    what: '调用方签名时，查询参数的顺序与发送的不同。',
    remedy: '按发送时的顺序对查询参数签名。',
  },
  'query-respelled': {
    what: '查询参数中有一个列表或值，调用方签名时的写法与发送的不同。',
    remedy: '查询参数只生成一次，对得到的文本签名，并原样发送。',
  },
  'target-other': {
    what: '调用方签名的请求目标与发送的不同。',
    remedy: '对实际发送的请求目标签名。',
  },
  'timestamp-milliseconds': {
    what: '调用方签名时用了毫秒或更小的单位，发送的却是秒。',
    remedy: '只取一次以秒为单位的整数，对它签名并发送它。',
  },
  'timestamp-grouped': {
    what: '调用方签名的时间戳带有千位分隔符，那是编程语言为方便阅读而采用的数字格式。',
    remedy: '时间戳只写数字，不要按地区格式输出。',
  },
  'timestamp-format': {
    what: '调用方签名的时间戳与发送的写法不同：写成了日期、其他进制或其他数字字符。',
    remedy: '把自 1970 年起的整秒数用十进制数字写出一次，对得到的文本签名并发送它。',
  },
  'timestamp-fraction': {
    what: '调用方签名的时间戳带有小数部分（浮点数的输出格式），发送的却没有。',
    remedy: '只取一次以秒为单位的整数，对它签名并发送它。',
  },
  'timestamp-drift': {
    what: '调用方读了两次时钟，签名用的是一个时间，发送的是另一个时间。',
    remedy: '每个请求只读一次时钟。',
  },
  'nonce-case': {
    what: '调用方签名的随机串与发送的大小写不同。',
    remedy: '签名的随机串要与发送的逐字符一致。',
  },
  'nonce-dashes': {
    what: '调用方签名的随机串与发送的连字符不一致，例如 UUID 中的连字符只出现在其中一处。',
    remedy: '签名的随机串要与发送的逐字符一致。',
  },
  'nonce-encoding': {
    what: '调用方在签名之前对随机串做了解码或编码。',
    remedy: '签名的随机串要与发送的逐字符一致。',
  },
  'nonce-missing': {
    what: '调用方没有对随机串签名。',
    remedy: '对发送的随机串签名，它位于时间戳的下一行。',
  },
  'nonce-drift': {
    what: '调用方生成了两个随机串，签名用一个，发送用另一个。',
    remedy: '每个请求只生成一次随机串。',
  },
  'nonce-alphabet': {
    what: '调用方的随机串含有数字、字母和连字符以外的字符。',
    remedy: '把随机字节写成十六进制数字作为随机串。',
  },
  'nonce-empty': {
    what: '调用方发送的随机串为空，可能是保存它的变量没有赋值。',
    remedy: '每个请求生成一个随机串，对它签名并发送它。',
  },
  'nonce-from-clock': {
    what: '调用方用时间生成随机串，因此同一秒内的两个请求会得到相同的随机串。',
    remedy: '每次都随机生成，至少使用 128 比特的随机数。',
  },
  'body-missing': {
    what: '调用方没有对请求体签名，却发送了请求体。',
    remedy:
      '在第四个换行符之后加上请求体的字节，再签名。如果程序从流中读取请求体，可能签名时流已经读完：请只读一次，然后对这些字节签名并发送。',
  },
  'body-trailing-newline': {
    what: '调用方发送的请求体末尾有一个换行，签名时却没有。',
    remedy: '按从文件读出的原样对请求体签名，包括末尾的换行。',
  },
  'body-crlf': {
    what: '调用方签名的请求体与发送的请求体，内部的换行形式不同。',
    remedy: '以字节方式打开文件，避免换行被转换。',
  },
  'body-bom': {
    what: '调用方签名的请求体与发送的请求体，其中一个带有 BOM，另一个没有。',
    remedy: '签名和发送同样的字节，最好不带 BOM。',
  },
  'body-lines-joined': {
    what: '调用方签名的请求体没有换行，或者发送时换行被去掉了，例如 curl 的 -d @FILE。',
    remedy: '签名和发送同样的字节；curl 用 --data-binary @FILE 会保留换行。',
  },
  'body-reserialized': {
    what: '调用方签名的是一个 JSON 文本，到达的是另一个。',
    remedy: '只序列化一次，对得到的字节签名，并原样发送。',
  },
  'form-reencoded': {
    what: '调用方签名的表单与发送的表单写法不同：转义、顺序，或者列表和值的写法不一致。',
    remedy: '表单只生成一次，对得到的文本签名，并原样发送。',
  },
  'xml-reserialized': {
    what: '调用方签名的 XML 与发送的 XML 内容相同，但写法不同。',
    remedy: '只序列化一次，对得到的字节签名，并原样发送。',
  },
  'body-through-shell': {
    what: '调用方按命令行中的写法对请求体签名，而 shell 在把它交给发送程序时改变了引号。',
    remedy: '从文件读取请求体，例如 curl 的 --data-binary @FILE：Windows PowerShell 和 cmd 会改变参数中的引号。',
  },
  'body-encoding': {
    what: '调用方签名的请求体与发送的请求体，字符编码不同。',
    remedy: '只做一次 UTF-8 编码，对得到的字节签名，并原样发送。',
  },
  'body-quoted': {
    what: '调用方签名的请求体与发送的请求体，其中一个多了转义，例如被当作 JSON 或编程语言中的字符串。',
    remedy: '请求体只序列化和编码一次，对得到的字节签名，并原样发送。',
  },
  'body-hashed': {
    what: '调用方签名的是请求体的哈希值，而不是请求体。',
    remedy: '把请求体本身放进签名串。',
  },
  'body-printed': {
    what: '调用方签名的是编程语言或 shell 打印请求体时的输出。',
    remedy: '在第四个换行符之后放请求体的字节；没有请求体就什么也不放。',
  },
  'body-compressed': {
    what: '调用方对压缩之前的请求体签名。',
    remedy: '先压缩，再对压缩后的字节签名，并发送这些字节。',
  },
  'body-other': {
    what: '调用方签名的请求体与到达的请求体不同。',
    remedy: '把签名放在最后一步，并对比签名的字节与发送的字节。',
  },
  'body-lost': {
    what: '调用方签名的请求体很可能没有到达：客户端没有发送，或者在重定向、代理处丢失。',
    remedy: '检查客户端实际发送的内容：有的客户端在 DELETE 或 GET 时不发送请求体，重定向也可能丢弃它。',
  },
  'body-left-over': {
    what: '调用方签名用的是上一个请求的请求体，而本次请求没有发送它。',
    remedy: '不发送请求体时，签名串中也不要有请求体：清除客户端保留的上一个请求的内容。',
  },
  'leading-line-feed': {
    what: '调用方签名时，在请求方法前面多了一个换行符。',
    remedy: '签名串要以请求方法开头。',
  },
  'echo-option-signed': {
    what: '调用方把 echo 的选项也签进去了：有的 shell 把它当作选项，而调用方的 shell 把它当作内容输出。',
    remedy: "用 printf '%s' 代替 echo。",
  },
  'trailing-line-feed': {
    what: '调用方签名时，在请求体后面多了一个或两个并未发送的换行符。',
    remedy: '请求体后面不要再加任何内容。',
  },
  'final-line-feed-missing': {
    what: '调用方因为请求体为空，省略了第四个换行符。',
    remedy: '无论有没有请求体，随机串后面都要写换行符。',
  },
  'separator-crlf': {
    what: '调用方用 CRLF（回车加换行）连接各部分。',
    remedy: '各部分之间只用一个换行符连接。',
  },
  'separator-literal': {
    what: '调用方用反斜杠加字母 n 这两个字符连接各部分。',
    remedy: '改用编程语言中真正表示换行的写法，使它成为一个字节；在 shell 中用 printf 输出。',
  },
  'separator-missing': {
    what: '调用方连接各部分时没有加分隔符：全部没有，或者有一处没有。',
    remedy: '前四个部分的后面各加一个换行符。',
  },
  'separator-other': {
    what: '调用方用换行符以外的字符连接各部分，或者有一处如此。',
    remedy: '各部分之间只用一个换行符连接。',
  },
  'lines-indented': {
    what: '调用方把源代码的缩进也签进去了：每个换行符后面跟着空白。',
    remedy: '用各部分的值拼接签名串，不要用跨多行的字符串模板。',
  },
  'parts-reordered': {
    what: '调用方签名时，各部分的顺序不对，或者其中某一部分或全部出现了两次。',
    remedy: '按请求方法、请求目标、时间戳、随机串、请求体的顺序签名。',
  },
  'app-id-included': {
    what: '调用方把应用 ID 也签进去了。',
    remedy: '只对五个部分签名；应用 ID 放在请求头中。',
  },
  'white-space-signed': {
    what: '调用方签名时，某一部分旁边多了并未发送的空白，例如文件或变量末尾的换行。',
    remedy: '签名和发送之前，去掉每一部分首尾的空白。',
  },
  'text-encoded': {
    what: '调用方签名的签名串没有使用 UTF-8 编码，或者整体或其中几个部分又做了编码（例如 Base64），或者连同缓冲区的剩余部分一起签了名。',
    remedy: '只把签名串的 UTF-8 字节直接交给签名函数，不要多也不要少。',
    tells: '发送一个请求体只含字母的请求，查看签名内容的第一行。',
  },
  'html-entities': {
    what: '调用方签名的文本含有 HTML 实体，例如用 &quot; 代替了引号；或者发送的含有，签名的没有。',
    remedy: '拼接签名串时不要使用网页模板，或者让模板不做 HTML 转义。',
    tells: '发送一个请求体含有引号、查询参数含有 & 的请求，查看签名的内容。',
  },
  'parts-labelled': {
    what: '调用方签名的内容不止五个部分：多了名称、引号、括号，或者 Content-Type 之类的一行。',
    remedy: '只对五个值签名，前四个的后面各加一个换行符。',
  },
  'part-unfilled': {
    what: '调用方签名时，某一部分的位置上是变量名，或者是编程语言对空值、其他类型的值的输出。',
    remedy: '签名之前把各部分打印出来检查，并填入真正的值。',
  },
  'part-missing': {
    what: '调用方的签名串缺少某些部分，或者某些部分为空。',
    remedy: '五个部分都要签名，只有请求体可以为空。',
  },
  'double-hash': {
    what: '调用方先对签名串做了哈希，再把摘要交给会再次做哈希的签名函数。',
    remedy: '把签名串本身交给签名函数。',
  },
  'hex-digest-signed': {
    what: '调用方签名的是以文本形式写出的签名串摘要，而不是签名串。',
    remedy: '把签名串本身交给签名函数。',
  },
  'wrong-hash': {
    what: '调用方签名时没有使用 SHA-256，而是用了其他哈希算法。',
    remedy: '使用 SHA-256 签名。',
  },
  'pss-padding': {
    what: '调用方签名时使用了 PSS 填充。',
    remedy: '使用 PKCS #1 v1.5 填充，即 RSASSA-PKCS1-v1_5。',
  },
  'bare-digest': {
    what: '调用方只对摘要做了填充，没有加上标明哈希算法的 DigestInfo。',
    remedy: '使用 SHA-256 签名函数，不要使用“私钥加密”函数。',
  },
  'missing-null': {
    what: '调用方的 DigestInfo 中缺少 NULL。',
    remedy: '由加密库生成 DigestInfo，其中包含 NULL。',
  },
  'other-key': {
    what: '调用方签名所用的密钥属于另一个应用，不是请求头中写的应用。',
    remedy: '私钥和请求头中的应用 ID 必须属于同一个应用。',
  },
  'unknown-key': {
    what: '提供的公钥都与该签名不匹配：它是用其他密钥签的，或者签名在途中被破坏，或者它是由不做签名的函数（例如加密函数）得到的。',
    remedy:
      '对比签名所用密钥的指纹与登记的公钥的指纹；如果相同，再对比发送的签名与收到的签名；还要检查程序调用的是不是签名函数。',
  },
  'signature-base64url': {
    what: '调用方把签名编码成了 URL 安全的 Base64（base64url）。',
    remedy: '用标准 Base64（含 + 和 /）对签名编码。',
  },
  'signature-unpadded': {
    what: '调用方去掉了签名末尾的 =。',
    remedy: '保留 Base64 末尾的填充符。',
  },
  'signature-hex': {
    what: '调用方把签名编码成了十六进制。',
    remedy: '用 Base64 对签名编码。',
  },
  'signature-double-base64': {
    what: '调用方对签名做了两次 Base64 编码。',
    remedy: '对签名的字节只做一次编码。',
  },
  'signature-percent-encoded': {
    what: '调用方对签名做了百分号编码（URL 编码）。',
    remedy: '把 Base64 原样写入请求头。',
  },
  'signature-wrapped': {
    what: '调用方把签名的 Base64 分成了多行。',
    remedy: '让 Base64 编码器不要换行。',
  },
  'signature-plus-as-space': {
    what: '签名被当作表单的值解码，其中的 + 都变成了空格。',
    remedy: '不要让该请求头经过 URL 或表单的编码和解码。',
  },
  'signature-printed': {
    what: "调用方在签名之外还写入了别的内容，或者写入的是编程语言对非文本值的输出：b'…'、sha256=… 或 [object Promise]。",
    remedy: '只把签名的 Base64 以文本形式写入请求头；如果得到的是 Promise，先等待它的结果。',
  },
  'signature-as-text': {
    what: '调用方把签名的字节当作文本读取，丢失了其中一部分字节。',
    remedy: '直接对签名的字节做 Base64 编码。',
  },
  'signature-truncated': {
    what: '常用的 RSA 密钥都不会产生这种长度的签名：签名的文本被截断，多了内容，或者它是别的值。',
    remedy: '把生成时的签名与到达的签名从头到尾逐字符对比。',
  },
  'signature-not-rsa': {
    what: '调用方在应当放 RSA 签名的位置发送了摘要或 HMAC。',
    remedy: '用私钥签名：SHA256withRSA，即 RSASSA-PKCS1-v1_5。',
  },
  'signature-byte-order': {
    what: '调用方把签名的字节按相反的顺序写出，Windows 的 CryptoAPI 给出的就是这种顺序。',
    remedy: '编码之前，把 CryptoAPI 给出的字节反转。',
  },
  'header-quoted': {
    what: '调用方给请求头中的值加了双引号。',
    remedy: '值不要加引号。',
  },
  'header-missing-key': {
    what: '调用方的请求头缺少四项中的一项。',
    remedy: '写全 app_id、nonce_str、timestamp 和 signature。',
  },
  'header-duplicate-key': {
    what: '调用方的请求头中有一项出现了两次。',
    remedy: '每一项只写一次。',
  },
  'header-auth-type': {
    what: '请求头的开头是其他认证类型、其他内容，或者没有认证类型。',
    remedy: '请求头要以服务规定的认证类型开头，后面跟一个空格。',
  },
  'header-whitespace': {
    what: '调用方在各项之间或等号两侧加了空格。',
    remedy: '除认证类型后面的那个空格之外，不要有其他空格。',
  },
  'header-separator': {
    what: '调用方没有用逗号分隔各项，或者没有用 = 连接名称和值。',
    remedy: '四项都写成 key=value，用逗号分隔。',
  },
  'header-form': {
    what: '调用方没有把各项写成 key=value，例如写成了 JSON，或者整体又做了编码。',
    remedy: '先写认证类型和一个空格，再写四项 key=value，用逗号分隔。',
  },
  'header-key-name': {
    what: '调用方把某一项写成了别的名称。',
    remedy: '各项的名称是 app_id、nonce_str、timestamp 和 signature。',
  },
  'app-id-form': {
    what: '请求头中的应用 ID 不合法：它是空的、太长，或者含有不允许的字符。',
    remedy: '逐字符写服务方登记的应用 ID，前后都不要有其他内容。',
  },
  'header-several': {
    what: '请求有多个 Authorization 请求头，而服务只接受一个。',
    remedy: '只发送带签名的那一个，去掉其他的：它可能来自 Postman 的 Auth 标签页、netrc 文件或代理。',
  },
  'header-name': {
    what: '调用方没有把签名放在 Authorization 中，而是放在了其他请求头中。',
    remedy: '把这一行放在 Authorization 请求头中发送；如果是代理改了名称，让它改回来。',
  },
  'header-timestamp': {
    what: '调用方签名和发送的时间戳不是用十进制数字写成的、自 1970 年起的整秒数。',
    remedy: '用十进制数字写自 1970 年起的整秒数。然后对这个数签名，并原样发送。',
  },
  'header-milliseconds': {
    what: '调用方签名和发送的都是毫秒。',
    remedy: '把毫秒数除以 1000 并向下取整。然后对这个数签名，并原样发送。',
  },
  'clock-behind': {
    what: '时间戳比诊断所用的到达时间早得太多：可能是请求被保存过或有延迟，调用方只生成了一次时间戳并重复使用，或者调用方的时钟慢了。',
    remedy:
      '每个请求都要生成新的随机串并重新读取时钟，时间戳是自 1970 年起的秒数（UTC）。如果请求实际在另一个时间到达，请提供该时间。如果请求既没有被保存也没有延迟，请用时间服务器校准调用方的时钟。',
  },
  'clock-ahead': {
    what: '时间戳晚于诊断所用的到达时间：可能是该到达时间偏早，或者调用方的时钟快了。',
    remedy:
      '如果请求实际在另一个时间到达，请提供该时间；否则请用时间服务器校准调用方的时钟。时间戳是自 1970 年起的秒数，不要加减时区。',
  },
}

/** What would tell a mistake apart from others, by the part of the request in which it was made. */
const tellsByPart: Readonly<Record<Part, string>> = {
  method: '换一个请求方法发送请求，查看签名内容的第一行。',
  target: '换一个路径和查询参数发送请求，查看签名内容的第二行。',
  timestamp: '换一个时间发送请求，查看签名内容的第三行。',
  nonce: '换一个随机串发送请求，查看签名内容的第四行。',
  body: '换一个请求体发送请求，查看签名内容中第四个换行符之后的部分。',
  join: '发送一个五个部分各不相同的请求，查看签名内容中各部分之间的字符。',
  encoding: '发送一个请求体含有 ASCII 以外字符（例如汉字）的请求，查看签名的字节。',
  hash: '检查传给签名函数的内容及其设置。',
  signature: '检查编码之前的签名。',
  header: '检查生成请求头的代码。',
  clock: '对比调用方与验签方的时钟。',
  key: '对比密钥的指纹。',
}

/** The Chinese words of all mistakes by the English words. */
export const mistakePhrases: Phrases = Object.fromEntries(
  catalogue.flatMap((mistake) => {
    const words = mistakes[mistake.id]
    return words === undefined
      ? []
      : [
          [mistake.what, words.what],
          [mistake.remedy, words.remedy],
          [mistake.tells, words.tells ?? tellsByPart[mistake.part]],
        ]
  }),
)
