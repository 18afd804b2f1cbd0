import type { Release, ReleaseRemote, RemoteRoute } from '@atalaia/contracts'

export type RouteMatch = { readonly remote: ReleaseRemote; readonly route: RemoteRoute }

/** The remote's route at `path`; routes without parameters win over those with. */
export const matchRoute = (release: Release, path: string): RouteMatch | undefined => {
  const matches = release.remotes.flatMap((remote) =>
    remote.descriptor.routes.filter((route) => fits(route.path, path)).map((route) => ({ remote, route })),
  )
  return matches.find(({ route }) => !/[:*]/.test(route.path)) ?? matches[0]
}

const segments = (path: string) => path.split('/').filter(Boolean)

const fits = (pattern: string, path: string): boolean => {
  const [wanted, given] = [segments(pattern), segments(path)]
  const open = wanted.at(-1) === '*'
  if (open ? given.length < wanted.length - 1 : given.length !== wanted.length) return false
  return wanted.every((segment, index) => segment === '*' || segment.startsWith(':') || segment === given[index])
}
