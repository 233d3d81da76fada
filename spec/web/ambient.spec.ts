import { platform } from '../../src/web/platform.ts'
import { ambientContract } from '../support/ambientContract.ts'

ambientContract('web', platform)
