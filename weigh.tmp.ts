import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { esModulesOfFpTs } from './scripts/build/esModulesOfFpTs.ts'
for (const alt of ['src/programs/verifyRequest.ts', 'src/programs/vr-main.ts']) {
  const r = await build({ stdin: { resolveDir: process.cwd(), contents: `
import { verifyRequest } from './${alt}'
import { clock, digest, verificationKey } from './src/web/index.ts'
export const verifierOf = async (appId, publicKey, guard) => {
  const key = await verificationKey(publicKey)()
  if (key._tag === 'Left') throw new Error(key.left.rule)
  const keyRing = { keysOf: (id) => async () => ({ _tag: 'Right', right: id === appId ? [key.right] : [] }) }
  const verify = verifyRequest()
  return async (request) => (await verify(request)({ clock, digest, keyRing, guard })())._tag === 'Right'
}` }, bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', plugins: [esModulesOfFpTs], metafile: true })
  const code = r.outputFiles[0].contents
  console.log(alt, (gzipSync(code, {level: 9}).length / 1024).toFixed(3), code.length)
}
