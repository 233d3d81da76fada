/**
 * A program that signs a whole buffer, or as much of its text as the buffer holds: an Arduino with `char text[192]` signs 192 bytes,
 * those behind the text among them.
 */
import { bodyDifference } from '../../../../src/kit/diagnosis/bodyDifference.ts'
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { textOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { inBuffer } from '../../../../src/kit/diagnosis/forms/buffers.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { drawOf, line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { rightDraft } from '../../../support/signedText.ts'
import { assert, suite } from '../../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

const reportOn = (signed: Uint8Array, body: string): Report =>
  diagnose(
    {
      method: body === '' ? 'GET' : 'POST',
      target: '/v1/jobs',
      authorization: [line(signatureOf(signed))],
      body: new Uint8Array(Buffer.from(body)),
      keys,
      now,
    },
    hash,
  )

const headOf = (body: string): string => `${body === '' ? 'GET' : 'POST'}\n/v1/jobs\n${now}\nn-1\n`

const padded = (text: string, size: number, byte = 0): Uint8Array => {
  const bytes = Buffer.alloc(size, byte)
  bytes.write(text)
  return bytes
}

const body = '{"request_id":"1001","stages":[{"type":"DIFFUSION"}],"title":"fox"}'

const buffers = suite('buffers')

buffers('192 bytes with NUL behind the text: told exactly, in words of the buffer', () => {
  for (const sent of ['', body]) {
    const { exact, findings } = reportOn(padded(headOf(sent) + sent, 192), sent)
    assert.equal([exact, findings.length], [true, 1], sent)
    assert.match(findings[0]?.what ?? '', /more bytes after the (?:text|body)\. Each of these bytes is NUL/)
  }
})

buffers('for one byte and for several: the words count them in the right number', () => {
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
  for (const [signed, sent, words] of [
    ['{}\0', '{}', /^The caller signed more after the body that arrived, 1 byte\./],
    ['{}\0\0', '{}', /^The caller signed 2 more bytes after the body\. Each of these bytes is NUL\./],
    ['{}\r\n', '{}', /^The caller signed more after the body that arrived, 2 bytes\./],
    ['{', '{"a":1}', /^The caller signed only the first byte of the body, which has 7 bytes\./],
    ['}', '{}', /^The caller signed only the last byte of the body, which has 2\. /],
    ['1}', '{"a":1}', /^The caller signed only the last 2 bytes of the body, which has 7\. /],
    ['{', '{}', /^The caller signed the body without "}", its last bytes\. /],
    ['{"', '{"a":1}', /^The caller signed only the first 2 bytes of the body, which has 7 bytes\./],
  ] as const) {
    const { what = '', detail = '' } = bodyDifference(bytes(signed), bytes(sent), 'changed') ?? {}
    assert.match(what, words)
    assert.not.match(`${what} ${detail}`, /\b1 bytes/)
  }
})

/** Sizes that a program may have, and the bytes that may stand behind its text. */
const sizes = [
  96, 100, 128, 160, 191, 192, 200, 255, 256, 300, 384, 400, 500, 511, 512, 768, 1000, 1023, 1024, 2048, 4096,
]
const fillings = [0, 0, 0, 0x20, 0xff, 0xcc, 0xcd]

/** Whether a single mistake leads to this text. */
const isReached = (signed: Uint8Array, body: string): boolean => {
  const right = rightDraft({ method: body === '' ? 'GET' : 'POST', body })
  for (const mistake of catalogue.filter(({ id }) => id === 'body-other' || id === 'text-encoded'))
    for (const { signed: form } of mistake.variations(right, hash))
      if (form._tag === 'Draft' && Buffer.compare(textOf({ ...right, ...form.change }), signed) === 0) return true
  return false
}

buffers('for all sizes and fillings drawn: the text is among the forms', () => {
  for (let seed = 0; seed < 100; seed++) {
    const { of, real } = drawOf(seed)
    const sent = real() < 0.3 ? '' : body
    const text = headOf(sent) + sent
    const inAll = real() < 0.7 || sent === ''
    const byte = of(fillings)
    // Of bytes that stand in few memories, the large sizes are not tried.
    const most = byte === 0 ? 1024 : 300
    const size = of(sizes.filter((each) => each <= most && each > (inAll ? text.length : sent.length)))
    const signed = inAll
      ? padded(text, size, byte)
      : Buffer.concat([Buffer.from(headOf(sent)), padded(sent, size, byte)])
    assert.ok(isReached(signed, sent), `${size} bytes of ${byte}, ${inAll ? 'in all' : 'of the body'}: ${sent}`)
  }
})

buffers('for all multiples of a block: NUL up to the next one', () => {
  for (const block of [4, 8, 16, 32, 64]) {
    const text = headOf(body) + body
    assert.ok(isReached(padded(text, block * Math.ceil((text.length + 1) / block)), body), `${block}`)
  }
})

buffers('for all sizes drawn: as much of the text as the buffer holds', () => {
  const text = headOf(body) + body
  for (const size of [31, 32, 47, 48, 63, 64, 95])
    assert.ok(isReached(Buffer.from(text.slice(0, size)), body), `${size}`)
  for (const size of [31, 32, 47, 48, 63, 64])
    assert.ok(isReached(Buffer.from(headOf(body) + body.slice(0, size)), body), `${size} of the body`)
})

buffers('for all lengths of the body and of the parts before it: each body is made once', () => {
  for (const bytesBefore of [0, 3, 4, 8, 66, 71])
    for (const length of [0, 1, 7, 8, 10, 15, 16, 33]) {
      const bodies = [...inBuffer(new Uint8Array(length).fill(0x61), bytesBefore)].map(([, bytes]) =>
        Buffer.from(bytes).toString('hex'),
      )
      assert.is(new Set(bodies).size, bodies.length, `${length} bytes after ${bytesBefore}`)
      // Padding up to the next block is never left out: 1 to 16 bytes, each with their number.
      for (const block of [8, 16])
        for (const ahead of [0, bytesBefore]) {
          const missing = block - ((ahead + length) % block)
          const padded = Buffer.alloc(length + missing, missing).fill(0x61, 0, length)
          assert.ok(bodies.includes(padded.toString('hex')), `${missing} bytes to a block of ${block}`)
        }
    }
})
