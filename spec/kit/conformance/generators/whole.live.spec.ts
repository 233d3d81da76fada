// The specs of the generators with all their draws.
process.env.COUNTERSIGN_ALL = '1'
for (const name of ['all', 'labels', 'lenient', 'run']) await import(`./${name}.spec.ts`)
