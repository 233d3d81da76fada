/** The variants of a load test: a server with one task, and its requests. */
import type { Where } from 'countersign'
import { type PeerName, peers } from './peers.ts'

export type Task =
  /** The bare server: reads the body and answers. */
  | { readonly does: 'nothing' }
  /** Signs the body, as a gateway before another service. */
  | { readonly does: 'sign'; readonly where: Where }
  /** Verifies the request, with the memory guard or without a guard. */
  | { readonly does: 'verify'; readonly where: Where; readonly guarded: boolean }
  /** Verifies by another library. */
  | { readonly does: 'peer'; readonly name: PeerName }
  /** Forwards to a service in another process: each request (`proxy`), or those that verify (`gateway`). */
  | { readonly does: 'proxy' }
  | { readonly does: 'gateway'; readonly where: Where; readonly guarded: true }

/** `small`: 400 signed bytes each; `mixed`: 2 % of the bodies have 1 MiB; otherwise signed for that library. */
export type Kind = 'small' | 'mixed' | PeerName

export interface Variant {
  readonly id: string
  readonly task: Task
  readonly requests: Kind
}

export interface Group {
  readonly name: string
  readonly title: string
  readonly variants: ReadonlyArray<Variant>
}

const places = ['loop', 'pool'] as const

/** The bare server, and the verifier on the event loop and on the thread pool. */
const verifying = (requests: 'small' | 'mixed', suffix = ''): ReadonlyArray<Variant> => [
  { id: `bare${suffix}`, task: { does: 'nothing' }, requests },
  ...places.map(
    (where): Variant => ({
      id: `verify-${where}${suffix}`,
      task: { does: 'verify', where, guarded: true },
      requests,
    }),
  ),
]

const peerNames = Object.keys(peers) as ReadonlyArray<PeerName>

export const groups: ReadonlyArray<Group> = [
  { name: 'verifying', title: '400 signed bytes', variants: verifying('small') },
  { name: 'large', title: '2 % of the bodies are of 1 MiB', variants: verifying('mixed', '-mixed') },
  {
    name: 'signing',
    title: 'signing in a server, 400 bytes',
    variants: places.map((where) => ({ id: `sign-${where}`, task: { does: 'sign', where }, requests: 'small' })),
  },
  {
    name: 'gateway',
    title: 'the gateway before a service of node:http, 400 signed bytes',
    variants: [
      { id: 'proxy', task: { does: 'proxy' }, requests: 'small' },
      ...places.map(
        (where): Variant => ({
          id: `gateway-${where}`,
          task: { does: 'gateway', where, guarded: true },
          requests: 'small',
        }),
      ),
    ],
  },
  {
    name: 'peers',
    title: 'beside other libraries, of which none remembers a nonce: all without a guard',
    variants: [
      ...places.map(
        (where): Variant => ({
          id: `alone-${where}`,
          task: { does: 'verify', where, guarded: false },
          requests: 'small',
        }),
      ),
      ...peerNames.map((name): Variant => ({ id: `peer-${name}`, task: { does: 'peer', name }, requests: name })),
    ],
  },
]

export const variants: ReadonlyArray<Variant> = groups.flatMap((each) => each.variants)
