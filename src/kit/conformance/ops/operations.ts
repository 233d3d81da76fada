/** The ops of our own port, by name, for `createPort`. */
import type { Op } from '../Vector.ts'
import { decodeJob } from './decodeJob.ts'
import { encodeJob } from './encodeJob.ts'
import { formatAuthorization } from './formatAuthorization.ts'
import { importKey } from './importKey.ts'
import type { Operation } from './Operation.ts'
import { parseAuthorization } from './parseAuthorization.ts'
import { request } from './request.ts'
import { rsaVerify } from './rsaVerify.ts'
import { sign } from './sign.ts'
import { stringToSign } from './stringToSign.ts'
import { verify } from './verify.ts'

export const operations: { readonly [O in Op]: Operation<O> } = {
  stringToSign,
  parseAuthorization,
  formatAuthorization,
  sign,
  verify,
  rsaVerify,
  importKey,
  decodeJob,
  encodeJob,
  request,
}
