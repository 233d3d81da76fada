/**
 * Whether the platform starts several instances of a program, each with a memory of its own. A guard that only this process
 * remembers would then accept a request once per instance.
 *
 * A platform shows itself by a variable of the environment. `AWS_LAMBDA_FUNCTION_NAME=jobs` gives "this is AWS Lambda
 * (AWS_LAMBDA_FUNCTION_NAME is set), which starts several instances".
 */
import type { SharedBy } from '../effects/ReplayGuard.ts'
import { warnOnce } from '../platform/common/warn.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Each starts another instance whenever there are more requests, or is asked for several as a matter of course. */
const platforms: Readonly<Record<string, string>> = {
  AWS_LAMBDA_FUNCTION_NAME: 'AWS Lambda',
  VERCEL: 'Vercel',
  K_SERVICE: 'Cloud Run',
  FUNCTIONS_WORKER_RUNTIME: 'Azure Functions',
  KUBERNETES_SERVICE_HOST: 'Kubernetes',
}

/** Why there may be other instances, in words; `undefined` if the environment shows none. */
export const severalInstances = (env: Environment): string | undefined => {
  const { NODE_APP_INSTANCE: number } = env
  // pm2 counts from 0, and also sets it where there is one instance only.
  if (/^[1-9]\d*$/.test(number ?? '')) return `this is instance ${number} of pm2, so there are others`
  const variable = Object.keys(platforms).find((name) => (env[name] ?? '') !== '')
  return variable && `this is ${platforms[variable]} (${variable} is set), which starts several instances of a program`
}

const warn = /* @__PURE__ */ warnOnce('guard_not_shared')

/** What a verifier knows of its deployment. */
export interface Sharing {
  /** The option `sharedBy`: whoever says it has thought of the others. */
  readonly said: SharedBy | undefined
  /** Who shares the guard's memory. */
  readonly guard: SharedBy
}

/** Warns once per process of a guard that the other instances do not share. `look` answers as `severalInstances` does. */
export const warnOfOthers =
  (look: () => string | undefined) =>
  ({ said, guard }: Sharing): void => {
    if (said !== undefined || guard !== 'process') return
    const others = look()
    if (others === undefined) return
    warn(
      `the replay guard keeps the nonces only in the memory of this process, but other processes can run too (${others}), so each process would accept the same request once; ` +
        "give a guard that all processes share, such as redisGuard, or set sharedBy: 'process' if only one instance gets these requests",
      'others',
    )
  }
