/**
 * A response body that keeps its stream open, for the adapters of Fastify and Koa: they answer before the request's body has arrived,
 * and a closed connection would cut off an answer that the caller has not read yet.
 */
import { Readable } from 'node:stream'

/** Content-Length makes the answer complete at once. Only the stream, and with it the connection, ends later. */
export const unending = (content: Uint8Array | undefined, until: (end: () => void) => void): Readable => {
  const stream = new Readable({ read() {} })
  if (content !== undefined) stream.push(content)
  until(() => stream.push(null))
  return stream
}
