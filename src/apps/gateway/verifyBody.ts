/** Asks the verifier, with a body that is held in memory or kept in a file. */
import type { IncomingMessage } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import type { VerifiedCaller } from '../../core/Caller.ts'
import { asSigned } from '../../server/adapters/gate.ts'
import { hasGone } from '../../server/adapters/hasGone.ts'
import { received } from '../../server/adapters/nodeRequest.ts'
import { BodyUnreadable, type Verifier } from '../../server/shared.ts'
import { type Outcome, streamVerdictOf, verdictOf } from '../../server/Verifier.ts'
import type { Intake } from './Intake.ts'
import type { Spool } from './Spool.ts'

export interface VerifiedBody {
  readonly caller: VerifiedCaller
  readonly length: number
  readonly content: () => ReturnType<Spool['content']>
}

/** Where a large body is kept, and how large it may be. */
interface Upload {
  readonly store: Spool
  readonly limit: number
}

const remedy = 'The gateway reads every body itself'

/** A body that fits is held in memory; for a larger one there is a `store`. */
export const verifyBody = async (
  verifier: Verifier,
  intake: Intake,
  upload: Upload | undefined,
): Promise<Outcome<VerifiedBody>> => {
  const { req } = intake
  const request = { ...asSigned(received(req, verifier.bodyLimit, remedy)), client: intake.client }
  try {
    if (upload !== undefined) {
      const body = stored(intake, upload)
      const verdict = await streamVerdictOf(verifier, { ...request, body, limit: upload.limit })
      if (E.isLeft(verdict)) return verdict
      const { bodyLength, ...caller } = verdict.right
      return E.right({ caller, length: bodyLength, content: upload.store.content })
    }
    const held = () => {
      intake.begin()
      const read = intake.within(() => {
        const bytes = request.body()
        if (!req.complete) req.on('data', (part: Uint8Array) => intake.advance(part.length))
        return bytes
      })
      return read.catch(() => E.left({ _tag: 'body_incomplete' } as const))
    }
    const verdict = await verdictOf(verifier, { ...request, body: held })
    if (E.isLeft(verdict)) return verdict
    const { right: caller } = verdict
    return E.right({ caller, length: caller.body.length, content: () => caller.body })
  } finally {
    intake.end()
  }
}

/** The parts of the body, each stored before it is handed on. */
async function* stored({ req, begin, within, advance }: Intake, { store, limit }: Upload): AsyncGenerator<Uint8Array> {
  if (Number(req.headers['content-length'] ?? 0) > limit)
    throw new BodyUnreadable({ _tag: 'body_too_large', limitBytes: limit })
  begin()
  // A refusal must not close the connection, over which its answer goes.
  const parts = (req as IncomingMessage).iterator({ destroyOnReturn: false })
  for (;;) {
    const { done, value: part } = await within(() => parts.next())
    if (done === true) break
    await store.add(part)
    advance(part.length)
    yield part
  }
  if (hasGone(req)) throw new BodyUnreadable({ _tag: 'body_incomplete' })
}
