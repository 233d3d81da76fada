/** The files of cases, in the order in which flat.jsonl holds them. */
import { altered } from './altered.ts'
import { authorization } from './authorization.ts'
import { base64 } from './base64.ts'
import { bearer } from './bearer.ts'
import { body } from './body.ts'
import type { Behaviour } from './draft.ts'
import { job } from './job.ts'
import { keysImport } from './keysImport.ts'
import { method } from './method.ts'
import { nonce } from './nonce.ts'
import { replay } from './replay.ts'
import { rsa } from './rsa.ts'
import { stringToSign } from './stringToSign.ts'
import { target } from './target.ts'
import { timestamp } from './timestamp.ts'
import { wire } from './wire.ts'

export const behaviours: ReadonlyArray<Behaviour> = [
  stringToSign,
  target,
  method,
  timestamp,
  nonce,
  replay,
  body,
  authorization,
  base64,
  rsa,
  keysImport,
  bearer,
  job,
  wire,
  altered,
]
