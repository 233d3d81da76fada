import * as assert from 'uvu/assert'
import * as node from '../../src/client/node.ts'

/** The ClientError that the promise must reject with. */
export const refusal = async (promise: Promise<unknown>): Promise<node.ClientError> => {
  const error = await promise.then(
    () => new Error('it was not refused'),
    (thrown) => thrown,
  )
  assert.instance(error, node.ClientError, String(error))
  return error
}
