/**
 * What the target shows as a whole: its path, its query, and what a proxy or a redirect changed in it.
 */
import type { PhrasesBySource } from './PhrasesBySource.ts'

export const targets: PhrasesBySource = {
  'targetDifference.ts': {
    'If the caller sent what it signed, a gateway changed the version. Configure the gateway so that it does not change the path, or verify the request before it.':
      '如果调用方发送的就是所签的，那么是网关改了版本：让网关不要改路径，或者在网关之前验签。',
    'The caller signed the target with {places:list}. These are placeholders of a template, and their values were not filled in.':
      '调用方签名的请求目标中有 {places}：它们是模板中的占位符，没有填入值。',
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
    'The caller signed {signed}, but {arrived} arrived. The query that arrived contains the signed path, or the end of it. A server on the way changed the target (as nginx does for index.php), or the client called another address than the one it signed.':
      '调用方签名的是 {signed}，到达的是 {arrived}，路径或它的末段在查询参数中：途中的服务器改写了它，例如 nginx 转给 index.php；或者客户端调用的不是它签名的地址。',
    'If the caller sent what it signed, verify the target before the server changes it: REQUEST_URI in PHP, $request_uri in nginx.':
      '如果调用方发送的与签名的一致，请用改写之前的路径验签：PHP 用 REQUEST_URI，nginx 用 $request_uri。',
    'The caller signed {signed}, with the path, or its end, in the query. But {arrived} arrived.':
      '调用方签名的是 {signed}，路径或它的末段在查询参数中，到达的是 {arrived}。',
    'The caller signed the path without {parameters:list}. Either its framework removed the parameters of the path, or something added them after signing, as servlet containers add ;jsessionid.':
      '调用方签名的路径不带 {parameters}：要么它的框架去掉了路径参数，要么它们是在签名之后加上的，例如 servlet 容器添加的 ;jsessionid。',
    'The time in the target has other milliseconds in the signed text than in the request. Probably the current time was read twice: once for signing and once for sending.':
      '签名的请求目标与发送的请求目标中，时间的毫秒数不同：很可能当前时间读取了两次，签名时一次，发送时一次。',
    'Read the time once, and keep the target in a variable. Then sign and send exactly this target.':
      '时间只读取一次，把请求目标存入变量，对它签名，并原样发送。',
    'The caller signed an equals sign before the target. In n8n this sign begins an expression, but here it stayed in the text.':
      '调用方签名的请求目标前面多了等号：它是 n8n 表达式的开头，被留在了文本里。',
    'Remove the equals sign, or make the whole field an expression.': '去掉等号，或者把整个字段设为表达式。',
    'The caller signed the prefix {prefix} twice, but sent it once.':
      '调用方签名的路径中前缀 {prefix} 出现了两次，发送的只有一次。',
    'Join the base URL and the path once. Then sign and send this path.':
      '基础 URL 和路径只拼接一次，对得到的文本签名，并原样发送。',
    'Resolve . and .. before you sign the path.': '签名之前先对路径做规范化，消去 . 和 ..。',
    'The caller signed the path without its dot segments (. and ..), but sent the path with them.':
      '调用方对规范化之后的路径签名，发送的路径却仍含有 . 或 ..。',
    'The caller signed only {signed}, the end of the path. The beginning {prefix} is missing.':
      '调用方只签名了路径的末尾 {signed}，缺少前面的 {prefix}。',
    'Sign the whole path that is sent, with the slash at its beginning.': '对发送的完整路径签名，包括开头的斜杠。',
    'Sign the whole path that is sent, with {prefix}.': '对发送的完整路径签名，包括 {prefix}。',
    'The caller signed the path with the prefix {prefix}, but the path arrived without this prefix. {slash:known}':
      '调用方签名的路径带有前缀 {prefix}，到达时却没有。{slash}',
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
    'Sign path and query as one text, with the question mark between them.':
      '把路径和查询参数用问号连成一个文本来签名。',
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
    'The query arrived with {marks:phrase} that the caller did not sign.':
      '到达的查询参数中有{marks}，调用方没有签名。',
    'The caller signed {marks} at the end of the target, which has no parameter, but did not send it.':
      '调用方在请求目标的末尾签名了 {marks}，却没有发送它，那里没有任何参数。',
    'The caller did not sign {marks} at the end of the target, which has no parameter.':
      '调用方没有签名请求目标末尾的 {marks}，那里没有任何参数。',
    'The caller signed the target without its fragment, which begins with #, but sent the fragment too.':
      '调用方签名的请求目标没有以 # 开头的片段，发送的却有。',
    'Send the target without the # and everything after it, as it is signed.':
      '发送时去掉请求目标中的 # 及其后的所有内容，与签名的一致。',
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
    'The caller signed {items} in the query, but it did not arrive. Either the caller added it only where it signed, or the client or a proxy removed it.':
      '调用方签名的查询参数中有 {items}，但它没有到达：要么调用方只在签名时加上了它，要么被客户端或代理丢弃了。',
    'Do not sign a parameter that is not sent. If the request needs it, send it too.':
      '不要签名没有发送的参数。如果请求需要它，也要发送。',
    'The caller signed {items} in the query, but it did not arrive. Other schemes send the signature there. Either the caller added it only where it signed, or the client or a proxy removed it.':
      '调用方签名的查询参数中有 {items}，但它没有到达。其他签名方案把签名放在那里。要么调用方只在签名时加上了它，要么被客户端或代理丢弃了。',
    'Do not sign a parameter for the signature: this scheme has the signature in the Authorization header alone. If the parameter is something else, send it too.':
      '不要签名用来放签名的参数：本方案的签名只在 Authorization 请求头中。如果这个参数另有用途，也要发送它。',
    'Configure proxies on the way so that they remove no parameter.': '不要让途中的程序丢弃参数。',
    'The caller signed the path {theirs:phrase}, but it arrived {ours:phrase}.':
      '调用方签名的路径{theirs}，到达的路径{ours}。',
    'without an extension': '没有扩展名',
    'with .{extension}': '带有 .{extension}',
    'The target arrived with {end} at the end of its {half:phrase}. The caller did not sign this end. Probably it is a typing mistake in the URL that the caller calls.':
      '到达的请求目标的{half}末尾有 {end}，调用方没有签名它：它调用的 URL 写错了。',
    'Send the target that is signed: remove {end} from the URL that is called.':
      '按签名的请求目标发送：从调用的 URL 中去掉 {end}。',
    'The caller signed only the end of the query, {part}. Either its signing code has another query than its client, or it cuts the target at a wrong place.':
      '调用方只签名了查询参数的末尾 {part}：它的签名代码与客户端使用的查询参数不同，或者在错误的位置截断了请求目标。',
    'The caller signed only the beginning of the query, {part}. Either its signing code has another query than its client, or it cuts the target at a wrong place.':
      '调用方只签名了查询参数的开头 {part}：它的签名代码与客户端使用的查询参数不同，或者在错误的位置截断了请求目标。',
    'Sign the whole query, from the question mark on, as it is sent.': '从问号开始，按发送的样子签名全部查询参数。',
    'The caller signed only the end of the path, {part}. Either its signing code has another path than its client, or it cuts the target at a wrong place.':
      '调用方只签名了路径的末尾 {part}：它的签名代码与客户端使用的路径不同，或者在错误的位置截断了请求目标。',
    'The caller signed only the beginning of the path, {part}. Either its signing code has another path than its client, or it cuts the target at a wrong place.':
      '调用方只签名了路径的开头 {part}：它的签名代码与客户端使用的路径不同，或者在错误的位置截断了请求目标。',
    'The caller signed only {part}, without {end} at the end of the path and without the query. Either its signing code has another path than its client, or it cuts the target at a wrong place.':
      '调用方只签名了 {part}，没有签名路径末尾的 {end}，也没有签名查询参数：它的签名代码与客户端使用的路径不同，或者在错误的位置截断了请求目标。',
    'Sign the whole target that is sent: the path and the query.': '对发送的完整请求目标签名：路径和查询参数。',
    'The caller decoded the target, and then signed it only up to the #. In a decoded URL, a # begins a fragment, and the fragment was cut off.':
      '调用方先对请求目标解码，然后只签名到 # 为止：在解码后的 URL 中，# 是片段的开头，片段被截掉了。',
    'The caller signed only {signed}: neither the prefix {prefix} of the path nor the question mark after it.':
      '调用方只签名了 {signed}：没有签名路径的前缀 {prefix}，也没有签名后面的问号。',
    'Sign the whole path, with its prefix. Send no question mark if there is no query.':
      '签名完整的路径，包括前缀。没有查询参数时不要发送问号。',
    'The caller signed only {signed}: neither the prefix {prefix} of the path nor the query.':
      '调用方只签名了 {signed}：没有签名路径的前缀 {prefix}，也没有签名查询参数。',
    'Sign the whole path, as it is sent.': '按发送的样子签名完整的路径。',
    'The caller signed the path with the prefix {prefix}, but the path arrived without this prefix. Either the caller did not send the prefix, or a proxy removed it.':
      '调用方签名的路径带有前缀 {prefix}，到达时却没有：要么调用方没有发送它，要么代理去掉了它。',
    'Sign the path that is sent, without {prefix}.': '按实际发送的路径签名，不带 {prefix}。',
    "If the caller sent the prefix, configure the proxy to keep it, or set the option prefix: '{prefix}' of the adapter.":
      "如果调用方发送了前缀，让代理保留它，或者为验签适配器设置 prefix: '{prefix}'。",
    'The caller signed a path with dot segments (. or ..), but its HTTP library or a proxy resolved them after signing.':
      '调用方签名的路径含有 . 或 ..，到达的路径却已被 HTTP 库或代理规范化。',
    'The caller signed the target {theirs:phrase}, but it arrived {ours:phrase}. The signing code or a proxy on the way changes the letters.':
      '调用方签名的请求目标{theirs}，到达的{ours}：是它的签名代码，或者途中的代理改变了大小写。',
    'Sign and send the same target.': '签名的目标与发送的目标要一致。',
    'in capital and small letters': '有大写也有小写',
    'Some letters of the target are upper case on one side and lower case on the other. The signing code or a proxy on the way changes them.':
      '请求目标中有些字母，签名时与到达时的大小写不同：是调用方的签名代码，或者途中的代理改变了大小写。',
    'The caller signed {signed} in the target, but {sent} was sent. Only the case of the letters differs.':
      '调用方签名的请求目标中是 {signed}，发送的是 {sent}：只有字母的大小写不同。',
  },
  'prefixAndSlash.ts': {
    'The slash after the prefix is missing too.': '前缀之后的斜杠也没有了。',
    'The two paths also differ in a double slash.': '两个路径还有一处双斜杠不同。',
    'The slash at the end of the path is missing too.': '路径末尾的斜杠也没有了。',
    'Also, the path arrived with a slash at its end, which was not signed.': '到达的路径末尾还多了一个没有签名的斜杠。',
  },
  'rewritten.ts': {
    'Perhaps the caller already does this, and a proxy or framework on the way changed the target. Then read the guides "Behind a proxy" and "Other frameworks" of countersign: they say which programs change a target, and how to prevent this.':
      '也可能是途中的代理或框架改写了它：如果调用方发送的与签名的一致，请查看 countersign 的 README 所列的指南《Behind a proxy》和《Other frameworks》，其中说明了哪些软件会这样做、怎样避免。',
    'Perhaps the caller already does this, and a proxy or framework on the way changed the body. Then read the guide "Behind a proxy" of countersign, and verify the body as it arrived, before any program parses it.':
      '也可能是途中的代理或框架改写了请求体：如果调用方发送的与签名的一致，请查看 countersign 的指南《Behind a proxy》，并在任何程序解析之前验证到达的请求体。',
    'Perhaps the caller already does this, and a proxy or framework on the way changed the method. Then read the guide "Behind a proxy" of countersign.':
      '也可能是途中的代理或框架改写了请求方法：如果调用方发送的与签名的一致，请查看 countersign 的指南《Behind a proxy》。',
    'Or a proxy or framework on the way changed the escapes.': '也可能是途中的代理或框架改写了转义。',
    'Or something on the way changed it.': '也可能是途中的程序改写了它。',
  },
  'remedies.ts': {
    'If the program sends what it signs, do not change the program.': '如果程序发送的与签名的一致，程序不需要改动。',
  },
  'targetOperations.ts': {
    'the origin {origin} was removed': '去掉了源 {origin}',
    'the origin {origin} was added': '添加了源 {origin}',
    'the prefix {prefix} was removed': '去掉了前缀 {prefix}',
    'the prefix {prefix} was added': '添加了前缀 {prefix}',
    'slashes that stand together were merged': '连续的斜杠被合并',
    'a slash was doubled': '有斜杠变成了两个',
    'a slash was added at the end of the path': '路径末尾添加了斜杠',
    'the slash at the end of the path was removed': '去掉了路径末尾的斜杠',
    'the dot segments were resolved': '路径中的 . 和 .. 被消去',
    'the escape {escape} was decoded': '转义 {escape} 被解码',
    'in the {part:known}, the escape {escape} was decoded': '{part}中的转义 {escape} 被解码',
    'the escapes {escapes:list} were decoded': '转义 {escapes} 被解码',
    'in the {part:known}, the escapes {escapes:list} were decoded': '{part}中的转义 {escapes} 被解码',
    'the character {character} was escaped': '字符 {character} 被转义',
    'in the {part:known}, the character {character} was escaped': '{part}中的字符 {character} 被转义',
    'the characters {characters:list} were escaped': '字符 {characters} 被转义',
    'in the {part:known}, the characters {characters:list} were escaped': '{part}中的字符 {characters} 被转义',
    'the escapes were escaped again': '转义又被转义了一次',
    'in the {part:known}, the escapes were escaped again': '{part}中的转义又被转义了一次',
    'the escapes were written in upper case': '转义被改写为大写',
    'the escapes were written in lower case': '转义被改写为小写',
    'in the {part:known}, the escapes were written in upper case': '{part}中的转义被改写为大写',
    'in the {part:known}, the escapes were written in lower case': '{part}中的转义被改写为小写',
    'the letters of the {part:known} were changed to upper case': '{part}中的字母变成了大写',
    'the letters of the {part:known} were changed to lower case': '{part}中的字母变成了小写',
    'each {from} was replaced by {to}': '每个 {from} 都变成了 {to}',
    'in the {part:known}, each {from} was replaced by {to}': '{part}中的每个 {from} 都变成了 {to}',
    'the query {query} was removed': '去掉了查询参数 {query}',
    'the query {query} was added': '添加了查询参数 {query}',
    'the parameter {parameter} was removed': '去掉了参数 {parameter}',
    'the parameters {parameters} were removed': '去掉了参数 {parameters}',
    'a stray & was added': '多加了一个 &',
    'a stray & was removed': '去掉了多余的 &',
    'the parameter {parameter} was added': '添加了参数 {parameter}',
    'the parameters {parameters} were added': '添加了参数 {parameters}',
    'the parameters were sorted': '参数被排序',
    'the order of the parameters was changed': '参数的顺序改变了',
    'an equals sign was added after {names:list}': '{names} 之后添加了等号',
    'the equals sign after {names:list} was removed': '去掉了 {names} 之后的等号',
    'the fragment {fragment} was removed': '去掉了片段 {fragment}',
    'the fragment {fragment} was added': '添加了片段 {fragment}',
  },
  'targetChain.ts': {
    'The caller signed the target {signed}, but {arrived} arrived.':
      '调用方签名的目标是 {signed}，到达的是 {arrived}。',
    'Either the client sent another target than it signed, or something on the way changed the target.':
      '要么客户端发送的目标与签名的不同，要么途中有程序改写了目标。',
    'If the client sent the signed target, a proxy changed it.':
      '如果客户端发送的就是所签名的目标，那么是代理改写了它。',
    'In nginx, write proxy_pass without a path.': '在 nginx 中，proxy_pass 不要带路径。',
    'In Apache, write nocanon in ProxyPass.': '在 Apache 中，给 ProxyPass 加上 nocanon。',
    'Or verify the request before the proxy.': '也可以在代理之前验签。',
  },
  'calledTarget.ts': {
    'The caller signed {called}, the target of its URL, but {arrived} arrived.':
      '调用方签名的是 {called}，即所给 URL 的目标，到达的是 {arrived}。',
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
  },
  'tellings/targets.ts': {
    'The caller signed the path {signed}, but the path {sent} arrived. Either the client called another address than it signed, or a server on the way rewrote the path.':
      '调用方签名的路径是 {signed}，到达的路径是 {sent}：要么客户端请求的地址与所签的不同，要么途中的服务器改写了路径。',
    'The caller signed an equals sign after the name of a parameter without a value, but the name arrived without this sign.':
      '调用方签名的请求目标中，没有值的参数名之后有等号，到达的没有。',
    'The caller signed the name of a parameter without a value, but the name arrived with an equals sign.':
      '调用方签名的请求目标中，没有值的参数名之后没有等号，到达的有。',
    'The caller escaped the whole target before it signed it, also its slashes: it signed {signed}.':
      '调用方在签名之前对整个请求目标做了转义，连斜杠也转义了：签名的是 {signed}。',
    'The caller escaped the whole path before it signed it, also its slashes: it signed {signed}.':
      '调用方在签名之前对整个路径做了转义，连斜杠也转义了：签名的是 {signed}。',
    'Sign the path as it is sent. Escape only what is between two slashes, not the slashes.':
      '按实际发送的形式签名路径。只转义两个斜杠之间的内容，不要转义斜杠。',
    'Sign the target as it is sent. Escape only the names and values within it, not the slashes and the signs between parameters.':
      '按实际发送的形式签名请求目标。只转义其中的名称和值，不要转义斜杠和参数之间的符号。',
    'The caller escaped the whole query before it signed it, also the signs between its parameters: it signed {signed}.':
      '调用方在签名之前对整个查询串做了转义，连参数之间的符号也转义了：签名的是 {signed}。',
    'Escape only the names and values of the parameters. Then sign and send exactly this query.':
      '只转义参数的名称和值，签名和发送都用这样的查询串。',
    'Also, the caller signed the path without the query.': '另外，调用方签名的路径没有带查询串。',
    'Sign the query too, exactly as it is sent.': '查询串也要按实际发送的形式签名。',
    'The caller signed {url}. This is the whole URL, as a program prints an object that holds it.':
      '调用方签名的是 {url}：这是程序打印 URL 对象得到的整个 URL。',
    'Sign only the path and the query, as a plain text.': '只对路径和查询参数签名，用纯文本。',
    'The caller signed {origin} twice before the path. Perhaps its program put the base URL before a URL that was whole already.':
      '调用方在路径前把 {origin} 签了两次。可能程序在已经完整的 URL 前又加了基础 URL。',
    'The caller signed {origin} before the path. A function for file names joined the URL, and wrote one slash for two.':
      '调用方签名的路径前面是 {origin}：处理文件名的函数拼接了 URL，把两个斜杠写成了一个。',
    'Sign only the path and the query. Join a URL with functions for URLs.':
      '只对路径和查询参数签名。拼接 URL 要用处理 URL 的函数。',
    'The caller signed the path without {prefix}, with which the path that arrived begins. Either the caller left out this prefix, such as the path of the base URL, or something on the way added it.':
      '调用方签名的路径缺少 {prefix}，而到达的路径以它开头：要么调用方漏掉了这段前缀，例如基础 URL 中的路径；要么途中的程序加上了它。',
    'The caller signed {origin} before the path. The URL has no port, and the program wrote {port} for it.':
      '调用方签名时，路径前面多了 {origin}。URL 没有端口，程序写成了 {port}。',
    'The caller signed the whole URL: {origin} is before the path.':
      '调用方签名的是完整的 URL：路径前面多了 {origin}。',
    'The caller signed the host before the path: {host}.': '调用方签名时，路径前面多了主机 {host}。',
    'The caller signed {target}, and {header} says that it called this target. But a proxy before the verifier changed the target to {arrived}, or sends its own request.':
      '调用方签名的是 {target}；从 {header} 请求头来看，它请求的正是这个请求目标。前面的代理把它改成了 {arrived}，或者自己另外发送了一个请求。',
    'Verify the request before the proxy changes the target, or configure the proxy so that it does not change the target.':
      '在改写请求目标的程序之前验签，或者让它保留原来的请求目标。',
    'The caller signed {origin} instead of the path and the query. This is only the address of the service.':
      '调用方签名的是服务的地址 {origin}，而不是路径和查询参数。',
    'Sign the path and the query of the request, without scheme and host.':
      '对请求的路径和查询参数签名，不要包含协议和主机名。',
  },
  'tellings/queries.ts': {
    'The parameter {name} holds JSON, and the caller wrote it twice. It signed {signed}, but sent {sent}. Both have the same value.':
      '参数 {name} 的值是 JSON，调用方写了两次：签名的是 {signed}，发送的是 {sent}，两者的值相同。',
    'Write the JSON as a text once, and the query once. Then sign and send exactly this text.':
      'JSON 和查询参数都只生成一次文本，对这段文本签名，并原样发送。',
    'The URL that the caller called has what was signed. So something after the caller changed the query.':
      '调用方请求的 URL 与签名的一致，所以是调用方之后的程序改了查询字符串。',
    'Traefik and other programs in Go read a semicolon as &.': 'Traefik 等 Go 程序会把分号当作 &。',
    'The caller sorted the parameters by their decoded names before signing, but sent them in another order.':
      '调用方签名前按解码后的名称对参数排序，但发送时的顺序不同。',
    'The caller decoded the query before splitting it at each &, so %26 within a value became a separator.':
      '调用方先对查询参数解码，再按 & 拆分，因此值中的 %26 变成了分隔符。',
    'Sign the query exactly as it is sent. If the program must split it, split it at & before decoding names and values.':
      '按发送的原样对查询参数签名。如果程序需要拆分，请先按 & 拆分，再对名称和值解码。',
    'Sign the {carrier:phrase} in the order in which it is sent.': '按发送的顺序对{carrier}签名。',
  },
  'catalogue/request.ts': {
    'The caller signed the method {signed}, but {sent} arrived.': '调用方签名的请求方法是 {signed}，到达的是 {sent}。',
    "If the caller sent the prefix, configure the proxy to keep it, or set the prefix as the adapter's option prefix.":
      '如果调用方发送了前缀，让代理保留它，或者把它作为适配器的选项 prefix 告诉验签方。',
  },
}
