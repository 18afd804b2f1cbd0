import '@testing-library/jest-dom'
import { TextDecoder, TextEncoder } from 'node:util'

// jsdom leaves these out; react-router needs them.
Object.assign(globalThis, { TextDecoder, TextEncoder })

/** What react-router's navigations use of a request; Node's own refuses jsdom's AbortSignal. */
class NavigationRequest {
  readonly url: string
  readonly signal: AbortSignal | undefined
  readonly method: string
  readonly headers = new Map<string, string>()

  constructor(url: string, { signal, method = 'GET' }: { signal?: AbortSignal; method?: string } = {}) {
    this.url = url
    this.signal = signal
    this.method = method
  }
}
if (!('Request' in globalThis)) Object.assign(globalThis, { Request: NavigationRequest })
