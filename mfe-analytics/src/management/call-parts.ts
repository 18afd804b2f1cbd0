import type { HttpClient, HttpFailure, Logger } from '@atalaia/contracts'

export type CallParts = { readonly http: HttpClient; readonly logger: Logger }

/** Logs a failed load. Missing or forbidden things are no server failure. */
export const logLoad = (logger: Logger, name: string) => (failure: HttpFailure) => {
  const isRefusal = failure.kind === 'status' && [403, 404].includes(failure.status)
  if (!isRefusal) logger.error(`${name} did not load`, failure)
}
