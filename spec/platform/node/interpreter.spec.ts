import { platform } from '../../../src/platform/node/platform.ts'
import { signer } from '../../../src/platform/node/signer.ts'
import { verificationKey, verificationKeys } from '../../../src/platform/node/verificationKey.ts'
import { commonContract, interpreterContract } from '../../support/interpreterContract.ts'

interpreterContract('node on the event loop', { signer, verificationKey, verificationKeys }, 'loop')
interpreterContract('node on the thread pool', { signer, verificationKey, verificationKeys }, 'pool')

commonContract('node', platform)
