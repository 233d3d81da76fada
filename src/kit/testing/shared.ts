/** The exports of `countersign/testing` that are the same on every platform. */
export { otherApp, type TestApp, testApp } from './keys.ts'
export type { RequestToTest, SignedTestRequest, SignTestRequest } from './signedRequest.ts'
export { type TestClock, testClock } from './testClock.ts'
export type {
  CreateTestService,
  ServedRequest,
  TestFault,
  TestService,
  TestServiceOptions,
} from './testService.ts'
export type { CreateTestVerifier, TestVerifierOptions } from './testVerifier.ts'
