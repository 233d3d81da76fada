/** What a caller is sent with each public code, in Chinese; `core/VerifyError.ts` has the English. */
import type { HttpAnswer } from '../../../core/HttpAnswer.ts'
import type { PublicCode } from '../../../core/VerifyError.ts'

export const answers: Readonly<Record<PublicCode, string>> = {
  authorization_missing: '该请求需要 Authorization 请求头',
  authorization_multiple: '请只发送一个 Authorization 请求头',
  authorization_malformed: 'Authorization 请求头的格式不符合要求',
  scheme_unsupported: '本服务不支持该认证类型',
  bearer_not_offered: '本服务不支持令牌认证，请对请求签名',
  method_invalid: '请求方法的格式不符合要求',
  target_invalid: '请求目标的格式不符合要求',
  timestamp_expired: '时间戳已过期，请用响应头 Date 校对本机时间后重新签名',
  timestamp_in_future: '时间戳晚于当前时间，请用响应头 Date 校对本机时间后重新签名',
  signature_invalid: '签名与该请求不符',
  nonce_replayed: '该随机串已被使用，请换一个新的随机串重新签名',
  token_invalid: '令牌无效',
  body_too_large: '请求体超过本服务允许的大小',
  body_incomplete: '请求体未接收完整',
  body_unsupported: '本服务要求该请求体使用 UTF-8 编码，且不带 Content-Encoding',
  app_forbidden: '该应用无权执行此操作',
  verifier_busy: '服务繁忙，请稍后重新签名再试',
  verifier_starting: '服务正在启动，请稍后重新签名再试',
  guard_starting: '本服务不接受在其就绪之前签名的请求，请重新签名',
  key_source_unavailable: '暂时无法验证该请求，请稍后重新签名再试',
  guard_unavailable: '暂时无法验证该请求，请稍后重新签名再试',
  guard_full: '使用该密钥的请求过多，请稍后重新签名再试',
  internal: '服务内部错误',
}

const isAnswered = (code: unknown): code is PublicCode => typeof code === 'string' && Object.hasOwn(answers, code)

/** The refusal with a Chinese message. Status, code and headers stay, and so does an answer with another code. */
export const inChinese = (refusal: HttpAnswer): HttpAnswer => {
  if (!refusal.body.startsWith('{"error":{')) return refusal
  const { error } = JSON.parse(refusal.body) as { readonly error: { readonly code?: unknown } }
  if (!isAnswered(error.code)) return refusal
  return {
    ...refusal,
    // No Vary: no cache keeps a refusal.
    headers: { ...refusal.headers, 'Content-Language': 'zh' },
    body: JSON.stringify({ error: { ...error, message: answers[error.code] } }),
  }
}
