import { create, isAxiosError, type AxiosRequestConfig } from 'axios'
import type { HttpClient, HttpFailure, HttpResult, Parser } from '@atalaia/contracts'

export type HttpOptions = {
  /** Base address without a trailing slash; `null`: there is no backend, and every call fails as `disabled`. */
  readonly baseUrl: string | null
  /** The token at the time of the call; `undefined` sends no authorization header. */
  readonly token: () => string | undefined
  /** Told the token of an authorised call that was answered with 401. */
  readonly onUnauthorized: (token: string) => void
  /** Milliseconds until a call counts as failed; 15,000 by default. */
  readonly timeout?: number
}

/** A remote's HTTP client (P-API-1, P-API-2, P-API-12). Expected failures are returned, never thrown. */
export const createHttpClient = ({ baseUrl, token, onUnauthorized, timeout = 15_000 }: HttpOptions): HttpClient => {
  const client = create({ baseURL: baseUrl ?? '', timeout, headers: { Accept: 'application/json' } })

  const send = async <Value>(config: AxiosRequestConfig, answer: Parser<Value>): Promise<HttpResult<Value>> => {
    if (baseUrl === null) return { ok: false, failure: { kind: 'disabled' } }
    const bearer = token()
    const headers = { ...config.headers, ...(bearer && { Authorization: `Bearer ${bearer}` }) }
    try {
      const { data } = await client.request<unknown>({ ...config, headers })
      const parsed = answer.safeParse(data)
      if (parsed.success) return { ok: true, value: parsed.data }
      return { ok: false, failure: { kind: 'malformed', detail: parsed.error.message } }
    } catch (error) {
      const failure = asFailure(error)
      if (bearer && failure.kind === 'status' && failure.status === 401) onUnauthorized(bearer)
      return { ok: false, failure }
    }
  }

  return {
    get: (path, answer, options) => send({ method: 'get', url: path, signal: options?.signal }, answer),
    postJson: (path, body, answer, options) =>
      send(
        { method: 'post', url: path, data: JSON.stringify(body), headers: jsonContent, signal: options?.signal },
        answer,
      ),
    postForm: (path, body, answer, options) =>
      send({ method: 'post', url: path, data: new URLSearchParams(body), signal: options?.signal }, answer),
  }
}

const jsonContent = { 'Content-Type': 'application/json' }

const asFailure = (error: unknown): HttpFailure => {
  if (!isAxiosError(error)) throw error
  if (error.response) return { kind: 'status', status: error.response.status, body: error.response.data }
  return { kind: error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT' ? 'timeout' : 'network' }
}
