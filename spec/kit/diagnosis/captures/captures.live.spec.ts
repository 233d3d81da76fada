// The captures that `npm test` leaves out.
process.env.COUNTERSIGN_ALL = '1'
await import('./captures.spec.ts')
