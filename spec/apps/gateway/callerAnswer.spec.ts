import fc from 'fast-check'
import { callerAnswer } from '../../../src/apps/gateway/callerAnswer.ts'
import { assert, forAll, left, right, suite } from '../../support/suite.ts'

const passing = suite('the answer that a caller gets')

passing('HTTP/2: the first of several values, lists joined, every other line as it is', () => {
  const lines = ['ETag', '"a"', 'X-Many', '1', 'etag', '"b"', 'Content-Encoding', 'br', 'x-many', ' 2 ']
  const given = { status: 200, reason: 'Fine', lines: [...lines, 'content-encoding', 'gzip'] }
  assert.equal(right(callerAnswer('HTTP/2', given)), {
    status: 200,
    reason: undefined,
    lines: ['etag', '"a"', 'x-many', '1', 'content-encoding', 'br, gzip', 'x-many', '2'],
  })
})

passing('HTTP/1.1: lines and reason as they are; the reason is dropped if it is none', () => {
  const lines = ['ETag', '"a"', 'etag', '"b"']
  assert.equal(right(callerAnswer('HTTP/1.1', { status: 999, reason: 'Fin\xe4', lines })), {
    status: 999,
    reason: 'Fin\xe4',
    lines,
  })
  assert.is(right(callerAnswer('HTTP/1.1', { status: 200, reason: 'a\x01b', lines })).reason, undefined)
})

passing('204 has no length, and over HTTP/2 neither has 205', () => {
  const lines = ['Content-Length', '4', 'X', '1']
  for (const [protocol, status, expected] of [
    ['HTTP/1.1', 204, ['X', '1']],
    ['HTTP/1.1', 205, lines],
    ['HTTP/2', 204, ['x', '1']],
    ['HTTP/2', 205, ['x', '1']],
    ['HTTP/2', 304, ['content-length', '4', 'x', '1']],
  ] as const)
    assert.equal(right(callerAnswer(protocol, { status, reason: '', lines })).lines, expected, `${protocol} ${status}`)
})

passing('what cannot be passed on is said in words, without any text of it', () => {
  const given = { status: 200, reason: 'OK', lines: [] }
  const refused = (protocol: 'HTTP/1.1' | 'HTTP/2', more: object): string =>
    left(callerAnswer(protocol, { ...given, ...more }))
  assert.is(refused('HTTP/2', { status: 600 }), 'the status 600')
  assert.is(refused('HTTP/1.1', { status: 101 }), 'the status 101')
  assert.is(refused('HTTP/1.1', { status: 0 }), 'the status 0')
  for (const lines of [
    ['X', 'a\nb'],
    ['X', '\x01'],
    ['a b', '1'],
    ['', '1'],
    [':status', '200'],
    ['X', '\u{100}'],
  ])
    assert.is(refused('HTTP/2', { lines }), 'a header that HTTP does not allow')
  const lines = ['Transfer-Encoding', 'gzip, chunked']
  assert.is(refused('HTTP/1.1', { lines }), 'a Transfer-Encoding that is not just chunked')
})

passing('for all headers: what HTTP/2 gets is lower case, free of the connection, and what it was', () => {
  const name = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/)
  const lines = fc.array(fc.tuple(name, fc.stringMatching(/^[\t -~]{0,12}$/))).map((pairs) => pairs.flat())
  return forAll([lines], (given) => {
    const { lines: passed } = right(callerAnswer('HTTP/2', { status: 200, reason: '', lines: given }))
    for (let i = 0; i < passed.length; i += 2) {
      assert.is(passed[i], passed[i]?.toLowerCase())
      assert.is(passed[i + 1], passed[i + 1]?.trim())
    }
    assert.ok(passed.length <= given.length)
  })
})
