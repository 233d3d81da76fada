/** `no_proxy` beside curl: whatever host curl exempts, we exempt; where we exempt more, a form says so that curl lacks. */
import { execFile } from 'node:child_process'
import { parse } from '../../../src/core/BaseUrl.ts'
import { proxyFor } from '../../../src/platform/node/proxy.ts'
import { forwardProxy } from '../../support/connectProxy.ts'
import { assert, needs, right, suite } from '../../support/suite.ts'

const beside = suite('no_proxy beside curl')

const hosts = [
  'jobs.example',
  'a.jobs.example',
  'myjobs.example',
  'jobs.example:8443',
  '10.1.2.3',
  '11.1.2.3',
  '192.168.0.7:8443',
  '[fd00::1]',
  '[fe80::1]:8443',
]

const lists = [
  'jobs.example',
  '.jobs.example',
  'jobs.example.',
  '.jobs.example.',
  'JOBS.EXAMPLE',
  'other.example, jobs.example',
  'other.example jobs.example',
  'example',
  'bs.example',
  'other.example',
  '10.1.2.3',
  '10.0.0.0/8',
  '10.1.2.0/24',
  '10.1.2.3/32',
  '192.168.0.0/16,10.0.0.0/8',
  'fd00::1',
  'fd00:0::1',
  'fd00::/8',
  'fe80::1',
  '*',
  '*.jobs.example',
  'jobs.example:8443',
]

/** What curl 7.88 does not read: a star before a name, a port, a network of IPv6, and its addresses in another spelling. */
const isOurs = (list: string): boolean => /\*.|[a-z]:\d+$|::\/\d+$|:0::/.test(list)

const asksProxy = (port: number, host: string, list: string): Promise<void> =>
  new Promise((resolve) => {
    // A direct connection goes to a closed port on loopback, and no name is looked up.
    const direct = ['--connect-to', '::127.0.0.1:9']
    const args = [
      '-s',
      '-m',
      '5',
      '--proxy',
      `http://127.0.0.1:${port}`,
      '--noproxy',
      list,
      ...direct,
      `https://${host}/`,
    ]
    execFile('curl', args, () => resolve())
  })

needs('curl', beside)('for each host and each list', async () => {
  const proxy = await forwardProxy(503)
  try {
    const differences: Array<string> = []
    for (const host of hosts) {
      for (const list of lists) {
        const before = proxy.asked.length
        await asksProxy(proxy.port, host, list)
        const curls = proxy.asked.length > before
        const ours =
          proxyFor(right(parse(`https://${host}`)), { https_proxy: 'http://one:1', no_proxy: list }) !== undefined
        if (ours !== curls && !(curls && isOurs(list)))
          differences.push(`${host} | ${list}: curl ${curls}, ours ${ours}`)
      }
    }
    assert.equal(differences, [])
  } finally {
    proxy.close()
  }
})
