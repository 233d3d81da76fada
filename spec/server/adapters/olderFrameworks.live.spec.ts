// Express 4 and Koa 2, in the lowest version that is served, keep what the specs of Express 5 and Koa 3 say.
import { useOlder } from '../../support/frameworks.ts'

useOlder()
await import('./express.spec.ts')
await import('./koa.spec.ts')
await import('./everyAdapter.spec.ts')
await import('./routableTarget.spec.ts')
