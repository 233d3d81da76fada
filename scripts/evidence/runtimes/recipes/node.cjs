const { createServer } = require('node:http')
const { verified } = require('countersign/http')
const { createVerifier, keyFolder } = require('countersign/server')

const start = async () => {
  const verifier = await createVerifier({ keys: await keyFolder('keys') })
  const answer = verified(verifier, (req, res, { appId }) => {
    if (req.method !== 'POST' || req.url !== '/v1/jobs') return res.writeHead(404).end()
    return res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId }))
  })
  const server = createServer(answer).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}`)
  })
}
start()
