/** The questions of the runbook: each query of the guide, run by jq over the log of a gateway to which it has happened. */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { plant, runIn } from '../../support/project.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { file, type Service, serving, signedNow } from './command.ts'

const guide = readFileSync('src/server/operate/README.md', 'utf8')
const section = guide.slice(guide.indexOf('## Ask the log'), guide.indexOf('## Runbook'))

/** The queries by the first words of their question. */
const queries: ReadonlyMap<string, string> = new Map(
  Array.from(section.matchAll(/^(\w+ \w+).*:\n\n```text\n(.*)\n```$/gm), ([, question = '', query = '']) => [
    question,
    query,
  ]),
)

const before = (service: RequestListener, use: (gateway: Service, fail: () => Promise<void>) => Promise<void>) => {
  const upstream = createServer(service)
  return withServer(upstream, ({ url }) =>
    serving(
      [
        '--keys',
        'asked',
        '--upstream',
        url,
        '--log',
        'json',
        '--trust-header',
        'X-Real-IP',
        '--client-header',
        'X-Real-IP',
      ],
      (gateway) =>
        use(gateway, async () => {
          upstream.closeAllConnections()
          await new Promise((resolve) => upstream.close(resolve))
        }),
    ),
  )
}

const post = async (url: string, client: string, authorization?: string): Promise<Response> => {
  const headers = { 'x-real-ip': client, ...(authorization === undefined ? {} : { authorization }) }
  const answer = await fetch(url, { method: 'POST', headers, body: '{}' })
  await answer.arrayBuffer()
  return answer
}

interface Seen {
  readonly log: string
  readonly out: string
  /** Of the request that was accepted. */
  readonly id: string
  /** What the service got as its id. */
  readonly idAtService: string
}

/** Lets each thing happen to a gateway once, and resolves to what it wrote. */
const happened = async (): Promise<Seen> => {
  file('asked/app-1.pem', rsa(2048, 'app-1').publicPem)
  let seen: Seen | undefined
  let idAtService = ''
  await before(
    (req, res) => {
      idAtService = String(req.headers['x-request-id'])
      res.end()
    },
    async ({ url, out, log, logged }, fail) => {
      const jobs = `${url}/v1/jobs`
      const right = await signedNow({ body: '{}' })
      const accepted = await post(jobs, '198.51.100.1', right)
      const id = accepted.headers.get('x-request-id') ?? ''
      await post(jobs, '198.51.100.1', right)
      for (let i = 0; i < 2; i++) await post(jobs, '203.0.113.9', await signedNow({ body: 'other' }))
      await post(jobs, '203.0.113.9')
      // Nobody asks for this app.
      file('asked/app-2.pem', 'garbage')
      await logged('app-2.pem')
      await fail()
      await post(jobs, '198.51.100.1', await signedNow({ body: '{}' }))
      await logged('upstream_unavailable')
      seen = { log: log(), out: out(), id, idAtService }
    },
  )
  return seen as unknown as Seen
}

const asking = suite('the log answers the runbook')

needs('jq', asking)('each query of the guide answers its question', async () => {
  const { log, out, id, idAtService } = await happened()
  // Both streams are JSON from the first line on.
  for (const line of [...out.trim().split('\n'), ...log.trim().split('\n')]) {
    const { time, level, message } = JSON.parse(line)
    assert.equal([typeof time, typeof message], ['string', 'string'], line)
    assert.ok(['info', 'warn', 'error'].includes(level), line)
  }
  const folder = plant({ 'gateway.log': log })
  const answers = new Map<string, string>()
  for (const [question, query] of queries) {
    const { code, output } = await runIn(folder, `ID=${id}; ${query}`)
    assert.is(code, 0, `${query}\n${output}`)
    answers.set(question, output.trim())
  }
  const answer = (question: string): string => answers.get(question) ?? `no query for: ${question}`
  assert.match(
    answer('The errors'),
    /^\S+Z\t\tapp-2\.pem: [^\n]*\n\S+Z\t502\tapp-1: POST \/v1\/jobs: upstream_unavailable: /,
  )
  assert.match(answer('Which keys'), /^app-2\.pem: .*requests of the app "app-2" are refused$/)
  assert.equal(
    answer('The refused')
      .split('\n')
      .map((line) => line.trim()),
    [
      '2 signature_invalid\tapp-1\t203.0.113.9',
      '1 nonce_replayed\tapp-1\t198.51.100.1',
      '1 authorization_missing\t-\t203.0.113.9',
    ],
  )
  assert.match(answer('What the'), /^1 nonce_replayed: POST \/v1\/jobs: /)
  assert.match(answer('The keys'), /^2 app-1\tsha256:[0-9a-f]{8}$/)
  assert.is(answer('Whether the'), '1 502\tupstream_unavailable\tapp-1')
  assert.match(answer('The slowest'), /^[\d.]+\tapp-1\tPOST\t\/v1\/jobs\n[\d.]+\tapp-1\tPOST\t\/v1\/jobs$/)
  const about = answer('All lines').split('\n')
  assert.is(about.length, 1)
  const { request_id, status, client } = JSON.parse(about[0] ?? '{}')
  assert.equal([request_id, status, client], [id, 200, '198.51.100.1'])
  assert.is(idAtService, id)
  assert.is(answers.size, 8)
})
