/**
 * AWS KMS's operation `Sign` for digests, in its JSON 1.1 protocol, on loopback and with a real RSA key. Specs cannot reach
 * a cloud; the SDK that calls this fake is real.
 */
import { createServer } from 'node:http'
import type { TestKey } from './keys.ts'
import { withServer } from './loopback.ts'
import * as token from './token.ts'

export interface Asked {
  readonly target: string
  readonly authorization: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface KmsStandIn {
  readonly url: string
  readonly asked: ReadonlyArray<Asked>
}

/** How it answers: with a signature, throttling first, with a denial, with a PSS signature, or never. */
export type Mood = 'signs' | 'throttles once' | 'denies' | 'pss' | 'silent'

export const withKms = async (key: TestKey, mood: Mood, use: (kms: KmsStandIn) => Promise<void>): Promise<void> => {
  const asked: Array<Asked> = []
  const server = createServer(async (req, res) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of req) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    asked.push({
      target: String(req.headers['x-amz-target']),
      authorization: String(req.headers.authorization),
      body,
    })
    const answer = (status: number, value: object) =>
      res.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(value))
    if (mood === 'silent') return
    if (mood === 'throttles once' && asked.length === 1)
      return answer(400, { __type: 'ThrottlingException', message: 'Rate exceeded' })
    if (mood === 'denies')
      return answer(400, { __type: 'AccessDeniedException', Message: `no kms:Sign for ${req.headers.authorization}` })
    const { KeyId, Message, MessageType, SigningAlgorithm } = body
    const digest = Buffer.from(Message, 'base64')
    if (MessageType !== 'DIGEST' || digest.length !== 32 || SigningAlgorithm !== 'RSASSA_PKCS1_V1_5_SHA_256')
      return answer(400, { __type: 'ValidationException', message: 'this stand-in signs SHA-256 digests only' })
    const signature = mood === 'pss' ? token.signDigestByPss(key)(digest) : token.signDigest(key)(digest)
    return answer(200, { KeyId, SigningAlgorithm, Signature: Buffer.from(signature).toString('base64') })
  })
  await withServer(server, ({ url }) => use({ url: url, asked }))
}
