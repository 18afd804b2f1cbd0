import type { HttpOptions } from '../http-client.ts'
import type { HttpClient, ReleaseRemote } from '@atalaia/contracts'
import type { LoadRequest } from '../remotes/remote.ts'
import { createManualClock } from './fake-ports.ts'
import { createTestKernel, testEntry, testRelease, type TestKernelOptions } from './test-kernel.ts'

export type Route = { id: string }

export type SetUp = Pick<TestKernelOptions<Route>, 'all' | 'contracts' | 'load' | 'fetch' | 'provided' | 'storage'> & {
  remotes?: ReleaseRemote[]
}

export const setUp = ({ remotes = [testEntry()], ...options }: SetUp = {}) => {
  const clock = createManualClock()
  const load = jest.fn<Promise<unknown>, [LoadRequest]>(
    options.load ?? (async () => ({ activate: () => [{ id: 'home' }] })),
  )
  const http: HttpClient = { get: jest.fn(), postJson: jest.fn(), postForm: jest.fn() }
  const createHttpClient = jest.fn<HttpClient, [Pick<HttpOptions, 'token' | 'allows'>]>(() => http)
  const test = createTestKernel<Route>({
    ...options,
    clock,
    load,
    release: testRelease(remotes),
    isRoute: (value): value is Route => typeof value === 'object' && value !== null && 'id' in value,
    loadHttp: async () => ({ createHttpClient }),
  })
  const remote = (name = 'mfe-analytics') => {
    const found = test.kernel.remotes.get(name)
    if (!found) throw new Error(`no ${name}`)
    return found
  }
  return { ...test, remote, load, clock, createHttpClient, integrity: test.files.integrity }
}

export const settle = async () => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
}
