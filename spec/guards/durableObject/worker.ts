/** A worker for the specs of the guard: its claims come as JSON, with the reading of the clock that a law has set. */
// @ts-expect-error workerd has it
import { DurableObject } from 'cloudflare:workers'
import {
  type ClaimStorage,
  claimsIn,
  durableObjectGuard,
  type ObjectAnswer,
  type ObjectClaim,
} from '../../../src/guards/durableObject/durableObject.ts'

interface Clocked extends ObjectClaim {
  readonly now: number
  readonly floor: number | undefined
}

const Base: new (...args: ReadonlyArray<unknown>) => { readonly ctx: { readonly storage: ClaimStorage } } =
  DurableObject

export class Claims extends Base {
  at = 0
  #claims: ReturnType<typeof claimsIn> | undefined

  claim({ now, floor, ...claim }: Clocked): ObjectAnswer {
    this.at = now
    this.#claims ??= claimsIn(this.ctx.storage, { clock: () => this.at, floor })
    return this.#claims.claim(claim)
  }
}

interface Namespace {
  idFromName(name: string): unknown
  get(id: unknown): { claim(claim: Clocked): PromiseLike<ObjectAnswer> }
}

export default {
  async fetch(request: Request, { CLAIMS }: { readonly CLAIMS: Namespace }): Promise<Response> {
    const { objectPrefix, now, floor, claim, settings } = JSON.parse(await request.text())
    const namespace = {
      idFromName: (name: string) => CLAIMS.idFromName(`${objectPrefix} ${name}`),
      get: (id: never) => ({ claim: (asked: ObjectClaim) => CLAIMS.get(id).claim({ ...asked, now, floor }) }),
    }
    return Response.json(await durableObjectGuard(namespace, settings).claim(claim)())
  },
}
