// netlify/functions/jobs.ts
export { answer as default } from './jobs.ts'

export const config = { path: '/v1/jobs', method: 'POST' } as const
