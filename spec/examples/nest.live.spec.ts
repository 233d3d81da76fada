/** The NestJS app, on both of its platforms. */
import { judge } from '../support/exampleContract.ts'
import { examplesFolder, start } from '../support/examplePrograms.ts'
import { assert, suite } from '../support/suite.ts'

const folder = await examplesFolder()
const nest = suite('a NestJS app')

nest('on Express judges as every example does', () => judge(start('nest-express', folder)))
nest('on Fastify judges as every example does', () => judge(start('nest-fastify', folder)))

nest('on Express goes on taking unsigned JSON where nothing has to be signed', async () => {
  const { url, stop } = await start('nest-express', folder)
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/webhook`, { method: 'POST', body: '{"a":1}', headers })
    assert.equal(await answer.json(), { received: { a: 1 } })
  } finally {
    await stop()
  }
})
