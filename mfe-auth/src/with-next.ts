import { QUERY_PARAMETERS } from '@atalaia/contracts'

/** `path`, still carrying where the person wanted to go before the guard sent them here. */
export const withNext = (path: string, search: URLSearchParams): string => {
  const next = search.get(QUERY_PARAMETERS.next)
  return next ? `${path}?${new URLSearchParams({ [QUERY_PARAMETERS.next]: next })}` : path
}
