/** The programs of the page of `node:http`, on each module that the page names. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createSigner } from '../../src/client/node.ts'
import { hook } from '../support/builtPackage.ts'
import { examplesFolder, listening, privateKey, publicKey } from '../support/examplePrograms.ts'
import { lastingFolder } from '../support/folder.ts'
import { blocksOf, textOf } from '../support/guides.ts'
import { assert, suite } from '../support/suite.ts'

const page = textOf('src/server/adapters/node-http.md')
const [heading = ''] = page.split('```')
const modules = [...new Set(heading.match(/node:\w+/g))]
const programs = blocksOf(page).filter(({ code }) => code.includes('createServer(answer)'))
const unsignedPaths = blocksOf(page).find(({ code }) => code.includes('isUnsigned'))?.code ?? ''

const folder = await examplesFolder()
const signer = await createSigner({ appId: 'app-1', privateKey })

interface Answer {
  readonly status: number | undefined
  readonly body: string
}

type Send = (url: string, headers: Record<string, string>, body: string) => Promise<Answer>

const overHttp1: Send = async (url, headers, body) => {
  const answer = await fetch(url, { method: 'POST', headers, body })
  return { status: answer.status, body: await answer.text() }
}

const overHttp2: Send = (url, headers, body) =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(url)
    const session = connect(origin).on('error', reject)
    const stream = session.request({ ':method': 'POST', ':path': pathname + search, ...headers }).on('error', reject)
    stream.on('response', ({ ':status': status }) => {
      text(stream).then((body) => {
        session.close()
        resolve({ status, body })
      }, reject)
    })
    stream.end(body)
  })

const onEach = suite('the page of node:http')

onEach('names two modules, and has a program of each module system', () => {
  assert.equal(modules, ['node:http', 'node:http2'])
  assert.is(programs.length, 2)
})

for (const module of modules)
  for (const [at, { code }] of programs.entries()) {
    const file = code.includes('require(') ? 'server.cjs' : 'server.ts'
    onEach(`${module}, ${file}: takes a signed job, refuses another, and goes on`, async () => {
      const cwd = lastingFolder(folder)
      mkdirSync(join(cwd, 'keys'))
      writeFileSync(join(cwd, 'keys/app-1.pem'), publicKey)
      writeFileSync(join(cwd, file), programs[at]?.code.replaceAll("'node:http'", `'${module}'`) ?? '')
      const { url, stop, log } = await listening([process.execPath, '--import', hook, file], cwd)
      const send = module === 'node:http2' ? overHttp2 : overHttp1
      const isStarting = async (): Promise<boolean> => {
        const { authorization } = await signer.sign({ method: 'POST', url: `${url}/v1/jobs`, body: '' })
        return (await send(`${url}/v1/jobs`, { authorization }, '')).status === 503
      }
      try {
        // The verifier of the CommonJS program is made while the first request waits, and takes none that was signed a second before.
        while (await isStarting());
        for (const [request_id, target] of [
          ['7', '/v1/jobs'],
          ['8', '/v1/jobs?page=2'],
        ]) {
          const body = JSON.stringify({ request_id, stages: [] })
          const { authorization } = await signer.sign({ method: 'POST', url: url + target, body })
          const { status, body: answered } = await send(url + target, { authorization }, body)
          assert.equal([status, JSON.parse(answered || '{}').app_id], [200, 'app-1'], log())
          assert.is((await send(url + target, { authorization }, body)).status, 401)
          const other = await signer.sign({ method: 'POST', url: `${url}/v1/other`, body })
          assert.is((await send(`${url}/v1/other`, { authorization: other.authorization }, body)).status, 404)
        }
      } finally {
        await stop()
      }
    })
  }

/** Any target as it is written, also one that is a whole URL. */
const getTarget = (url: string, path: string, headers: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { path, headers }, async (answer) => resolve(`${answer.statusCode} ${await text(answer)}`)).on(
      'error',
      reject,
    )
  })

const exactly = "url === '/health'"
const byPrefix = "!url.startsWith('/v1/')"
const guard = 'assertVerified(req) // throws if the request is unsigned'
const caller = 'req.verified.appId'

/** The answers of the program to targets that name its signed route, unsigned. */
const unsignedAnswers = async (code: string): Promise<ReadonlyArray<string>> => {
  const cwd = lastingFolder(folder)
  mkdirSync(join(cwd, 'keys'))
  writeFileSync(join(cwd, 'keys/app-1.pem'), publicKey)
  writeFileSync(join(cwd, 'server.ts'), code)
  const { url, stop } = await listening([process.execPath, '--import', hook, 'server.ts'], cwd)
  try {
    assert.is(await getTarget(url, '/health'), '200 ok')
    const { authorization } = await signer.sign({ method: 'GET', url: `${url}/v1/orders` })
    assert.match(await getTarget(url, '/v1/orders', { authorization }), /^200 orders of/)
    const odd = ['/v1/orders', '/%761/orders', 'http://x/v1/orders', '/health?', '//h/v1/orders']
    return await Promise.all(odd.map(async (target) => (await getTarget(url, target)).slice(0, 3)))
  } finally {
    await stop()
  }
}

onEach('unsigned paths beside signed ones: no spelling of a signed path is let in', async () => {
  for (const part of [exactly, guard, caller]) assert.is(unsignedPaths.split(part).length, 2, part)
  assert.equal(await unsignedAnswers(unsignedPaths), ['401', '401', '401', '401', '401'])
  const choosing = unsignedPaths.replace(exactly, byPrefix)
  assert.equal(await unsignedAnswers(choosing), ['401', '500', '500', '200', '500'])
  const unguarded = choosing.replace(guard, '').replace(caller, 'req.url')
  assert.equal(await unsignedAnswers(unguarded), ['401', '200', '200', '200', '200'])
})
