/**
 * What the body shows: JSON, forms, their members and fields, white space, and bodies that mean nothing.
 */
import type { PhrasesBySource } from './PhrasesBySource.ts'

export const bodies: PhrasesBySource = {
  'forms/partsAlone.ts': {
    'The caller signed only the value of {name}, not the whole body.': '调用方只签名了 {name} 的值，而不是整个请求体。',
    'The caller signed only item {number:number} of the list, not the whole body.':
      '调用方没有对整个请求体签名，只签了数组的第 {number} 项。',
    'The caller signed only item {number:number} of {name}, not the whole body.':
      '调用方没有对整个请求体签名，只签了 {name} 的第 {number} 项。',
    'It wrote this part anew before signing.': '签名之前，它把这一部分重新写了一遍。',
  },
  'forms/wrappedBody.ts': {
    'The caller signed the body as the value of the field {name} of a form, but sent it without {name}=.':
      '调用方签名时，请求体是表单字段 {name} 的值，而发送时没有 {name}=。',
    'Make the text of the body once. Then sign and send exactly this text, as a form or without it.':
      '请求体的文本只生成一次，对它签名，并原样发送：要么作为表单，要么不作为表单。',
  },
  'forms/shortenedText.ts': {
    'The caller signed only the first {length:number} characters of the body, and {mark} after them. Its program shortens a text in this way for a log or a display.':
      '调用方只对请求体的前 {length} 个字符签名，后面加上了 {mark}：程序为了写日志或显示而这样截短文本。',
    'The caller signed the body shortened to {length:number} characters, with {mark} at its end. Its program shortens a text in this way for a log or a display.':
      '调用方签名的是截短到 {length} 个字符的请求体，末尾是 {mark}：程序为了写日志或显示而这样截短文本。',
    'Sign all bytes of the body, exactly as they are sent.': '对请求体的全部字节签名，与实际发送的完全一致。',
  },
  'lostCharacters.ts': {
    'The caller signed the body without its characters beyond U+FFFF, such as emoji, but sent it with them.':
      '调用方签名的请求体里没有 U+FFFF 以上的字符（例如表情符号），而发送的有。',
    'The caller signed {mark} in place of each character beyond U+FFFF, such as an emoji, but sent the characters.':
      '调用方签名时，U+FFFF 以上的每个字符（例如表情符号）都是 {mark}，而发送的是字符本身。',
    'Programs do this that hold at most three bytes or one UTF-16 unit for a character, as utf8 of MySQL does.':
      '如果程序为一个字符最多保存三个字节或一个 UTF-16 单元（例如 MySQL 的 utf8），就会这样。',
    'Sign and send the same text, with these characters. In MySQL, use utf8mb4.':
      '对同一段文本签名并发送，保留这些字符。MySQL 请使用 utf8mb4。',
    'The caller signed the body without its variation selectors, but sent it with them. Such a character, U+FE0F, comes after a sign that is shown as an emoji.':
      '调用方签名的请求体里没有异体选择符，而发送的有。这样的字符 U+FE0F 位于显示为表情符号的字符之后。',
    'The caller signed the body without its characters that have no width, such as U+200B, but sent it with them.':
      '调用方签名的请求体里没有零宽字符（例如 U+200B），而发送的有。',
    'The caller signed the body without its no-break spaces, but sent it with them.':
      '调用方签名的请求体里没有不间断空格，而发送的有。',
    'The caller signed a space in place of each no-break space, but sent the no-break spaces.':
      '发送的每个不间断空格，调用方签名时都是普通空格。',
    'Make the text of the body once. Then sign and send exactly this text.':
      '请求体的文本只生成一次，对它签名，并原样发送。',
  },
  'forms/looseJson.ts': {
    'The caller signed {word} as the value of {names:list}. Either its program filled in the value after signing, or it read a variable that had no value yet.':
      '调用方签名时 {names} 的值是 {word}：可能程序在签名之后才填入这个值，也可能它读取的变量当时还没有值。',
    'First put all values into the body. Then sign and send exactly this text.':
      '先把所有值都填入请求体，然后对这段文本签名，并原样发送。',
  },
  'tellings/bodyCompressed.ts': {
    'The caller signed the compressed body, but the body arrived without compression. Either the client sent it so, or something on the way decompressed it.':
      '调用方签名的是压缩后的请求体，而到达的请求体没有压缩：可能客户端发送时就没有压缩，也可能在途中被解压。',
    'Sign exactly the bytes that are sent.': '对实际发送的字节签名。',
    'Verify the request before a proxy or the framework decompresses its body.': '在代理或框架解压请求体之前验签。',
    'The caller signed a compressed body with the content of the body that arrived. But the body that arrived was compressed by another program or with other settings, so its bytes differ.':
      '调用方签名的是压缩后的请求体，内容与到达的相同。但到达的请求体由另一个程序或用另外的设置压缩，所以字节不同。',
    'Compress the body once. Then sign and send exactly these bytes.': '只压缩一次，然后对这些字节签名并发送。',
    'Configure the proxy so that it does not compress the body again.': '请让代理不要重新压缩请求体。',
  },
  'editDifference.ts': {
    'The caller signed {piece} twice in a row, but sent it once.':
      '调用方签名时 {piece} 连续出现两次，而发送时只有一次。',
    'The caller signed {piece} once, but sent it twice in a row.':
      '调用方签名时 {piece} 只有一次，而发送时连续出现两次。',
    'The caller signed {piece}, after {count:number} characters of the {part:phrase}, but did not send it.':
      '调用方签名的{part}在第 {count} 个字符之后有 {piece}，但没有发送它。',
    'The caller did not sign {piece}, after {count:number} characters of the {part:phrase}, but sent it.':
      '发送的{part}在第 {count} 个字符之后有 {piece}，但调用方没有对它签名。',
    'The caller signed the {part:phrase} without any {character}, but sent it with all {count:number} of them.':
      '调用方签名的{part}里没有 {character}，而发送的有 {count} 个。',
    'The caller signed {signed} for each {sent} in the {part:phrase} that it sent.':
      '发送的{part}里的每个 {sent}，在签名内容里都是 {signed}。',
    'The caller signed {first} and {second} in exchanged places: in the {part:phrase} that was sent, {second} comes first.':
      '调用方签名时 {first} 和 {second} 的位置互换了：在发送的{part}里，{second} 在前面。',
    'The caller signed {signed} where {sent} was sent, after {count:number} characters of the {part:phrase}.':
      '在{part}的第 {count} 个字符之后，调用方签名的是 {signed}，发送的是 {sent}。',
  },
  'urlValues.ts': {
    'The caller signed the URL {signed} in the {carrier:phrase}, but {sent} was sent. Both are the same URL. Probably a class for URLs, such as URL of JavaScript or System.Uri of .NET, wrote one of them in its normal form.':
      '{carrier}中的 URL，调用方签名的是 {signed}，发送的是 {sent}。两者是同一个 URL。可能是某个 URL 类（例如 JavaScript 的 URL 或 .NET 的 System.Uri）把其中一个改写成了规范形式。',
    'Make the text of the URL once. Sign and send this text, not the URL object.':
      'URL 的文本只生成一次。请对这段文本签名并发送它，而不要使用 URL 对象。',
    'The caller signed {signed} in the JSON, but {sent} was sent.':
      'JSON 中，调用方签名的是 {signed}，发送的是 {sent}。',
    'Make the value once. Then sign and send exactly this value.': '这个值只生成一次，对它签名，并原样发送。',
  },
  'partlyDifference.ts': {
    'The caller signed {to:phrase} for {chosen:number} of the {count:number} {from:phrase} in the {part:phrase} that it sent ({which:phrase}).':
      '发送的{part}里有 {count} 处 {from}，其中 {chosen} 处（{which}）在签名内容里是 {to}。',
    'The caller signed the {part:phrase} without {chosen:number} of the {count:number} {from:phrase} that it sent ({which:phrase}).':
      '发送的{part}里有 {count} 处 {from}，其中 {chosen} 处（{which}）不在签名内容里。',
    'The caller signed the {part:phrase} without some elements that it sent: {elements:list}.':
      '调用方签名的{part}缺少发送的一些元素：{elements}。',
    'The caller signed the value of {name} without quotation marks, but the JSON arrived with them.':
      '调用方签名时 {name} 的值不带引号，而到达的带引号。',
    'The caller signed the values of {names:list} without quotation marks, but the JSON arrived with them.':
      '调用方签名时 {names} 的值不带引号，而到达的带引号。',
    'The caller signed the value of {name} in quotation marks, but the JSON arrived without them.':
      '调用方签名时 {name} 的值带引号，而到达的不带。',
    'The caller signed the values of {names:list} in quotation marks, but the JSON arrived without them.':
      '调用方签名时 {names} 的值带引号，而到达的不带。',
    'In the {part:phrase}, the caller signed {pairs:list}.': '在{part}里，调用方签名的是 {pairs}。',
    'The caller signed the JSON without the member {name}, but it arrived with this member.':
      '调用方签名的 JSON 没有成员 {name}，而到达的有。',
    'The caller signed the JSON without the members {names:list}, but it arrived with these members.':
      '调用方签名的 JSON 没有成员 {names}，而到达的有。',
    'The caller signed the JSON without {count:number} members with the name {name}, but it arrived with these members.':
      '调用方签名的 JSON 没有 {count} 个名为 {name} 的成员，而到达的有。',
    'only {place:known}': '只有{place}',
    'not {place:known}': '除{place}外',
    'the first': '第一处',
    'the last': '最后一处',
    'occurrence {place:number}': '第 {place} 处',
    'the first {count:number}': '前 {count} 处',
    'the last {count:number}': '后 {count} 处',
    'occurrences {places:list}': '第 {places} 处',
    'pairs of spaces': '两个相连的空格',
    'groups of four spaces': '四个相连的空格',
    'pairs of line feeds': '两个相连的换行符',
    'line feeds': '换行符',
    'carriage returns': '回车符',
    spaces: '空格',
    tabs: '制表符',
    'a tab': '一个制表符',
    'two spaces': '两个空格',
    'four spaces': '四个空格',
    'CR LF': 'CR LF',
    '{count:number} more': '另外 {count} 处',
  },
  'jsonEscapes.ts': {
    'The caller signed {pairs:list}, and the rest of the body as it was sent.':
      '{pairs}；请求体的其余部分与发送的相同。',
    'A program undid these JSON escapes before the body was signed, or wrote them later.':
      '签名之前有程序解开了这些 JSON 转义，或者签名之后才写入转义。',
    'The caller sent {escape}, the JSON escape of {character}, in the target, but signed {character} itself.':
      '发送的请求目标中有 {escape}，这是 {character} 的 JSON 转义，而签名的是 {character} 本身。',
    'Probably it copied the URL out of JSON without decoding it.': '可能是从 JSON 中复制 URL 时没有解码。',
    'Decode the JSON text first. Then sign and send the decoded target.':
      '先解码 JSON 文本，再对解码后的请求目标签名并发送。',
  },
  'escapedStrings.ts': {
    escapes: '转义',
    'quotation marks and escapes': '引号和转义',
    'The caller signed the JSON with additional {marks:phrase} in one string, but sent it without them. Everything else is the same.':
      '调用方签名的 JSON 中有一个字符串多了{marks}，而发送的没有。其他内容都相同。',
    'The caller signed the JSON with additional {marks:phrase} in {count:number} strings, but sent it without them. Everything else is the same.':
      '调用方签名的 JSON 中有 {count} 个字符串多了{marks}，而发送的没有。其他内容都相同。',
    'The caller signed the JSON without the {marks:phrase} that one string had when it was sent. Everything else is the same.':
      '发送的 JSON 中有一个字符串带有{marks}，而调用方签名的没有。其他内容都相同。',
    'The caller signed the JSON without the {marks:phrase} that {count:number} strings had when it was sent. Everything else is the same.':
      '发送的 JSON 中有 {count} 个字符串带有{marks}，而调用方签名的没有。其他内容都相同。',
    'Escape strings only once, when the body is serialized. Then sign and send exactly these bytes.':
      '字符串只在序列化请求体时转义一次，对得到的字节签名，并原样发送。',
  },
  'entityDifference.ts': {
    'The caller signed the {part:phrase} with HTML entities, such as {entity}, but sent it without them.':
      '调用方签名的{part}带有 HTML 实体，例如 {entity}，而发送的没有。',
    'The caller signed the {part:phrase} without HTML entities, such as {entity}, but it arrived with them. Either the program that sends writes them, or something before the verifier, such as a firewall.':
      '调用方签名的{part}没有 HTML 实体（例如 {entity}），而到达的有。实体要么由发送的程序写入，要么由验证方之前的程序（例如防火墙）写入。',
    'A template for web pages, an input filter or a function such as htmlspecialchars of PHP escaped the text. Sign the text that is not escaped, exactly as it is sent.':
      '网页模板、输入过滤器或 htmlspecialchars（PHP）之类的函数转义了这段文本。请对未转义的文本签名，与发送的完全一致。',
    'Sign the {part:phrase} exactly as it is sent, with its entities.': '请按发送的样子对{part}签名，包括其中的实体。',
    'If something before the verifier writes the entities, verify the request as it arrived, before this program.':
      '如果实体由验证方之前的程序写入，请在该程序之前按请求到达时的样子验证。',
  },
  'bodyDifference.ts': {
    'The caller signed the multipart form without its last boundary, {boundary}, but sent it with this boundary.':
      '调用方签名的 multipart 表单没有最后的分隔符 {boundary}，而发送的有。',
    'The caller signed the multipart form without {end}, the end of its last boundary, but sent it with this end.':
      '调用方签名的 multipart 表单缺少 {end}，即最后的分隔符的结尾，而发送的有。',
    'The caller signed the multipart form with the boundary {signed}, but it arrived with the boundary {sent}.':
      '调用方签名的 multipart 表单的分隔符是 {signed}，而到达的表单的分隔符是 {sent}。',
    'The form was encoded twice, and a library makes a new boundary each time.':
      '表单被编码了两次，而库每次都会生成新的分隔符。',
    'Encode the form once. Then sign and send exactly these bytes, with the Content-Type that names their boundary.':
      '表单只编码一次，对得到的字节签名并原样发送，Content-Type 要写明它们的分隔符。',
    'Write the whole form once, with its last boundary. Then sign and send exactly these bytes.':
      '一次写出完整的表单，包括最后的分隔符，对得到的字节签名，并原样发送。',
    'The body arrived twice, one copy right after the other. The caller signed it once.':
      '请求体到达时重复了一遍，两份紧接在一起，而调用方只签名了一份。',
    'Send exactly the bytes that are signed, once.': '只发送一次签名所用的字节，原样不变。',
    'The body that arrived ends with an equals sign, which the caller did not sign. A client that sends a text as a form takes the text for a name, and writes the sign after it.':
      '到达的请求体以等号结尾，调用方没有对它签名。客户端把文本当作表单发送时，会把文本当作字段名，并在后面写上等号。',
    'Send the text as it is, and not as a form. Give the client the Content-Type of the text.':
      '原样发送文本，不要作为表单发送，并把文本的 Content-Type 告诉客户端。',
    'The body that arrived begins with {name}=, which the caller did not sign. It signed only what follows.':
      '到达的请求体以 {name}= 开头，调用方没有对它签名，只签名了后面的内容。',
    'At the end of the body, the caller signed {theirs}, but {ours} was sent.':
      '在请求体的末尾，调用方签名的是 {theirs}，发送的是 {ours}。',
    'The caller signed only the first {count:phrase} of {subject:phrase}, and a NUL byte after them. The program signed its whole buffer, which is too small for the text.':
      '调用方只签名了{subject}的前 {count}，后面是一个 NUL 字节：程序对整个缓冲区签名，而缓冲区比文本小。',
    'Take a larger buffer, and pass the length of the text to the signing function, not the size of the buffer.':
      '用更大的缓冲区，并把文本的长度（而不是缓冲区的大小）传给签名函数。',
    'Make the {carrier:phrase} once. Then sign and send exactly this text.':
      '只生成一次{carrier}，对它签名，并原样发送。',
    'Sign all bytes of the body, exactly as they are sent.': '对请求体的全部字节按发送的原样签名。',
    'Sign the bytes of the body as they are sent.': '对请求体按发送的字节签名。',
    'Sign the bytes that are sent.': '对发送的字节签名。',
    'The caller signed the body without {bytes:phrase} at its end. Either the program cuts off the end of the text, as if it were a separator after the last field, or it counts the length wrongly.':
      '调用方签名的请求体末尾缺少 {bytes}：它的程序去掉了文本的末尾（例如最后一个字段后面的分隔符），或者算错了长度。',
    'The caller signed the body without {end}, the padding of Base64 at its end.':
      '调用方签名的请求体末尾少了 {end}，即 Base64 的填充字符。',
    'Encode the body in Base64 once, with the padding or without it. Then sign and send exactly this text.':
      '请求体只做一次 Base64 编码，有没有填充都可以；对得到的文本签名，并原样发送。',
    'The caller signed the body without {end}, its last bytes. Either the program cuts off the end of the text, as if it were a separator after the last field, or it counts the length wrongly.':
      '调用方签名的请求体末尾缺少 {end}：它的程序去掉了文本的末尾（例如最后一个字段后面的分隔符），或者算错了长度。',
    'The body that arrived begins with what looks like a header, {name}. The caller signed only what follows the headers. Perhaps an empty line before it ended the headers too early.':
      '到达的请求体开头像是一个请求头 {name}。调用方只对这些请求头之后的内容签了名。可能它前面的一个空行使请求头过早结束。',
    'Look for a line end at the end of the header before {name}, for example behind the signature, and remove it.':
      '请检查 {name} 之前的请求头末尾（例如签名后面）有没有多余的换行，并将其去掉。',
    'The caller signed only the last byte of the body, which has {length:number}. Either its signing code has another body than its client, or it cuts the text at a wrong place.':
      '调用方只签名了请求体的最后一个字节（共 {length} 字节）：它的签名代码使用的请求体与客户端不同，或者在错误的位置截断了文本。',
    'The caller signed only the last {count:number} bytes of the body, which has {length:number}. Either its signing code has another body than its client, or it cuts the text at a wrong place.':
      '调用方只签名了请求体的最后 {count} 字节（共 {length} 字节）：它的签名代码使用的请求体与客户端不同，或者在错误的位置截断了文本。',
    'The caller read its clock twice. It signed the time {signed} in the body, but sent {sent}.':
      '请求体中的时间不同：签名的是 {signed}，发送的是 {sent}，说明调用方读了两次时钟。',
    'The caller signed the body without the white space at its {place:phrase}, but it arrived with this white space.':
      '调用方签名的请求体没有{place}的空白，而到达的带有这些空白。',
    'The caller signed the body with white space at its {place:phrase}, but it arrived without this white space.':
      '调用方签名的请求体{place}带有空白，而到达的没有这些空白。',
    'beginning and the end': '首尾',
    'Trim the body before you sign and send it, or do not trim it at all. Then sign and send exactly these bytes.':
      '要么在签名和发送之前就去掉空白，要么都不去掉；对得到的字节签名，并原样发送。',
    'Make the body once. Then sign and send exactly these bytes.': '请求体只生成一次，对得到的字节签名，并原样发送。',
    'The body was sent with {count:number} NUL bytes at its end, which the caller did not sign. Its program sent a whole buffer, not only the text in the buffer.':
      '发送的请求体末尾有 {count} 个 NUL 字节，调用方没有签名它们：程序发送了整个缓冲区，而不只是其中的文本。',
    'Send only the text that is signed, up to its length and not to the size of the buffer. In Java, array() of a ByteBuffer gives the whole buffer: use limit() for the length.':
      '只发送签名的文本：按文本的长度，而不是缓冲区的大小。在 Java 中，ByteBuffer 的 array() 返回整个缓冲区，长度要用 limit()。',
    'The caller signed only the first {signed:number} bytes of {subject:phrase}, which has {sent:number} bytes. A buffer or a limit of its program is too small, or the program counts characters instead of bytes.':
      '{subject}有 {sent} 字节，而调用方只对前 {signed} 字节签名：程序的缓冲区太小，或者长度是按字符数计算的。',
    'The caller signed only the first {count:number} characters of the body, which are {signed:number} bytes. The body has {sent:number} bytes. Its program shortens the text before it signs it.':
      '调用方只对请求体的前 {count} 个字符（{signed} 字节）签名，而请求体有 {sent} 字节：程序在签名之前截短了文本。',
    'The caller signed only the first {signed:number} bytes of {subject:phrase}, which has {sent:number} bytes. A buffer or a limit of its program is too small.':
      '{subject}有 {sent} 字节，而调用方只对前 {signed} 字节签名：程序的缓冲区太小。',
    'The caller signed only the first byte of {subject:phrase}, which has {sent:number} bytes. A buffer or a limit of its program is too small.':
      '{subject}有 {sent} 字节，而调用方只对第一个字节签名：程序的缓冲区太小。',
    'The caller signed only the first {signed:number} bytes of {subject:phrase}, which has {sent:number} bytes: all before its first NUL byte. The program takes these bytes for a string of C, which ends at a NUL byte.':
      '{subject}有 {sent} 字节，而调用方只对前 {signed} 字节签名，即第一个 NUL 字节之前的部分：程序把它当成了 C 字符串，而 C 字符串在 NUL 处结束。',
    'The caller signed only the first byte of {subject:phrase}, which has {sent:number} bytes: all before its first NUL byte. The program takes these bytes for a string of C, which ends at a NUL byte.':
      '{subject}有 {sent} 字节，而调用方只对第一个字节签名，即第一个 NUL 字节之前的部分：程序把它当成了 C 字符串，而 C 字符串在 NUL 处结束。',
    'Give the signing function the bytes and their number, {count:number}. Do not count them with strlen, and do not copy them as a string.':
      '把这些字节和它们的字节数 {count} 一起交给签名函数：不要用 strlen 计算长度，也不要按字符串复制。',
    'The caller signed only the first byte of {subject:phrase}, which has {sent:number} bytes. A buffer or a limit of its program is too small, or the program counts characters instead of bytes.':
      '{subject}有 {sent} 字节，而调用方只对第一个字节签名：程序的缓冲区太小，或者长度是按字符数计算的。',
    'the body': '请求体',
    'Sign all {length:number} bytes that are sent.': '对发送的全部 {length} 字节签名。',
    'The caller signed {count:number} more bytes after {subject:phrase}. Each of these bytes is {filler:phrase}. The program signed its whole buffer, not only the text in the buffer.':
      '调用方签名时，{subject}后面多了 {count} 个字节，都是 {filler}：签名的是程序的整个缓冲区，而不只是其中的文本。',
    'Pass the length of the text to the signing function, not the size of the buffer.':
      '传给签名函数的应当是文本的长度，而不是缓冲区的大小。',
    'The body that arrived is the Base64 of the body that was signed. Either the client encoded the body after signing, or a gateway on the way did.':
      '到达的请求体是签名的请求体的 Base64 编码：要么客户端在签名之后做了编码，要么途中的网关做了编码。',
    'The body that arrived is a JSON object. Its member {name} is the Base64 of the body that was signed. Probably a gateway put the body into this object.':
      '到达的请求体是一个 JSON 对象，其中的字段 {name} 是签名的请求体的 Base64 编码：可能是网关把请求体放进了这个对象。',
    'Decode the member {name} from Base64, and verify these bytes as the body. With API Gateway, use the proxy integration instead of a mapping template.':
      '对字段 {name} 做 Base64 解码，把得到的字节作为请求体来验签。使用 API Gateway 时，用代理集成代替映射模板。',
    'The body that arrived is the body that was signed, written in hexadecimal digits.':
      '到达的请求体是签名的请求体的十六进制写法。',
    'Send the body exactly as it was signed.': '原样发送签名的请求体。',
    'If a gateway encodes the body, decode it before you verify the request. In an event of AWS Lambda, body is Base64 if isBase64Encoded is true.':
      '如果是网关做了编码，请在验签之前解码。在 AWS Lambda 的事件中，isBase64Encoded 为 true 时 body 是 Base64。',
    'If something on the way encodes the body, decode it before you verify the request.':
      '如果是途中的程序做了编码，请在验签之前解码。',
    'The end of the body did not arrive, {shown:phrase}. The caller signed {signed:number} bytes, but {sent:phrase} arrived: as many as the signed text has characters.':
      '请求体的末尾没有到达（{shown}）：调用方签名了 {signed} 字节，到达 {sent}，正好是签名文本的字符数。',
    'The caller signed more after the body that arrived, {shown:phrase}.': '调用方在到达的请求体之后还签名了 {shown}。',
    'The body that arrived is complete JSON, so probably the signing code adds this.':
      '到达的请求体是完整的 JSON，所以很可能是签名代码加上的。',
    'Either the signing code adds this, or the end of the body did not arrive.':
      '要么是签名代码加上的，要么请求体的末尾没有到达。',
    'Do not add a secret or another text.': '不要再加上密钥或其他文本。',
    'End the string to sign with the last byte of the body that is sent, and check Content-Length.':
      '签名串以所发送请求体的最后一个字节结尾，并检查 Content-Length。',
    'Send all bytes that are signed, and check Content-Length.': '发送签名的全部字节，并检查 Content-Length。',
    'Check whether something on the way cuts the body.': '检查途中是否有程序截断了请求体。',
    'The caller signed a body of {count:phrase}, but no body arrived.':
      '调用方签名了 {count} 的请求体，但没有请求体到达。',
    'Send the body that is signed.': '发送所签名的请求体。',
    'If the caller sent it, something on the way dropped it, as some proxies and CDNs do with GET or DELETE.':
      '如果调用方发送了它，就是途中的程序丢弃了它：有的代理和 CDN 会丢弃 GET 或 DELETE 的请求体。',
    'Configure it to forward the body.': '让它转发请求体。',
    'Some clients send no body with GET or DELETE.': '有的客户端在 GET 或 DELETE 时不发送请求体。',
    'The end of the body did not arrive, {shown:phrase}. The caller signed {signed:number} bytes, but {sent:phrase} arrived.':
      '请求体的末尾没有到达（{shown}）：调用方签名了 {signed} 字节，到达 {sent}。',
    'Content-Length must be the number of bytes of the body, not of its characters. Or let the HTTP library calculate it.':
      'Content-Length 要按请求体的字节数计算，不能按字符数；也可以交给 HTTP 库计算。',
    'The caller signed only the part {part} of the multipart form, but sent the whole form.':
      '调用方只对 multipart 表单中的 {part} 部分签名，发送的却是整个表单。',
    'Sign all bytes of the form exactly as they are sent, with the boundaries. Or send only this part as the body.':
      '对发送的整个表单的字节签名，包括各部分之间的分隔符（boundary）；或者只把这一部分作为请求体发送。',
    'The caller signed {signed:phrase} as the body, but {sent:phrase} arrived.':
      '调用方签名的请求体是{signed}，到达的是{sent}。',
    'a multipart form': 'multipart 表单',
    'a form': '表单',
    'Give the HTTP library the complete text of the body. Then sign and send exactly these bytes.':
      '把请求体的最终文本交给 HTTP 库，对这些字节签名，并原样发送。',
    'The body that was signed differs from the body that arrived: {detail:form}.':
      '调用方签名的请求体与到达的不同：{detail}。',
    'The caller sent {letters:list}, but signed the replacement character U+FFFD instead. This happens when a program decodes a text in pieces, and a letter is split between two pieces.':
      '调用方发送了 {letters}，签名时对应的位置却是替换字符 U+FFFD：可能是程序分段解码文本，而一个字符的字节落在了两段中。',
    'The caller signed {letters:list}, but the replacement character U+FFFD arrived instead. This happens when a program decodes a text in pieces, and a letter is split between two pieces.':
      '调用方签名的是 {letters}，到达时对应的位置却是替换字符 U+FFFD：可能是程序分段解码文本，而一个字符的字节落在了两段中。',
    'First join the bytes of all chunks. Then decode them together. Or use a decoder that keeps the incomplete end of a chunk.':
      '先把各段的字节拼接起来再整体解码，或者使用能保留段尾剩余字节的解码器。',
    'The caller signed the body without the line end at its end.': '调用方签名的请求体没有末尾的换行。',
    'Sign exactly the bytes that are sent, with the line end.': '请按发送的字节签名，包括换行。',
    'The body that was sent has bytes that are not UTF-8. The caller decoded it as UTF-8 before signing, and these bytes were left out.':
      '发送的请求体中有不是 UTF-8 的字节。调用方在签名前把它按 UTF-8 解码，这些字节被丢掉了。',
    'The caller signed only the first {signed:number} bytes of {subject:phrase}, which has {sent:number} bytes: all lines but the last one, which has no line end. Either a program that reads lines left it out, as while read of a shell does, or a buffer is too small.':
      '{subject}有 {sent} 字节，而调用方只对前 {signed} 字节签名：除最后一行之外的所有行，而最后一行没有换行。按行读取的程序可能会漏掉它，就像 shell 的 while read 那样。也可能是缓冲区太小。',
    'The body that was sent is no text. The caller took each of its bytes for a letter, and signed the UTF-8 of these letters.':
      '发送的请求体不是文本。调用方把它的每个字节当作一个字母，并对这些字母的 UTF-8 签名。',
    'Sign the bytes of the body as they are sent. In JavaScript, give the signing function a Buffer or a Uint8Array, not a string.':
      '请按发送的请求体字节签名。在 JavaScript 中，请传给签名函数 Buffer 或 Uint8Array，而不是字符串。',
    'Fields were added to the form after signing: {fields:list}. The client added them, or something on the way.':
      '签名之后，客户端或途中的程序在表单中加上了字段：{fields}。',
    'Add every field before you sign the form. Then sign and send exactly this text.':
      '在签名之前加上所有字段，然后对这个文本签名，并原样发送。',
    'The body that was sent has bytes that are not UTF-8. The caller decoded it as UTF-8 before signing, and U+FFFD took the place of these bytes.':
      '发送的请求体中有不是 UTF-8 的字节。调用方在签名之前把它按 UTF-8 解码，这些字节都变成了 U+FFFD。',
    'Sign the bytes of the body as they are sent. Do not decode them to text.':
      '按发送的原样对请求体的字节签名，不要解码成文本。',
  },
  'jsonDifference.ts': {
    'in the order of the JSON': '按 JSON 中的顺序',
    'The caller signed the canonical form of the JSON, as RFC 8785 (JCS) writes it: compact, the members sorted by name, and each number in its shortest form.':
      '调用方签名的是 JSON 的规范形式，即 RFC 8785（JCS）的写法：紧凑，字段按名称排序，数字用最短的写法。',
    'Another text of the same content arrived.': '到达的是内容相同的另一段文本。',
    'If you want to use canonical JSON, send the canonical text that you sign.':
      '如果要用规范的 JSON，就发送所签名的规范文本。',
    'The caller signed the number {theirs}, but {ours} was sent. The number lost digits. This happens in a program that stores numbers as doubles.':
      '签名的数字是 {theirs}，发送的是 {ours}：数字丢失了精度，可能是程序用双精度浮点数保存数字。',
    'Write a number of more than 15 digits as a string. Or serialize the body once, and then sign and send exactly these bytes.':
      '超过 15 位的数字请写成字符串；或者只序列化一次，对得到的字节签名，并原样发送。',
    'The JSON that the caller signed and the JSON that it sent have different content.':
      '调用方签名的 JSON 与发送的 JSON 内容不同。',
    'The signed text is what PHP writes if json_decode reads the sent text and json_encode writes it again: slashes and letters beyond ASCII get escapes, {} may become [], and 1.0 may become 1.':
      '签名的文本正是 PHP 用 json_decode 读取发送的文本、再用 json_encode 写出的结果：斜杠和非 ASCII 字符会被转义，{} 可能变成 []，1.0 可能变成 1。',
    'In PHP, do not decode the JSON and encode it again before you sign it: json_encode the data once, and sign and send this text. For a body that PHP received, sign the text of php://input.':
      '在 PHP 中，签名之前不要把 JSON 解码后再编码：数据只用 json_encode 编码一次，对得到的文本签名并发送。如果请求体是 PHP 收到的，就对 php://input 的文本签名。',
    'The JSON that the caller signed and the JSON that it sent have different content: values, types or members differ.':
      '调用方签名的 JSON 与发送的 JSON 内容不同：值、值的类型或字段不一致。',
    'The signed text has the form of a serializer too: perhaps the caller parsed a body and serialized it again before signing.':
      '签名的文本也是某个序列化程序的写法：可能是调用方在签名之前解析了请求体，又重新序列化。',
    'The text that arrived is in the form of a serializer.': '到达的文本是某个序列化程序的写法。',
    'The signed text has the form of a serializer too ({programs}): perhaps the caller parsed a body and serialized it again before signing.':
      '签名的文本也是序列化程序（{programs}）的写法：可能是调用方在签名之前解析了请求体，又重新序列化。',
    'The caller signed one JSON text with a line feed after it, but another JSON text arrived.':
      '调用方签名的是一个末尾带换行符的 JSON 文本，到达的是另一个 JSON 文本。',
    'The caller signed one JSON text, but another JSON text arrived.': '调用方签名的是一个 JSON 文本，到达的是另一个。',
    'The text that arrived is in the form of a serializer ({programs}).':
      '到达的文本是序列化程序（{programs}）的写法。',
    'Either the program itself sent another text, or something before the verifier parsed the body and serialized it again.':
      '要么程序自己发送了另一个文本，要么验证之前有程序解析了请求体，又重新序列化。',
    'If the caller already does this, a program before the verifier changed the body. Then verify the body as it arrived, before any program parses it.':
      '如果调用方已经这样做，就是验签之前的程序改变了请求体：请在任何程序解析之前，用到达的原始请求体验签。',
    'The caller signed one JSON text. The JSON text that was sent has the same content, but other bytes.':
      '调用方签名的 JSON 与发送的 JSON 内容相同，但写法不同。',
    'The caller signed one JSON text and a line feed after it. The JSON text that was sent has the same content, but other bytes.':
      '调用方签名的 JSON 与发送的 JSON 内容相同，但写法不同，末尾还多了一个换行符。',
    'Serialize the body once. Then sign and send exactly these bytes, with nothing after them.':
      '只序列化一次，对得到的字节签名，并原样发送，后面不要再加任何内容。',
  },
  'fieldsDifference.ts': {
    'The caller signed the parameters sorted as whole texts, name=value, but they were sent sorted by name: some characters come before the equals sign.':
      '调用方签名时把参数当作整段文本 name=value 排序，发送时则按名称排序：有些字符排在等号前面。',
    'Sort the parameters by name, then sign and send them in this one order.': '按名称排序，签名和发送都用这个顺序。',
    'The caller signed {signed}, but {sent} was sent: a time in seconds, and the same time in milliseconds.':
      '调用方签名的是 {signed}，发送的是 {sent}：前者以秒为单位，后者是同一时间的毫秒数。',
    'The form arrived with {marks:phrase} that the caller did not sign.': '到达的表单中有{marks}，调用方没有签名。',
    'Write one & between two fields, and none at the ends. Then sign and send this form.':
      '两个字段之间写一个 &，首尾都不写，对得到的表单签名，并原样发送。',
    'The caller signed the parameter {name} of the {carrier:phrase} {signed:phrase}, but sent it {sent:phrase}. The signed text does not have {fields}.':
      '调用方签名时{carrier}中的参数 {name} 出现了{signed}，发送时出现了{sent}：签名的文本缺少 {fields}。',
    'Sign each value as it is sent, in full: count its length in the same unit, characters or bytes, where it is signed and where it is sent.':
      '每个值都按发送的样子完整签名：签名和发送时用同一单位（字符或字节）计算长度。',
    'The caller signed a value of the {carrier:phrase} only in part, and sent all of it: {parts}.':
      '调用方只签名了{carrier}中某个值的一部分，发送的是完整的值：{parts}。',
    'Sign each parameter as often as it is sent, or send it once.': '每个参数发送几次就签名几次，或者只发送一次。',
    'If the program keeps the parameters in a map, the map has only one value for each name.':
      '用映射保存参数时，每个名称只保留一个值。',
    'Python writes truth values and None with a capital letter.': 'Python 把真假值和 None 写成首字母大写。',
    'Other values of the fields were signed: {pairs:list}.': '签名的字段值不同：{pairs}。',
    'The query arrived sorted by name, but the caller signed its parameters in another order. Perhaps the HTTP client of the caller sorts the parameters, or a program on the way does.':
      '到达的查询参数按名称排序，调用方签名时的顺序不同：可能它的客户端排了序，也可能是途中的程序排了序。',
    'The caller signed {fields} in the form, but the form arrived without this.':
      '调用方签名的表单中有 {fields}，到达的表单中没有。',
    'The caller signed {fields} in the form, but the form arrived without this. It has no value, and the library that writes the form leaves out such fields, as http_build_query of PHP does with null.':
      '调用方签名的表单中有 {fields}，它没有值，到达的表单中没有它：生成表单的库会省略这样的字段，例如 PHP 的 http_build_query 省略 null。',
    'The caller signed {theirs}, but {ours} was sent. The program that signs treats the sent value as missing.':
      '签名的是 {theirs}，发送的是 {ours}：程序把这个值当作没有值。',
    'The caller signed the {carrier:phrase} without {fields:list}. The program that signs treats this value as missing.':
      '调用方签名的{carrier}缺少 {fields}：程序把这个值当作没有值。',
    'The caller signed the parameters of the {carrier:phrase} in the order {theirs}, but they arrived in the order {ours}.':
      '{carrier}参数的顺序不同：调用方签名的顺序是 {theirs}，到达的顺序是 {ours}。',
    'The caller signed the {carrier:known} without {fields}, which has no value.':
      '调用方签名的{carrier}中没有 {fields}，它没有值。',
    'The caller signed the {carrier:known} without {fields}, which have no value.':
      '调用方签名的{carrier}中没有 {fields}，它们没有值。',
    'The caller signed {theirs}, but {ours} was sent: a list as {how:form}.':
      '调用方签名的是 {theirs}，发送的是 {ours}：列表的写法是{how}。',
  },
  'trimmedDifference.ts': {
    'The caller signed trimmed values of the {carrier:phrase}, but sent them with blanks or line ends round them. Perhaps it signed the values after its program had trimmed them.':
      '调用方签名的{carrier}的值已去掉首尾空白，发送时却带有空格或换行：可能程序先去掉了首尾空白，再签名。',
    'The caller trimmed the values of the {carrier:phrase} and left out the empty ones before it signed, but sent all of them unchanged.':
      '调用方在签名之前去掉了{carrier}的值的首尾空白，并省略了空值，但发送时都保持原样。',
    'The numbers have another form, too.': '数字的写法也不同。',
    'The caller signed values of the {carrier:phrase} with blanks or line ends round them, and they arrived trimmed. Either the program itself trimmed them after signing, or something before the verifier did, as the middleware TrimStrings of Laravel does.':
      '调用方签名的{carrier}的值首尾带有空格或换行，到达时已被去掉：要么程序在签名之后自己去掉了，要么验签之前有程序会去掉首尾空白，例如 Laravel 的 TrimStrings 中间件。',
    'If the program that signs changes the values itself, let it do so before it signs.':
      '如果是签名的程序自己改动了这些值，应当在签名之前改。',
    'Otherwise verify the {carrier:phrase} as it arrived, before a middleware changes its values.':
      '否则用到达的原始{carrier}验签，不要等中间件改动其中的值之后。',
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
  },
  'forms/throughShell.ts': {
    'The caller signed the body without backslashes before its quotation marks, but sent it with them. Shells may leave such backslashes in a body, and functions such as addslashes of PHP write them.':
      '调用方签名的请求体在引号前没有反斜杠，发送的却有。shell 可能会在请求体中留下这样的反斜杠，PHP 的 addslashes 等函数也会写出它们。',
    'The caller signed each quotation mark of the body once, but sent it twice. Shells of Windows write a quotation mark within quotation marks twice.':
      '调用方签名的请求体中每个引号写一次，发送的却写了两次。Windows 的 shell 会把引号内的引号写成两个。',
    'The caller signed the body without the marks {mark} round it, but sent it with them. Not every shell takes such marks away: cmd of Windows leaves single quotes.':
      '调用方签名的请求体两侧没有 {mark}，发送的却有。不是每个 shell 都会去掉这样的符号：Windows 的 cmd 会留下单引号。',
    'The caller signed the body with its quotation marks, but sent it without them, and with the marks {mark} round it. Windows PowerShell and cmd take the quotation marks out of an argument.':
      '调用方签名的请求体带有引号，发送的却没有，而且两侧多了 {mark}。Windows PowerShell 和 cmd 会去掉参数中的引号。',
    'The caller signed the body with its quotation marks, but sent it without them. Windows PowerShell and cmd take the quotation marks out of an argument.':
      '调用方签名的请求体带有引号，发送的却没有。Windows PowerShell 和 cmd 会去掉参数中的引号。',
    'Send exactly the bytes that are signed. From a command, send the body from a file, for example with --data-binary @FILE of curl.':
      '发送的字节要与签名的完全一致；在命令中请从文件发送请求体，例如 curl 的 --data-binary @FILE。',
  },
  'emptyBody.ts': {
    'The caller signed no body, but sent {text}. This is how a program prints {kind:phrase}, so probably the body that was sent is wrong.':
      '调用方签名时没有请求体，发送的却是 {text}：程序打印{kind}时会这样写，所以很可能是发送的请求体错了。',
    'a missing value': '缺失的值',
    'If it has one, turn the value into a text first. Then sign and send this text.':
      '如果有请求体，先把值转成文本，再对该文本签名并发送。',
    'The caller signed another body than {text}, which it sent. This is how a program prints {kind:phrase}, so probably the body that was sent is wrong.':
      '调用方发送的请求体是 {text}，签名的却是另一个：程序打印{kind}时会这样写，所以很可能是发送的请求体错了。',
    'The caller signed {text}, which programs print for a missing value, but sent no body.':
      '调用方签名了 {text}（程序对空值打印的文本），却没有发送请求体。',
    'The caller signed {text} in place of the body. Programs print this for a missing value.':
      '调用方签名的不是请求体，而是 {text}：没有值的时候，程序会打印成这样。',
    'Make the text of the body first. Then sign and send exactly this text.':
      '先生成请求体的文本，再对它签名并原样发送。',
    'The caller signed {length:number} in place of the body. This is the length of the body in bytes.':
      '调用方签名的不是请求体，而是 {length}，即请求体的字节数。',
    'Sign the body itself, all of its bytes, and not their number.': '对请求体本身的全部字节签名，而不是对字节数签名。',
    'If no body is sent, sign nothing after the fourth line feed.':
      '不发送请求体时，第四个换行符后面不要再有任何内容。',
    'The caller signed {}, the JSON of an object without members, but sent another body. JSON.stringify of JavaScript writes {} for a FormData, a Blob, a Map, a stream or a promise. Other programs write it for an object whose members they do not see, or for a body that is not there yet.':
      '调用方签名的是 {}，即没有成员的对象的 JSON，而发送的是另一个请求体。JavaScript 的 JSON.stringify 会把 FormData、Blob、Map、流或 Promise 写成 {}。其他程序会把看不到成员的对象或尚不存在的请求体写成 {}。',
    'The caller signed {text}, {name:phrase}, but sent another body. Perhaps the body had no content yet when the caller signed it.':
      '调用方签名的是 {text}，{name}，发送的却是另一个请求体。签名时请求体可能还没有内容。',
    'Make the text of the body once. Then sign and send exactly this text.':
      '请只生成一次请求体文本，然后签名并原样发送。',
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
    'If the request has no body, give the HTTP client no body.': '如果请求没有请求体，就不要给 HTTP 客户端任何请求体。',
    'If the request has no body, give the HTTP client no body: {writers:list}.':
      '如果请求没有请求体，就不要给 HTTP 客户端任何请求体：{writers}。',
    'If the request should have this body, sign {text}, as it is sent.':
      '如果请求应当有这个请求体，就按发送的内容签名 {text}。',
    'The caller signed {text}, {name:phrase}, but no body arrived.':
      '调用方签名的请求体是 {text}，{name}，到达的却没有请求体。',
    'Write the text of the body once. Then sign and send exactly this text.':
      '请求体的文本只生成一次，对它签名，并原样发送。',
  },
  'unquotedVariable.ts': {
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
  },
  'tellings/bodies.ts': {
    'The caller signed an equals sign before the body, but did not send it. getArguments() of JMeter prints a body so, and an expression of n8n begins so.':
      '调用方在请求体前面签名了一个等号，但没有发送：JMeter 的 getArguments() 会这样打印请求体，n8n 的表达式也以等号开头。',
    'The caller signed the body as the only item of a list, between [ and ], but sent it without the list.':
      '调用方签名的请求体是列表中唯一的一项，在 [ 和 ] 之间，而发送的没有列表。',
    'Make the text of the body once. Then sign and send exactly this text, with the list or without it.':
      '请求体的文本只生成一次，带列表或不带列表，签名和发送都用这段文本。',
    'The caller signed the JSON of pm.request.body, an object of Postman that holds the body, instead of the body itself.':
      '调用方签名的是 pm.request.body 的 JSON（Postman 中存放请求体的对象），而不是请求体本身。',
    'Sign pm.request.body.raw, with pm.variables.replaceIn if the body has variables.':
      '请对 pm.request.body.raw 签名；请求体中有变量时，先用 pm.variables.replaceIn 代入。',
    'Sign the body without the equals sign: in JMeter, use the value of the argument. In n8n, let the field be an expression.':
      '签名请求体时不要带等号：JMeter 中用参数的值；n8n 中把字段设为表达式。',
    'The caller sent JSON in which a name is repeated, but signed JSON with each name once. Probably a program parsed the text and wrote it again before signing.':
      '调用方发送的 JSON 中有重复的名称，签名时每个名称只有一个：程序读取了这段文本，又重新写了一遍。',
    'The caller signed numbers of more than 15 digits as strings, but sent them without quotes.':
      '调用方签名时把超过 15 位的数字写成字符串，发送时不带引号。',
    'The caller signed numbers of more than 15 digits without quotes, but sent them as strings.':
      '调用方签名时超过 15 位的数字不带引号，发送时写成字符串。',
    'Give each member a different name. Serialize the body once. Then sign and send exactly these bytes.':
      '每个字段使用不同的名称。只序列化一次，对得到的字节签名，并原样发送。',
    'The caller signed no body, but sent a body with {method}. Perhaps the client kept the body of an earlier request.':
      '调用方签名时没有请求体，却在 {method} 请求中发送了请求体：可能它的客户端保留了上一个请求的请求体。',
    'Send no body with {method}: clear the body that the client keeps.':
      '{method} 请求不要发送请求体：清除客户端保留的请求体。',
    'If the request should have a body, sign the bytes of the body after the fourth line feed.':
      '如果确实要发送请求体，就把它的字节放在第四个换行符后面签名。',
    'The caller signed a value of the JSON only in part, and sent all of it: {detail:form}.':
      '调用方只签名了 JSON 中某个值的一部分，发送的是完整的值：{detail}。',
    'The caller signed the body with its line ends, but the body arrived without them. For example, curl with -d @FILE removes the line ends of a file.':
      '调用方签名的请求体带有换行，到达时却没有：换行在发送时被去掉了，例如 curl 的 -d @FILE。',
    'Send exactly the bytes that are signed. With curl, use --data-binary @FILE, which keeps the line ends.':
      '发送签名的字节；curl 用 --data-binary @FILE 会保留换行。',
    'The caller signed the body without its line ends, but it arrived with them.':
      '调用方签名的请求体没有换行，到达的却有。',
    'Sign exactly the bytes that are sent, with their line ends.': '对发送的字节签名，包括其中的换行。',
    'The caller signed a text, but sent an object that has a member for each character of the text, as {...text} of JavaScript makes it.':
      '调用方签名的是一段文本，而发送的对象为文本的每个字符都有一个成员，就像 JavaScript 的 {...text} 那样。',
    'Send the text itself, as it was signed. To add a member, parse the text first, add the member, and make the text once more. Then sign and send that text.':
      '请按签名时的样子发送文本本身。如果要添加成员，请先解析文本，添加成员，再生成文本，然后签名并发送该文本。',
  },
  'tellings/bodyAndQuery.ts': {
    'The caller signed the path without its query. It put the query together with the body.':
      '调用方签名的路径不带查询参数，查询参数与请求体连成一个文本签名。',
    'Sign the target with its query, exactly as it is on the request line. After the fourth line feed, sign only the body.':
      '按请求行中的写法，对带查询参数的请求目标签名；第四个换行符之后只有请求体。',
    'Instead of a body, the caller signed the parameters of the query as JSON, {json}. It sent no body.':
      '调用方把查询参数作为 JSON 当作请求体签名：{json}，却没有发送请求体。',
    'Sign nothing after the line feed after the nonce: {method} sends no body.':
      '随机串后面的换行符之后不要签名任何内容：{method} 请求不发送请求体。',
    'Sign the body that is sent: nothing after the line feed after the nonce, or send this JSON as the body.':
      '按发送的请求体签名：随机串后面的换行符之后没有任何内容；或者把这段 JSON 作为请求体发送。',
    'The caller signed the target with its query, and the query again before the body.':
      '调用方签名了带查询的请求目标，又在请求体前面签了一次查询。',
    'Sign the query only in the target. After the fourth line feed, sign only the body.':
      '只在请求目标中签名查询。第四个换行符之后只签名请求体。',
    'Sign the body that is sent: nothing after the line feed after the nonce, or send these parameters as the body.':
      '请对发送的请求体签名：随机串后面的换行符之后什么都不要签，或者把这些参数作为请求体发送。',
    'The caller signed the query instead of a body, and not in the target. It sent no body.':
      '调用方把查询参数当作请求体签名，签名的请求目标中没有查询参数；它没有发送请求体。',
    'The caller signed the target with its query, and the query again instead of a body. It sent no body.':
      '调用方签名了带查询的请求目标，又把查询当作请求体再签了一次，却没有发送请求体。',
  },
  'tellings/bodyEncodings.ts': {
    'The caller signed the body in UTF-8, but it arrived encoded in UTF-8 twice.':
      '调用方签名的是 UTF-8 的请求体，到达的却做了两次 UTF-8 编码。',
    'Its HTTP client or something on the way took each byte for a letter and encoded it again.':
      '它的 HTTP 客户端或者途中的程序把每个字节当作一个字符，又编码了一次。',
    'Encode the text in UTF-8 once, and give the HTTP client those bytes, or the text itself before it is encoded.':
      '文本只做一次 UTF-8 编码，把得到的字节，或者编码之前的文本，交给 HTTP 客户端。',
    'The caller sent the body in UTF-8, and signed it encoded in UTF-8 twice: its program took each byte for a letter and encoded it again.':
      '调用方发送的是 UTF-8 的请求体，签名的却做了两次 UTF-8 编码：它的程序把每个字节当作一个字符，又编码了一次。',
    'Encode the text in UTF-8 once, then sign and send those bytes.':
      '文本只做一次 UTF-8 编码，对得到的字节签名，并原样发送。',
    'Instead of the body, the caller signed the signing input of a JWS: its header {header}, a dot and the payload.':
      '调用方在请求体的位置签名的是 JWS 的签名输入：它的头部 {header}、一个点和负载。',
    'Instead of the body, the caller signed the Base64url of the body, as JWS writes a payload.':
      '调用方在请求体的位置签名的是请求体的 Base64url，即 JWS 负载的写法。',
    'Instead of the body, the caller signed the body written in {digits:phrase}.':
      '调用方在请求体的位置签名的是写成{digits}的请求体。',
    "The caller signed each byte of the body without its top bit, as toString('ascii') of a Buffer reads it in Node, and sent the letters in UTF-8.":
      "调用方签名时去掉了请求体每个字节的最高位，就像 Node 中 Buffer 的 toString('ascii') 那样，而发送的字符是 UTF-8 编码。",
    "Read the body with toString('utf8'), or sign its bytes as they are.":
      "用 toString('utf8') 读取请求体，或者直接对它的字节签名。",
  },
  'tellings/bodyReplaced.ts': {
    'The caller signed {digest:known} instead of the body.': '调用方签名的不是请求体，而是{digest}。',
    'Perhaps it hashed the body before the body had its value.': '可能它计算哈希时请求体还没有值。',
    'But this request has no body.': '但这个请求没有请求体。',
    'Put the bytes of the body itself after the fourth line feed, as they are sent.':
      '把请求体本身的字节按发送的样子放在第四个换行符后面。',
    'The caller signed {value} instead of the body. Other schemes send this digest of the body in a header such as Digest or Content-Digest, and sign it.':
      '调用方签名的不是请求体，而是 {value}。其他签名方案把请求体的这个摘要放在 Digest 或 Content-Digest 等请求头中发送并签名。',
    'The caller signed {mark} instead of the body. Other schemes write this mark if the body is not hashed.':
      '调用方签名的是 {mark}，而不是请求体：其他签名方案在不计算请求体哈希值时这样写。',
    'The caller signed the hash of an empty text instead of the body. Other schemes need this for a request without a body.':
      '调用方签名的是空内容的哈希值，而不是请求体：其他签名方案要求没有请求体的请求这样做。',
    'In the text to sign, put the bytes of the body after the fourth line feed. If there is no body, put nothing there.':
      '在第四个换行符之后放请求体的字节；没有请求体就什么也不放。',
    'The caller signed the body, and behind it the hash of an empty text. In Go, h.Sum(body) does not hash the body: it appends the hash of what was written before.':
      '调用方签名的是请求体，后面还有空文本的哈希。Go 的 h.Sum(body) 并不对请求体求哈希，而是把之前写入内容的哈希附加在后面。',
  },
  'tellings/textSent.ts': {
    'The body that arrived is the string to sign. The caller signed it, and then sent the whole string as the body.':
      '到达的请求体是整个签名串：调用方对它签名之后，又把它整个作为请求体发送了。',
    'Send only the body: the part after the fourth line feed of the string to sign.':
      '只发送请求体，即签名串中第四个换行符之后的部分。',
  },
  'forms/addedLines.ts': {
    'The caller signed one line more, {line:phrase}, before the {part:phrase}.':
      '调用方签名时，在{part}前面多了一行：{line}。',
    'The caller signed one line more, {line:phrase}, after the body.': '调用方签名时，在请求体后面多了一行：{line}。',
    'It signed one line more, {line:phrase}, before the {part:phrase}.': '在{part}前面还多签名了一行：{line}。',
    'It signed one line more, {line:phrase}, at the end.': '末尾还多签名了一行：{line}。',
    'Other schemes have such a line.': '其他签名方案有这样的一行。',
    'It may be an empty value that was signed as one more part.': '它可能是空值，被当作多出的一部分签名。',
    'the host': '主机名',
    'the host without its port': '不带端口的主机名',
    'the content type': '内容类型（Content-Type）',
    'the path': '路径',
    'the query': '查询参数',
    'the query with its question mark': '带问号的查询参数',
    'the SHA-256 of the body in hexadecimal digits': '请求体的 SHA-256（十六进制）',
    'the SHA-256 of the body in Base64': '请求体的 SHA-256（Base64）',
    'the MD5 of the body in hexadecimal digits': '请求体的 MD5（十六进制）',
    'the MD5 of the body in Base64': '请求体的 MD5（Base64）',
    'the URL': '网址',
    'the called URL': '所请求的网址',
    'the URL without its path': '不带路径的网址',
    'It may be the name of a variable in place of its value.': '它可能是变量名，而不是变量的值。',
    'the date': '日期',
  },
  'forms/emptyLines.ts': {
    'It signed an empty line before the {part:phrase}.': '它在{part}前面还签名了一个空行。',
    'It signed an empty line at the end.': '它在末尾还签名了一个空行。',
    'It signed no body, or the body was still empty.': '它没有签名请求体，或者当时请求体还是空的。',
  },
  'forms/backslashMarks.ts': {
    'The caller signed the body with a backslash before each {mark:phrase} in the strings, but sent it without these backslashes.':
      '调用方签名的请求体中，字符串里的每个 {mark} 前面都有反斜杠，而发送时没有这些反斜杠。',
    'The caller signed the body with a backslash before each {mark:phrase}, but sent it without these backslashes.':
      '调用方签名的请求体中，每个 {mark} 前面都有反斜杠，而发送时没有这些反斜杠。',
    'The caller signed the target with a backslash before each {mark:phrase}, but sent it without these backslashes.':
      '调用方签名的请求目标中，每个 {mark} 前面都有反斜杠，而发送时没有这些反斜杠。',
    'Sign the target exactly as it is sent, and escape nothing in it.':
      '对请求目标按发送的原样签名，其中什么都不要转义。',
    'backslash and colon': '反斜杠和冒号',
    'mark of a regular expression (for example re.escape of Python)':
      '正则表达式的特殊字符（例如 Python 的 re.escape）',
    'mark of a regular expression (for example preg_quote of PHP)': '正则表达式的特殊字符（例如 PHP 的 preg_quote）',
    'mark of no word (for example quotemeta of Perl)': '字母、数字和 _ 以外的字符（例如 Perl 的 quotemeta）',
    'Sign the body exactly as it is sent, and escape nothing in it.': '对请求体按发送的原样签名，其中什么都不要转义。',
  },
  'forms/fieldValues.ts': {
    'Between the fields, the caller signed {mark:phrase}, where & was sent.':
      '各字段之间，调用方签名的是{mark}，而发送的是 &。',
    'Write & between two fields. If {mark:phrase} belongs to a value, write {escape} instead. Then sign and send exactly this text.':
      '两个字段之间写 &。如果{mark}属于某个值，请写成 {escape}。然后对这段文本签名，并原样发送。',
    'It sorted the fields, too.': '字段还按名称排了序。',
    'a comma with a space': '逗号加空格',
    'a vertical bar': '竖线',
    'Write the fields once, with & between them. Then sign and send exactly this text.':
      '各字段只写一次，之间用 & 分隔；对得到的文本签名，并原样发送。',
  },
  'forms/firstReplaced.ts': {
    'The caller replaced only {first:list} in the signed text. In JavaScript, replace with a string as its pattern replaces only the first match. sed without the flag g also replaces only the first match.':
      '调用方签名时只替换了{first}，后面的没有替换：JavaScript 的 replace 以字符串为模式时，以及 sed 不带 g 标志时，都只替换第一个。',
    'Sign exactly the text that is sent, and replace nothing in it. Or replace every match, and then sign and send exactly this text.':
      '按发送的文本签名，不要再替换其中的内容；或者全部替换，对得到的文本签名，并原样发送。',
  },
  'forms/formText.ts': {
    'sorted and without escapes': '已排序且未编码',
  },
  'forms/markedForms.ts': {
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
    'Sign the body exactly as it is sent, without the question mark. In JavaScript, search of a URL begins with it.':
      '请按发送时的请求体签名，不要问号。在 JavaScript 中，URL 的 search 以问号开头。',
  },
  'forms/misreadText.ts': {
    'The caller read the UTF-8 bytes of the body as {charset}, and wrote the text as {same} again before signing. This lost some letters.':
      '调用方把请求体的 UTF-8 按 {charset} 读取，再把得到的文本按 {same} 编码后签名，丢失了一些字符。',
    'The caller read the UTF-8 bytes of the body as {charset}. This gave wrong letters, and it signed the UTF-8 of these letters.':
      '调用方把请求体的 UTF-8 按 {charset} 读取，得到了错误的字符，签名的是这些字符的 UTF-8。',
    'When you convert bytes to text, name UTF-8, and do not use the default of the platform: new String(bytes, StandardCharsets.UTF_8) or EntityUtils.toString(entity, UTF_8) in Java, Encoding.UTF8 in .NET.':
      '把字节转成文本时要明确指定 UTF-8，不要用平台的默认编码：Java 用 new String(bytes, StandardCharsets.UTF_8) 或 EntityUtils.toString(entity, UTF_8)，.NET 用 Encoding.UTF8。',
  },
  'forms/movedParameters.ts': {
    'The caller signed the target {target} without a body, but sent these parameters in the body.':
      '调用方签名的请求目标是 {target}，没有请求体；发送时这些参数却在请求体中。',
    'The caller sent the parameters only in the body, but also signed them in the query of the target: {target}.':
      '调用方签名时把请求体的参数也放在请求目标的查询参数中（{target}），发送时参数只在请求体中。',
    'Sign the target and the body as they are sent. If parameters are sent as the body, put them only after the fourth line feed.':
      '请求目标和请求体都按发送的内容签名：作为请求体发送的参数只应放在第四个换行符之后。',
    'The caller signed {query} in the query of the target. It arrived in the body, and no query arrived: a gateway before the verifier moved the query into the body.':
      '调用方签名时 {query} 在请求目标的查询参数中，到达时却在请求体中，没有查询参数：验签之前的网关把查询参数移进了请求体。',
    'If the program merges them itself, let it sign the target and the body that it sends.':
      '如果是程序自己合并的，应当对发送的请求目标和请求体签名。',
    'Otherwise let the gateway pass target and body as they came, or verify before it.':
      '否则让网关原样转发请求目标和请求体，或者在网关之前验签。',
  },
}
