/**
 * `--policy NAME` and `--no-policy NAME`, for the policies that matter to a command.
 */
import {
  type JobPolicies,
  type KeyPolicies,
  type PolicyName as Name,
  namesOf,
  ours,
  type Policies,
} from '../../core/Policies.ts'
import { parsed } from './arguments.ts'
import { type Argument, type Reading, rarely, repeated } from './grammar.ts'
import { CommandError } from './Outcome.ts'

export const jobPolicies: ReadonlyArray<keyof JobPolicies> = namesOf('job')
const keyPolicies: ReadonlyArray<keyof KeyPolicies> = namesOf('key')

/** The policies by which one request is judged, without a replay guard and without its job. */
export const requestPolicies: ReadonlyArray<Name> = namesOf('request', 'header', 'key')
export const allPolicies: ReadonlyArray<Name> = namesOf('request', 'header', 'key', 'replay', 'job')

/** One name, or several with commas between them. */
export const policyList = <N extends Name>(shows: string, names: ReadonlyArray<N>): Reading<ReadonlyArray<N>> => ({
  ...parsed(shows, `names of policies with commas between them: ${names.join(', ')}`, (given) => {
    const taken = given.split(',').filter((name) => name !== '')
    return taken.every((name): name is N => names.some((known) => known === name)) ? taken : undefined
  }),
  words: names,
})

interface Switches<N extends Name> {
  readonly policy: ReadonlyArray<ReadonlyArray<N>>
  readonly noPolicy: ReadonlyArray<ReadonlyArray<N>>
}

/** The two options. Each help text lists the policies whose default it changes. */
export const policyArguments = <N extends Name>(
  names: ReadonlyArray<N>,
): { readonly [K in keyof Switches<N>]: Argument<Switches<N>[K]> } => {
  const listed = (taken: boolean): string => names.filter((name) => ours[name] === taken).join(', ')
  const one = policyList('NAME', names)
  return {
    policy: rarely(repeated(one, `take a policy that is not taken unless set: ${listed(false)}; may repeat`)),
    noPolicy: rarely(repeated(one, `do not take one that is taken unless set: ${listed(true)}; may repeat`)),
  }
}

/** The policies that the line changes. */
export const policiesOf = <N extends Name>({ policy, noPolicy }: Switches<N>): Partial<Policies> => {
  const taken = policy.flat()
  const dropped = noPolicy.flat()
  const both = taken.filter((name) => dropped.includes(name))
  if (both.length > 0) throw new CommandError(2, `--policy and --no-policy both name ${[...new Set(both)].join(', ')}`)
  return Object.fromEntries([...taken.map((name) => [name, true]), ...dropped.map((name) => [name, false])])
}

const among =
  <N extends Name>(names: ReadonlyArray<N>) =>
  (policies: Partial<Policies>): Partial<Pick<Policies, N>> =>
    Object.fromEntries(
      Object.entries(policies).filter(([name]) => names.some((one) => one === name)),
    ) as typeof policies

/** Key rings and codecs refuse the names of others. */
export const keyPoliciesIn: (policies: Partial<Policies>) => Partial<KeyPolicies> = among(keyPolicies)
export const jobPoliciesIn: (policies: Partial<Policies>) => Partial<JobPolicies> = among(jobPolicies)
