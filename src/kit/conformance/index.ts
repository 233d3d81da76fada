/**
 * The conformance kit for programs: put the suite to a port, in this process or behind a command, and get a report.
 */
export { type CommandSettings, command } from './command.ts'
export { conform } from './conform.ts'
export { type Driver, inProcess, isNoHello, type NoHello, type Reply } from './Driver.ts'
export { type DrawSettings, draw } from './generators/all.ts'
export type { GeneratedRun } from './generators/Generator.ts'
export { type KnownFailure, parse as parseKnownFailures } from './KnownFailures.ts'
export { casesOf, type GeneratedSettings, type Level, levels, type Selection } from './levels.ts'
export { createPort, type Port, type PortSettings } from './port.ts'
export type {
  AnswerDifference,
  Canary,
  CaseReport,
  CaseVerdict,
  ConformanceReport,
  Failure,
  GeneratedFailure,
  GeneratedReport,
  GeneratorReport,
  PortReport,
  StaleEntry,
} from './Report.ts'
export { type EmitSettings, emit, type Recorded, recorded } from './recorded.ts'
export { junitOf } from './reports/junit.ts'
export { pageOf } from './reports/page.ts'
export { tableOf } from './reports/table.ts'
export type { ConformSettings, Mode } from './settings.ts'
export { readSuite, type Suite } from './suite.ts'
export type { Expectation, Hello, Op, PortAnswer, Trace, Vector, VectorBytes, VectorText } from './Vector.ts'
