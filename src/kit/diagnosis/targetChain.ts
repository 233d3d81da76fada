/**
 * The shortest chain of named operations that leads from the target that was signed to the one that arrived, where one operation alone
 * does not:
 *
 *     signed /ext/v1/a%40b, arrived /v1/a@b     The prefix /ext was removed. The escape %40 was decoded.
 *
 * Each step of a chain makes the next target out of the one before, so the words are true of the bytes.
 */

import { forBoth } from './remedies.ts'
import type { Telling } from './Telling.ts'
import { type Candidate, type Operation, operations } from './targetOperations.ts'

/** An operation, the target that it made, and its words. */
export interface ChainStep extends Candidate {
  readonly operation: Operation
}

export type Chain = ReadonlyArray<ChainStep>

/** Longer chains explain any two targets. */
const maxSteps = 3

/** Longer targets are not compared: a report is made in a bounded time. */
const maxLength = 2048

/** Breadth first: so the first chain that leads to the goal is a shortest one. Undefined if none does. */
export const targetChain = (signed: string, arrived: string): Chain | undefined => {
  if (signed === arrived || Math.max(signed.length, arrived.length) > maxLength) return undefined
  const visited = new Set<string>()
  let chains: ReadonlyArray<Chain> = [[]]
  for (let count = 0; count < maxSteps; count++) {
    const longer: Array<Chain> = []
    for (const chain of chains) {
      for (const step of nextSteps(chain, signed, arrived)) {
        const next = [...chain, step]
        if (step.target === arrived) return next
        const state = stateOf(next)
        if (visited.has(state) || step.target === signed) continue
        visited.add(state)
        longer.push(next)
      }
    }
    chains = longer
  }
  return undefined
}

/** What decides which steps may follow: the target, and the operations that are used up. */
const stateOf = (chain: Chain): string =>
  [chain.at(-1)?.target, ...chain.map(({ operation }) => operation.name).toSorted()].join('\n')

/** What each operation that the chain has not yet makes of its last target. */
const nextSteps = (chain: Chain, signed: string, arrived: string): ReadonlyArray<ChainStep> =>
  operations
    .filter((operation) => !chain.some((step) => step.operation.name === operation.name))
    .flatMap((operation) =>
      operation.apply(chain.at(-1)?.target ?? signed, arrived).map((candidate) => ({ operation, ...candidate })),
    )

const capitalized = (clause: string): string => clause.charAt(0).toUpperCase() + clause.slice(1)

/** A sentence for each step: `The prefix /ext was removed. The escape %40 was decoded.` */
export const chainWords = (chain: Chain): string => chain.map(({ words }) => `${capitalized(words)}.`).join(' ')

const whoChanged = 'Either the client sent another target than it signed, or something on the way changed the target.'

/** The chain after a sentence that names both targets, and who may have changed the target. */
export const chainSentences = (bothTargets: string, chain: Chain): string =>
  [bothTargets, chainWords(chain), whoChanged].join(' ')

/** Whether proxies and gateways do each of the steps. */
export const isOfProxies = (chain: Chain): boolean => chain.every(({ operation }) => operation.isOfProxies)

/** For the operator, if proxies do each of the steps. */
export const keepTarget =
  'If the client sent the signed target, a proxy changed it. In nginx, write proxy_pass without a path. In Apache, write nocanon in ProxyPass. Or verify the request before the proxy.'

/** The words for a chain. Undefined if no chain leads from one target to the other. */
export const chainDifference = (signed: string, arrived: string): Telling | undefined => {
  const chain = targetChain(signed, arrived)
  if (chain === undefined) return undefined
  const bothTargets = `The caller signed the target ${signed}, but ${arrived} arrived.`
  return {
    id: 'target-other',
    what: chainSentences(bothTargets, chain),
    ...(isOfProxies(chain)
      ? forBoth('Sign and send the same target.', keepTarget)
      : { remedy: 'Write the target once. Then sign and send exactly this text.' }),
  }
}
