import type { AnalyticsEventMap, HttpFailure } from '@atalaia/contracts'

/** Reason for missing content. `message` is English, for the portal's developers. */
export type Problem = AnalyticsEventMap['error']['detail']

/** Cause of a failed call, for the portal's developers, as far as browsers reveal it (M-EMBED-24). */
export const problemOf = (failure: HttpFailure, { href }: URL, path = ''): Problem => {
  if (isOfUnknownAddress(failure, path))
    return { code: 'unknown-address', message: `${href}: nobody monitors this address, or the token does not reach it` }
  if (failure.kind === 'malformed' || (failure.kind === 'status' && failure.status < 300))
    return { code: 'api-error', message: `${href}: the answer is not the API's: is this the API's address?` }
  if (failure.kind === 'status') return problemOfStatus(failure.status, href)
  if (failure.kind === 'timeout') return { code: 'api-unreachable', message: `${href} did not answer in time` }
  if (globalThis.navigator?.onLine === false)
    return { code: 'api-unreachable', message: `${href} was not reached: the browser is offline` }
  const { origin } = globalThis.location
  const causes = `the organisation has not allowed the origin ${origin}, or the page's connect-src forbids it`
  return { code: 'api-unreachable', message: `${href} does not answer (${failure.kind}), or ${causes}` }
}

/** True for the API's own 404 of an address, which has a problem type (RFC 9457). */
const isOfUnknownAddress = (failure: HttpFailure, path: string): boolean =>
  failure.kind === 'status' &&
  failure.status === 404 &&
  path.startsWith('/emails/') &&
  typeof failure.body === 'object' &&
  failure.body !== null &&
  'detail' in failure.body

const problemOfStatus = (status: number, href: string): Problem => {
  if (status === 403) return { code: 'forbidden', message: `${href}: the token's scope does not allow this (403)` }
  if (status === 404 || status === 405)
    return { code: 'api-error', message: `${href}: status ${status}: is this the API's address?` }
  if (status === 429)
    return { code: 'api-error', message: `${href}: too many calls with this token (429); wait a minute` }
  const fault = status >= 500 ? ': a fault of the server, not of the page' : ''
  return { code: 'api-error', message: `${href}: status ${status}${fault}` }
}

/** True when another call with the same token would fail the same way. */
export const isRefusal = (problem: Problem | undefined): boolean =>
  problem?.code === 'forbidden' || problem?.code === 'unknown-address'
