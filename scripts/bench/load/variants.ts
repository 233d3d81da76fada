/**
 * The variants of a load test: a server with one task, its requests, and its cores.
 */
import type { Where } from 'countersign'

export type Task =
  /** The bare server: reads the body and answers. */
  | { readonly does: 'nothing' }
  /** `verify`: verifies the request. `sign`: signs the body, as a gateway before another service. */
  | { readonly does: 'verify' | 'sign'; readonly where: Where }
  /** Forwards to a service in another process: each request (`proxy`), or those that verify (`gateway`). */
  | { readonly does: 'proxy' }
  | { readonly does: 'gateway'; readonly where: Where }

/** Whether a request is accepted once only. */
export const verifies = ({ does }: Task): boolean => does === 'verify' || does === 'gateway'

export interface Variant {
  readonly id: string
  readonly task: Task
  /** `small`: 400 signed bytes each; `mixed`: 2 % of the bodies have 1 MiB. */
  readonly requests: 'small' | 'mixed'
  readonly oneCore: boolean
}

export interface Group {
  readonly title: string
  /** The name in the closing lines. */
  readonly name: string
  readonly variants: ReadonlyArray<Variant>
}

/** The bare server, if the group has one, and the task on the event loop and on the thread pool. */
const group = (
  title: string,
  name: string,
  does: 'verify' | 'sign',
  suffix = '',
  more: Partial<Variant> = {},
): Group => {
  const variant = (id: string, task: Task): Variant => ({
    id: id + suffix,
    task,
    requests: 'small',
    oneCore: false,
    ...more,
  })
  const bare = does === 'verify' ? [variant('bare', { does: 'nothing' })] : []
  const both = (['loop', 'pool'] as const).map((where) => variant(`${does}-${where}`, { does, where }))
  return { title, name, variants: [...bare, ...both] }
}

export const groups: ReadonlyArray<Group> = [
  group('400 signed bytes', 'verifying', 'verify'),
  group('2 % of the bodies are of 1 MiB', 'verifying with large bodies', 'verify', '-mixed', { requests: 'mixed' }),
  group('400 signed bytes, the server on one core', 'verifying on one core', 'verify', '-one-core', { oneCore: true }),
  group('signing in a server, 400 bytes', 'signing', 'sign'),
  {
    title: 'the gateway before a service of node:http, 400 signed bytes',
    name: 'gateway',
    variants: [
      { id: 'proxy', task: { does: 'proxy' }, requests: 'small', oneCore: false },
      { id: 'gateway-loop', task: { does: 'gateway', where: 'loop' }, requests: 'small', oneCore: false },
      { id: 'gateway-pool', task: { does: 'gateway', where: 'pool' }, requests: 'small', oneCore: false },
    ],
  },
]

export const variants: ReadonlyArray<Variant> = groups.flatMap((each) => each.variants)
