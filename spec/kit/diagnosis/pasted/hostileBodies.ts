/**
 * Bodies that look like something else in the text of a program: like bytes in a code, like headers, like a request, like lines of a log.
 * No body here ends in a blank or, if it is of one line, in a line end: many programs show neither.
 */

/** The header of the request that some of these bodies hold. */
export const otherHeader = 'SVC-SHA256-RSA app_id=b,nonce_str=m,timestamp=2,signature=QQ=='
const b64 = (text: string): string => Buffer.from(text).toString('base64')

export interface HostileBody {
  /** The Content-Type. */
  readonly type: string
  readonly body: string
}

export const hostileBodies: Readonly<Record<string, HostileBody>> = {
  b64json: { type: 'text/plain', body: b64('{"a":1,"b":[2,3]}') },
  b64csv: { type: 'text/plain', body: b64('id,name\n1,"red"\n') },
  b64bin: {
    type: 'application/octet-stream',
    body: Buffer.from([1, 2, 3, 250, 251, 252, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1]).toString('base64'),
  },
  b64xml: { type: 'text/plain', body: b64('<a>1</a>') },
  hexjson: { type: 'text/plain', body: Buffer.from('{"a":1}').toString('hex') },
  numlist: { type: 'application/json', body: '[123,34,97,34,58,49,125]' },
  numlist2: { type: 'application/json', body: '[1, 2, 3, 4, 5, 6]' },
  nums: { type: 'text/plain', body: '123 34 97 34 58 49 125' },
  nums2: { type: 'text/csv', body: '123, 34, 97, 34, 58, 49, 125' },
  dotted: { type: 'text/plain', body: '7B-22-61-22-3A-31-7D' },
  jsonstr: { type: 'application/json', body: JSON.stringify('a\nb') },
  jsonEsc: { type: 'application/json', body: JSON.stringify({ a: 'x\ny', b: 'q"r\\s' }) },
  jsonInJson: { type: 'application/json', body: JSON.stringify({ body: JSON.stringify({ a: 'x\ny' }), data: 'z' }) },
  jsonPretty: { type: 'application/json', body: '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}' },
  jsonPrettyEnd: { type: 'application/json', body: '{\n  "a": 1\n}\n' },
  jsonLines: { type: 'application/x-ndjson', body: '{"a":1}\n{"b":2}\n' },
  jsonCrlf: { type: 'application/json', body: '{\r\n  "a": 1\r\n}' },
  csv: { type: 'text/csv', body: 'id,name\n1,red\n2,blue' },
  csvEnd: { type: 'text/csv', body: 'id,name\n1,"red"\n' },
  csvCrlf: { type: 'text/csv', body: 'id,name\r\n1,red\r\n' },
  csvGap: { type: 'text/csv', body: 'id,name\n\n1,red\n' },
  text1: { type: 'text/plain', body: 'hello' },
  textWords: { type: 'text/plain', body: 'hello, world: this is a text' },
  textLines: { type: 'text/plain', body: 'first line\nsecond line\n\nthird: line' },
  likeHeaders: { type: 'text/plain', body: 'X-A: b\nX-C: d' },
  likeHeaders2: { type: 'text/plain', body: 'Host: evil\nContent-Length: 3\n\nabc' },
  likeAuth: { type: 'text/plain', body: `Authorization: ${otherHeader}` },
  likeRequest: { type: 'text/plain', body: `GET /x HTTP/1.1\nHost: h\nAuthorization: ${otherHeader}\n\n{}` },
  likeRequestCr: {
    type: 'application/http',
    body: `GET /x HTTP/1.1\r\nHost: h\r\nAuthorization: ${otherHeader}\r\n\r\n{}`,
  },
  likeRequestLine: { type: 'text/plain', body: 'GET /x' },
  likeResponse: { type: 'text/plain', body: 'HTTP/1.1 200 OK\nServer: h\n\n{}' },
  likeCurl: { type: 'text/plain', body: `curl -X POST https://h/x -H 'Authorization: ${otherHeader}' -d '{}'` },
  likeLog: {
    type: 'text/plain',
    body: '2026-11-29 05:05:02,123 INFO [main] done\n2026-11-29 05:05:03,123 INFO [main] again',
  },
  likeLogMid: { type: 'text/plain', body: 'a\n2026-11-29 05:05:02,123 INFO [main] done\nb' },
  likeObject: {
    type: 'application/json',
    body: JSON.stringify({ method: 'PUT', url: 'https://h/x', headers: { Authorization: otherHeader }, body: '{}' }),
  },
  xml: { type: 'application/xml', body: '<a b="c">d</a>' },
  xmlCrlf: { type: 'application/xml', body: '<?xml version="1.0"?>\r\n<a>\r\n  <b>c</b>\r\n</a>\r\n' },
  xmlLf: { type: 'application/xml', body: '<?xml version="1.0"?>\n<a>\n  <b>c</b>\n</a>' },
  pybytes: { type: 'text/plain', body: `b'{"a":1}'` },
  pybytesIn: { type: 'text/plain', body: `x b'a' y` },
  quoted: { type: 'application/json', body: '"{\\"a\\":1}"' },
  squoted: { type: 'text/plain', body: "'a'" },
  form: { type: 'application/x-www-form-urlencoded', body: 'a=1&b=%20&c=x+y' },
  multipart: {
    type: 'multipart/form-data; boundary=b',
    body: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
  },
  multipartLf: {
    type: 'multipart/form-data; boundary=b',
    body: '--b\nContent-Disposition: form-data; name="a"\n\n1\n--b--\n',
  },
  payloadLine: { type: 'text/plain', body: 'payload: x\nbody: y\ndata: z' },
  yaml: { type: 'application/yaml', body: 'a: 1\nbody: |\n  x\nheaders:\n  - b' },
  indentedText: { type: 'text/plain', body: '  a\n    b\n  c' },
  endMark: { type: 'text/plain', body: 'abc\n-----END-----' },
  fence: { type: 'text/markdown', body: '# a\n```\ncode\n```\nb' },
  none: { type: 'text/plain', body: 'None' },
  dash: { type: 'text/plain', body: '-' },
  nul: { type: 'application/json', body: 'null' },
  truth: { type: 'application/json', body: 'true' },
  num: { type: 'application/json', body: '42' },
  emptyList: { type: 'application/json', body: '[]' },
  emptyObj: { type: 'application/json', body: '{}' },
  sqlText: { type: 'text/plain', body: "INSERT INTO a VALUES ('x');" },
  markdownTable: { type: 'text/markdown', body: '| a | b |\n|---|---|\n| 1 | 2 |' },
  backslash: { type: 'text/plain', body: 'a\\nb\\tc' },
  percent: { type: 'text/plain', body: 'a%20b%0Ac' },
  entities: { type: 'text/html', body: '<p>a &amp; b</p>\n<br>' },
  utf8: { type: 'application/json', body: '{"a":"红狐 ü 🦊"}' },
  pem: { type: 'text/plain', body: '-----BEGIN X-----\nAAAA\nBBBB\n-----END X-----\n' },
  graphql: { type: 'application/graphql', body: 'query {\n  a(b: 1) {\n    c\n  }\n}' },
  arrows: { type: 'text/plain', body: '> a\n< b\n--> c' },
  endOkhttp: { type: 'text/plain', body: 'a\n--> END POST (1-byte body)\nb' },
}
