// The steps of `npm run test:all`, in their order: what each runs.

/** Arguments of `npm run`. The live specs hold the proofs of the vectors (`evidence -- prove`). */
export const steps: Readonly<Record<string, string>> = {
  test: 'test',
  // Once: what comes then finds dist/ as it needs it.
  build: 'build',
  live: 'test:live',
  // Each request is answered, whatever the figures.
  load: 'load -- verifying gateway --rounds 1 --seconds 1',
  // Others at the next commit, here and of the mutants.
  runtimes: 'evidence -- runtimes --every 12',
  mutants: 'evidence -- mutants --every 300 --tested',
  // Half of the ports, with other runs each time: one that differs is found at one of the next commits.
  ports: 'evidence -- ports --generated 40 --every 2',
  fuzz: 'evidence -- fuzz --seconds 6',
}
