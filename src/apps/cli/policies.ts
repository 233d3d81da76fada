/**
 * The options `--policy NAME` and `--no-policy NAME`: which policies a command knows, and what a command line changes.
 *
 *     --policy ows,unknown-param --no-policy int64-string
 *     policiesOf(…)    { ows: true, 'unknown-param': true, 'int64-string': false }
 */
import {
  type JobPolicies,
  type KeyPolicies,
  namesOf,
  ours,
  type Policies,
  type PolicyName,
} from '../../core/Policies.ts'
import { parsed } from './arguments.ts'
import { type Argument, type Reading, rarely, repeated } from './grammar.ts'
import { CommandError } from './Outcome.ts'

// ---- Which policies there are

export const jobPolicies: ReadonlyArray<keyof JobPolicies> = namesOf('job')
const keyPolicies: ReadonlyArray<keyof KeyPolicies> = namesOf('key')

/** The policies by which one request is judged, without a replay guard and without its job. */
export const requestPolicies: ReadonlyArray<PolicyName> = namesOf('request', 'header', 'key')
export const allPolicies: ReadonlyArray<PolicyName> = namesOf('request', 'header', 'key', 'replay', 'job')

// ---- The two options

/** One name, or several with commas between them. */
export const policyList = <N extends PolicyName>(
  shows: string,
  names: ReadonlyArray<N>,
): Reading<ReadonlyArray<N>> => ({
  ...parsed(shows, `names of policies with commas between them: ${names.join(', ')}`, (argument) => {
    const listed = argument.split(',').filter((name) => name !== '')
    return listed.every((name): name is N => names.some((policy) => policy === name)) ? listed : undefined
  }),
  words: names,
})

/** What the command line has for each option: a list for each time that it is there. */
interface Switches<N extends PolicyName> {
  readonly policy: ReadonlyArray<ReadonlyArray<N>>
  readonly noPolicy: ReadonlyArray<ReadonlyArray<N>>
}

/** Each help text lists the policies whose default the option changes. */
export const policyArguments = <N extends PolicyName>(
  names: ReadonlyArray<N>,
): { readonly [K in keyof Switches<N>]: Argument<Switches<N>[K]> } => {
  const namesWithDefault = (isTaken: boolean): string => names.filter((name) => ours[name] === isTaken).join(', ')
  const reading = policyList('NAME', names)
  return {
    policy: rarely(
      repeated(
        reading,
        `turn on a policy that is off by default: ${namesWithDefault(false)}. You can give this option several times. policies.json, which countersign vectors write makes, says what each policy does`,
      ),
    ),
    noPolicy: rarely(
      repeated(
        reading,
        `turn off a policy that is on by default: ${namesWithDefault(true)}. You can give this option several times`,
      ),
    ),
  }
}

/** The policies that the command line changes. */
export const policiesOf = <N extends PolicyName>({ policy, noPolicy }: Switches<N>): Partial<Policies> => {
  const taken = policy.flat()
  const dropped = noPolicy.flat()
  const inBoth = taken.filter((name) => dropped.includes(name))
  if (inBoth.length > 0)
    throw new CommandError(2, `--policy and --no-policy both name ${[...new Set(inBoth)].join(', ')}`)
  return Object.fromEntries([...taken.map((name) => [name, true]), ...dropped.map((name) => [name, false])])
}

// ---- A part of them: key rings and codecs refuse the names of other policies

const keepOnly =
  <N extends PolicyName>(names: ReadonlyArray<N>) =>
  (policies: Partial<Policies>): Partial<Pick<Policies, N>> =>
    Object.fromEntries(
      Object.entries(policies).filter(([name]) => names.some((policy) => policy === name)),
    ) as typeof policies

export const keyPoliciesIn: (policies: Partial<Policies>) => Partial<KeyPolicies> = keepOnly(keyPolicies)
export const jobPoliciesIn: (policies: Partial<Policies>) => Partial<JobPolicies> = keepOnly(jobPolicies)
