/** The Next.js app, built and started by Next.js itself, in both of its runtimes. */
import { createSigner } from '../../src/client/node.ts'
import { judge } from '../support/exampleContract.ts'
import { examplesFolder, privateKey, start } from '../support/examplePrograms.ts'
import { assert, suite } from '../support/suite.ts'

const program = await start('next', await examplesFolder())
const shared = Promise.resolve({ ...program, stop: async () => {} })
const next = suite('a route handler of Next.js')

next('judges as every example does, on Node', () => judge(shared))
next('judges as every example does, on the edge runtime', () => judge(shared, { path: '/edge/v1/jobs' }))

next('verifies a query as URLSearchParams writes it, and refuses what Next.js spells anew', async () => {
  const signer = await createSigner({ appId: 'app-1', privateKey })
  const send = async (target: string): Promise<number> => {
    const { authorization } = await signer.sign({ method: 'POST', url: target, body: '' })
    return (await fetch(program.url + target, { method: 'POST', headers: { authorization } })).status
  }
  // 400: verified, and no job.
  const passing = ['/v1/jobs', '/v1/jobs?a=1&b=', '/v1/jobs?a=1+2', '/edge/v1/jobs?a=%2F']
  for (const target of passing) assert.is(await send(target), 400, target)
  const refused = ['/v1/jobs?a&b', '/v1/jobs?a=%20', '/v1/jobs?a=%7e', '/edge/v1/jobs?a&b']
  for (const target of refused) assert.is(await send(target), 401, target)
})

next.after(() => program.stop())
