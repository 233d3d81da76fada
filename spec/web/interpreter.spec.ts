import { signer } from '../../src/web/signer.ts'
import { verificationKey, verificationKeys } from '../../src/web/verificationKey.ts'
import { interpreterContract } from '../support/interpreterContract.ts'

interpreterContract('web', { signer, verificationKey, verificationKeys }, 'loop')
