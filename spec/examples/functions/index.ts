import { type Handler, handlerWith } from './lambda.ts'
import { makeVerifier } from './verifier.ts'

export const handler: Handler = handlerWith(makeVerifier)
