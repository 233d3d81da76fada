/** Policies by their names, as a port's hello lists them: `policiesOf(['missing-null'])` takes this policy alone. */
import { ours, type Policies } from '../../core/Policies.ts'

/** The policies with these names are on, and all others are off. */
export const policiesOf = (names: ReadonlyArray<string>): Policies =>
  Object.fromEntries(Object.keys(ours).map((name) => [name, names.includes(name)])) as unknown as Policies

export const noPolicies: Policies = policiesOf([])
