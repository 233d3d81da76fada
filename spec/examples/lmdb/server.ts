import cluster from 'node:cluster'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lmdbGuard } from 'countersign/guards/lmdb'
import { verified } from 'countersign/http'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

const work = async (): Promise<void> => {
  const verifier = await createVerifier({
    keys: await keyFolder('keys'),
    guard: await lmdbGuard({ path: 'nonces' }), // a folder of this machine, which every process opens
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
  const answer = verified(verifier, (_, res, { appId, body }) => {
    const { request_id } = decodeJob(body)
    return res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId, request_id }))
  })
  const server = createServer(answer).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
}

if (cluster.isPrimary) for (let i = 0; i < 2; i++) cluster.fork()
else await work()
