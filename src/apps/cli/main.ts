/**
 * The command. `--version` answers before anything is loaded: a program that only asks for it should not wait. No `import` or
 * `await` stands at the top: dist/ has it as CommonJS, which starts in 20 ms where an ES module takes 24.
 */
declare const COUNTERSIGN_VERSION: string

const args = process.argv.slice(2)
if (args.length === 1 && args[0] === '--version') {
  process.stdout.write(`${COUNTERSIGN_VERSION}\n`)
} else {
  // As Node ends a module that waits for ever.
  process.exitCode = 13
  import('./run.ts').then(async ({ run }) => {
    process.exitCode = await run(args, process)
  })
}
