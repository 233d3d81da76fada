import { setTimeout as sleep } from 'node:timers/promises'
import { monitorEventLoopDelay, performance as perf } from 'node:perf_hooks'
import { createVerifier, keySource } from './src/server/node.ts'
import { createSigner } from './src/client/node.ts'
import { rsa } from './spec/support/keys.ts'
let n=0, calls=0
const keys = keySource({ many: async (ids) => { calls++; n += ids.length; await sleep(200); return new Map() } })
const v = await createVerifier({ keys, timeoutMs: 300 })
const signer = await createSigner({ appId: 'stranger', privateKey: rsa(2048, 'cold-0').privatePem })
const { authorization } = await signer.sign({ method: 'GET', url: '/' })
const h = monitorEventLoopDelay({ resolution: 1 }); h.enable()
const e0 = perf.eventLoopUtilization(); const c0 = process.cpuUsage(); const t0 = performance.now()
let sent = 0; const reasons: Record<string, number> = {}
const iv = setInterval(() => { const due = (performance.now()-t0)*4; for (; sent < due; sent++) v.verify({method:'GET', target:'/', authorization: authorization.replace('=stranger,', `=stranger-${sent},`)}).catch((e) => { reasons[e.reason] = (reasons[e.reason] ?? 0)+1 }) }, 2)
await sleep(5000); clearInterval(iv); await sleep(400)
const c = process.cpuUsage(c0)
console.log({sent, calls, n, reasons, elu: perf.eventLoopUtilization(e0).utilization, user: c.user/1e6, sys: c.system/1e6, p50: h.percentile(50)/1e6, p99: h.percentile(99)/1e6, max: h.max/1e6})
