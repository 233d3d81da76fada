import { keyRing } from '../../src/web/keyRing.ts'
import { tokenBook } from '../../src/web/tokenBook.ts'
import { keyRingContract } from '../support/keyRingContract.ts'

keyRingContract('web', { keyRing, tokenBook })
