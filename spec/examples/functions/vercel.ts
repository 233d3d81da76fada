// api/v1/jobs.ts, or any other route of your project: Vercel calls the function that is named after the method.
export { answer as POST } from './jobs.ts'
