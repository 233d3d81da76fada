import { createVerifier, noReplayGuard } from '../../../src/server/node.ts'
import { encryptedPem } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { appKey, diagnosed, fill, focused, onPages, stopped, textOf } from './inspecting.ts'

const body = '{"request_id":"1","stages":[],"note":"früh \\u00e9 \'quoted\'"}'

const sign = suite('the inspector signs')
const test = onPages(sign)

test('with a key pair that it makes: Node verifies what comes out', async (page) => {
  await fill(page, { 'sign-url': 'https://jobs.example/v1/jobs?b=%7e&a#part', 'sign-body': body })
  await page.locator('#make-pair').click()
  await page.locator('#public-key-field').waitFor()
  const publicKey = await page.locator('#public-key').inputValue()
  await page.locator('#sign-go').click()
  const header = await page.locator('#signed pre').first().innerText()
  assert.is(await focused(page), 'signed', 'the result is in view')
  assert.match(header, /^Authorization: SVC-SHA256-RSA app_id=app-1,nonce_str=[0-9a-f]{32},timestamp=\d+,signature=/)
  const verifier = await createVerifier({ keys: { 'app-1': publicKey }, guard: noReplayGuard('a spec') })
  const authorization = header.replace('Authorization: ', '')
  const { appId } = await verifier.verify({ method: 'POST', target: '/v1/jobs?b=%7e&a', authorization, body })
  assert.is(appId, 'app-1')
  const text = await page.locator('#signed').innerText()
  assert.match(text, /POSTLF\n\/v1\/jobs\?b=%7e&aLF\n\d+LF\n[0-9a-f]{32}LF\n\{"request_id"/)
})

test('what it has signed can be used above, and is accepted; its curl command reads back as the same request', async (page) => {
  await fill(page, { 'sign-body': body, 'private-key': appKey.privatePem })
  await page.locator('#sign-go').click()
  const command = await page.locator('#signed pre').nth(1).innerText()
  await page.getByRole('button', { name: 'Use this request above' }).click()
  await page.locator('#verdict', { hasText: 'Accepted' }).waitFor()
  await diagnosed(page)
  assert.is(await page.locator('#app-key').inputValue(), appKey.publicPem)
  await page.locator('#raw').fill(command)
  await page.locator('#raw-says', { hasText: 'Read: POST /v1/jobs' }).waitFor()
  assert.is(await page.locator('#body').inputValue(), body)
  await page.locator('#go').click()
  await page.locator('#stale').waitFor({ state: 'hidden' })
  await page.locator('#verdict', { hasText: 'Accepted' }).waitFor()
})

test('with a key as a JWK, and copies what it has made', async (page) => {
  await page.locator('#private-key').fill(JSON.stringify(appKey.privateKey.export({ format: 'jwk' })))
  assert.is(await page.locator('#public-key').inputValue(), appKey.publicPem)
  await page.locator('#sign-go').click()
  const header = await page.locator('#signed pre').first().innerText()
  await page.getByRole('button', { name: 'Copy the Authorization header' }).click()
  await page.locator('#signed', { hasText: 'copied' }).waitFor()
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), header)
})

test('or says why it cannot, with nothing left of what it has signed before', async (page) => {
  const complaint = async (): Promise<string> => {
    await page.locator('#sign-go').click()
    await page.locator('#sign-error:not(:empty)').waitFor()
    assert.is(await page.locator('#signed > *').count(), 0)
    return textOf(page, '#sign-error')
  }
  assert.match(await complaint(), /^A private key belongs here/)
  await page.locator('#private-key').fill(appKey.privatePem)
  await page.locator('#sign-go').click()
  await page.locator('#signed pre').first().waitFor()
  await page.locator('#private-key').fill(appKey.publicPem)
  assert.match(await complaint(), /public key instead of a private key/)
  await page.locator('#private-key').fill(encryptedPem(appKey, 'secret'))
  assert.match(await complaint(), /does not support this kind of key/)
  await fill(page, { 'private-key': appKey.privatePem, 'sign-url': 'https://jobs.example/a b' })
  assert.match(await complaint(), /the request target is invalid/i)
  await fill(page, { 'sign-url': '/v1/jobs', 'sign-app-id': 'a b' })
  assert.match(await complaint(), /^The app id must be 1 to 128/)
})

const expected: ReadonlyArray<readonly [name: string, verdict: RegExp, tag?: RegExp]> = [
  ['a right request', /Accepted/],
  ['body serialized again', /Refused/, /^Exact$/],
  ['two mistakes at once', /Refused/, /^Exact$/],
  ["another app's key", /Refused/, /^Exact$/],
]

test('has examples that are what their names say', async (page) => {
  for (const [name, verdict, tag] of expected) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.waitForFunction(() => document.activeElement?.id === 'result')
    await diagnosed(page)
    assert.match(await textOf(page, '#verdict'), verdict, name)
    if (tag !== undefined) assert.match(await textOf(page, '#diagnosis .tag'), tag, name)
    await page.locator('#raw').focus()
  }
  await page.getByRole('button', { name: 'a guess', exact: true }).click()
  await stopped(page)
  assert.is(await textOf(page, '#diagnosis .tag'), 'Not found')
})
