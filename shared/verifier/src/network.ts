import { GATEWAY_ADDRESSES, reportsBodySchema, type ActivationReport } from '@atalaia/contracts'
import type { BrowserContext, Request, Response, Route } from 'playwright-core'
import { standInAnswer, type StandIn } from './stand-in.ts'

export type NetworkOptions = {
  readonly origin: string
  /** Absolute; `undefined`: no API. */
  readonly api: string | undefined
  readonly base: string
  readonly token: string
  readonly standIn: StandIn
}

export type ApiCall = {
  readonly method: string
  readonly url: string
  readonly hasToken: boolean
  readonly answered: boolean
}

export type LoadedFile = {
  readonly path: string
  readonly status: number
  readonly transferred: number
  readonly bytes: number
}

export type Traffic = {
  readonly calls: readonly ApiCall[]
  readonly reports: readonly ActivationReport[]
  readonly stopped: readonly string[]
  /** Addresses outside the API that received the token. */
  readonly leaks: readonly string[]
  pending(): number
  files(): Promise<readonly LoadedFile[]>
}

const OWN = [GATEWAY_ADDRESSES.release, GATEWAY_ADDRESSES.indexes, GATEWAY_ADDRESSES.fallbacks]
const isOwn = (pathname: string) => OWN.some((address) => pathname === address || pathname.startsWith(address))

const MAX_KEPT = 200

const reportsIn = (body: string | null): readonly ActivationReport[] => {
  try {
    return reportsBodySchema.safeParse(JSON.parse(body ?? '')).data?.activations ?? []
  } catch {
    return []
  }
}

/**
 * Allows only the gateway's pages and files. A stand-in answers for the API. Reports count nowhere
 * (M-VERIFY-6).
 */
export const guardNetwork = async (context: BrowserContext, options: NetworkOptions) => {
  const { origin, api, base, token, standIn } = options
  let traffic = newTraffic(base)
  const stop = (route: Route, why: string) => {
    traffic.stop(why)
    return route.abort('blockedbyclient')
  }
  const answerApi = (route: Route, request: Request, path: string) => {
    const answer = request.method() === 'GET' ? standInAnswer(path, standIn) : {}
    const headers = {
      'access-control-allow-origin': origin,
      'access-control-allow-headers': '*',
      'cache-control': 'no-store',
    }
    const hasToken = (request.headers()['authorization'] ?? '').includes(token)
    traffic.call({ method: request.method(), url: request.url(), hasToken, answered: answer !== undefined })
    return route.fulfill({ status: answer === undefined ? 404 : 200, json: answer ?? { message: '' }, headers })
  }
  const judge = (route: Route): Promise<void> => {
    const request = route.request()
    const url = new URL(request.url())
    if (api !== undefined && (request.url() === api || request.url().startsWith(`${api}/`)))
      return answerApi(route, request, request.url().slice(api.length))
    const text = `${url.href} ${request.postData() ?? ''} ${Object.values(request.headers()).join(' ')}`
    if (text.includes(token)) traffic.leak(url.origin + url.pathname)
    if (url.origin !== origin) return stop(route, `${request.method()} ${url.origin}${url.pathname}`)
    if (url.pathname === GATEWAY_ADDRESSES.reports) {
      traffic.report(reportsIn(request.postData()))
      return route.fulfill({ status: 204 })
    }
    const isRead = request.method() === 'GET' || request.method() === 'HEAD'
    const isAllowed = isRead && (!url.pathname.startsWith('/-/') || isOwn(url.pathname))
    return isAllowed ? route.continue() : stop(route, `${request.method()} ${url.pathname}`)
  }
  // A page that is closed meanwhile waits for no answer.
  await context.route('**/*', (route) => judge(route).catch(() => undefined))
  await context.routeWebSocket(/.*/, (socket) => {
    traffic.stop(`WebSocket ${socket.url()}`)
    void socket.close()
  })
  context.on('request', (request) => traffic.began(request))
  context.on('requestfinished', (request) => traffic.ended(request))
  context.on('requestfailed', (request) => traffic.ended(request))
  context.on('response', (response) => traffic.answered(response))
  return {
    begin: (): Traffic => (traffic = newTraffic(base)),
  }
}

const keep = <Value>(into: Set<Value>, value: Value) => void (into.size < MAX_KEPT && into.add(value))

const newTraffic = (base: string) => {
  const calls: ApiCall[] = []
  const reports: ActivationReport[] = []
  const stopped = new Set<string>()
  const leaks = new Set<string>()
  const pending = new Set<Request>()
  const files: Promise<LoadedFile | undefined>[] = []
  const read = async (response: Response): Promise<LoadedFile | undefined> => {
    const path = response.url().slice(base.length)
    try {
      const [body, sizes] = await Promise.all([response.body(), response.request().sizes()])
      return { path, status: response.status(), transferred: Math.max(sizes.responseBodySize, 0), bytes: body.length }
    } catch {
      return undefined
    }
  }
  return {
    calls,
    reports,
    get stopped() {
      return [...stopped]
    },
    get leaks() {
      return [...leaks]
    },
    pending: () => pending.size,
    files: async () => (await Promise.all(files)).filter((file) => file !== undefined),
    stop: (why: string) => keep(stopped, why),
    leak: (address: string) => keep(leaks, address),
    call: (call: ApiCall) => void (calls.length < MAX_KEPT && calls.push(call)),
    report: (more: readonly ActivationReport[]) => void (reports.length < MAX_KEPT && reports.push(...more)),
    began: (request: Request) => void pending.add(request),
    ended: (request: Request) => void pending.delete(request),
    answered: (response: Response) => {
      if (files.length < MAX_KEPT && response.url().startsWith(base)) files.push(read(response))
    },
  }
}
