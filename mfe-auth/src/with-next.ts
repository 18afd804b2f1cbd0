/** `path`, still carrying where the person wanted to go before the guard sent them here. */
export const withNext = (path: string, search: URLSearchParams): string => {
  const next = search.get('next')
  return next ? `${path}?${new URLSearchParams({ next })}` : path
}
