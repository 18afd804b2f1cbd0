import type { HttpClient, HttpFailure, Logger } from '@atalaia/contracts'

/** The client and the log of a screen's calls. */
export type CallParts = { readonly http: HttpClient; readonly logger: Logger }

/** Logs why `name` did not load. What is not there, or not allowed, is no failure of the server. */
export const logLoad = (logger: Logger, name: string) => (failure: HttpFailure) => {
  const isRefusal = failure.kind === 'status' && [403, 404].includes(failure.status)
  if (!isRefusal) logger.error(`${name} did not load`, failure)
}
