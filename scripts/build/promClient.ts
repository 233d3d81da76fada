// prom-client, as far as the command uses it: counters, gauges, histograms, their register, and the figures of a process.
import { builtinModules } from 'node:module'
import type { Plugin } from 'esbuild'

/** Without clusters, gateways that take pushes, and summaries with their digests: half of the bytes. */
const parts: Readonly<Record<string, string>> = {
  Registry: 'registry',
  Counter: 'counter',
  Gauge: 'gauge',
  Histogram: 'histogram',
  collectDefaultMetrics: 'defaultMetrics',
}
const entry = Object.entries(parts)
  .map(([name, file]) => `export { default as ${name} } from 'prom-client/lib/${file}.js'`)
  .join('\n')

/** prom-client asks for a span when an exemplar is wanted, and none is here. */
const noSpans = 'export const trace = { getSpan: () => undefined }, context = { active: () => undefined }'

const isOfPromClient = (importer: string): boolean => /[\\/]node_modules[\\/]prom-client[\\/]/.test(importer)

export const promClient: Plugin = {
  name: 'parts of prom-client',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^prom-client$/ }, ({ resolveDir }) => ({
      path: 'parts',
      namespace: 'prom-client',
      pluginData: resolveDir,
    }))
    onLoad({ filter: /^parts$/, namespace: 'prom-client' }, ({ pluginData }) => ({
      contents: entry,
      resolveDir: pluginData,
    }))
    onResolve({ filter: /^@opentelemetry\/api$/ }, ({ importer }) =>
      isOfPromClient(importer) ? { path: 'no-spans', namespace: 'prom-client' } : undefined,
    )
    onLoad({ filter: /^no-spans$/, namespace: 'prom-client' }, () => ({ contents: noSpans }))
    // It requires builtins by their bare names, and a module of a bundle has no `require`.
    onResolve({ filter: /^[a-z]\w*$/ }, ({ path, importer }) =>
      isOfPromClient(importer) && builtinModules.includes(path)
        ? { path, namespace: 'builtin of prom-client' }
        : undefined,
    )
    onLoad({ filter: /^/, namespace: 'builtin of prom-client' }, ({ path }) => ({
      contents: `export * from 'node:${path}'\nexport { default } from 'node:${path}'`,
    }))
  },
}
