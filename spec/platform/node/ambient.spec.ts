import { platform } from '../../../src/platform/node/platform.ts'
import { ambientContract } from '../../support/ambientContract.ts'

ambientContract('node', platform)
