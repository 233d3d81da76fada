/** The probes of frameworks: servers that are wrong in one way each are found, and the guide has the table of what they found. */
import { createServer, type RequestListener } from 'node:http'
import { differencesFrom, frameworkTable } from '../../../scripts/evidence/frameworks/contract.ts'
import { type Outcome, probeServer, probes } from '../../../scripts/evidence/frameworks/probes.ts'
import { sendTo } from '../../../scripts/evidence/frameworks/send.ts'
import { plainJob } from '../../../scripts/evidence/frameworks/stands.ts'
import { verified } from '../../../src/server/adapters/http.ts'
import { createVerifier, decodeJob, type Verifier } from '../../../src/server/node.ts'
import { textOf } from '../../support/guides.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'

const { privatePem, publicPem } = rsa(2048, 'app-1')

/** A server as of the guide, behind a framework that spells targets in its own way. */
const serverWith = (verifier: Verifier, spell: (target: string) => string = (target) => target): RequestListener => {
  const answer = verified(verifier, (req, res, { appId, body }) => {
    if (req.method !== 'POST') return res.writeHead(405).end()
    const { request_id } = decodeJob(body)
    return res.end(JSON.stringify({ app_id: appId, request_id }))
  })
  return (req, res) => {
    req.url = spell(req.url ?? '')
    answer(req, res)
  }
}

const outcomesOf = (listener: RequestListener): Promise<ReadonlyMap<string, Outcome>> =>
  withServer(createServer(listener), ({ url }) =>
    probeServer({ send: sendTo(url), privateKey: privatePem, path: '/v1/jobs', job: plainJob }),
  )

const namesFrom = async (listener: RequestListener): Promise<ReadonlyArray<string>> =>
  differencesFrom({}, await outcomesOf(listener)).map(({ probe }) => probe)

const verifier = (): Promise<Verifier> => createVerifier({ keys: { 'app-1': publicPem }, onVerdict: () => {} })

const finding = suite('the probes')

finding('have names of their own', () => {
  assert.is(new Set(probes.map(({ name }) => name)).size, probes.length)
})

finding('find nothing in a server that keeps the contract', async () => {
  assert.equal(await namesFrom(serverWith(await verifier())), [])
})

finding('find a server that takes every request', async () => {
  const taking: RequestListener = async (req, res) => {
    const parts: Array<Buffer> = []
    try {
      for await (const part of req) parts.push(part)
    } catch {
      return
    }
    res.end(`app-1 ${Buffer.concat(parts)}`)
  }
  assert.equal(await namesFrom(taking), [
    'repeated',
    'another body',
    'another query',
    'the end of the path',
    'unsigned',
    'two Authorization headers',
  ])
})

/** A framework may spell a target anew in front of `verified`. These probes notice it. */
interface Change {
  readonly spell: (target: string) => string
  readonly noticedBy: ReadonlyArray<string>
}

const anew = (target: string): string => {
  const [path = '', query] = target.split('?')
  return query === undefined ? target : `${path}?${new URLSearchParams(query)}`
}

const changes: Readonly<Record<string, Change>> = {
  'spells a query anew': {
    spell: anew,
    noticedBy: [
      'escapes in a query',
      'lower-case escapes',
      'a name without a value',
      'an apostrophe',
      'reserved characters',
    ],
  },
  'drops an empty query': { spell: (target) => target.replace(/\?$/, ''), noticedBy: ['an empty query'] },
  'merges slashes': { spell: (target) => target.replace('//', '/'), noticedBy: ['two slashes'] },
  'decodes a path': { spell: (target) => target.replace('%6a', 'j'), noticedBy: ['an escaped letter'] },
  'drops a slash at the end': { spell: (target) => target.replace(/\/$/, ''), noticedBy: ['a slash at the end'] },
}

for (const [name, { spell, noticedBy }] of Object.entries(changes))
  finding(`find a server that ${name}`, async () => {
    assert.equal(await namesFrom(serverWith(await verifier(), spell)), noticedBy)
  })

finding('find what is no longer as a guide says', async () => {
  const outcomes = await outcomesOf(serverWith(await verifier()))
  assert.equal(differencesFrom({ own: { 'a plus': '401 signature_invalid' } }, outcomes), [
    { probe: 'a plus', outcome: 'accepted', expected: '401 signature_invalid' },
  ])
})

const guide = suite('the guide of other frameworks')

guide('has the table of what the probes found', () => {
  assert.ok(textOf('src/server/adapters/frameworks.md').includes(`\n\n${frameworkTable}\n\n`), frameworkTable)
})
