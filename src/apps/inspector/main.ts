/**
 * One script for two places: the page, and the worker that the page makes from its own text.
 */
import { openPage } from './page.ts'
import { serveWorker } from './worker.ts'

if (typeof document === 'undefined') serveWorker()
else openPage()
