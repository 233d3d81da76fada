/** Rows of the bench: what it costs to sign a request, beside the bare primitive of the platform. */
import { sign } from 'node:crypto'
import { type OutgoingRequest, signRequest } from 'countersign'
import { platform } from 'countersign/node'
import { interleaved, type Row, rateOf, type Turn } from './measure.ts'
import { keyPair, privatePem, right, sample } from './requests.ts'

/** Signatures of a request of 400 bytes: by the bare primitive, and by the program. */
export const signTurns = async (
  times: number,
): Promise<Record<'bare' | 'program', Turn> & { outgoing: OutgoingRequest }> => {
  const { joined, request } = sample(400)
  const signer = right(await platform.signer(privatePem, { cryptoOn: 'loop' })())
  const env = { clock: platform.clock, entropy: platform.entropy, signer }
  const run = signRequest({ appId: 'app-1', authType: 'SVC-SHA256-RSA' } as never)
  const outgoing = { method: 'POST', url: 'https://jobs.example/v1/jobs', body: request.body as Uint8Array }
  return {
    outgoing,
    bare: () => {
      for (let i = 0; i < times; i++) sign('sha256', joined, keyPair.privateKey)
      return times
    },
    program: async () => {
      for (let i = 0; i < times; i++) right(await run(outgoing)(env)())
      return times
    },
  }
}

export const signRow = async (): Promise<Row> => {
  const { bare, program } = await signTurns(100)
  const ns = await interleaved({ bare, program }, 25, 3)
  return { id: 'sign-400', value: rateOf(ns.program, ns.bare), unit: 'of crypto.sign' }
}
