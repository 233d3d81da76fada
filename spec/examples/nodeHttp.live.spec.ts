/** The programs of the page of `node:http`, on each module that the page names. */
import { mkdirSync, writeFileSync } from 'node:fs'
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
const programs = blocksOf(page).filter(({ code }) => code.includes('createServer'))

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
    const { origin, pathname } = new URL(url)
    const session = connect(origin).on('error', reject)
    const stream = session.request({ ':method': 'POST', ':path': pathname, ...headers }).on('error', reject)
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
      try {
        for (const request_id of ['7', '8']) {
          const body = JSON.stringify({ request_id, stages: [] })
          const { authorization } = await signer.sign({ method: 'POST', url: `${url}/v1/jobs`, body })
          const { status, body: answered } = await send(`${url}/v1/jobs`, { authorization }, body)
          assert.equal([status, JSON.parse(answered).app_id], [200, 'app-1'], log())
          assert.is((await send(`${url}/v1/jobs`, { authorization }, body)).status, 401)
          const other = await signer.sign({ method: 'POST', url: `${url}/v1/other`, body })
          assert.is((await send(`${url}/v1/other`, { authorization: other.authorization }, body)).status, 404)
        }
      } finally {
        await stop()
      }
    })
  }
