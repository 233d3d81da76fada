/**
 * Tests that need a run of the whole suite, or several runs; each generates its own keys.
 */

import * as assert from 'uvu/assert'
import { packaged } from '../../kit/conformance/ports/cases.ts'
import { file } from '../../kit/conformance/ports/cli.ts'
import { suite } from '../../support/suite.ts'
import { cases, conform, entry, list, namesIn, wrongPort } from './conforming.ts'

const conforming = suite('countersign conform, run after run')

conforming('exit code 0 for our own port at level full, the default level', async () => {
  const { code, out, err } = await conform([])
  assert.is(code, 0, err)
  assert.is(err, '')
  assert.match(out, String(packaged.vectors.length))
  assert.match(out, /conformant/i)
  assert.not.ok(out.includes('\u001b'))
})

conforming('--known-failures fails for an expired entry and for one that names no case', async () => {
  const expired = [...list({ ...entry, expires: '2020-01-31' }), ...cases('rsa/plain'), '--json']
  const late = await conform(expired, wrongPort('flips', 'rsa/plain'))
  assert.is(late.code, 1)
  assert.equal(JSON.parse(late.out).stale, [{ id: 'rsa/plain', why: 'expired' }])
  const strange = await conform([...list({ ...entry, id: 'rsa/plane' }), ...cases('rsa/plain'), '--json'])
  assert.is(strange.code, 1)
  assert.equal(JSON.parse(strange.out).stale, [{ id: 'rsa/plane', why: 'no such case' }])
})

conforming('--report replaces a file that is no report, or a report of another suite', async () => {
  for (const before of [
    '',
    '{',
    '{"format":1,"suite":"0.9.0","digest":"00","ports":[{"name":"old"}]}',
    '{"format":2}',
  ]) {
    file('other/report.json', before)
    assert.is((await conform(['--report', 'other', ...cases('rsa/plain')])).code, 0, before)
    assert.equal(namesIn('other'), ['countersign'])
  }
})

conforming.run()
