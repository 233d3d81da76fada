/** The adapters of Express, Koa and Fastify in the wrappers that bring their apps to Lambda, with the events of each service. */
import express from 'express'
import { fastify } from 'fastify'
import Koa from 'koa'
import { verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onFastify } from '../../../src/server/adapters/fastify.ts'
import { verified as onKoa } from '../../../src/server/adapters/koa.ts'
import { createVerifier, type Verifier } from '../../../src/server/node.ts'
import { textOf } from '../../support/guides.ts'
import { installedTools } from '../../support/installedTools.ts'
import { rsa } from '../../support/keys.ts'
import { eventOf, type Service, sentPrefix } from '../../support/lambdaEvents.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: these packages are not installed where this is compiled
type Any = any

const { load } = await installedTools('spec/server/serverless')
const keys = { 'app-1': rsa(2048, 'app-1').publicPem }

/** An option of the adapters: API Gateway has put a stage in front of what the app sees of a REST API. */
type Options = { readonly prefix?: string }
const optionsFor = (service: Service): Options => (service === 'REST API' ? { prefix: sentPrefix(service) } : {})

const expressApp = (verifier: Verifier, options: Options) =>
  express()
    .use(onExpress(verifier, options))
    .use((_req, res) => void res.send('handled'))

const koaApp = (verifier: Verifier, options: Options) =>
  new Koa().use(onKoa(verifier, options)).use((ctx) => {
    ctx.body = 'handled'
  })

const fastifyApp = (verifier: Verifier, options: Options) => {
  const app = fastify()
  app.register(async (scope) => {
    scope.register(onFastify, { verifier, ...options })
    scope.all('/*', () => 'handled')
  })
  return app
}

type Wrapped = (event: unknown, context: object) => Promise<{ readonly statusCode: number; readonly body?: string }>
type Wrap = (verifier: Verifier, options: Options) => Wrapped

const { default: serverlessHttp } = await load<Any>('serverless-http')
const { default: codegenie } = await load<Any>('@codegenie/serverless-express')
const { default: onAwsLambda } = await load<Any>('@fastify/aws-lambda')

const wrappers: Readonly<Record<string, Wrap>> = {
  'Express in `serverless-http` 4': (...args) => serverlessHttp(expressApp(...args)),
  'Koa in `serverless-http` 4': (...args) => serverlessHttp(koaApp(...args)),
  'Express in `@codegenie/serverless-express` 5': (...args) => codegenie({ app: expressApp(...args) }),
  'Fastify in `@fastify/aws-lambda` 6': (...args) => onAwsLambda(fastifyApp(...args)),
}

/** The columns of the guide. */
const columns: ReadonlyArray<Service> = [
  'function URL',
  'HTTP API',
  'HTTP API with payload format 1.0',
  'REST API',
  'load balancer with multi-value headers',
]

const queries = ['', 'page=2', 'a=1&b=2', 'a=1&a=2', 'q=a%20b', 'b=%7e&a'] as const

/** Sends a job with each query, and answers those with which the signature is let in. */
const takenBy = async (wrap: Wrap, service: Service): Promise<ReadonlyArray<string>> => {
  const handler = wrap(await createVerifier({ keys, clock: () => now }), optionsFor(service))
  const taken: Array<string> = []
  for (const query of queries) {
    const target = `${sentPrefix(service)}/v1/jobs${query === '' ? '' : `?${query}`}`
    const body = '{"a":"é"}'
    const { authorization } = await sign({ method: 'POST', target, body })
    const headers = [
      ['Host', 'api.example'],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(Buffer.byteLength(body))],
      ['Authorization', authorization],
    ] as const
    const sent = { method: 'POST', target, headers, body: Buffer.from(body) }
    const { statusCode } = await handler(eventOf(service, sent), {})
    if (statusCode === 200) taken.push(query)
    const changed = await handler(eventOf(service, { ...sent, body: Buffer.from('{"a":"e"}') }), {})
    assert.ok(changed.statusCode >= 400, `${service}: another body is answered with ${changed.statusCode}`)
  }
  return taken
}

const cellOf = (taken: ReadonlyArray<string>): string => {
  if (taken.length === queries.length) return 'all'
  const refused = queries.filter((query) => !taken.includes(query))
  if (taken.length === 0) return 'none'
  return taken.length === 1 && taken[0] === ''
    ? 'no query'
    : `all but ${refused.map((query) => `\`${query}\``).join(', ')}`
}

const wrapped = suite('an app in a wrapper on Lambda')

wrapped('takes what the guide says, and never what was not signed', async () => {
  const rows: Array<string> = []
  for (const [name, wrap] of Object.entries(wrappers)) {
    const cells = [name]
    for (const service of columns) cells.push(cellOf(await takenBy(wrap, service)))
    rows.push(`| ${cells.join(' | ')} |`)
  }
  const table = rows.join('\n')
  assert.ok(textOf('src/server/adapters/functions.md').includes(`\n${table}\n`), `the guide lacks\n${table}`)
})
