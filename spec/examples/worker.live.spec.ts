/** The worker with Hono, on workerd. `npm run evidence -- runtimes workerd` asks it more. */
import { judge } from '../support/exampleContract.ts'
import { examplesFolder, start } from '../support/examplePrograms.ts'
import { suite } from '../support/suite.ts'

const worker = suite('a worker with Hono and a Durable Object')

worker('judges as every example does', async () => judge(start('worker', await examplesFolder()), { logs: false }))
