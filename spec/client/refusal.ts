import * as assert from 'uvu/assert'
import * as node from '../../src/client/node.ts'
import * as web from '../../src/client/web.ts'
import { rsa, type TestKey } from '../support/keys.ts'

export const key: TestKey = rsa(2048, 'app-1')
export const app: Readonly<Record<'appId' | 'privateKey', string>> = { appId: 'app-1', privateKey: key.privatePem }

export const faces: readonly [readonly ['node', typeof node], readonly ['web', typeof web]] = [
  ['node', node],
  ['web', web],
]

/** What the promise must reject with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('it was not refused'),
    (thrown) => thrown,
  )

/** The ClientError that the promise must reject with. */
export const refusal = async (promise: Promise<unknown>): Promise<node.ClientError> => {
  const error = await rejection(promise)
  assert.instance(error, node.ClientError, String(error))
  return error as node.ClientError
}
