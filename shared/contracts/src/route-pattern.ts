/** A route's path as the router compares it. */
export type RoutePattern = {
  readonly path: string
  /** In lower case; ':' means a parameter. A run of slashes is one. */
  readonly segments: readonly string[]
  /** Longer addresses match too. */
  readonly open: boolean
  /** Patterns of one shape match the same addresses. */
  readonly shape: string
}

/** The router accepts a final `*` without a slash. */
export const routePattern = (path: string): RoutePattern => {
  const open = path.endsWith('*')
  const segments = (open ? path.slice(0, -1) : path)
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (segment.startsWith(':') ? ':' : segment.toLowerCase()))
  return { path, segments, open, shape: `/${[...segments, ...(open ? ['*'] : [])].join('/')}` }
}
