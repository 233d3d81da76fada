/** In what a program prints of a request and its response: where the response begins. */

/** From here on a text tells of the response. */
export const responseBegins: RegExp =
  /\bHTTP\/[0-9.]{1,3}(?:["'], ?)? ?[1-5]\d\d\b|(?<![A-Za-z])response(?!Type|Encoding|Url|\w{0,32}["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}(?:null|undefined|None|nil)\b)|(?:RESP|FAULT)_IN\b|\bstatus(?:[ _-]?code)?\b|\b[45]\d\d[ :][A-Z][a-z]|\.reply\([1-5]\d\d\b|(?<=\s)< [1-5]\d\d [A-Z]|=> [1-5]\d\d\b(?!\.\d)/i
