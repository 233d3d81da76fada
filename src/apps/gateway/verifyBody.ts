/** Asks the verifier, with a body that is held in memory or kept in a file. */
import type { IncomingMessage } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import type { VerifiedCaller } from '../../core/Caller.ts'
import { asSigned, withPrefix } from '../../server/adapters/gate.ts'
import { hasGone } from '../../server/adapters/hasGone.ts'
import { received } from '../../server/adapters/nodeRequest.ts'
import { BodyUnreadable, type Verifier } from '../../server/shared.ts'
import { type Outcome, streamVerdictOf, verdictOf } from '../../server/Verifier.ts'
import * as Intake from './Intake.ts'
import type { Spool } from './Spool.ts'

export interface VerifiedBody {
  readonly caller: VerifiedCaller
  readonly length: number
  readonly content: () => ReturnType<Spool['content']>
}

interface Verifying {
  readonly verifier: Verifier
  /** The part of the path that a proxy in front has removed. */
  readonly prefix: string | undefined
}

/** Where a large body is kept, and how large it may be. */
interface Upload {
  readonly store: Spool
  readonly limit: number
}

const remedy = 'The gateway reads every body itself'

type Request = ReturnType<typeof requestOf>

const requestOf = ({ verifier, prefix }: Verifying, { req, client }: Intake.Intake) => ({
  ...withPrefix(asSigned(received(req, verifier.bodyLimit, remedy)), prefix),
  callerAddress: client,
})

/** A body that fits is held in memory; for a larger one there is a `store`. */
export const verifyBody = async (
  verifying: Verifying,
  intake: Intake.Intake,
  upload: Upload | undefined,
): Promise<Outcome<VerifiedBody>> => {
  const { verifier } = verifying
  const request = requestOf(verifying, intake)
  try {
    return await (upload === undefined
      ? verifyHeld(verifier, request, intake)
      : verifyStored(verifier, request, intake, upload))
  } finally {
    Intake.end(intake)
  }
}

const verifyHeld = async (
  verifier: Verifier,
  request: Request,
  intake: Intake.Intake,
): Promise<Outcome<VerifiedBody>> => {
  const verdict = await verdictOf(verifier, { ...request, body: () => held(intake, request) })
  if (E.isLeft(verdict)) return verdict
  const { right: caller } = verdict
  return E.right({ caller, length: caller.body.length, content: () => caller.body })
}

const verifyStored = async (
  verifier: Verifier,
  request: Request,
  intake: Intake.Intake,
  upload: Upload,
): Promise<Outcome<VerifiedBody>> => {
  const body = stored(intake, upload)
  const verdict = await streamVerdictOf(verifier, { ...request, body, limit: upload.limit })
  if (E.isLeft(verdict)) return verdict
  const { bodyLength, ...caller } = verdict.right
  return E.right({ caller, length: bodyLength, content: upload.store.content })
}

/** The whole body. */
const held = (intake: Intake.Intake, request: Request): ReturnType<Request['body']> => {
  const { req } = intake
  intake.begin()
  const read = Intake.within(intake, () => {
    const bytes = request.body()
    if (!req.complete) req.on('data', (part: Uint8Array) => Intake.advance(intake, part.length))
    return bytes
  })
  return read.catch(() => E.left({ _tag: 'body_incomplete' } as const))
}

/** The parts of the body, each stored before it is handed on. */
async function* stored(intake: Intake.Intake, { store, limit }: Upload): AsyncGenerator<Uint8Array> {
  const { req, begin } = intake
  if (Number(req.headers['content-length'] ?? 0) > limit)
    throw new BodyUnreadable({ _tag: 'body_too_large', limitBytes: limit })
  begin()
  // A refusal must not close the connection, over which its answer goes.
  const parts = (req as IncomingMessage).iterator({ destroyOnReturn: false })
  for (;;) {
    const { done, value: part } = await Intake.within(intake, () => parts.next())
    if (done === true) break
    await store.add(part)
    Intake.advance(intake, part.length)
    yield part
  }
  if (hasGone(req)) throw new BodyUnreadable({ _tag: 'body_incomplete' })
}
