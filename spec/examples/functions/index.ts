import { type Handler, handlerWith } from './lambda.ts'
import { verifier } from './verifier.ts'

export const handler: Handler = handlerWith(verifier)
