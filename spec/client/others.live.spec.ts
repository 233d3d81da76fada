/** The recipes for other HTTP clients, with the real packages: each signs what is sent, and each retry anew. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtPackage, hook } from '../support/builtPackage.ts'
import { installedTools } from '../support/installedTools.ts'
import { rsa } from '../support/keys.ts'
import { runIn } from '../support/project.ts'
import { assert, suite } from '../support/suite.ts'
import { withVerifyingService } from '../support/verifyingService.ts'

const key = rsa(2048, 'app-1')
const packages = (await installedTools('spec/client/others')).folder
const recipes = join(await builtPackage(), 'spec/recipes')
cpSync('spec/recipes', recipes, { recursive: true })
symlinkSync(join(packages, 'node_modules'), join(recipes, 'node_modules'), 'dir')
mkdirSync(join(recipes, 'my-key'))
writeFileSync(join(recipes, 'my-key/private_key.pem'), key.privatePem)

/** Runs `calls` as a program; what the service then has accepted, as method, target and body. The first `busy` answers are 503. */
const sentBy = async (calls: string, busy = 0): Promise<ReadonlyArray<string>> => {
  const state = { busy, sent: [] as ReadonlyArray<string> }
  const program = `calls-${Math.random()}.ts`
  writeFileSync(join(recipes, program), calls)
  await withVerifyingService(
    { keys: { 'app-1': key.publicPem } },
    async ({ baseUrl, handled, refused }) => {
      const { code, output } = await runIn(recipes, `node --import ${hook} ${program}`, { BASE_URL: baseUrl })
      assert.is(code, 0, output)
      assert.equal(refused, [])
      state.sent = handled.map(({ method, target, body }) => {
        const text = Buffer.from(body).toString()
        return `${method} ${target} ${/form-data; name="a"\r\n\r\nä\r\n/.test(text) ? 'a form' : text}`.trim()
      })
    },
    (req, res) => {
      state.busy -= 1
      if (req.url === '/moved') return res.writeHead(302, { Location: '/other' }).end()
      return res.writeHead(state.busy >= 0 ? 503 : 200, { 'Content-Type': 'application/json' }).end('{}')
    },
  )
  return state.sent
}

const form = "const form = new FormData()\nform.set('a', 'ä')\n"
const others = suite('other HTTP clients')

others('openapi-fetch, ky and ofetch take client.fetch, and retry by their own rules', async () => {
  const sent = await sentBy(
    `import { byKy, byOfetch, typed } from './generatedClients.ts'
${form}
await typed.GET('/v1/jobs/{id}', { params: { path: { id: 'a b' }, query: { full: true } } })
await typed.POST('/v1/jobs', { body: { id: 'ä' } })
await typed.GET('/moved')
await byKy.put('v1/jobs', { json: { by: 'ky' }, searchParams: { a: '1 2' } })
await byKy.post('v1/jobs', { body: form })
await byOfetch('/v1/jobs', { method: 'PUT', body: { by: 'ofetch' }, query: { a: 'ü' } })`,
    0,
  )
  assert.equal(sent, [
    'GET /v1/jobs/a%20b?full=true',
    'POST /v1/jobs {"id":"ä"}',
    'GET /moved',
    'PUT /v1/jobs?a=1+2 {"by":"ky"}',
    'POST /v1/jobs a form',
    'PUT /v1/jobs?a=%C3%BC {"by":"ofetch"}',
  ])
  const retried = await sentBy(
    "import { byKy } from './generatedClients.ts'\nawait byKy.put('v1/jobs', { retry: { backoffLimit: 1 } })",
    1,
  )
  assert.equal(retried, ['PUT /v1/jobs', 'PUT /v1/jobs'])
})

others('undici: an interceptor signs the path with its query, any body, and each retry', async () => {
  const sent = await sentBy(
    `import { fetch, FormData, request } from 'undici'
import { service as dispatcher } from './undici.ts'
${form}
const url = process.env.BASE_URL + '/v1/jobs'
await request(url, { dispatcher, method: 'PUT', body: 'ä', headers: ['content-type', 'text/plain'] })
await request(url, { dispatcher, query: { a: [1, 'z y'], b: 'ü' } })
await request(url, { dispatcher, method: 'POST', body: (async function* () { yield Buffer.from('in ') ; yield Buffer.from('parts') })() })
await request(url + '?a=1', { dispatcher })
await fetch(url, { dispatcher, method: 'POST', body: form })`,
    1,
  )
  assert.equal(sent, [
    'PUT /v1/jobs ä',
    'PUT /v1/jobs ä',
    'GET /v1/jobs?a=1&a=z+y&b=%C3%BC',
    'POST /v1/jobs in parts',
    'GET /v1/jobs?a=1',
    'POST /v1/jobs a form',
  ])
})

others('undici: the option query is refused if the path has a query already, as undici itself refuses it', async () => {
  const sent = await sentBy(
    `import { Agent, request } from 'undici'
import { service } from './undici.ts'
for (const dispatcher of [new Agent(), service]) {
  const call = request(process.env.BASE_URL + '/v1/jobs?a=1', { dispatcher, query: { b: 2 } })
  const refused = await call.then(() => 'it was sent', ({ message }) => message)
  if (!/already contains/.test(refused)) throw new Error(refused)
}`,
  )
  assert.equal(sent, [])
})

others('axios: an interceptor signs what axios writes, and signs again what is sent again', async () => {
  const sent = await sentBy(
    `import { service } from './axios.ts'
${form}
await service.put('/v1/jobs', { a: 'ä' }).catch(({ config }) => service.request(config))
await service.get('/v1/jobs', { params: { a: 'b c', list: [1, 2] } })
await service.post('/v1/jobs', new URLSearchParams({ a: 'b' }))
await service.post('/v1/jobs', form)
await service.get('/moved').catch(() => {})`,
    1,
  )
  assert.equal(sent, [
    'PUT /v1/jobs {"a":"ä"}',
    'PUT /v1/jobs {"a":"ä"}',
    'GET /v1/jobs?a=b+c&list%5B%5D=1&list%5B%5D=2',
    'POST /v1/jobs a=b',
    'POST /v1/jobs a form',
    'GET /moved',
  ])
})

others('got: a hook signs each attempt, and refuses a stream', async () => {
  const sent = await sentBy(
    `import { Readable } from 'node:stream'
import { service } from './got.ts'
await service.put('v1/jobs', { json: { a: 'ä' }, retry: { backoffLimit: 1 } })
await service.get('v1/jobs', { searchParams: { a: 'b c' } })
await service.post('v1/jobs', { form: { a: 'b' } })
await service.get('moved')
const refused = await service.post('v1/jobs', { body: Readable.from(['a']) }).catch(({ message }) => message)
if (!/a stream cannot be signed/.test(refused)) throw new Error(refused)`,
    1,
  )
  assert.equal(sent, [
    'PUT /v1/jobs {"a":"ä"}',
    'PUT /v1/jobs {"a":"ä"}',
    'GET /v1/jobs?a=b+c',
    'POST /v1/jobs a=b',
    'GET /moved',
  ])
})
