/** The pieces of `forms/namedLists.ts`, for the details of forms and for the sentences about them. */
import type { Phrases } from './dictionary.ts'

export const namedPieces: Phrases = {
  '{name} (header)': '请求头 {name}',
  '{name} (member of the body)': '请求体的字段 {name}',
  'SHA-256 of the body in hexadecimal digits': '请求体的 SHA-256（十六进制）',
  'SHA-256 of the body in Base64': '请求体的 SHA-256（Base64）',
  'MD5 of the body in hexadecimal digits': '请求体的 MD5（十六进制）',
  'MD5 of the body in Base64': '请求体的 MD5（Base64）',
  'an empty text': '空文本',
}
