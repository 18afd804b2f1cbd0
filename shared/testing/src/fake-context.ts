import {
  defaultPublicConfig,
  type Bus,
  type PublicConfig,
  type RemoteContext,
  type SessionState,
} from '@atalaia/contracts'
import { createBus, createRemoteBus } from '@atalaia/kernel'
import { createFakeHttp, inTurn, type Call, type FakeApi } from './fake-http.ts'
import { createFakeLogger, type LogLine } from './fake-logger.ts'

export type FakeContextOptions = {
  /** `mfe-test` by default. */
  readonly name?: string
  /** Is the remote handed the token? Yes by default. */
  readonly token?: boolean
  /** Answers the calls; by default none is answered. */
  readonly api?: FakeApi
  readonly config?: Partial<PublicConfig>
  /** Somebody signed in, by default nobody. */
  readonly session?: SessionState
}

export type FakeContext = {
  readonly context: RemoteContext
  /** The bus as the shell has it: publishes everything, sees everything. */
  readonly shell: Bus
  readonly calls: readonly Call[]
  readonly lines: readonly LogLine[]
  /** Answers the calls from now on. */
  answerWith(api: FakeApi): void
  /** Takes the remote down. */
  end(): void
}

/** What a remote is handed, with the kernel's real bus and fakes for network and log. */
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
    bus: createRemoteBus(shell, { name, token, signal: ended.signal }),
    http: createFakeHttp(() => api, calls),
    logger,
    signal: ended.signal,
  }
  const answerWith = (next: FakeApi) => {
    api = next
  }
  return { context, shell, calls, lines, answerWith, end: () => ended.abort() }
}
