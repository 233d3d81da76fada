/**
 * What is measured: a server that does one thing, the requests that are sent to it, and the cores that it may use.
 */
import type { Where } from 'countersign'

export type Task =
  /** Reads the body and answers. */
  | { readonly does: 'nothing' }
  /** Verifies the request first. */
  | { readonly does: 'verify'; readonly where: Where }
  /** Signs what it was sent, as a gateway does in front of another service. */
  | { readonly does: 'sign'; readonly where: Where }

export interface Variant {
  readonly id: string
  readonly task: Task
  /** `small`: 400 signed bytes each; `mixed`: 2 % of the bodies are of 1 MiB. */
  readonly requests: 'small' | 'mixed'
  readonly oneCore: boolean
}

export interface Group {
  readonly title: string
  /** As the closing lines name it. */
  readonly name: string
  readonly variants: ReadonlyArray<Variant>
}

const variant = (id: string, task: Task, requests: Variant['requests'] = 'small', oneCore = false): Variant => ({
  id,
  task,
  requests,
  oneCore,
})

const nothing: Task = { does: 'nothing' }
const verify = (where: Where): Task => ({ does: 'verify', where })
const sign = (where: Where): Task => ({ does: 'sign', where })

export const groups: ReadonlyArray<Group> = [
  {
    title: '400 signed bytes',
    name: 'verifying',
    variants: [
      variant('bare', nothing),
      variant('verify-loop', verify('loop')),
      variant('verify-pool', verify('pool')),
    ],
  },
  {
    title: '2 % of the bodies are of 1 MiB',
    name: 'verifying with large bodies',
    variants: [
      variant('bare-mixed', nothing, 'mixed'),
      variant('verify-loop-mixed', verify('loop'), 'mixed'),
      variant('verify-pool-mixed', verify('pool'), 'mixed'),
    ],
  },
  {
    title: '400 signed bytes, the server on one core',
    name: 'verifying on one core',
    variants: [
      variant('bare-one-core', nothing, 'small', true),
      variant('verify-loop-one-core', verify('loop'), 'small', true),
      variant('verify-pool-one-core', verify('pool'), 'small', true),
    ],
  },
  {
    title: 'signing in a server, 400 bytes',
    name: 'signing',
    variants: [variant('sign-loop', sign('loop')), variant('sign-pool', sign('pool'))],
  },
]
