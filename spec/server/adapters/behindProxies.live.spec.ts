/**
 * Real proxies in front of a service with `verified`: the lines of src/server/adapters/proxies.md are the ones that run, and what the
 * page says of each is what comes of 17 requests.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { verified } from '../../../src/server/adapters/http.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { freePort, onLoopback } from '../../support/loopback.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { failures, outcome, probes, publicKey } from './proxyProbes.ts'
import { type Site, type Stand, stands, start } from './proxyStands.ts'

const page = readFileSync('src/server/adapters/proxies.md', 'utf8')

/** The cells of a table's rows, below its head. */
const rowsOf = (table: string): ReadonlyArray<readonly [line: string, ...rest: string[]]> =>
  table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.slice(2, -2).split(' | ') as [string, ...string[]])

/** Lines of the page, and what it says comes of another line among them. */
interface Shown {
  readonly lines: string
  readonly others: ReadonlyArray<readonly [line: string, said: string]>
}

/** The blocks below a heading, each with the table that follows it. */
const shownBelow = (heading: string): ReadonlyArray<Shown> => {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return own
    .split('```text\n')
    .slice(1)
    .map((text) => {
      const [lines = '', after = ''] = text.split('\n```\n')
      const table = /^\|.*\|$(?:\n\|.*\|$)*/m.exec(after)?.[0] ?? ''
      return { lines, others: rowsOf(table).map(([line, said = '']) => [line, said] as const) }
    })
}

/** `proxy_pass` of `  proxy_pass http://…`. */
const wordOf = (line: string): string => line.trim().split(/[ :]/)[0] ?? ''

/**
 * The lines with another one. It replaces the line that begins with the same word. Where there is none, it comes before the first that
 * hands the request on. `no WORD` removes a line.
 */
const withOther = (lines: string, told: string): string => {
  const all = lines.split('\n')
  const [, removed] = /^no `(.*)`$/.exec(told) ?? []
  if (removed !== undefined) return all.filter((line) => wordOf(line) !== removed).join('\n')
  const other = told.slice(1, -1)
  const indent = (line: string) => /^ */.exec(line)?.[0] ?? ''
  if (all.some((line) => wordOf(line) === wordOf(other)))
    return all.map((line) => (wordOf(line) === wordOf(other) ? `${indent(line)}${other}` : line)).join('\n')
  const at = all.findIndex((line) => /^ *(?:proxy_pass|ProxyPass|default_backend|reverse_proxy)/.test(line))
  return [...all.slice(0, at), `${indent(all[at] ?? '')}${other}`, ...all.slice(at)].join('\n')
}

/** What the page says of failures: an outcome for each signed request, or the probes by their outcomes. */
const described = (failed: Readonly<Record<string, string>>): string => {
  const names = Object.keys(failed)
  if (names.length === 0) return 'all right'
  // One outcome for nearly all: of HEAD a client sees the status alone, and an unsigned request is refused so in any case.
  if (names.length > probes.length - 4) return `\`${failed['a job']}\` for each`
  const outcomes = [...new Set(Object.values(failed))]
  const named = outcomes.map((code) => {
    const which = names.filter((name) => failed[name] === code).map((name) => `\`${name}\``)
    return `${/^\d/.test(code) ? code : `\`${code}\``}: ${which.join(', ')}`
  })
  return named.sort((a, b) => (a < b ? 1 : -1)).join('; ')
}

const verifier = await createVerifier({ keys: { 'app-1': publicKey }, bodyLimit: 1_000_000 })
const serviceWith = (options: { readonly prefix?: string }) =>
  onLoopback(
    createServer(
      verified(verifier, (_req, res, { appId }) => void res.writeHead(200, { 'X-Verified': appId }).end(), options),
    ),
  )
const service = await serviceWith({})
const prefixed = await serviceWith({ prefix: '/api' })

const proxies = suite('behind a proxy')
proxies.after(() => Promise.all([service.close(), prefixed.close()]).then(() => {}))

proxies('without one, every probe is answered as it should be', async () => {
  assert.is(probes.length, 17)
  assert.equal(await failures(service.port), {})
})

const summary = new Map(
  rowsOf(/^\| proxy \| with the lines of its section \|.*\n(?:\|.*\n)*/m.exec(page)?.[0] ?? '').map(
    ([name, ...said]) => [/^\[(\w+)\]/.exec(name)?.[1] ?? name, said],
  ),
)

proxies('the page has every proxy that is run, and no other in its table', () => {
  assert.equal([...summary.keys()], Object.keys(stands))
})

const siteAt = async (lines: string, behind: number): Promise<Site> => ({
  lines,
  service: behind,
  port: await freePort(),
})

needs(stands.nginx?.tool ?? '', proxies)('nginx: with /api removed, the service may have a host name', async () => {
  const [, stripped] = shownBelow('nginx') as [Shown, Shown]
  const named = await siteAt(stripped.lines.replace('127.0.0.1:8788', `localhost:${prefixed.port}`), prefixed.port)
  const stop = await start(stands.nginx as Stand, [named])
  try {
    assert.equal(await failures(named.port, '/api'), {})
  } finally {
    await stop()
  }
})

for (const [name, stand] of Object.entries(stands)) {
  needs(stand.tool, proxies)(`${name}: what the page says of its lines is so`, async () => {
    const [right, stripped] = shownBelow(name) as [Shown, Shown]
    const whole = await siteAt(right.lines, service.port)
    const others: Array<readonly [string, string, Site]> = []
    for (const [line, said] of right.others)
      others.push([line, said, await siteAt(withOther(right.lines, line), service.port)])
    const cured = await siteAt(stripped.lines, prefixed.port)
    const uncured = await siteAt(stripped.lines, service.port)
    const cures: Array<readonly [string, string, Site]> = []
    for (const [line, said] of stripped.others)
      cures.push([line, said, await siteAt(withOther(stripped.lines, line), prefixed.port)])
    const sites = [whole, cured, uncured, ...[...others, ...cures].map(([, , site]) => site)]
    const stop = await start(stand, sites)
    try {
      const seen = [described(await failures(whole.port)), described(await failures(cured.port, '/api'))]
      assert.equal(seen, summary.get(name))
      for (const [line, said, { port }] of others) assert.equal([line, described(await failures(port))], [line, said])
      for (const [line, said, { port }] of cures)
        assert.equal([line, described(await failures(port, '/api'))], [line, said])
      const [job] = probes
      assert.is(job && (await outcome(uncured.port, job, '/api')), 'signature_invalid')
      // Signed without what the proxy removes: another target than the one that the caller sent.
      assert.is(job && (await outcome(cured.port, job, '/api', '')), 'signature_invalid')
      assert.is(job && (await outcome(uncured.port, job, '/api', '')), 'right')
    } finally {
      await stop()
    }
  })
}
