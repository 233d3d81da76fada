/**
 * Words for placeholders, such as `path` for `{carrier:phrase}`: those that several sources write, or that no source writes as one text.
 * A phrase of four words or more belongs to the table of its source.
 */
import type { Phrases } from '../dictionary.ts'

export const words: Phrases = {
  'a text': '文本',
  'sorted by name': '按名称排序',
  'in hexadecimal digits': '十六进制',
  target: '请求目标',
  form: '表单',
  some: '一部分',
  Base64: 'Base64',
  'hexadecimal digits': '十六进制',
  path: '路径',
  query: '查询参数',
  end: '末尾',
  beginning: '开头',
  'a space': '空格',
  JSON: 'JSON',
  body: '请求体',
  nothing: '空的',
  'in lower case': '是小写',
  'in upper case': '是大写',
  'a line feed': '一个换行符',
  'two line feeds': '两个换行符',
  'a CR LF': '一个 CR LF',
  'a carriage return': '一个回车符',
  'the year 1': '公元 1 年',
  '{seconds:number} s': '{seconds} 秒',
  'the auth type': '认证类型',
  once: '一次',
  twice: '两次',
}
