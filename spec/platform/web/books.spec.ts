import { keyRing } from '../../../src/platform/web/keyRing.ts'
import { tokenBook } from '../../../src/platform/web/tokenBook.ts'
import { keyRingContract } from '../../support/keyRingContract.ts'

keyRingContract('web', { keyRing, tokenBook })
