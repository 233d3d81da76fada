/** The programs whose packages are installed first: Next.js, NestJS and a worker. */
import { createSigner } from '../../src/client/node.ts'
import { judge } from '../support/exampleContract.ts'
import { examplesFolder, privateKey, start } from '../support/examplePrograms.ts'
import { assert, byTurns, suite } from '../support/suite.ts'

const folder = await examplesFolder()
const test = byTurns(4, suite('a program with packages of its own'))

test('in Next.js judges as every example does, in both runtimes and both routers, and refuses what Next.js spells anew', async () => {
  const program = await start('next', folder)
  const shared = Promise.resolve({ ...program, stop: async () => {} })
  const signer = await createSigner({ appId: 'app-1', privateKey })
  const send = async (target: string): Promise<number> => {
    const { authorization } = await signer.sign({ method: 'POST', url: target, body: '' })
    return (await fetch(program.url + target, { method: 'POST', headers: { authorization } })).status
  }
  try {
    for (const path of ['/v1/jobs', '/edge/v1/jobs', '/api/v1/jobs']) await judge(shared, { path })
    // 400: verified, and no job. A query passes as URLSearchParams writes it.
    const passing = ['/v1/jobs', '/v1/jobs?a=1&b=', '/v1/jobs?a=1+2', '/edge/v1/jobs?a=%2F', '/api/v1/jobs?a=1+2']
    for (const target of passing) assert.is(await send(target), 400, target)
    const refused = ['/v1/jobs?a&b', '/v1/jobs?a=%20', '/v1/jobs?a=%7e', '/edge/v1/jobs?a&b', '/api/v1/jobs?a&b']
    for (const target of refused) assert.is(await send(target), 401, target)
  } finally {
    await program.stop()
  }
})

test('in NestJS on Express judges, and goes on taking unsigned JSON where nothing has to be signed', async () => {
  const program = await start('nest-express', folder)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${program.url}/webhook`, { method: 'POST', body: '{"a":1}', headers })
  assert.equal(await answer.json(), { received: { a: 1 } })
  await judge(Promise.resolve(program))
})

test('with Hono and a Durable Object, on workerd, judges as every example does', () =>
  judge(start('worker', folder), { logs: false }))

test('in NestJS on Fastify judges as every example does', () => judge(start('nest-fastify', folder)))
