import * as assert from 'uvu/assert'
import * as node from '../../src/client/node.ts'

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
