// What a page loads, in Chromium: a bundle with splitting, as a user's bundler makes it of the built package. With a key that no
// script can read, the page loads its first files only; a file that cannot be fetched is told in words, and nothing hangs.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page, Route } from 'playwright-core'
import { createVerifier } from '../../src/server/node.ts'
import { visiting } from '../support/browser.ts'
import { builtPackage } from '../support/builtPackage.ts'
import { rsa } from '../support/keys.ts'
import { assert, needs, suite } from '../support/suite.ts'

/** The functions of the page, which the spec calls. */
const program = `
import { AppId, AuthType, signRequest } from 'countersign'
import { createClient, createSigner } from 'countersign/client'
import { clock, cryptoKeySigner, entropy } from 'countersign/web'

const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
const toSign = { method: 'POST', url: '/v1/jobs?a', body: '{}' }
const told = (error) => ({ reason: error.reason, message: error.message })

Object.assign(globalThis, {
  async sealed() {
    const { publicKey, privateKey } = await crypto.subtle.generateKey(rs256, false, ['sign', 'verify'])
    globalThis.privateKey = privateKey
    return crypto.subtle.exportKey('jwk', publicKey)
  },
  async bySmallSigner() {
    const key = await cryptoKeySigner(globalThis.privateKey)()
    const appId = AppId.parse('app-1')
    const env = { clock, entropy, signer: key.right }
    const signed = await signRequest({ appId: appId.right, authType: AuthType.standard })(toSign)(env)()
    const { method, target, authorization } = signed.right
    return { method, target, authorization }
  },
  async bySigner() {
    const signer = await createSigner({ appId: 'app-1', privateKey: globalThis.privateKey })
    const { method, target, authorization } = await signer.sign(toSign)
    return { method, target, authorization }
  },
  async submit({ job, ...options }) {
    const { privateKey = globalThis.privateKey, ...more } = options
    try {
      const client = await createClient({ baseUrl: location.origin, appId: 'app-1', privateKey, ...more })
      return { status: (await client.submitJob(job)).status }
    } catch (error) {
      return told(error)
    }
  },
})
globalThis.isReady = true
`

type Submit = (options: object) => Promise<{ status?: number; reason?: string; message?: string }>

interface OfPage {
  readonly sealed: () => Promise<JsonWebKey>
  readonly bySmallSigner: () => Promise<{ method: string; target: string; authorization: string }>
  readonly bySigner: OfPage['bySmallSigner']
  readonly submit: Submit
}

/** The program with splitting: the text of each file, by its name. */
const bundle = async (): Promise<ReadonlyMap<string, string>> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: await builtPackage(), sourcefile: 'page.js' },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    outdir: '.tmp/page',
    entryNames: 'page',
    tsconfigRaw: {},
    logOverride: { 'ignored-bare-import': 'silent' },
  })
  return new Map(outputFiles.map(({ path, text }) => [path.slice(join(process.cwd(), '.tmp/page').length), text]))
}

const isLate = (url: string): boolean => /\/web(?:Keys|Jobs)/.test(url)

const pages = suite('a page that signs')
const test = needs('chromium', pages)

/** Opens the page; `late` decides about the files that it loads later. */
const onPage = async (
  use: (page: Page, late: () => ReadonlyArray<string>) => Promise<void>,
  late: (route: Route) => unknown = (route) => route.continue(),
): Promise<void> => {
  const files = await bundle()
  const server = createServer((request, response) => {
    const text = files.get(request.url ?? '')
    const isPage = request.url === '/'
    const type = isPage ? 'text/html' : text === undefined ? 'application/json' : 'text/javascript'
    request.resume()
    response.setHeader('content-type', type)
    response.end(isPage ? '<!doctype html><script type="module" src="/page.js"></script>' : (text ?? '{}'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    await visiting(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, async ({ page, requests }) => {
      await page.waitForFunction('globalThis.isReady')
      await page.route(isLateUrl, late)
      await use(page, () => requests.filter(isLate))
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
const isLateUrl = (url: URL): boolean => isLate(url.href)

const ofPage = <K extends keyof OfPage>(page: Page, name: K, argument?: object) =>
  page.evaluate(
    ([name, argument]) => (globalThis as unknown as Record<string, (given: unknown) => unknown>)[name]?.(argument),
    [name, argument] as const,
  ) as ReturnType<OfPage[K]>

const pem = rsa(2048, 'app-1').privatePem

test('signs and submits with a key that no script can read, and loads nothing more', () =>
  onPage(
    async (page, late) => {
      const key = await ofPage(page, 'sealed')
      const verifier = await createVerifier({ keys: { 'app-1': key } })
      for (const how of ['bySmallSigner', 'bySigner'] as const) {
        const signed = await ofPage(page, how)
        assert.is((await verifier.verify({ ...signed, body: '{}' })).appId, 'app-1', how)
      }
      assert.equal(await ofPage(page, 'submit', { job: '{"request_id":"1","stages":[]}' }), { status: 200 })
      assert.equal(late(), [])
    },
    (route) => route.abort(),
  ))

test('loads the reader for a PEM, and what writes jobs for a job that is a value', () =>
  onPage(async (page, late) => {
    assert.equal(await ofPage(page, 'submit', { job: '{}', privateKey: pem }), { status: 200 })
    assert.is(late().length, 1)
    assert.equal(await ofPage(page, 'submit', { job: { request_id: '1', stages: [] }, privateKey: pem }), {
      status: 200,
    })
    assert.is(late().length, 2)
    const refused = await ofPage(page, 'submit', { job: { request_id: 1, stages: [] }, privateKey: pem })
    assert.is(refused.message, 'the job is invalid: at /request_id, expected a string, found a number')
    const damaged = await ofPage(page, 'submit', { job: '{}', privateKey: pem.slice(0, 200) })
    assert.match(damaged.message ?? '', /^the private key is not usable: the end of the PEM is missing/)
  }))

test('says in words that a file did not load', () =>
  onPage(
    async (page) => {
      const unread = await ofPage(page, 'submit', { job: '{}', privateKey: pem })
      assert.is(unread.reason, 'code_not_loaded')
      assert.match(unread.message ?? '', /^countersign could not load its code that reads keys \(TypeError\)/)
      await ofPage(page, 'sealed')
      const unwritten = await ofPage(page, 'submit', { job: { request_id: '1', stages: [] } })
      assert.is(unwritten.reason, 'code_not_loaded')
      assert.match(unwritten.message ?? '', /^countersign could not load its code that writes jobs \(TypeError\)/)
    },
    (route) => route.abort(),
  ))

test('waits no longer than timeoutMs for a file that never comes', () =>
  onPage(
    async (page) => {
      const unread = await ofPage(page, 'submit', { job: '{}', privateKey: pem, timeoutMs: 300 })
      assert.is(unread.reason, 'code_not_loaded')
      assert.match(unread.message ?? '', 'no answer within 300 ms')
    },
    () => {},
  ))
