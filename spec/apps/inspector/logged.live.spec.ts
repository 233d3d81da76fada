/** What `keepRefusals` has written, and a line of a log, in the page. */
import { serialize } from '../../../src/effects/keptRequest.ts'
import { assert, suite } from '../../support/suite.ts'
import {
  appKey,
  diagnosed,
  fill,
  findings,
  headerOf,
  inspect,
  judged,
  onPages,
  raw,
  textOf,
  usual,
} from './inspecting.ts'

const page = suite('the inspector: a kept request, and a line of a log')
const test = onPages(page)

const old = usual.timestamp - 9000
const sent = { timestamp: old }
const kept = (body: Uint8Array | undefined): string =>
  Buffer.from(
    serialize({
      ...usual,
      authorization: [headerOf({ sent })],
      now: old + 1,
      settings: {},
      ...(body === undefined ? { body: undefined as never } : { body }),
    }) ?? [],
  ).toString()

test('a kept request is judged by the time at which it came; the next one is not', async (it) => {
  await inspect(it, kept(Buffer.from(usual.body)))
  assert.match(await textOf(it, '#verdict'), /Accepted/)
  assert.is(await it.locator('#now').inputValue(), String(old + 1))
  await inspect(it, raw())
  assert.match(await textOf(it, '#verdict'), /Accepted/)
  assert.is(await it.locator('#now').inputValue(), '')
})

test('a body that was not kept is asked for, and nothing is judged before', async (it) => {
  await fill(it, { 'app-key': appKey.publicPem, raw: kept(undefined) })
  await it.locator('#wanted', { hasText: 'The file does not have the body.' }).waitFor()
  await it.locator('#go').click()
  assert.not(await it.locator('#verdict').isVisible())
  await it.locator('#body').fill(usual.body)
  await judged(it, 'Accepted')
})

test('a line of a log fills what it knows, asks for the rest, and judges nothing', async (it) => {
  const line = { level: 40, time: 1000 * usual.timestamp, outcome: 'reject', reason: 'signature_invalid' }
  await fill(it, { 'app-key': appKey.publicPem, raw: JSON.stringify({ ...line, method: 'POST', path: '/v1/jobs' }) })
  await it.locator('#raw-says', { hasText: 'This is a line of a log' }).waitFor()
  assert.match(await textOf(it, '#raw-says'), /no Authorization header, no query and no body/)
  const shown = [await it.locator('#method').inputValue(), await it.locator('#target').inputValue()]
  assert.equal(shown, ['POST', '/v1/jobs'])
  await it.locator('#go').click()
  assert.not(await it.locator('#verdict').isVisible())
  // The form is completed, with a body that was serialized again.
  await fill(it, { target: usual.target, authorization: headerOf() })
  await it.locator('#go').click()
  assert.not(await it.locator('#verdict').isVisible())
  assert.is(await it.evaluate(() => document.activeElement?.id), 'wanted-file')
  await it.locator('#body').fill(JSON.stringify(JSON.parse(usual.body), null, 2))
  await judged(it, 'Refused')
  await diagnosed(it)
  assert.equal(await findings(it), ['body-reserialized'])
})

test('what serve --explain prints, and a header alone: what is missing is said, and the header fills its field', async (it) => {
  await fill(it, {
    'app-key': appKey.publicPem,
    raw: '401 signature_invalid: the signature does not verify over the string to sign',
  })
  await it.locator('#raw-says', { hasText: 'a request that was refused: signature_invalid' }).waitFor()
  await it.locator('#raw').fill(`Authorization: ${headerOf()}`)
  await it.locator('#raw-says', { hasText: 'This is only the Authorization header. Method, target and body' }).waitFor()
  assert.is(await it.locator('#authorization').inputValue(), headerOf())
  await it.locator('#go').click()
  assert.not(await it.locator('#verdict').isVisible())
  await fill(it, { method: 'POST', target: usual.target, body: usual.body })
  await judged(it, 'Accepted')
})
