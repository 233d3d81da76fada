/** A request as text, read or refused, for the specs of the readers. */
import * as E from 'fp-ts/lib/Either.js'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { inWords, type Received } from '../../../../src/kit/diagnosis/Received.ts'

export const read = (text: string): Received => {
  const received = readRequest(Buffer.from(text))
  if (E.isLeft(received)) throw new Error(`${text}: ${inWords(received.left)}`)
  return received.right
}

export const refusal = (text: string): string => {
  const received = readRequest(Buffer.from(text))
  return E.isLeft(received) ? inWords(received.left) : 'not refused'
}

export const bodyOf = ({ body }: Received): string => {
  if (body._tag !== 'Bytes') throw new Error('the body is in files')
  return Buffer.from(body.bytes).toString()
}

export const line = 'SVC-SHA256-RSA app_id=a,nonce_str=n,timestamp=1,signature=AA=='
