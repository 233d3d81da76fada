import { platform } from '../../../src/platform/web/platform.ts'
import { commonContract } from '../../support/commonContract.ts'

commonContract('web', platform)
