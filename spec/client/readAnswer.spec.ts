import * as t from 'io-ts'
import { createClient, readAnswer } from '../../src/client/node.ts'
import { testApp, testService } from '../../src/kit/testing/node.ts'
import { assert, suite } from '../support/suite.ts'
import { refusal } from './refusal.ts'

const reading = suite('readAnswer')

const Job = t.type({ job_id: t.string, stages: t.array(t.type({ type: t.string })) }, 'Job')

/** Both kinds of answer to one request. */
const both = async (answer: () => Response): Promise<ReadonlyArray<Parameters<typeof readAnswer>[1]>> => {
  const { appId, privateKey } = testApp
  const { fetch } = await testService({ answer, explain: false })
  const client = await createClient({ baseUrl: 'https://jobs.example', appId, privateKey, fetch })
  return [await client.submitJob('{}'), await client.fetch('/v1/jobs/1')]
}

reading('decodes the JSON of an answer of submitJob and of fetch', async () => {
  const job = { job_id: '7', stages: [{ type: 'A' }] }
  for (const answer of await both(() => Response.json(job, { status: 201 })))
    assert.equal(await readAnswer(Job, answer), job)
})

reading('names the place that is wrong, and shows no value', async () => {
  for (const answer of await both(() => Response.json({ job_id: '7', stages: [{ type: 'A' }, { type: 5050 }] }))) {
    const error = await refusal(readAnswer(Job, answer))
    assert.is(error.reason, 'answer_malformed')
    assert.match(error.message, 'at /stages/1/type, expected a string, found a number')
    assert.not.match(error.message, '5050')
  }
  for (const answer of await both(() => new Response('{}')))
    assert.match((await refusal(readAnswer(Job, answer))).message, 'no JSON')
})

reading('a refusal is its status, code and words, as far as the answer has them', async () => {
  for (const [answer, told, message] of [
    [
      () => Response.json({ error: { code: 'quota', message: 'enough' } }, { status: 403 }),
      { status: 403, code: 'quota', words: 'enough' },
      'the service refused the request: 403 quota: enough',
    ],
    [() => Response.json({ error: 7 }, { status: 400 }), { status: 400 }, 'the service refused the request: 400'],
    [() => new Response('no', { status: 418 }), { status: 418 }, 'the service refused the request: 418'],
  ] as const) {
    for (const each of await both(answer)) {
      const error = await refusal(readAnswer(Job, each))
      assert.is(error.reason, 'answer_refused')
      assert.equal(error.refusal, told)
      assert.is(error.message, message)
    }
  }
})
