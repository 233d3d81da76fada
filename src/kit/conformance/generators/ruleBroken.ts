/**
 * The rule that a wrong answer breaks, for the report. It is the rule of the member that differs, or of the port's reason. It is not
 * always the rule of the drawn value: a port may fail because of another part of the input. Empty if no rule explains the answer.
 */
import { authTypeRule, tokenRule } from '../../values/headers/headerValues.ts'
import { appIdRule, bodyRule, methodRule, nonceRule, timestampRule } from '../../values/parts.ts'
import { targetRule } from '../../values/targets.ts'
import { stepsOf } from '../codecs.ts'
import type { DifferentValue, Judgement } from '../compareAnswer.ts'
import { toBytes } from '../content.ts'
import type { Expectation, Op, PortAnswer } from '../Vector.ts'
import type { GeneratedInput } from './Generator.ts'
import { rules } from './played.ts'

/** The rule behind each reason for which a port refuses wrongly, or had to refuse. */
const byReason: { readonly [reason: string]: string } = {
  method_invalid: methodRule,
  target_invalid: targetRule,
  timestamp_malformed: timestampRule,
  nonce_malformed: nonceRule,
  app_id_malformed: appIdRule,
  token_malformed: tokenRule,
  auth_type_malformed: authTypeRule,
  body_not_unicode: bodyRule,
  signature_invalid: 'a signature is that of what was sent, to the last bit',
  timestamp_expired: 'a timestamp is at most maxAge old, from the first check to the last',
  timestamp_in_future: 'a timestamp is at most maxSkew ahead, from the first check to the last',
  key_invalid: 'a key that keeps the rules is taken, and is another one if its modulus or its exponent is another',
  key_revoked: rules.valid,
  nonce_replayed:
    'a used nonce is remembered as it is written, of any length, while its timestamp is fresh, however many come between; a refused one is unused',
  app_forbidden: 'an app does only what it may do',
  body_too_large: 'a body has at most bodyLimit bytes',
}

const tokenAlone = 'with a token, the auth type, the nonce and the timestamp are not looked at'
/** The reasons for which a port refuses what it must not look at. */
const reasonsOfUnread = ['auth_type_malformed', 'nonce_malformed', 'timestamp_malformed']

/** Whether the request has a token, which signs nothing. */
const hasToken = (input: unknown): boolean => {
  const { credentials = {} } = input as { readonly credentials?: object }
  return 'token' in credentials
}

const unaffected = 'a request changes nothing for those behind it, but that its nonce is used'

const ruleOfLostPart: { readonly [part: string]: string } = {
  method: 'the ASCII letters of a method are upper-cased, and nothing else of it changes',
  target: 'a target is kept as it is, without scheme, authority and fragment',
  timestamp: 'a timestamp is signed as it is given',
  nonce: 'a nonce is signed as it is given',
  body: 'the bytes of a body are signed and sent as they are',
}
const partsBeforeBody = ['method', 'target', 'timestamp', 'nonce'] as const

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * The rule that explains why a value comes back as another one. Both values decide it, because the drawn values beside it have no
 * influence.
 */
const ruleOfValue = ({ expected, received }: DifferentValue): string => {
  if (isNumber(expected) && isNumber(received))
    return 'a number is read, kept and written as the nearest double; −0 is 0'
  if (isText(expected) && isText(received)) return 'a text is kept to the last character'
  if (expected === undefined) return 'an answer has no member beyond those of its value'
  if (received === undefined) return 'what comes is kept, at every level: fields that a port does not know, too'
  return 'a value keeps its type and its items, at every level'
}

export const ruleBroken = (
  judged: Judgement,
  { rule, input, changes }: GeneratedInput<Op>,
  expected: Expectation,
  answer: PortAnswer,
): string => {
  if (judged.verdict !== 'fail') return ''
  const { difference, value, isAccepted = false } = judged
  if (value !== undefined) return ruleOfValue(value)
  if (difference !== undefined) {
    const { of: content, expected, offset } = difference
    if (content !== 'string to sign') return ruleOfLostPart[content] ?? ''
    const linesBefore = toBytes(expected)
      .subarray(0, offset)
      .filter((byte) => byte === 0x0a).length
    return ruleOfLostPart[partsBeforeBody[linesBefore] ?? 'body'] ?? ''
  }
  // A history was made for one rule, and fails by the rule of its step.
  const reason = [...stepsOf(expected)].reverse().find((step) => step.outcome === 'reject')
  if (isAccepted && changes === undefined && reason !== undefined) return byReason[reason.reason] ?? rule
  // The port accepts a request that is wrong in one way, so that rule is broken.
  if (isAccepted || 'times' in (input as object)) return rule
  const steps = stepsOf(answer)
  const wrongIndex = steps.findIndex((step, i) => step.outcome !== stepsOf(expected)[i]?.outcome)
  // The request was accepted for another app. Or the value of another op has another shape, which the rule of no drawn value explains.
  if (wrongIndex < 0 && answer.outcome === expected.outcome) return 'steps' in (input as object) ? rule : ''
  const refused = steps[wrongIndex]
  const why = answer.reason ?? (refused?.outcome === 'reject' ? refused.reason : '')
  // If the step failed alone, the history would be shorter.
  if (wrongIndex > 0 && changes === undefined && why !== 'nonce_replayed') return unaffected
  if (hasToken(input) && reasonsOfUnread.includes(why)) return tokenAlone
  return byReason[why] ?? ''
}
