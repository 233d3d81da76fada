// The command, where the runtime can be one.
import { run } from './processes.ts'
import type { Told } from './Runtime.ts'

/** Signs with the command, and asks the command about it. */
export const claimsOfCli = async (
  command: ReadonlyArray<string>,
  folder: string,
  version: string,
): Promise<ReadonlyArray<Told>> => {
  const told: Array<Told> = []
  const tell = (words: string, right: boolean, seen: string): void => {
    told.push({ group: 'cli', words, ...(right ? {} : { wrong: seen }) })
  }
  const ask = (...args: ReadonlyArray<string>) => run([...command, ...args], { cwd: folder })
  const shown = await ask('--version')
  tell('--version tells the version', shown.stdout === `${version}\n`, shown.stdout + shown.stderr)

  const request = ['--method', 'POST', '--body', 'package.json']
  const credentials = ['--private-key', 'private_key.pem', '--app-id', 'app-1']
  const signed = await ask('sign', ...credentials, ...request, '--url', '/v1/jobs')
  tell('sign writes a header', signed.code === 0, signed.stderr)
  const verify = (target: string) =>
    ask(
      'verify',
      '--public-key',
      'keys/app-1.pem',
      ...request,
      '--target',
      target,
      '--authorization',
      signed.stdout.trim(),
      '--json',
    )
  for (const [target, words, code, outcome] of [
    ['/v1/jobs', 'verify accepts it, with exit code 0', 0, '"outcome":"accept"'],
    ['/v1/jobs?', 'verify refuses another target, with exit code 1', 1, '"reason":"signature_invalid"'],
  ] as const) {
    const seen = await verify(target)
    tell(words, seen.code === code && seen.stdout.includes(outcome), `${seen.code} ${seen.stdout}${seen.stderr}`)
  }
  return told
}
