const { createServer } = require('node:http')
const { verified } = require('countersign/http')
const { createVerifier, keyFolder } = require('countersign/server')

const makeVerifier = async () => createVerifier({ keys: await keyFolder('keys') })
// With a promise, the program makes the verifier now, and requests wait for it.
const answer = verified(makeVerifier(), (req, res, { appId, target }) => {
  const [path] = target.split('?')
  if (req.method !== 'POST' || path !== '/v1/jobs') return res.writeHead(404).end()
  return res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId }))
})
const server = createServer(answer).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`)
})
