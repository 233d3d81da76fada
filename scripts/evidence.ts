// `npm run evidence -- NAME [ARGS]`: the tests of the tests, and what needs more than Node.
import { expectKnown } from './terminal.ts'

/** Each is a script in evidence/ of this name. */
const kinds: Readonly<Record<string, string>> = {
  mutants:
    'Each defence is taken away in a copy of the project, and a spec must fail. `-- mutants T8 redis`: only these; `--every 2`: half of them.',
  prove:
    'Each vector is wrong in one way only, and each planted bug is noticed. Sections: lint, faults, oracles, matrix.',
  ports:
    'The reference ports are built and pass the whole suite, as do their own tests. `-- ports go rust --generated 1000`.',
  runtimes:
    'The packed tarball works, with the same verdicts, in Node, Bun, Deno, workerd and Chromium. `-- runtimes bun`.',
  frameworks:
    'Each framework, wrapper and runtime that a guide names keeps one contract, by the same requests. `-- frameworks nuxt hapi`.',
  fuzz: 'Each decoder of foreign bytes keeps its laws for inputs that a coverage-guided search makes. `-- fuzz json --seconds 60`.',
  sbom: 'The parts of the published package, as CycloneDX: `npm run --silent evidence -- sbom > sbom.json`.',
  soak: 'Ten minutes of honest and hostile traffic against each guard. `-- soak lmdb --seconds 60`.',
}

const [name, ...args] = process.argv.slice(2)
if (name === undefined) {
  for (const [kind, says] of Object.entries(kinds)) console.log(`${kind.padEnd(12)}${says}`)
} else {
  expectKnown('name', [name], Object.keys(kinds))
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
  await import(`./evidence/${name}.ts`)
}
