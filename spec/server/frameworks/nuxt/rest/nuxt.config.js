export default { telemetry: false, ssr: true, compatibilityDate: '2026-01-01' }
