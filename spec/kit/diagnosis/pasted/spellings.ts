/**
 * How programs spell a whole request or its values: escapes, quotation marks, dumps of bytes and rows of tables. Each printer writes
 * one request, so that a reader is tested by a law: what was written is read back as the same request.
 */
import { inspect } from 'node:util'
import type { Printable } from './printers.ts'

export interface Spelling {
  readonly name: string
  readonly print: (request: Printable) => string
  /** A message: any text behind its head may be its body, so a cut there does not show. */
  readonly isMessage?: true
}

const urlOf = ({ host, target }: Printable): string => `https://${host}${target}`
const octets = (text: string): ReadonlyArray<number> => [...Buffer.from(text)]

export const wireOf = (request: Printable): string =>
  `${request.method} ${request.target} HTTP/1.1\r\nHost: ${request.host}\r\nAuthorization: ${request.authorization}\r\nContent-Length: ${Buffer.byteLength(request.body)}\r\n\r\n${request.body}`

/** A text in which a program escapes each byte beyond ASCII, and some characters by letters. */
const escapedBy =
  (beyond: (octet: number, next: string) => string, marks: RegExp) =>
  (text: string): string => {
    const bytes = Buffer.from(text).toString('latin1')
    const letters: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
    return bytes.replace(/[\s\S]/g, (c, at: number) => {
      if (marks.test(c)) return `\\${c}`
      if (/[ -~]/.test(c)) return c
      return letters[c] ?? beyond(c.charCodeAt(0), bytes[at + 1] ?? '')
    })
  }

/** As many octal digits as are needed, as strace and Perl write them. */
const octal = (octet: number, next: string): string =>
  `\\${octet.toString(8).padStart(/[0-7]/.test(next) ? 3 : 1, '0')}`
const hex = (octet: number): string => `\\x${octet.toString(16).toUpperCase().padStart(2, '0')}`

const inC = escapedBy(octal, /["\\]/)
const inNginx = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/["\\]|[^ -~]/g, (c) => hex(c.charCodeAt(0)))

/** Perl and Erlang write a character by its number in braces. */
const inBraces = (text: string): string =>
  text.replace(/["\\$@]/g, '\\$&').replace(/[^ -~]/gu, (c) => `\\x{${(c.codePointAt(0) ?? 0).toString(16)}}`)

const doubledQuotes = (text: string): string => `'${text.replaceAll("'", "''")}'`
const inMysql = (text: string): string =>
  `'${text.replace(/[\\'"\n\r]/g, (c) => ({ '\n': '\\n', '\r': '\\r' })[c] ?? `\\${c}`)}'`
const inCopy = (text: string): string =>
  text.replace(/[\\\n\r\t]/g, (c) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[c] ?? '\\\\')
const inXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xd;')
/** A literal text of TOML cannot hold three apostrophes. */
const inToml = (text: string): string => (text.includes("'''") ? JSON.stringify(text) : `'''${text}'''`)
const headersJson = (request: Printable): string => JSON.stringify({ Authorization: request.authorization })
const cellsOf = (request: Printable): ReadonlyArray<string> => [
  request.method,
  urlOf(request),
  headersJson(request),
  request.body,
]

/** The lines of a dump of bytes, sixteen a line, with offsets in a base. */
const dumpOf =
  (base: number, width: number, units: (bytes: ReadonlyArray<number>) => string) => (request: Printable) => {
    const bytes = octets(wireOf(request))
    const lines: Array<string> = []
    for (let at = 0; at < bytes.length; at += 16)
      lines.push(`${at.toString(base).padStart(width, '0')}${units(bytes.slice(at, at + 16))}`)
    return `${lines.join('\n')}\n${bytes.length.toString(base).padStart(width, '0')}\n`
  }

const wordsBy = (word: (value: number) => string) => (bytes: ReadonlyArray<number>) =>
  bytes.flatMap((octet, i) => (i % 2 === 0 ? [` ${word(octet + 256 * (bytes[i + 1] ?? 0))}`] : [])).join('')

const charactersOf = (bytes: ReadonlyArray<number>): string =>
  bytes
    .map((octet) => {
      const c = String.fromCharCode(octet)
      const letters: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
      const shown = /[ -~]/.test(c) ? c : (letters[c] ?? octet.toString(8).padStart(3, '0'))
      return shown.padStart(4)
    })
    .join('')

/** As `cat -A` shows bytes. */
const inCarets = (text: string): string =>
  octets(text)
    .map((octet) => {
      const low = octet & 127
      if (octet === 10) return '$\n'
      const shown = low < 32 || low === 127 ? `^${String.fromCharCode(low ^ 64)}` : String.fromCharCode(low)
      return (octet > 127 ? 'M-' : '') + shown
    })
    .join('')

const signed = (request: Printable): string => `authorization="${request.authorization}"`

export const spellings: ReadonlyArray<Spelling> = [
  {
    name: 'strace, head and body in two calls',
    print: (r) => {
      const head = wireOf(r).slice(0, -r.body.length)
      return `77 sendto(3, "${inC(head)}", 9, 0, NULL, 0) = 9\n77 write(3, "${inC(r.body)}", 9) = 9\n77 recvfrom(3, "HTTP/1.1 401 Unauthorized\\r\\n", 9) = 9\n`
    },
  },
  {
    name: 'an access log of nginx with escape=default',
    print: (r) =>
      `1.1.1.1 [30/Nov/2026:06:03:36 +0000] "${r.method} ${r.target} HTTP/1.1" 401 auth="${inNginx(r.authorization)}" body="${inNginx(r.body)}"\n`,
  },
  {
    name: 'Data::Dumper of Perl with characters',
    print: (r) =>
      `$VAR1 = {\n  "url" => "${urlOf(r)}",\n  "method" => "${r.method}",\n  "headers" => {\n    "Authorization" => "${r.authorization}"\n  },\n  "body" => "${inBraces(r.body)}"\n};\n`,
  },
  {
    name: 'Data::Dumper of Perl with bytes',
    print: (r) =>
      `$VAR1 = {\n  "url" => "${urlOf(r)}",\n  "method" => "${r.method}",\n  "headers" => {\n    "Authorization" => "${r.authorization}"\n  },\n  "body" => "${inC(r.body)}"\n};\n`,
  },
  {
    name: 'a map of Erlang with bytes as numbers',
    print: (r) =>
      `#{body => <<${octets(r.body).join(',')}>>,headers => [{<<"authorization">>,<<"${r.authorization}">>}],method => ${r.method.toLowerCase()},url => <<"${urlOf(r)}">>}\n`,
  },
  {
    name: 'a list of numbers, as Rust prints a vector of bytes',
    print: (r) =>
      `Sent { method: ${r.method}, uri: ${urlOf(r)}, headers: {"authorization": "${r.authorization}"}, body: [\n${octets(
        r.body,
      )
        .map((octet) => `    ${octet},\n`)
        .join('')}] }\n`,
  },
  {
    name: 'a list of signed numbers, as Java prints an array of bytes',
    print: (r) =>
      `{method=${r.method}, url=${urlOf(r)}, headers={Authorization=${r.authorization}, Accept=*/*}, body=[${octets(
        r.body,
      )
        .map((octet) => (octet > 127 ? octet - 256 : octet))
        .join(', ')}]}\n`,
  },
  {
    name: '%#v of Go',
    print: (r) =>
      `main.Sent{Method:"${r.method}", URL:"${urlOf(r)}", Headers:map[string][]string{"Authorization":[]string{"${r.authorization}"}}, Body:[]uint8{${octets(
        r.body,
      )
        .map((octet) => `0x${octet.toString(16)}`)
        .join(', ')}}}\n`,
  },
  {
    name: '%#v of Go of the whole message',
    isMessage: true,
    print: (r) =>
      `[]byte{${octets(wireOf(r))
        .map((octet) => `0x${octet.toString(16)}`)
        .join(', ')}}\n`,
  },
  {
    name: 'an array of bytes that Node inspects',
    print: (r) =>
      `${inspect({ method: r.method, url: urlOf(r), headers: { authorization: r.authorization }, body: new Uint8Array(Buffer.from(r.body)) }, { maxArrayLength: null })}\n`,
  },
  {
    name: 'a structure of Ruby with a URI',
    print: (r) =>
      `#<struct verb=:${r.method.toLowerCase()}, uri=#<URI::HTTPS ${urlOf(r)}>, headers={"Authorization"=>"${r.authorization}"}, payload=${JSON.stringify(r.body)}>\n`,
  },
  {
    name: 'a message of loguru',
    print: (r) =>
      `2026-11-30 05:50:09.476 | DEBUG    | __main__:<module>:55 - -> ${r.method} ${urlOf(r)} {'Authorization': '${r.authorization}'} ${JSON.stringify(r.body)}\n`,
  },
  {
    name: 'a message of slog with a group',
    print: (r) =>
      `time=2026-11-30T05:53:42Z level=INFO msg=request req.method=${r.method} req.url="${urlOf(r)}" req.${signed(r)} req.body=${JSON.stringify(r.body)}\n`,
  },
  {
    name: 'headers as a text of JSON in an object',
    print: (r) =>
      `${JSON.stringify({ level: 'INFO', fields: { method: r.method, url: urlOf(r), headers: headersJson(r), body: r.body } })}\n`,
  },
  {
    name: 'the wire that Python prints below its head',
    isMessage: true,
    print: (r) => {
      const head = wireOf(r).slice(0, -r.body.length).replaceAll('\r\n', '\n')
      return `${head}b'${escapedBy(hex, /['\\]/)(r.body)}'\n`
    },
  },
  {
    name: 'INSERT of SQLite without columns',
    print: (r) =>
      `CREATE TABLE log(id integer primary key, method text, url text, headers text, body text);\nINSERT INTO log VALUES(1,${cellsOf(r).map(doubledQuotes).join(',')});\nCOMMIT;\n`,
  },
  {
    name: 'INSERT of SQLite with a BLOB and no names',
    print: (r) =>
      `INSERT INTO "table" VALUES(1,${cellsOf(r).slice(0, 3).map(doubledQuotes).join(',')},X'${Buffer.from(r.body).toString('hex')}',401);\n`,
  },
  {
    name: 'INSERT of MySQL',
    print: (r) =>
      `INSERT INTO \`log\` (\`id\`, \`method\`, \`url\`, \`headers\`, \`body\`) VALUES (1,'GET','/other','{}',''),\n(2,${cellsOf(r).map(inMysql).join(',')});\n`,
  },
  {
    name: 'INSERT of PostgreSQL with columns',
    print: (r) =>
      `INSERT INTO public.log (id, method, url, headers, body) VALUES (1, ${cellsOf(r).map(doubledQuotes).join(', ')});\n`,
  },
  {
    name: 'COPY of PostgreSQL',
    print: (r) =>
      `COPY public.log (method, url, headers, body) FROM stdin;\n${cellsOf(r).map(inCopy).join('\t')}\n\\.\n\nSELECT 1;\n`,
  },
  {
    name: 'a table with bars and names',
    print: (r) => `method|url|headers|body|status\n${cellsOf(r).join('|')}|401\n`,
  },
  {
    name: 'a table of CSV with headers as JSON',
    print: (r) =>
      `method,url,headers,body\n${cellsOf(r)
        .map((cell) => `"${cell.replaceAll('"', '""')}"`)
        .join(',')}\n`,
  },
  {
    name: 'a table of HTML',
    print: (r) => {
      const row = (tag: string, cells: ReadonlyArray<string>): string =>
        `<TR>${cells.map((cell) => `<${tag}>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}</${tag}>\n`).join('')}</TR>\n`
      return row('TH', ['method', 'url', 'headers', 'body']) + row('TD', cellsOf(r))
    },
  },
  {
    name: 'a table of CSV with semicolons',
    print: (r) =>
      `method;url;authorization;body\n${[r.method, urlOf(r), r.authorization, r.body]
        .map((cell) => `"${cell.replaceAll('"', '""')}"`)
        .join(';')}\n`,
  },
  {
    name: 'elements of XML',
    print: (r) =>
      `<?xml version="1.0"?>\n<request>\n <method>${r.method}</method>\n <url>${inXml(urlOf(r))}</url>\n <header name="Authorization">${inXml(r.authorization)}</header>\n <body>${inXml(r.body)}</body>\n</request>\n`,
  },
  {
    name: 'attributes of XML and CDATA',
    print: (r) =>
      `<request method="${r.method}" url="${inXml(urlOf(r))}">\n <header name="Authorization" value="${inXml(r.authorization)}"/>\n <body><![CDATA[${r.body}]]></body>\n</request>\n`,
  },
  {
    name: 'rows of XML of MySQL',
    print: (r) =>
      `<?xml version="1.0"?>\n<resultset statement="select 1">\n  <row>\n${['method', 'url', 'headers', 'body'].map((name, i) => `\t<field name="${name}">${inXml(cellsOf(r)[i] ?? '')}</field>\n`).join('')}  </row>\n</resultset>\n`,
  },
  {
    name: 'a file of TOML with a literal text',
    print: (r) =>
      `method = '${r.method}'\nurl = '${urlOf(r)}'\nbody = ${inToml(r.body)}\n\n[headers]\nAuthorization = '${r.authorization}'\n`,
  },
  {
    name: 'a list of Markdown',
    print: (r) =>
      `- **Method:** ${r.method}\n- **URL:** ${urlOf(r)}\n- **Authorization:** ${r.authorization}\n- **Body:** \`\`${r.body}\`\`\n`,
  },
  {
    name: 'parts with their names, the body as bytes of .NET',
    isMessage: true,
    print: (r) =>
      `${r.method} ${urlOf(r)}\nAuthorization: ${r.authorization}\nBody: ${octets(r.body)
        .map((octet) => octet.toString(16).toUpperCase().padStart(2, '0'))
        .join('-')}\n`,
  },
  {
    name: 'parts with their names, the body in Base64',
    isMessage: true,
    print: (r) =>
      `${r.method} ${urlOf(r)}\nAuthorization: ${r.authorization}\n\nBody (base64): ${Buffer.from(r.body).toString('base64')}\n`,
  },
  {
    name: 'parts with their names, the body among them',
    isMessage: true,
    print: (r) => `${r.method} ${urlOf(r)}\nAuthorization: ${r.authorization}\nBody: ${r.body}\n`,
  },
  {
    name: 'an object of C# without names of types',
    print: (r) => `{ Method = ${r.method}, Url = ${urlOf(r)}, Authorization = ${r.authorization}, Body = ${r.body} }\n`,
  },
  {
    name: 'a document of ECS',
    print: (r) =>
      `${JSON.stringify({ http: { request: { method: r.method, headers: { authorization: r.authorization }, body: { content: r.body, bytes: 1 } } }, url: { full: urlOf(r) } })}\n`,
  },
  {
    name: 'a span of Jaeger with a body',
    print: (r) =>
      `${JSON.stringify({ spans: [{ tags: Object.entries({ 'http.method': r.method, 'http.url': urlOf(r), 'http.request.header.authorization': r.authorization, 'http.request.body': r.body }).map(([key, value]) => ({ key, value })) }] })}\n`,
  },
  {
    name: 'base64',
    isMessage: true,
    print: (r) =>
      `${(
        Buffer.from(wireOf(r))
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\n')}\n`,
  },
  { name: 'encodeURIComponent', isMessage: true, print: (r) => `${encodeURIComponent(wireOf(r))}\n` },
  { name: 'printf %q of a shell', isMessage: true, print: (r) => `$'${escapedBy(octal, /['\\]/)(wireOf(r))}'\n` },
  { name: 'cat -A', isMessage: true, print: (r) => inCarets(wireOf(r)) },
  { name: 'od -c', isMessage: true, print: dumpOf(8, 7, charactersOf) },
  {
    name: 'od',
    isMessage: true,
    print: dumpOf(
      8,
      7,
      wordsBy((word) => word.toString(8).padStart(6, '0')),
    ),
  },
  {
    name: 'od -t x1',
    isMessage: true,
    print: dumpOf(8, 7, (bytes) => bytes.map((octet) => ` ${octet.toString(16).padStart(2, '0')}`).join('')),
  },
  {
    name: 'hexdump',
    isMessage: true,
    print: dumpOf(
      16,
      7,
      wordsBy((word) => word.toString(16).padStart(4, '0')),
    ),
  },
]
