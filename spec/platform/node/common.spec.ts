import { platform } from '../../../src/platform/node/platform.ts'
import { commonContract } from '../../support/commonContract.ts'

commonContract('node', platform)
