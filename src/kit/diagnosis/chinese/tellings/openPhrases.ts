/**
 * Phrases with few words of their own: they also fit sentences of the other tables. `{mark} before {place:known}` fits
 * `The caller signed the host before the path`. So this table is the last of the list.
 */
import type { PhrasesBySource } from './PhrasesBySource.ts'

export const openPhrases: PhrasesBySource = {
  'strayMarks.ts': {
    'The header has {marks:list}.': '请求头中有多余的符号：{marks}。',
    '{before} and {after} round {place:known}': '{place}两侧的 {before} 和 {after}',
    '{mark} before {place:known}': '{place}前面的 {mark}',
    '{mark} after {place:known}': '{place}后面的 {mark}',
  },
  'signatureText.ts': {
    'The caller wrote the signature in {encoding:phrase}.': '调用方用{encoding}对签名编码。',
  },
  'partlyDifference.ts': {
    '{to:phrase} for {chosen:number} of the {count:number} {from:phrase}':
      '{to}（代替 {count} 处 {from} 中的 {chosen} 处）',
  },
  'escapeDifference.ts': {
    '{theirs:phrase} where {ours:phrase} was sent': '{theirs}（发送的是 {ours}）',
    'The caller signed {pairs:list}. It signed the {carrier:phrase} {side:phrase}.': '{pairs}：{carrier}{side}。',
  },
  'fieldsDifference.ts': {
    'The caller signed the {carrier:known} without {fields}.': '调用方签名的{carrier}中没有 {fields}。',
    'The caller signed {theirs}, but {ours} was sent.': '调用方签名的是 {theirs}，发送的是 {ours}。',
  },
  'emptyBody.ts': {
    'The caller signed no body, but sent {text}, {name:phrase}.': '调用方签名时没有请求体，发送的却是 {text}，{name}。',
    'The caller signed {theirs}, {theirName:phrase}, but sent {ours}, {ourName:phrase}.':
      '调用方签名的请求体是 {theirs}，{theirName}，发送的是 {ours}，{ourName}。',
  },
}
