/** What a service says of the text that it took is read from its answer, and compared with the request at hand. */
import fc from 'fast-check'
import { claimedText } from '../../../src/kit/diagnosis/claimedText.ts'
import { claimWords } from '../../../src/kit/diagnosis/claimWords.ts'
import { serviceTextIn } from '../../../src/kit/diagnosis/serviceText.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { now } from '../../support/world.ts'

const service = suite("the service's text")
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const body = '{"appid":"wx-1","description":"灯"}'
const request = {
  method: 'POST',
  target: '/v3/pay/transactions/jsapi',
  authorization: [line('AAAA', 'n-1', now)],
  body: encode(body),
  keys: [],
  now,
}
const right = `POST\n/v3/pay/transactions/jsapi\n${now}\nn-1\n${body}`

/** As WeChat Pay refuses a signature: its own text ends in a line feed, and so does what it shows of it. */
const weChatPay = (text: string, more: object = {}): Uint8Array =>
  encode(
    JSON.stringify({
      code: 'SIGN_ERROR',
      detail: {
        detail: { issue: 'sign not match' },
        field: 'signature',
        location: 'authorization',
        sign_information: {
          method: 'POST',
          sign_message_length: Buffer.byteLength(text) + 1,
          truncated_sign_message: `${text.split('\n').slice(0, 4).join('\n')}\n{"appid\n`,
          url: '/v3/pay/transactions/jsapi',
          ...more,
        },
      },
      message: 'sign not match',
    }),
  )

const compared = (answer: Uint8Array) => {
  const claim = claimedText(answer, request, hash)
  if (claim._tag !== 'OfService') throw new Error(`it is read as ${claim._tag}`)
  return { ...claim, words: claimWords(claim, 'it') }
}

service('of this very request: nothing changed it on the way', () => {
  const { comparison, words } = compared(weChatPay(right))
  assert.equal(comparison, {})
  assert.is(words.verdict, 'as it arrived')
})

service('of another target: the first byte that differs, and whose it is', () => {
  const { comparison, words } = compared(weChatPay(right.replace('/v3/pay', '/v4/pay')))
  assert.equal(comparison, { difference: { offset: 7, part: 'target', signed: 0x34, expected: 0x33 } })
  assert.match(words.message, 'at byte 7, in the target: the service read 0x34 (4), but this request has 0x33 (3).')
})

service('of another body behind what it shows: both lengths', () => {
  const { comparison, words } = compared(weChatPay(`${right} `))
  // Two bytes more: the space after the body, and the line feed at the end of WeChat Pay's own text.
  const bytes = Buffer.byteLength(right)
  assert.equal(comparison, { lengths: { service: bytes + 2, request: bytes } })
  assert.is(words.verdict, 'changed on the way')
})

service('that is too short to show the target: the target in the member url beside it is compared', () => {
  const { comparison } = compared(weChatPay(right, { truncated_sign_message: 'POST\n', url: '/v3/pay' }))
  assert.equal(comparison.other, { part: 'URL', service: '/v3/pay', request: request.target })
})

service('stands in the answer wherever it is, behind a status line and in a list too', () => {
  const told = { sign_message_length: 3, truncated_sign_message: 'a\nb' }
  for (const text of [
    JSON.stringify(told),
    `HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n\r\n${JSON.stringify([{ errors: [told] }])}\n`,
    `refused: ${JSON.stringify({ a: { b: told } })}`,
  ])
    assert.equal(serviceTextIn(encode(text)), { beginning: encode('a\nb'), length: 3 }, text)
})

service('with escapes in place of line feeds and of bytes is read as those bytes', () => {
  const shown = JSON.stringify({ string_to_sign: { length: 9, beginning: 'GET\\n/\\xe4\\\\n' } })
  assert.equal(serviceTextIn(encode(shown)), {
    beginning: Uint8Array.of(...encode('GET\n/'), 0xe4, 0x5c, 0x6e),
    length: 9,
  })
})

service('is none in a text that a caller signs, whatever its body', () =>
  forAll([fc.json()], (json) => assert.is(serviceTextIn(encode(`POST\n/\n1\nn\n${json}`)), undefined)),
)
