import { platform } from '../../src/node/platform.ts'
import { ambientContract } from '../support/ambientContract.ts'

ambientContract('node', platform)
