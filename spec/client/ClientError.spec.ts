import * as assert from 'uvu/assert'
import { ClientError, type ClientFault } from '../../src/client/ClientError.ts'
import { keyError, message as keyMessage } from '../../src/core/KeyError.ts'
import { message as submitMessage } from '../../src/core/SubmitError.ts'
import { message as jobMessage } from '../../src/job/JobError.ts'
import { suite } from '../support/suite.ts'

const errors = suite('ClientError')

errors('has a reason for programs and words for people, for every fault', () => {
  const malformed = { _tag: 'JobMalformed', rule: 'bom', offset: 0, pointer: '' } as const
  const invalid = { _tag: 'JobInvalid', problems: [{ _tag: 'JsonUnsafe', rule: 'depth', pointer: '/a' }] } as const
  const faults: ReadonlyArray<readonly [fault: ClientFault, reason: string, words?: string]> = [
    [{ _tag: 'SettingInvalid', detail: 'retries is a whole number' }, 'setting_invalid', 'retries is a whole number'],
    [keyError('pss'), 'key_invalid', `the private key is not usable: ${keyMessage(keyError('pss'))}`],
    [
      { _tag: 'PublicKeyInvalid', error: keyError('pss') },
      'key_invalid',
      `the public key is not usable: ${keyMessage(keyError('pss'))}`,
    ],
    [malformed, 'job_malformed', jobMessage(malformed)],
    [invalid, 'job_invalid', jobMessage(invalid)],
    [{ _tag: 'AppIdMalformed' }, 'app_id_malformed'],
    [{ _tag: 'BaseUrlInvalid', rule: 'https' }, 'base_url_invalid'],
    [{ _tag: 'TokenNotOffered' }, 'bearer_not_offered'],
    [{ _tag: 'MethodInvalid', rule: 'token' }, 'method_invalid'],
    [{ _tag: 'TargetInvalid', rule: 'empty', offset: 0 }, 'target_invalid'],
    [{ _tag: 'TimestampMalformed' }, 'timestamp_malformed'],
    [{ _tag: 'NonceMalformed' }, 'nonce_malformed'],
    [{ _tag: 'LoneSurrogate', index: 3 }, 'body_not_unicode'],
    [{ _tag: 'SignerUnavailable', detail: 'locked' }, 'signer_unavailable'],
    [{ _tag: 'SignerTimedOut', afterMs: 7 }, 'signer_timed_out'],
    [{ _tag: 'SignatureWrong', fault: 'pss' }, 'signature_wrong'],
    [{ _tag: 'ConnectionRefused' }, 'connection_refused'],
    [{ _tag: 'TimedOut', afterMs: 7 }, 'timed_out'],
    [{ _tag: 'TargetRewritten' }, 'target_rewritten'],
    [{ _tag: 'NetworkFailed', detail: 'EPIPE' }, 'network_failed'],
  ]
  for (const [fault, reason, words] of faults) {
    const error = new ClientError(fault)
    assert.instance(error, Error)
    assert.equal({ ...error }, { name: 'ClientError', reason })
    assert.is(error.message, words ?? submitMessage(fault as Parameters<typeof submitMessage>[0]))
  }
})

errors('is known to every copy of the package, and a class that extends it is its own', () => {
  class Mine extends ClientError {}
  const fault = { _tag: 'AppIdMalformed' } as const
  const ofAnotherCopy = Object.assign(new Error(), { [Symbol.for('countersign.ClientError')]: true })
  assert.ok(ofAnotherCopy instanceof ClientError)
  assert.ok(new Mine(fault) instanceof Mine && new Mine(fault) instanceof ClientError)
  for (const other of [new ClientError(fault), ofAnotherCopy, new Error('x'), undefined, 'text'])
    assert.not.ok(other instanceof Mine, String(other))
  assert.not.ok(new Error('x') instanceof ClientError)
})

errors.run()
