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
  /** Resolves as soon as one of the servers ends by itself and is not started again. */
  readonly broken: Promise<End>
}

export type PlatformOptions = {
  readonly env: NodeJS.ProcessEnv
  /** No demonstration account. */
  readonly noDemo: boolean
  /** The certificate of the gateway, which listens with it over TLS and HTTP/2. Default: it speaks HTTP/1.1 in the clear. */
  readonly certificate?: Certificate | undefined
  /** Starts a server again that ended by itself, and says so; without it, the first end is `broken`. */
  readonly restart?: { readonly log: (line: string) => void }
  /** Called with each server at once, so that it can be stopped while the next is still starting. */
  readonly onStarted: (service: Service) => void
}

const POLL_MS = 100
const READY_TIMEOUT_MS = 60_000

type Answer = { readonly status: number; readonly body: string }

/** The answer of `url`; over TLS, from a server with exactly this certificate. */
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

/** Whether the gateway is ready but for its shell, which it holds and names in its log: there is no other one to wait for. */
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

/** The address of the pages, which mails link to, where `env` says the port. People say localhost. */
const publicOrigin = ({ PORT = '' }: NodeJS.ProcessEnv, isSecure: boolean) =>
  Number(PORT) > 0 ? { PUBLIC_ORIGIN: `${isSecure ? 'https' : 'http'}://localhost:${PORT}` } : {}

/** Starts the API and the gateway before it, and waits until both are ready. */
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
  const gateway = run('gateway', { ...env, API_UPSTREAM: upstream, ...tls })
  onStarted(gateway)
  const { url } = await gateway.listening
  const broken = Promise.race([api.ended, gateway.ended])
  await Promise.race([
    untilReady(url, certificate?.cert),
    broken.then(({ name, reason }) => Promise.reject(new Error(`${name} ${reason}`))),
  ])
  return demo ? { url, demo, broken } : { url, broken }
}
