import { keyRing } from '../../../src/platform/web/keyRing.ts'
import { platform } from '../../../src/platform/web/platform.ts'
import { signer } from '../../../src/platform/web/signer.ts'
import { tokenBook } from '../../../src/platform/web/tokenBook.ts'
import { verificationKey, verificationKeys } from '../../../src/platform/web/verificationKey.ts'
import { commonContract, interpreterContract } from '../../support/interpreterContract.ts'
import { keyRingContract } from '../../support/keyRingContract.ts'

interpreterContract('web', { signer, verificationKey, verificationKeys }, 'loop')

commonContract('web', platform)
keyRingContract('web', { keyRing, tokenBook })
