import { text } from 'node:stream/consumers'
import { get } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import type { Certificate } from './certificate.ts'
import { messageOf } from './message-of.ts'
import { startService, type End, type Listening, type Service } from './service.ts'
import { supervise } from './supervise.ts'

export type Platform = {
  readonly url: string
  readonly demo?: { readonly email: string; readonly password: string }
  /** Resolves when a server ends and is not restarted. */
  readonly broken: Promise<End>
}

export type PlatformOptions = {
  readonly env: NodeJS.ProcessEnv
  readonly noDemo: boolean
  /** TLS and HTTP/2. Default: HTTP/1.1 in the clear. */
  readonly certificate?: Certificate | undefined
  /** Restarts ended servers; absent: the first end is `broken`. */
  readonly restart?: { readonly log: (line: string) => void }
  /** Called at once, so that a stop works during the next start. */
  readonly onStarted: (service: Service) => void
}

const POLL_MS = 100
const READY_TIMEOUT_MS = 60_000

type Answer = { readonly status: number; readonly body: string }

/** Over TLS, only with exactly this certificate. */
const answerOf = (url: URL, ca: string | undefined): Promise<Answer> =>
  ca === undefined
    ? fetch(url, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) }).then(async (answer) => ({
        status: answer.status,
        body: await answer.text(),
      }))
    : new Promise((resolve, reject) => {
        // The certificate names localhost, whatever the address that is listened on.
        const options = { ca, servername: 'localhost', agent: false, timeout: READY_TIMEOUT_MS }
        get(url, options, (answer) => {
          text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject)
        }).on('error', reject)
      })

const holdsShell = ({ status, body }: Answer): boolean =>
  status === 503 && /"api":"ready"/.test(body) && /"shell":\{"breaks":/.test(body)

const untilReady = async (url: string, ca: string | undefined): Promise<void> => {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (let last = 'no answer'; ; await wait(POLL_MS)) {
    try {
      const answer = await answerOf(new URL('/healthz', url), ca)
      if (answer.status === 200 || holdsShell(answer)) return
      last = `status ${answer.status}`
    } catch (error) {
      last = messageOf(error)
    }
    if (Date.now() > deadline) throw new Error(`${url}/healthz is not ready: ${last}`)
  }
}

const publicOrigin = ({ PORT = '' }: NodeJS.ProcessEnv, isSecure: boolean) =>
  Number(PORT) > 0 ? { PUBLIC_ORIGIN: `${isSecure ? 'https' : 'http'}://localhost:${PORT}` } : {}

/** Waits until API and gateway are ready. */
export const startPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const { env, noDemo, certificate, restart, onStarted } = options
  const run = (name: string, serverEnv: NodeJS.ProcessEnv): Service => {
    const start = (before?: Listening) => {
      const port = before && { PORT: new URL(before.url).port }
      return startService({ name, script: `${name}/src/main.ts`, env: { ...serverEnv, ...port } })
    }
    return restart ? supervise({ name, start, log: restart.log }) : start()
  }
  // Only the gateway is reached from outside.
  const api = run('leak-api', {
    ...publicOrigin(env, certificate !== undefined),
    ...env,
    PORT: '0',
    HOST: '127.0.0.1',
    ...(noDemo ? { DEMO_ACCOUNT: 'off' } : {}),
  })
  onStarted(api)
  const { url: upstream, demo } = await api.listening

  const tls = certificate && { TLS_CERT: certificate.certFile, TLS_KEY: certificate.keyFile }
  const gateway = run('gateway', {
    ...(env['NODE_ENV'] === 'production' ? publicOrigin(env, certificate !== undefined) : {}),
    ...env,
    API_UPSTREAM: upstream,
    ...tls,
  })
  onStarted(gateway)
  const { url } = await gateway.listening
  const broken = Promise.race([api.ended, gateway.ended])
  await Promise.race([
    untilReady(url, certificate?.cert),
    broken.then(({ name, reason }) => Promise.reject(new Error(`${name} ${reason}`))),
  ])
  return demo ? { url, demo, broken } : { url, broken }
}
