// TypeScript 7 checks three times as fast; what needs the compiler's API, which it lacks, is TypeScript 6.
export const tsc = 'node node_modules/typescript-7/bin/tsc'

/** What can be said of the code without running it: each check by its name, as a command. */
export const checks: Readonly<Record<string, string>> = {
  rules: 'biome check --error-on-warnings',
  layers: 'node --import ./scripts/typescript.mjs scripts/check/layers.ts',
  types: `${tsc} --incremental --tsBuildInfoFile .tmp/check.tsbuildinfo`,
  'pure types': `${tsc} -p src/tsconfig.pure.json --incremental --tsBuildInfoFile .tmp/pure.tsbuildinfo`,
}
