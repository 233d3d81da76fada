/** The variants of a load test: a server with one task, and its requests. */
import type { CryptoOn } from 'countersign'
import type { GuardName } from '../../guards.ts'
import type { peers } from './peers.ts'

export type Task =
  /** The bare server: reads the body and answers. */
  | { readonly does: 'nothing' }
  /** Signs the body, as a gateway before another service. */
  | { readonly does: 'sign'; readonly where: CryptoOn }
  /** Verifies the request, with a guard or without. */
  | { readonly does: 'verify'; readonly where: CryptoOn | undefined; readonly guard: GuardName | undefined }
  /** Verifies by another library. */
  | { readonly does: 'peer'; readonly name: keyof typeof peers }
  /** Forwards to a service in another process: each request (`proxy`), or those that verify (`gateway`). */
  | { readonly does: 'proxy' }
  | { readonly does: 'gateway'; readonly where: CryptoOn; readonly guard: GuardName }

/** `small`: 400 signed bytes each; `mixed`: 2 % of the bodies have 1 MiB; `token`: with a token instead of a signature. */
export type Kind = 'small' | 'mixed' | 'token'

export interface Variant {
  readonly id: string
  readonly task: Task
  readonly requests: Kind
  /** Absent: node:http. */
  readonly framework?: 'fastify' | undefined
  /** The server alone: the load comes from the others. */
  readonly isOnOneCore?: boolean
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
      task: { does: 'verify', where, guard: 'memory' },
      requests,
    }),
  ),
]

/** Beside other libraries, of which none remembers a nonce: all without a guard. `suffix` is the stand, `-fastify-one`. */
const besidePeers = (suffix: string, title: string): Group => {
  const stand = {
    framework: suffix.includes('fastify') ? ('fastify' as const) : undefined,
    isOnOneCore: suffix.includes('one'),
  }
  const variant = (id: string, task: Task, requests: Kind): Variant => ({ id: id + suffix, task, requests, ...stand })
  const variants = [
    ...places.map((where) => variant(`alone-${where}`, { does: 'verify', where, guard: undefined }, 'small')),
    ...(['jose', 'fast-jwt'] as const).map((name) => variant(`peer-${name}`, { does: 'peer', name }, 'token')),
  ]
  return { name: `peers${suffix}`, title: `beside other libraries, without a guard: ${title}`, variants }
}

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
          task: { does: 'gateway', where, guard: 'memory' },
          requests: 'small',
        }),
      ),
    ],
  },
  besidePeers('', 'node:http'),
  besidePeers('-one', 'node:http on one core'),
  besidePeers('-fastify', 'Fastify'),
  besidePeers('-fastify-one', 'Fastify on one core'),
]

export const variants: ReadonlyArray<Variant> = groups.flatMap((each) => each.variants)
