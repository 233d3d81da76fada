/**
 * The lmdb guard in places that lmdb does not bear: a folder of two containers, a full disk, a lock that was removed.
 */
import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inFolder } from '../../support/folder.ts'
import { assert, needs, suite, works } from '../../support/suite.ts'
import { bundled, type Program, run } from '../child.ts'

const exec = promisify(execFile)

const using = (use: (program: Program, path: string) => Promise<void>): Promise<void> =>
  inFolder(async (path) => {
    const program = await bundled(new URL('lmdbOnce.ts', import.meta.url))
    try {
      await use(program, path)
    } finally {
      await program.remove()
    }
  })

/** As in a container: the process is number 1. */
const inContainer = { by: ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] }
const places = suite('lmdb: the folder')
// Only root, or who may make user namespaces, has containers.
const isRoot = works('unshare', '--pid', '--fork', '--mount', 'true')
const test = isRoot ? places : needs('unshare as root', places)

test('is refused at once to a second container whose process has the same number, and not to its successor', () =>
  using(async (program, path) => {
    const first = run(program, inContainer, path, 'n-1', 'stay')
    await first.spoken
    const second = await run(program, inContainer, path, 'n-2').ended
    assert.match(
      second,
      /^refused: .*a process in another container has the same process id, 1, and has this folder open/,
    )
    // A process with another number shares it.
    assert.is(await run(program, {}, path, 'n-1').ended, 'repeated\n')
    first.child.stdin?.end()
    assert.is(await first.ended, 'first\n')
    assert.is(await run(program, inContainer, path, 'n-1').ended, 'repeated\n')
  }))

test('is opened again by a container that takes the place of one that was killed', () =>
  using(async (program, path) => {
    for (let round = 0; round < 3; round++) {
      const one = run(program, inContainer, path, `n-${round}`, 'stay')
      await one.spoken
      one.child.kill('SIGKILL')
      assert.is(await one.ended, 'first\n')
    }
    assert.is(await run(program, inContainer, path, 'n-0').ended, 'repeated\n')
  }))

test('on a full disk is refused in words, whichever of its files are there, and opens once there is space', () =>
  using(async (program, path) => {
    const disk = join(path, 'disk')
    await mkdir(disk)
    const script = `
      mount -t tmpfs -o size=4m none "$1" || exit 1
      claim() { "$2" "$3" "$1" "$4"; echo "exit $?"; }
      claim "$1/used" "$2" "$3" before
      rm "$1/used/lock.mdb"; mkdir "$1/empty"
      cat /dev/zero > "$1/fill" 2> /dev/null
      for folder in new empty used; do claim "$1/$folder" "$2" "$3" full; done
      rm "$1/fill"
      for folder in new empty used; do claim "$1/$folder" "$2" "$3" before; done`
    const args = ['--mount', 'bash', '-c', script, 'bash', disk, process.execPath, program.file]
    const { stdout } = await exec('unshare', args)
    const said = stdout
      .replaceAll(/the folder \S+/g, 'the folder FOLDER')
      .replaceAll(/\nexit 0$/gm, '')
      .trim()
    const full =
      'refused: the replay guard cannot answer: the folder FOLDER cannot be used: ENOSPC: no space left on device'
    assert.equal(said.split('\n'), ['first', full, full, full, 'first', 'first', 'repeated'])
  }))

places('whose lock.mdb was removed is refused while another process has it open, and no claim is lost', () =>
  using(async (program, path) => {
    const first = run(program, {}, path, 'n-1', 'stay')
    await first.spoken
    await rm(join(path, 'lock.mdb'))
    assert.match(
      await run(program, {}, path, 'n-2').ended,
      /^refused: .*its lock.mdb was removed while another process uses the folder: stop every process/,
    )
    first.child.stdin?.end()
    await first.ended
    assert.is(await run(program, {}, path, 'n-1').ended, 'repeated\n')
  }),
)
