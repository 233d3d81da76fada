import { platform } from '../../../src/platform/web/platform.ts'
import { ambientContract } from '../../support/ambientContract.ts'

ambientContract('web', platform)
