/**
 * A header whose timestamp is a date, milliseconds or a floating-point number, and a text with a time in the same form: the caller read
 * its clock twice.
 */
import fc from 'fast-check'
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { distanceBetween, timesReadAgain } from '../../../../src/kit/diagnosis/forms/timeReadAgain.ts'
import type { Finding } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { restOfEnglish } from '../chinese/reading.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** What a report says of a header with one time, if another was signed. */
const findingsOn = (sent: string, signed: string): ReadonlyArray<Finding> => {
  const signature = signatureOf(`GET\n/v1/jobs\n${signed}\nn-1\n`)
  const authorization = [line(signature, 'n-1', sent)]
  const request = { method: 'GET', target: '/v1/jobs', authorization, body: new Uint8Array(), keys, now }
  return diagnose(request, hash).findings.filter(({ evidence }) => evidence === 'digest')
}

const times = suite('a time that is no whole seconds, read twice')

/** A moment in milliseconds: some time of the years around 2024. */
const moment = fc.integer({ min: 1_600_000_000_000, max: 1_799_999_999_999 })
const milliseconds = fc.integer({ min: 1, max: 6000 })

/** Forms that show milliseconds. Each has an inverse. */
const forms = [
  { write: (ms: number) => new Date(ms).toISOString(), read: (text: string) => Date.parse(text) },
  { write: String, read: Number },
  { write: (ms: number) => (ms / 1000).toFixed(3), read: (text: string) => Math.round(Number(text) * 1000) },
] as const

const isSameDay = (ms: number, other: number): boolean => Math.floor(ms / 86_400_000) === Math.floor(other / 86_400_000)

times('for all moments of a day, up to six seconds apart: one is a form of the other, and the distance is right', () =>
  forAll([moment, milliseconds, fc.constantFrom(...forms)], { numRuns: 30 }, (sent, distance, { write }) => {
    const signed = sent - distance
    fc.pre(isSameDay(sent, signed))
    assert.is(distanceBetween(write(signed), write(sent)), `${distance} ms later`)
    assert.is(distanceBetween(write(sent), write(signed)), `${distance} ms earlier`)
  }),
)

times('for all moments: each form is once, another moment, and of the same length or without zeros at its end', () =>
  forAll([moment, fc.constantFrom(...forms)], { numRuns: 9 }, (sent, { write, read }) => {
    const texts = Array.from(timesReadAgain(write(sent)), ([, text]) => text)
    assert.is(new Set(texts).size, texts.length)
    for (const text of texts) assert.ok(Math.abs(read(text) - sent) <= 6000 && read(text) !== sent, text)
  }),
)

const apart = byTurns(3, times)
for (const [sent, signed, distance] of [
  ['2023-11-14T22:13:20.402Z', '2023-11-14T22:13:20.118Z', '284 ms later'],
  ['2023-11-14T22:13:20.013+00:00', '2023-11-14T22:13:19.996+00:00', '17 ms later'],
  ['2023-11-14T22:13:20.402118Z', '2023-11-14T22:13:20.401977Z', '141 µs later'],
  ['2023-11-14T22:13:20.4021180Z', '2023-11-14T22:13:20.4021170Z', '1000 ns later'],
  ['2023-11-14T22:13:20.4Z', '2023-11-14T22:13:20.3Z', '100 ms later'],
  ['2023-11-14 22:13:20', '2023-11-14 22:13:17', '3 s later'],
  ['1700000000402', '1700000000377', '25 ms later'],
  ['1700000000.402', '1699999999.98', '422 ms later'],
] as const)
  apart(`sent ${sent}, signed ${signed}: ${distance}`, () => {
    const [finding, ...others] = findingsOn(sent, signed)
    assert.equal(others, [])
    const what = `The caller read its clock twice. It signed the time ${signed}, but sent ${sent}, ${distance}.`
    assert.equal([finding?.id, finding?.what], ['timestamp-drift', what])
    assert.equal(restOfEnglish(translate(what) ?? what), [], what)
  })

times('a date with its zone was sent, and the seconds were signed: they are in the signed text', () => {
  for (const sent of ['2023-11-14T22:13:20Z', 'Tue, 14 Nov 2023 22:13:20 GMT', '2023-11-15T06:13:20.118+08:00'])
    assert.equal(findingsOn(sent, String(now)), [], sent)
})
