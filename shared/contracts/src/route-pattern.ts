/** A route's path as the pages' router compares it with addresses. */
export type RoutePattern = {
  readonly path: string
  /** In lower case; ':' stands for a parameter, and a run of slashes is one. */
  readonly segments: readonly string[]
  /** True where it fits all longer addresses, too. */
  readonly open: boolean
  /** Two patterns with one shape match the same addresses. */
  readonly shape: string
}

/** Reads a route's path. The router takes a `*` at the end for the rest of the address, also without a slash before it. */
export const routePattern = (path: string): RoutePattern => {
  const open = path.endsWith('*')
  const segments = (open ? path.slice(0, -1) : path)
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (segment.startsWith(':') ? ':' : segment.toLowerCase()))
  return { path, segments, open, shape: `/${[...segments, ...(open ? ['*'] : [])].join('/')}` }
}
