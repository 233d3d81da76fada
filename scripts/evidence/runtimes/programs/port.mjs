/** Answers the conformance protocol on any runtime: the suite is put to the packed package. */
import * as conformance from 'countersign/conformance'
import { serveLines } from './lines.mjs'

serveLines(conformance)
