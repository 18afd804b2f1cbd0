import { get } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import type { Certificate } from './certificate.ts'
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

const POLL = 100
const READY_WITHIN = 60_000

/** The status of `url`; over TLS, from a server with exactly this certificate. */
const statusOf = (url: URL, ca: string | undefined): Promise<number> =>
  ca === undefined
    ? fetch(url, { signal: AbortSignal.timeout(READY_WITHIN) }).then(({ status }) => status)
    : new Promise((resolve, reject) => {
        // The certificate names localhost, whatever the address that is listened on.
        const options = { ca, servername: 'localhost', agent: false, timeout: READY_WITHIN }
        get(url, options, (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', reject)
      })

const untilReady = async (url: string, ca: string | undefined): Promise<void> => {
  const deadline = Date.now() + READY_WITHIN
  for (let last = 'no answer'; ; await wait(POLL)) {
    try {
      const status = await statusOf(new URL('/healthz', url), ca)
      if (status === 200) return
      last = `status ${status}`
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    if (Date.now() > deadline) throw new Error(`${url}/healthz is not ready: ${last}`)
  }
}

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
  const api = run('leak-api', { ...env, PORT: '0', HOST: '127.0.0.1', ...(noDemo ? { DEMO_ACCOUNT: 'off' } : {}) })
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
