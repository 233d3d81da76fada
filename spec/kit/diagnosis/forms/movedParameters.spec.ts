/** Parameters that were signed as the query of the target, and sent as the body: moved, or signed in both. */
import fc from 'fast-check'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const moved = suite('parameters of the body in the query')

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

const value = fc.constantFrom('BUY', '0.5', 'a b', 'é/7', 'x&y=z')
const parameters = fc.array(value, { minLength: 1, maxLength: 4 })

moved('for all forms: signed in the query, and no body', () =>
  forAll([parameters, fc.constantFrom('/v1/order', '/v1/order?page=2')], { numRuns: 5 }, (values, target) => {
    const body = new URLSearchParams(values.map((each, i) => [`p${i}`, each])).toString()
    const signedTarget = `${target}${target.includes('?') ? '&' : '?'}${body}`
    const authorization = [line(signatureOf(`POST\n${signedTarget}\n${now}\nn-1\n`))]
    const request = { method: 'POST', target, authorization, body: new Uint8Array(Buffer.from(body)), keys, now }
    const { exact, findings } = diagnose(request, hash, 200_000_000)
    const [found] = findings
    assert.is(`${exact} ${findings.map(({ id }) => id).join('+')}`, 'true body-missing')
    assert.ok(found?.what.includes(`signed the target ${signedTarget} without a body`), found?.what)
  }),
)

moved('for all forms, and for JSON: signed in the query and in the body', () =>
  forAll([parameters, fc.boolean()], { numRuns: 5 }, (values, isJson) => {
    const fields = values.map((each, i) => [`p${i}`, each])
    const query = new URLSearchParams(fields).toString()
    const body = isJson ? JSON.stringify(Object.fromEntries(fields)) : query
    const found = findingOn({ body }, { target: `/v1/jobs?${query}`, body })
    assert.is(found.id, 'target-other')
    assert.match(found.what, /but also signed them in the query of the target/)
  }),
)
