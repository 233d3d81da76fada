/**
 * What is measured: a server that does one thing, the requests that are sent to it, and the cores that it may use.
 */
import type { Where } from 'countersign'

export type Task =
  /** Reads the body and answers. */
  | { readonly does: 'nothing' }
  /** `verify`: the request first. `sign`: the body, as a gateway does in front of another service. */
  | { readonly does: 'verify' | 'sign'; readonly where: Where }

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

/** The bare server, where the group has one, and the task on the loop and on the pool. */
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
]

export const variants: ReadonlyArray<Variant> = groups.flatMap((each) => each.variants)
