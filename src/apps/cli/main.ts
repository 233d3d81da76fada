/**
 * The command. `--version` answers before anything is loaded: a program that only asks for it should not wait.
 */
declare const COUNTERSIGN_VERSION: string

const args = process.argv.slice(2)
if (args.length === 1 && args[0] === '--version') {
  process.stdout.write(`${COUNTERSIGN_VERSION}\n`)
} else {
  const { run } = await import('./run.ts')
  process.exitCode = await run(args, process)
}
