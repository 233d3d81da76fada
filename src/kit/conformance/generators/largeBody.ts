/**
 * A body of 16 MiB and one byte, for the generators of requests and signatures: a port that cuts a body at some power of two, or that
 * keeps it on its stack, fails. On the wire it is one byte that is repeated.
 */
import { createHash } from 'node:crypto'
import * as Gen from '../../values/Gen.ts'
import type { VectorBytes } from '../Vector.ts'
import type { GeneratedInput } from './Generator.ts'
import * as drafts from './requestDrafts.ts'
import { headOf, signatureOfBytes } from './signedRequest.ts'

const byte = 'a'
const times = 2 ** 24 + 1

let digest: string | undefined
const repeated = (): VectorBytes => {
  digest ??= createHash('sha256').update(Buffer.alloc(times, byte)).digest('hex')
  return { repeat: { hex: Buffer.from(byte).toString('hex'), times }, sha256: digest }
}

/** The large body, for a signer. */
export const largeBody: Gen.Gen<VectorBytes> = Gen.constant(undefined).map(repeated)

/** The string to sign of a request with the large body. It is built in one buffer, without a second copy of the body. */
const largeMessage = (head: string): Buffer => {
  const headBytes = Buffer.from(head)
  const message = Buffer.alloc(headBytes.length + times, byte)
  message.set(headBytes)
  return message
}

/**
 * A request with the large body, for a verifier whose limit is the length of this body. The input does not hold the body: its digits
 * would take 32 MiB.
 */
export const largeRequest: Gen.Gen<GeneratedInput<'verify'>> = Gen.constant(drafts.plainDraft).map((draft) => {
  const signature = (): string => signatureOfBytes(draft.pair, largeMessage(headOf(draft.parts)))
  const { steps, ...settings } = drafts.inputOf({ ...draft, signature, bodyLimit: times })
  return {
    input: { ...settings, steps: steps.map((step) => ({ ...step, body: repeated() })) },
    rule: 'a body has at most bodyLimit bytes',
    passes: [true],
  }
})
