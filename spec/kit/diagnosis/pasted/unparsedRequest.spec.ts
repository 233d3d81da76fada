/** What Node's parser refused for its target is explained by the signature in it. */
import { serialize } from '../../../../src/effects/keptRequest.ts'
import { explainRefusals } from '../../../../src/kit/diagnosis/explainRefusals.ts'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { unparsedRequest } from '../../../../src/kit/diagnosis/pasted/unparsedRequest.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { timer } from '../../../../src/platform/common/system.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { rsa } from '../../../support/keys.ts'
import { line, signatureOf } from '../../../support/planting.ts'
import { assert, right, suite } from '../../../support/suite.ts'
import { now } from '../../../support/world.ts'

const key = rsa(2048, 'app-1')
const spki = new Uint8Array(key.publicKey.export({ type: 'spki', format: 'der' }))
const otherKeys = [{ appId: 'app-1', spki }]

const packet = (target: string, body = '', lines: ReadonlyArray<string> = []): Buffer => {
  const signed = line(signatureOf(`POST\n${target}\n${now}\nn-1\n${body}`), 'n-1', now)
  return Buffer.from(`POST ${target} HTTP/1.1\r\nHost: h\r\nAuthorization: ${signed}\r\n${lines.join('')}\r\n${body}`)
}

const code = 'HPE_INVALID_CONSTANT'
const unparsed = suite('unparsedRequest')

unparsed('a raw space in the target: the text was signed as it was sent, and the report says so', async () => {
  const rawPacket = packet('/v1/jobs?title=red fox', '{}', ['Content-Length: 2\r\n', 'Cookie: S3CRET\r\n'])
  const request = unparsedRequest({ code, rawPacket }, { now, otherKeys })
  assert.ok(request)
  assert.equal([request.reason, request.method, request.target], ['target_invalid', 'POST', '/v1/jobs?title=red fox'])
  const report = await new Promise<Report>((tell) => explainRefusals({ hash, timer, tell })(request))
  assert.ok(report.exact)
  assert.is(report.reason, 'target_invalid')
  assert.is(report.key?.appId, 'app-1')
  const file = serialize(request)
  assert.is(right(readRequest(file ?? new Uint8Array())).target, '/v1/jobs?title=red fox')
  assert.not.match(Buffer.from(file ?? []).toString('latin1'), 'S3CRET')
})

unparsed('raw UTF-8: one character for each byte, as Node has it', () => {
  const request = unparsedRequest({ code: 'HPE_INVALID_URL', rawPacket: packet('/\u00e9') }, { now })
  assert.is(request?.target, '/\u00c3\u00a9')
  assert.is(request?.body?.length, 0)
})

unparsed('a body that is not whole in these bytes is absent', () => {
  for (const length of [
    'Content-Length: 3\r\n',
    'Content-Length: 1\r\n',
    'content-length : 9\r\n',
    'Transfer-Encoding: chunked\r\n',
  ]) {
    const request = unparsedRequest({ code, rawPacket: packet('/a b', '{}', [length]) }, { now })
    assert.is(request?.target, '/a b', length)
    assert.is(request?.body, undefined, length)
  }
})

unparsed('a token stays out', () => {
  const rawPacket = Buffer.from('GET /a b HTTP/1.1\r\nAuthorization: Bearer S3CRET\r\n\r\n')
  const settings = { authType: 'NEXT' }
  assert.equal(unparsedRequest({ code, rawPacket }, { now, settings })?.authorization, ['Bearer'])
})

unparsed('nothing, if the target is right or the bytes do not hold the whole head', () => {
  const rawPacket = packet('/a b')
  for (const error of [
    {},
    { code },
    { code: 'HPE_INVALID_METHOD', rawPacket },
    { code, rawPacket: rawPacket.subarray(0, 60) },
    { code, rawPacket: packet('/a') },
    { code, rawPacket: Buffer.from('no request\r\n\r\n') },
  ])
    assert.is(unparsedRequest(error, { now }), undefined)
})
