import * as conformance from 'countersign/conformance'
import { serveLines } from './lines.mjs'

serveLines(conformance)
