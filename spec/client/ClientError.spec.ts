import { ClientError, type ClientFault, clientError } from '../../src/client/ClientError.ts'
import { keyError, message as keyMessage } from '../../src/core/KeyError.ts'
import { message as submitMessage } from '../../src/core/SubmitError.ts'
import { message as jobMessage } from '../../src/job/JobError.ts'
import { assert, suite } from '../support/suite.ts'

const errors = suite('ClientError')

errors('every fault has a reason for programs and a message for people', () => {
  const invalid = { _tag: 'job_invalid', problems: [{ _tag: 'JsonUnsafe', rule: 'depth', pointer: '/a' }] } as const
  const faults: ReadonlyArray<readonly [fault: ClientFault, reason: string, words?: string]> = [
    [{ _tag: 'setting_invalid', detail: 'retries is a whole number' }, 'setting_invalid', 'retries is a whole number'],
    [keyError('pss'), 'key_invalid', `the private key is not usable: ${keyMessage(keyError('pss'))}`],
    [
      { ...keyError('pss'), key: 'public' },
      'key_invalid',
      `the public key is not usable: ${keyMessage(keyError('pss'))}`,
    ],
    [
      { ...keyError('json'), words: 'this is no JSON' },
      'key_invalid',
      'the private key is not usable: this is no JSON',
    ],
    [{ ...invalid, words: jobMessage(invalid) }, 'job_invalid', jobMessage(invalid)],
    [
      { _tag: 'code_not_loaded', part: 'reads keys', why: 'TypeError' },
      'code_not_loaded',
      'countersign could not load its code that reads keys (TypeError); check the network, and check that each file of the bundle is on the server',
    ],
    [{ _tag: 'answer_malformed', detail: 'x' }, 'answer_malformed', 'the answer is not what was expected: x'],
    [{ _tag: 'app_id_malformed' }, 'app_id_malformed'],
    [{ _tag: 'base_url_invalid', rule: 'https' }, 'base_url_invalid'],
    [{ _tag: 'bearer_not_offered' }, 'bearer_not_offered'],
    [{ _tag: 'method_invalid', rule: 'token' }, 'method_invalid'],
    [{ _tag: 'target_invalid', rule: 'empty', offset: 0 }, 'target_invalid'],
    [{ _tag: 'timestamp_malformed' }, 'timestamp_malformed'],
    [{ _tag: 'nonce_malformed' }, 'nonce_malformed'],
    [{ _tag: 'body_not_unicode', index: 3 }, 'body_not_unicode'],
    [{ _tag: 'signer_unavailable', detail: 'locked' }, 'signer_unavailable'],
    [{ _tag: 'signer_timed_out', afterMs: 7 }, 'signer_timed_out'],
    [{ _tag: 'signature_wrong', fault: 'pss' }, 'signature_wrong'],
    [{ _tag: 'connection_refused' }, 'connection_refused'],
    [{ _tag: 'timed_out', afterMs: 7 }, 'timed_out'],
    [{ _tag: 'target_rewritten' }, 'target_rewritten'],
    [{ _tag: 'network_failed', detail: 'EPIPE', cause: { code: 'EPIPE' } }, 'network_failed'],
    [{ _tag: 'certificate_untrusted', detail: 'CERT_REVOKED' }, 'certificate_untrusted'],
  ]
  for (const [fault, reason, words] of faults) {
    const error = clientError(fault)
    assert.instance(error, Error)
    assert.equal({ ...error }, { name: 'ClientError', reason })
    assert.is(error.message, words ?? submitMessage(fault as Parameters<typeof submitMessage>[0]))
  }
})

errors('instanceof works across copies of the package, and a subclass matches only its own instances', () => {
  class Mine extends ClientError {}
  const fault = { _tag: 'app_id_malformed' } as const
  const ofAnotherCopy = Object.assign(new Error(), { [Symbol.for('countersign.ClientError')]: true })
  assert.ok(ofAnotherCopy instanceof ClientError)
  assert.ok(new Mine(fault._tag, 'words') instanceof Mine && new Mine(fault._tag, 'words') instanceof ClientError)
  for (const other of [clientError(fault), ofAnotherCopy, new Error('x'), undefined, 'text'])
    assert.not.ok(other instanceof Mine, String(other))
  assert.not.ok(new Error('x') instanceof ClientError)
})
