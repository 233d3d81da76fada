import { signer } from '../../src/node/signer.ts'
import { verificationKey } from '../../src/node/verificationKey.ts'
import { interpreterContract } from '../support/interpreterContract.ts'

interpreterContract('node on the event loop', { signer, verificationKey }, 'loop')
interpreterContract('node on the thread pool', { signer, verificationKey }, 'pool')
