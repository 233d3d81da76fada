import { createServer } from 'node:http'
import { authorize, BASE_URL } from './signing.js'

// A small server between the browser and the service: it signs what its body parser gave it, and pipes the rest on.
const bridge = createServer(async (req, res) => {
  const chunks = []
  for await (const chunk of req) chunks.push(chunk)
  const raw = Buffer.concat(chunks)
  req.body = JSON.parse(raw)
  const answer = await fetch(`${BASE_URL}/v1/jobs`, {
    method: 'POST',
    headers: {
      Authorization: authorize('POST', '/v1/jobs', JSON.stringify(req.body)),
      'Content-Type': 'application/json; charset=UTF-8',
    },
    body: raw,
  })
  res.writeHead(answer.status, { Connection: 'close' }).end(await answer.text())
})
bridge.listen(0, '127.0.0.1', async () => {
  const body = '{"request_id": "20260101120000000311", "stages": [], "note": "caf\\u00e9 \\/ bar"}'
  const answer = await fetch(`http://127.0.0.1:${bridge.address().port}/submit`, { method: 'POST', body })
  console.log(answer.status, await answer.text())
  bridge.close()
})
