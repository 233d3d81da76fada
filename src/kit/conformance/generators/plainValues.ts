/**
 * A plain valid value for each member of an input, for `simplify`. If the port also fails with the plain value of a member, the failure
 * does not need this member.
 */
import { standard } from '../../../core/AuthType.ts'
import { authTypeRule, tokenRule } from '../../values/headers/headerValues.ts'
import { rules as jobRules } from '../../values/jobs/rules.ts'
import { appIdRule, bodyRule, methodRule, nonceRule, timestampRule } from '../../values/parts.ts'
import { targetRule } from '../../values/targets.ts'
import type { Op } from '../Vector.ts'

type Members = Readonly<Record<string, unknown>>

const ofRequest: Members = {
  method: 'POST',
  url: '/v1/jobs',
  timestamp: '1700000000',
  nonce: 'n-1',
  body: { hex: '' },
  authType: standard,
}

const ofVerifier: Members = { edition: 'international', maxAge: 300, maxSkew: 60, bodyLimit: 1_048_576 }

/** Members are tried in this order. An op without members here is simplified only in other ways. */
export const plainMembers: { readonly [O in Op]?: Members } = {
  stringToSign: ofRequest,
  sign: { ...ofRequest, appId: 'app-1' },
  request: { ...ofRequest, baseUrl: 'https://jobs.example', edition: 'international' },
  formatAuthorization: { authType: standard, appId: 'app-1', nonce: 'n-1', timestamp: '1700000000', signature: 'AAAA' },
  verify: ofVerifier,
}

const isRuleOfJobs = (rule: string): boolean => Object.values<string>(jobRules).includes(rule)

/** The member that a rule is about; undefined for a rule about several members. */
const membersByRule: Readonly<Record<string, ReadonlyArray<string>>> = {
  [methodRule]: ['method'],
  [targetRule]: ['url'],
  [timestampRule]: ['timestamp'],
  [nonceRule]: ['nonce'],
  [bodyRule]: ['body'],
  [appIdRule]: ['appId', 'credentials'],
  [tokenRule]: ['credentials', 'token'],
  [authTypeRule]: ['authType'],
}

/** The members that a rule may be about; undefined where that is not known. */
export const membersOfRule = (rule: string): ReadonlyArray<string> | undefined => {
  if (isRuleOfJobs(rule)) return ['body', 'job']
  // Those of base URLs name its part.
  if (/^a (?:base URL|host|port) /.test(rule)) return ['baseUrl']
  return membersByRule[rule]
}
