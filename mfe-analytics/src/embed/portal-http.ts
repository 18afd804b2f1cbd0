import type { HttpClient, HttpFailure, HttpResult, Summary } from '@atalaia/contracts'
import { createHttpClient } from '@atalaia/kernel/http'
import type { Access } from './portal-access.ts'

export type PortalHttpOptions = {
  readonly api: URL
  readonly access: Access
  /** Told of each call that did not succeed, once no other token could help. */
  readonly onFailure: (failure: HttpFailure) => void
  readonly onSuccess: () => void
  /** The API refused a token that was given anew for just this call. */
  readonly onRefused: () => void
}

const isUnauthorized = (result: HttpResult<unknown>): boolean =>
  !result.ok && result.failure.kind === 'status' && result.failure.status === 401

/** The remote's HTTP client in a portal: a token that has expired or is refused is renewed, and the call made again. */
export const createPortalHttp = (options: PortalHttpOptions): HttpClient => {
  const { api, access, onFailure, onSuccess, onRefused } = options
  const client = createHttpClient({
    baseUrl: api.href.replace(/\/$/, ''),
    token: () => access.current(),
    onUnauthorized: () => undefined,
  })

  const call = async <Value>(send: () => Promise<HttpResult<Value>>): Promise<HttpResult<Value>> => {
    if (!(await access.refresh())) return unauthorized
    const used = access.current()
    let result = await send()
    if (isUnauthorized(result)) {
      if (!(await access.renewAfter(used))) return unauthorized
      result = await send()
      if (isUnauthorized(result)) onRefused()
    }
    if (result.ok) {
      access.accepted()
      onSuccess()
    } else if (!isUnauthorized(result)) onFailure(result.failure)
    return result
  }

  return {
    get: async (path, answer, request) => {
      const result = await call(() => client.get(path, answer, request))
      return result.ok ? { ok: true, value: withAbsoluteReports(result.value, api) } : result
    },
    postJson: (path, body, answer, request) => call(() => client.postJson(path, body, answer, request)),
    postForm: (path, body, answer, request) => call(() => client.postForm(path, body, answer, request)),
  }
}

const unauthorized = { ok: false, failure: { kind: 'status', status: 401, body: '' } } as const

/** A report's address may be relative to the API, which is another origin than the portal's page. */
const withAbsoluteReports = <Value>(value: Value, api: URL): Value => {
  if (!hasReports(value)) return value
  const ultimos_3_relatorios = value.ultimos_3_relatorios.map((report) => ({
    ...report,
    url: URL.canParse(report.url, api) ? new URL(report.url, api).href : report.url,
  }))
  return { ...value, ultimos_3_relatorios }
}

const hasReports = (value: unknown): value is Pick<Summary, 'ultimos_3_relatorios'> =>
  typeof value === 'object' && value !== null && 'ultimos_3_relatorios' in value
