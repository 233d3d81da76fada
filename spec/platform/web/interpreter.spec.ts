import { signer } from '../../../src/platform/web/signer.ts'
import { verificationKey, verificationKeys } from '../../../src/platform/web/verificationKey.ts'
import { interpreterContract } from '../../support/interpreterContract.ts'

interpreterContract('web', { signer, verificationKey, verificationKeys }, 'loop')
