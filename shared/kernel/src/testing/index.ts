// Test doubles for consumers of the kernel.
export { createTestKernel, testDescriptor, testEntry, testRelease } from './test-kernel.ts'
export type { TestKernel, TestKernelOptions } from './test-kernel.ts'
export { createFakeLogger, createManualClock, createTabs, tokenWith } from './fake-ports.ts'
export type { LogLine } from './fake-ports.ts'
