/** In what a program prints of a request and its response: where the response begins. */

/** Each shows that a response begins, in capital or small letters. */
const signs: ReadonlyArray<RegExp> = [
  // HTTP/1.1 401, HTTP/2 200, 'HTTP/1.1', 401
  /\bHTTP\/[0-9.]{1,3}(?:["'], ?)? ?[1-5]\d\d\b/,
  // response: {…}, Response body. Not an option of the request, such as responseType, and not one without a value: response=null.
  /(?<![A-Za-z])response(?!Type|Encoding|Url|\w{0,32}["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}(?:null|undefined|None|nil)\b)/,
  // RESP_IN, FAULT_IN: Apache CXF
  /(?:RESP|FAULT)_IN\b/,
  // status: 401, statusCode, status_code. Not one without a value: statusCode: null.
  /\bstatus(?:[ _-]?code)?\b(?!["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}(?:null|undefined|None|nil)\b)/,
  // 401 Unauthorized, 401: Unauthorized
  /\b[45]\d\d[ :][A-Z][a-z]/,
  // .reply(401, …): nock
  /\.reply\([1-5]\d\d\b/,
  // < 401 UNAUTHORIZED
  /(?<=\s)< [1-5]\d\d [A-Z]/,
  // => 401, but not the number of => 401.5
  /=> [1-5]\d\d\b(?!\.\d)/,
]

/** From here on a text tells of the response. */
export const responseBegins: RegExp = new RegExp(signs.map(({ source }) => source).join('|'), 'i')
