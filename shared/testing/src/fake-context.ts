import {
  defaultPublicConfig,
  type Bus,
  type PublicConfig,
  type RemoteContext,
  type SessionState,
} from '@atalaia/contracts'
import { createBus, createRemoteBus } from '@atalaia/kernel'
import { createFakeLogger, type LogLine } from '@atalaia/kernel/testing'
import { createFakeHttp, inTurn, type Call, type FakeApi } from './fake-http.ts'

export type FakeContextOptions = {
  readonly name?: string
  /** Default: true. */
  readonly token?: boolean
  readonly api?: FakeApi
  readonly config?: Partial<PublicConfig>
  /** Default: signed out. */
  readonly session?: SessionState
}

export type FakeContext = {
  readonly context: RemoteContext
  /** The shell's view, which may publish every event. */
  readonly shell: Bus
  readonly calls: readonly Call[]
  readonly lines: readonly LogLine[]
  answerWith(api: FakeApi): void
  end(): void
}

/** A remote's context with the real bus, and fakes for network and log. */
export const createFakeContext = (options: FakeContextOptions = {}): FakeContext => {
  const { name = 'mfe-test', token = true } = options
  const { logger, lines } = createFakeLogger()
  const calls: Call[] = []
  let api = options.api ?? inTurn()
  const ended = new AbortController()
  const shell = createBus(logger)
  shell.publish('session:changed', options.session ?? { status: 'anonymous', reason: 'none' })
  const context: RemoteContext = {
    remote: { name, version: '1.0.0' },
    config: { ...defaultPublicConfig, ...options.config },
    bus: createRemoteBus(shell, {
      name,
      ...(token && { token: async () => ({ ok: true, value: `token of ${name}` }) }),
      signal: ended.signal,
    }),
    http: createFakeHttp(() => api, calls),
    logger,
    signal: ended.signal,
  }
  const answerWith = (next: FakeApi) => {
    api = next
  }
  return { context, shell, calls, lines, answerWith, end: () => ended.abort() }
}
