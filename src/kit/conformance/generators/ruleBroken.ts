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
  signature_invalid: 'a signature must be for exactly the bytes that were sent',
  timestamp_expired: 'at the first check and at the last, a timestamp is at most maxAge old',
  timestamp_in_future: 'at the first check and at the last, a timestamp is at most maxSkew ahead',
  key_invalid:
    'a key that follows the rules is accepted; two keys are different if their moduli or their exponents are different',
  key_revoked: rules.valid,
  nonce_replayed:
    'a verifier remembers each used nonce, of any length and character by character, while its timestamp is fresh, even after many other requests; the nonce of a refused request is not used',
  app_forbidden: 'a request is accepted only if the app is allowed to send it',
  body_too_large: 'a body has at most bodyLimit bytes',
}

const tokenAlone = 'if a request has a token, a verifier does not check the auth type, the nonce and the timestamp'
/** The reasons for which a port refuses what it must not look at. */
const reasonsOfUnread = ['auth_type_malformed', 'nonce_malformed', 'timestamp_malformed']

/** Whether the request has a token, which signs nothing. */
const hasToken = (input: unknown): boolean => {
  const { credentials = {} } = input as { readonly credentials?: object }
  return 'token' in credentials
}

const unaffected = 'a request has only one effect on later requests: its nonce is used'

const ruleOfLostPart: { readonly [part: string]: string } = {
  method: 'the ASCII letters of a method are upper-cased, and the rest of the method does not change',
  target: 'scheme, authority and fragment are removed from a target, and the rest does not change',
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
    return 'a port reads, keeps and writes a number as the nearest double; −0 is 0'
  if (isText(expected) && isText(received)) return 'a port keeps every character of a text'
  if (expected === undefined) return 'an answer has no member beyond those of its value'
  if (received === undefined)
    return 'a port keeps every field of a job at every level, also fields that it does not know'
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
