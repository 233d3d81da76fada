import { sign } from 'node:crypto'
import { signRequest } from 'countersign'
import { platform } from 'countersign/node'
import { interleaved, type Row, rateOf } from './measure.ts'
import { keyPair, privatePem, sample } from './requests.ts'

export const signRow = async (): Promise<Row> => {
  const { joined, request } = sample(400)
  const made = await platform.signer(privatePem, { where: 'loop' })()
  if (made._tag === 'Left') throw new Error(made.left.rule)
  const env = { clock: platform.clock, entropy: platform.entropy, signer: made.right }
  const run = signRequest({ appId: 'app-1', authType: 'SVC-SHA256-RSA' } as never)
  const times = 100
  const outgoing = { method: 'POST', url: 'https://jobs.example/v1/jobs', body: request.body as Uint8Array }
  const ns = await interleaved(
    {
      bare: () => {
        for (let i = 0; i < times; i++) sign('sha256', joined, keyPair.privateKey)
        return times
      },
      sign: async () => {
        for (let i = 0; i < times; i++) await run(outgoing)(env)()
        return times
      },
    },
    25,
    3,
  )
  return { id: 'sign-400', value: rateOf(ns.sign, ns.bare), target: 0.97, better: 'higher', unit: 'of crypto.sign' }
}
