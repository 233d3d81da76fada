/**
 * What clocks, timestamps and nonces show.
 */
import type { PhrasesBySource } from './PhrasesBySource.ts'

export const timesAndNonces: PhrasesBySource = {
  'clockCause.ts': {
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
    'perhaps local time was used as UTC, or the reverse; or the caller made the header once and used it again':
      '可能把本地时间当成了 UTC，或者相反；也可能只生成了一次请求头，后来又重复使用',
    'perhaps a clock of 12 hours was read (hh instead of HH), or local time was used as UTC; or the caller made the header once and used it again':
      '可能用了 12 小时制（hh 而不是 HH），或者把本地时间当成了 UTC；也可能只生成了一次请求头，后来又重复使用',
    'For each request, also make a new nonce and sign again.': '每次请求还要生成新的随机串，并重新签名。',
    'perhaps the seconds are counted from {year:phrase}, {system:phrase}': '秒数可能是从{year}算起的，{system}',
    'Count the seconds from 1970.': '秒数要从 1970 年算起。',
    'perhaps the program made the year wrongly': '程序生成的年份可能不对',
    'perhaps the program counts the months from 0 in one place, and from 1 in another':
      '程序可能在一处从 0 开始数月份，在另一处从 1 开始数',
    'perhaps the program made the date wrongly': '程序生成的日期可能不对',
    'perhaps the program made the date wrongly, or a daily job sends an old request again':
      '程序生成的日期可能不对，或者每天的定时任务重复发送了旧请求',
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
    'the timestamp is midnight UTC, so perhaps it comes from a date without a time':
      '时间戳恰好是 UTC 零点，像是只有日期、没有时刻',
    'the timestamp is a whole hour, so perhaps it comes from a date without a time in another zone':
      '时间戳恰好是整点，像是其他时区中只有日期、没有时刻',
    '{seconds:number} s: perhaps the seconds are counted from {year:phrase}, {system:phrase}':
      '{seconds} 秒（秒数可能是从{year}算起的，{system}）',
    '{seconds:number} s: the timestamp is midnight UTC, so perhaps it comes from a date without a time':
      '{seconds} 秒（时间戳恰好是 UTC 零点，像是只有日期、没有时刻）',
    '{seconds:number} s: the timestamp is a whole hour, so perhaps it comes from a date without a time in another zone':
      '{seconds} 秒（时间戳恰好是整点，像是其他时区中只有日期、没有时刻）',
  },
  'clockFindings.ts': {
    "The timestamp in the header is too old, but the signed timestamp is not. So the caller's clock is right.":
      '请求头中的时间戳太旧，但签名的时间戳没有问题，因此调用方的时钟是准的。',
    "The timestamp in the header is too far ahead, but the signed timestamp is not. So the caller's clock is right.":
      '请求头中的时间戳太超前，但签名的时间戳没有问题，因此调用方的时钟是准的。',
    'Put the time that the program signs into the header too.': '把程序签名时所用的时间也写进请求头。',
    "The caller's clock showed {clock:number} when the request was sent (from its Date header or the archive), and the timestamp agrees with this. Either this clock is wrong by {apart:phrase}, or the request was delayed for as long.":
      '调用方自己的时钟在发送时是 {clock}（来自 Date 请求头或存档），与时间戳相符：要么这个时钟偏差了 {apart}，要么请求在途中滞留了这么久。',
    "The caller's clock showed {clock:number} when the request was sent (from its Date header or the archive), which is right. But the timestamp is {apart:phrase} {way:phrase}, so it is not the time of sending.":
      '调用方自己的时钟在发送时是 {clock}（来自 Date 请求头或存档），这个时间是对的，而时间戳与它相差 {apart}，{way}：时间戳不是发送时的时间。',
    "The caller's clock showed {clock:number} when the request was sent (from its Date header or the archive). But the timestamp is {apart:phrase} {way:phrase}, so it is not the time of sending.":
      '调用方自己的时钟在发送时是 {clock}（来自 Date 请求头或存档），而时间戳与它相差 {apart}，{way}：时间戳不是发送时的时间。',
    older: '时间戳较早',
    'ahead of that': '时间戳较晚',
    "Synchronize the caller's clock with NTP.": '用 NTP 校准调用方的时钟。',
    "The caller's clock showed {clock:number} when the request was sent (from its Date header or the archive), and the timestamp agrees with this. Either this clock is wrong by {apart:phrase}, or the clock of the service is behind by as much.":
      '调用方自己的时钟在发送时是 {clock}（来自 Date 请求头或存档），与时间戳相符：要么这个时钟偏差了 {apart}，要么服务端的时钟慢了这么多。',
    'Compare the clock of the service with a time server. If the request arrived at another time, give this time.':
      '把服务端的时钟与时间服务器核对。如果请求在别的时间到达，请提供那个时间。',
    'If the request was saved and examined later, give the time when it arrived.':
      '如果请求是保存下来、过后才查看的，请提供它到达的时间。',
    'Each time you send a request, take the timestamp from the clock, in seconds since 1970 (UTC). Also when you send the same request again, take a new timestamp and sign again.':
      '每次发送请求时（包括重发），都重新读取时钟，用自 1970 年起的秒数（UTC）作为时间戳。',
    '{seconds:number} s, {span:known}: {hint:known}': '{seconds} 秒，{span}（{hint}）',
  },
  'epochs.ts': {
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
  },
  'headerTimes.ts': {
    'The caller sent the timestamp in {script:phrase} digits, not in the digits 0 to 9. A program writes them if it formats a number in the language of the device.':
      '调用方发送的时间戳用的是{script}，不是 0 到 9。程序按设备的语言格式化数字时会这样写。',
    'Format the number without a language: with Locale.ROOT in Java and Kotlin, with en_US_POSIX in Swift, with CultureInfo.InvariantCulture in .NET.':
      '格式化数字时不要使用语言设置：Java 和 Kotlin 用 Locale.ROOT，Swift 用 en_US_POSIX，.NET 用 CultureInfo.InvariantCulture。',
    'The seconds of the timestamp are counted from {year:phrase}, {system:phrase}, but they must be counted from 1970.':
      '时间戳的秒数是从{year}算起的，{system}，而应当从 1970 年算起。',
    'The timestamp {seconds:number} is too small to be the seconds since 1970. Either the clock of the device was never set, or the program counts from another moment, such as its start.':
      '时间戳 {seconds} 太小，不可能是自 1970 年起的秒数：设备的时钟从未设置过，或者程序从别的时刻（例如启动时）算起。',
    'Then sign and send this number.': '然后对这个数签名，并原样发送。',
    'Set the clock, for example by NTP, before the first request. Take the whole seconds since 1970 from it.':
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
    'The caller sent the timestamp with a mark or a blank between each three digits, as programs write numbers in the format of a country.':
      '调用方发送的时间戳每三位之间有分隔符或空格：程序按某个国家的格式输出数字时会这样写。',
    'counted from {year:phrase}': '从{year}算起',
    'The timestamp has {count:number} digits. As milliseconds, microseconds or nanoseconds since 1970, it is no time near the time of arrival.':
      '时间戳有 {count} 位数字：当作 1970 年以来的毫秒、微秒或纳秒，都离到达的时间很远。',
    'Write the seconds since 1970 (UTC). In Java, this is System.currentTimeMillis() / 1000: System.nanoTime() does not count from 1970.':
      '写入 1970 年以来的秒数（UTC）：在 Java 中是 System.currentTimeMillis() / 1000，而 System.nanoTime() 不从 1970 年起计算。',
  },
  'tellings/timesAndNonces.ts': {
    'The caller signed the nonce with {added:phrase}, but sent it without.':
      '调用方签名的随机串比发送的多出内容：{added}。',
    'The caller sent the nonce with {added:phrase}, but signed it without.':
      '调用方发送的随机串比签名的多出内容：{added}。',
    '{before} before it and {after} after it': '前面有 {before}，后面有 {after}',
    '{before} before it': '前面有 {before}',
    '{after} after it': '后面有 {after}',
    'Make the nonce once. Then sign exactly the nonce that is sent, without anything before or after it.':
      '随机串只生成一次，签名的随机串与发送的必须逐字符一致，前后不要加任何内容。',
    'Make the nonce once. Then sign exactly the nonce that is sent, with everything in it.':
      '随机串只生成一次，签名的随机串与发送的必须逐字符一致，不要漏掉任何内容。',
    'The caller signed {signed} as the nonce, but sent {sent}. Its program read the nonce as a number, or wrote it as one.':
      '调用方签名的随机串是 {signed}，发送的是 {sent}：程序把随机串读成或写成了数字。',
    'The caller read the nonce as a number before signing, so its zeros in front were lost.':
      '调用方签名前把随机串当作数字读取，前面的零丢失了。',
    'The caller read the nonce as a floating-point number before signing, so digits were lost.':
      '调用方签名前把随机串当作浮点数读取，丢失了位数。',
    'The caller signed only the first {count:number} characters of the nonce, but sent all of it.':
      '调用方只签了随机串的前 {count} 个字符，发送的却是完整的随机串。',
    'The caller signed only the last {count:number} characters of the nonce, but sent all of it.':
      '调用方只签了随机串的后 {count} 个字符，发送的却是完整的随机串。',
    'The caller signed {signed} as the nonce, but sent {sent}. It escaped the nonce before signing.':
      '调用方签名的随机串是 {signed}，发送的是 {sent}：签名前对随机串做了转义。',
    'The caller signed {signed} as the nonce, but sent {sent}. Only the marks between the letters and digits differ.':
      '调用方签名的随机串是 {signed}，发送的是 {sent}：只有字母和数字之间的符号不同。',
    'The caller signed {signed} as the nonce, but sent {sent}. These are the same 16 bytes in the order of a Guid of .NET.':
      '调用方签名的随机串是 {signed}，发送的是 {sent}：这是同样的 16 个字节，按 .NET 的 Guid 的顺序排列。',
    'The caller signed {signed} in the place of the nonce, but sent the nonce {sent}. The signed text is a value of the body.':
      '调用方在随机串的位置签了 {signed}，发送的随机串是 {sent}。所签的文本是正文中的一个值。',
    'The caller signed {signed} in the place of the nonce, but sent the nonce {sent}. The signed text is a value of the target.':
      '调用方在随机串的位置签了 {signed}，发送的随机串是 {sent}。所签的文本是请求目标中的一个值。',
    'Check which variable the program signs as the nonce. Sign exactly the nonce that is sent.':
      '检查程序签名时用作随机串的是哪个变量。签名的随机串要与发送的逐字符一致。',
    'The caller signed the bytes of the nonce as {languages} prints them: {printed}. It sent {sent}.':
      '调用方签名的是随机串的字节，按 {languages} 打印的样子：{printed}；发送的是 {sent}。',
    'The caller signed another text than the nonce. It read the bytes of the nonce as text in UTF-8. Bytes that are no text became U+FFFD, so the nonce was lost.':
      '调用方签名的不是随机串：程序把随机串的字节当作 UTF-8 文本读取，无法读成文本的字节变成了 U+FFFD，随机串因此丢失。',
    'The caller signed another text than the nonce. It read each byte of the nonce as one letter (ISO 8859-1), and signed these letters in UTF-8.':
      '调用方签名的不是随机串：程序把随机串的每个字节读成一个字母（ISO 8859-1），再以 UTF-8 对这些字母签名。',
    'The caller signed another text than the nonce. Its program wrote a byte below 16 with one hexadecimal digit.':
      '调用方签名的不是随机串：程序把小于 16 的字节只写成一位十六进制数字。',
    'The caller signed another text than the nonce. Its program wrote ffffff before each byte above 127, because the byte has a sign.':
      '调用方签名的不是随机串：程序里的字节有符号，大于 127 的字节前面都写成了 ffffff。',
    'Write the bytes of the nonce as a text once, for example in hexadecimal digits. Then sign and send this text.':
      '把随机串的字节只转成一次文本，例如十六进制数字，签名和发送都用这个文本。',
    'Make the text of the nonce once. Then sign and send exactly this text.':
      '随机串的文本只生成一次，对它签名，并原样发送。',
    'Make the nonce once. Then sign exactly the nonce that is sent, character by character.':
      '随机串只生成一次，签名的随机串与发送的必须逐字符一致。',
    'Keep the nonce as a text. Sign exactly the nonce that is sent, character by character.':
      '随机串要一直当作文本：签名的随机串与发送的必须逐字符一致。',
    'The caller signed the time {signed}: its program formatted the number in a local format, with a fraction after a decimal comma. But it sent {sent}.':
      '调用方签名的时间是 {signed}，按所在地区的格式带有小数，用逗号作小数点；发送的是 {sent}。',
    'Calculate the whole seconds once, as an integer: in .NET with DateTimeOffset.UtcNow.ToUnixTimeSeconds(). Then sign and send this number.':
      '只取一次整数秒，并且不受地区格式影响：.NET 中可用 DateTimeOffset.UtcNow.ToUnixTimeSeconds()。然后对这个数签名，并原样发送。',
    'The caller made the nonce from its clock twice. It signed {signed}, but sent {sent}, {distance:phrase}.':
      '调用方两次用时钟生成随机串：签名的是 {signed}，发送的是 {sent}，{distance}。',
    'The caller read its clock twice. It signed the time {signed}, but sent {sent}, {distance:phrase}.':
      '调用方读了两次时钟：签名的时间是 {signed}，发送的是 {sent}，后者{distance}。',
    'Make one random nonce for each request. Then sign it and send it.':
      '每个请求只随机生成一次随机串，然后签名并发送它。',
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
    'this is the nearest number that a floating-point number of 32 bits can hold, so perhaps a variable has this type':
      '这是 32 位浮点数能表示的最接近的数，可能有变量是这种类型',
    'this is the beginning of the same day in UTC, so perhaps its program rounded the time down':
      '这是同一天（UTC）的开始，可能程序把时间向下取整了',
    'this is the beginning of the same hour in UTC, so perhaps its program rounded the time down':
      '这是同一小时的开始，可能程序把时间向下取整了',
    'this is the beginning of the same minute in UTC, so perhaps its program rounded the time down':
      '这是同一分钟的开始，可能程序把时间向下取整了',
    'Calculate the whole seconds once, as an integer. Then sign and send this number.':
      '只取一次整数秒，对这个数签名，并原样发送。',
    earlier: '早',
    later: '晚',
    'perhaps one of the two is local time, not UTC': '可能其中一个是某个时区的时间，而不是 UTC',
    "perhaps it signed the end of the request's life, or reads its clock in two places":
      '可能签名的是请求的过期时间，或者在两处读取了时钟',
    'perhaps the caller reads its clock in two places, keeps an earlier time, or sent the header of another request':
      '可能程序在两处读取时钟，或者发送了另一个请求的请求头',
    'Read the clock once for each request, in whole seconds since 1970. Then sign and send this number.':
      '每个请求只读一次时钟，换算成自 1970 年起的整秒数，对它签名并发送它。',
    'The caller signed the bytes that the nonce encodes, not the characters of the nonce in the header.':
      '调用方签名的是随机串解码后的字节，不是请求头中的随机串本身。',
    'Sign exactly the nonce that is sent, character by character.': '签名的随机串要与发送的逐字符一致。',
    'The signed number is the time in another form: {form:form}.': '所签的数字是同一时间的另一种形式：{form}。',
  },
  'catalogue/freshness.ts': {
    'Write the {carrier:phrase} once. Then sign and send exactly this text.':
      '{carrier}只生成一次，对得到的文本签名，并原样发送。',
  },
  'forms/timeForms.ts': {
    'Arabic-Indic': '阿拉伯-印度数字',
    Persian: '波斯数字',
    Devanagari: '天城文数字',
    Bengali: '孟加拉数字',
    'full-width': '全角数字',
  },
}
