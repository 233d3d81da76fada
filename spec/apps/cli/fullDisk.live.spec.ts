/**
 * A gateway on a full disk, a tmpfs of 1 MB: what callers get, what the log says, what is counted for the alarms, and that no nonce is
 * taken twice. The guide says so in "A full disk".
 */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { requireTool } from '../../../scripts/tools.ts'
import { beginsAlone } from '../../support/commandRuns.ts'
import { inFolder } from '../../support/folder.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, needs, suite, until, works } from '../../support/suite.ts'
import { home, program, type Service, servingAlone, servingBy, signedNow } from './command.ts'

interface Disk {
  readonly folder: string
  readonly fill: () => void
  readonly free: () => void
}

/** Lets a test use a disk of its own. */
const withDisk = (use: (disk: Disk) => Promise<void>): Promise<void> =>
  inFolder(async (root) => {
    const folder = join(root, 'disk')
    const filling = join(folder, 'filling')
    mkdirSync(folder)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder])
    const fill = (): void => {
      const file = openSync(filling, 'w')
      const part = Buffer.alloc(4096)
      try {
        while (writeSync(file, part) > 0);
      } catch (error) {
        assert.is((error as NodeJS.ErrnoException).code, 'ENOSPC')
      }
      closeSync(file)
    }
    try {
      await use({ folder, fill, free: () => rmSync(filling) })
    } finally {
      execFileSync('umount', ['--lazy', folder])
    }
  })

const small = '{"id":1}'

const post = async (url: string, authorization: string, body: string = small) => {
  const answer = await fetch(`${url}/v1/jobs`, { method: 'POST', headers: { authorization }, body })
  return { status: answer.status, text: await answer.text() }
}

/** The whole scrape, and what `/-/ready` answers. */
const scrape = async ({ out }: Service): Promise<{ readonly counts: string; readonly ready: number }> => {
  const at = /http:[^"\s]+\/metrics/.exec(out())?.[0] ?? ''
  const counts = await (await fetch(at)).text()
  const { status } = await fetch(at.replace('/metrics', '/-/ready'))
  return { counts, ready: status }
}

const disks = suite('a gateway on a full disk')
// Only root may mount.
const mayMount = works('unshare', '--mount', 'mount', '-t', 'tmpfs', '-o', 'size=4k', 'none', '/mnt')
const test = mayMount ? disks : needs('mount as root', disks)

const before = (use: (upstream: string) => Promise<void>): Promise<void> =>
  withServer(
    createServer((req, res) => void req.resume().on('end', () => res.end('done'))),
    ({ url }) => use(url),
  )

test('refuses what it cannot remember or store, says which file, counts it, and goes on when there is space', () =>
  withDisk(({ folder, fill, free }) =>
    before((upstream) => {
      mkdirSync(join(folder, 'uploads'))
      const options = ['--upstream', upstream, '--keys', 'keys', '--metrics', '0', '--max-body', '100']
      const onDisk = ['--guard', `lmdb:${folder}/nonces`, '--keep', `${folder}/kept`, '--max-upload', '3000000']
      return servingAlone(
        [...options, ...onDisk],
        async (gateway) => {
          const { url, logged, stop } = gateway
          const accepted: Array<string> = []
          const send = async () => {
            const authorization = await signedNow({ body: small })
            const answer = await post(url, authorization)
            if (answer.status === 200) accepted.push(authorization)
            return answer
          }
          assert.is((await send()).status, 200)
          fill()
          // A free page of the database may take a claim or two.
          await until(async () => (await send()).text.includes('"guard_unavailable"'))
          await logged('guard_unavailable: POST /v1/jobs: the replay guard cannot answer: the database in ')
          const { text } = await post(url, await signedNow({ body: small }), 'x')
          assert.match(text, '"signature_invalid"')
          await logged(`--keep ${folder}/kept: the system says ENOSPC; the request is not kept`)
          const large = 'x'.repeat(1_000_000)
          const upload = await post(url, await signedNow({ body: large }), large)
          assert.equal([upload.status, /"code":"(\w+)"/.exec(upload.text)?.[1]], [503, 'upload_unavailable'])
          await logged('the upload could not be stored; try again later (ENOSPC)')
          const { counts, ready } = await scrape(gateway)
          assert.is(ready, 503)
          assert.match(counts, /\ncountersign_requests_total\{outcome="reject",reason="guard_unavailable"\} [1-9]/)
          assert.match(counts, '\ncountersign_gateway_answers_total{status="503"} 1\n')
          assert.match(counts, '\ncountersign_source_faults_total{source="kept"} 1\n')
          free()
          await until(async () => (await send()).status === 200)
          for (const authorization of accepted) assert.match((await post(url, authorization)).text, '"nonce_replayed"')
          await post(url, await signedNow({ body: small }), 'x')
          await logged('kept as ')
          // The guard is asked once a second.
          await until(async () => (await scrape(gateway)).ready === 200)
          assert.is(await stop(), 0)
        },
        { TMPDIR: join(folder, 'uploads') },
      )
    }),
  ))

test('that takes no line of its log: answers go on, lost lines are counted, and the log says how many', () =>
  withDisk(({ folder, fill, free }) => {
    const file = join(folder, 'gateway.log')
    const intoFile = ['-c', 'file=$1; shift; exec "$@" 2> "$file"', 'bash', file, process.execPath, program]
    const logging = servingBy(beginsAlone(requireTool('bash'), home, ...intoFile), 'serve')
    return before((upstream) =>
      logging(['--upstream', upstream, '--keys', 'keys', '--metrics', '0', '--log', 'json'], async (gateway) => {
        const send = async () => assert.is((await post(gateway.url, await signedNow({ body: small }))).status, 200)
        fill()
        // The last page of the file takes some lines.
        await until(async () => {
          await send()
          return /source="log"\} [1-9]/.test((await scrape(gateway)).counts)
        })
        free()
        await send()
        await until(() =>
          /"level":"error","message":"the log could not be written: \d+ lines are lost"/.test(
            readFileSync(file, 'utf8'),
          ),
        )
        await send()
        assert.is(await gateway.stop(), 0)
        const broken = readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line !== '' && !/^\{"time".*\}$/.test(line))
        assert.ok(broken.length <= 1, `one line is torn, and no other:\n${broken.join('\n')}`)
      }),
    )
  }))

test('with --log json, what lmdb says of it is a line of JSON, but for the words of its native part', () =>
  withDisk(({ folder, fill }) =>
    servingAlone(['--keys', 'keys', '--log', 'json', '--guard', `lmdb:${folder}/nonces`], async (service) => {
      fill()
      await until(async () => {
        const { text } = await post(service.url, await signedNow({ body: small }))
        return text.includes('"guard_unavailable"')
      })
      await service.logged('"message":"Error: No space left on device')
      assert.is(await service.stop(), 0)
      const others = service
        .log()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('{'))
      for (const line of others) assert.match(line, /^Write error: /)
      for (const line of service
        .log()
        .split('\n')
        .filter((it) => it.startsWith('{')))
        JSON.parse(line)
    }),
  ))
