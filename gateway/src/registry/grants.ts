import { isAnyAddressRoute, type Reason } from '@atalaia/artifact'
import type { Descriptor, SourceDescriptor } from '@atalaia/contracts'
import type { Grant, GrantedTo } from './repository/records.ts'

type Asking = Pick<SourceDescriptor, 'token' | 'routes' | 'widgets'>

/** The grants that a remote's own file asks for. */
export const askedBy = ({ token, routes, widgets }: Asking): readonly Grant[] => [
  ...(token ? (['token'] as const) : []),
  ...(routes.some(isPublic) ? (['public-routes'] as const) : []),
  ...(routes.some(isCatchAll) ? (['catch-all-routes'] as const) : []),
  ...(routes.some(isAnyAddress) ? (['any-address-routes'] as const) : []),
  ...(widgets?.length ? (['widgets'] as const) : []),
]

type Route = SourceDescriptor['routes'][number]
const isPublic = ({ access }: Route) => access === 'public'
const isCatchAll = ({ path }: Route) => path.includes('*')
const isAnyAddress = ({ path }: Route) => isAnyAddressRoute(path)

const MEANINGS: Readonly<Record<Grant, string>> = {
  token: 'the session’s token',
  'public-routes': 'public routes',
  'catch-all-routes': 'routes with *',
  'any-address-routes': 'addresses that belong to the shell while no remote has them',
  widgets: 'widgets in pages of other remotes',
}

/**
 * The grants of `remote`: those of an operator, and those that the workspace's build of it asks for, since an operator put
 * that build there.
 */
export const grantsOf = (
  remote: string,
  granted: readonly GrantedTo[],
  workspace: readonly (Asking & Pick<SourceDescriptor, 'name'>)[],
): ReadonlySet<Grant> => {
  const own = workspace.find(({ name }) => name === remote)
  return new Set([
    ...granted.filter((grant) => grant.remote === remote).map(({ grant }) => grant),
    ...(own ? askedBy(own) : []),
  ])
}

/** The gate's reason against a version that asks for more than its remote may have. */
export const grantReasons = (candidate: Descriptor, granted: ReadonlySet<Grant>): Reason[] => {
  const missing = askedBy(candidate).filter((grant) => !granted.has(grant))
  if (missing.length === 0) return []
  const paths = candidate.routes.filter(isAnyAddress).map(({ path }) => path)
  const what = missing
    .map((grant) => (grant === 'any-address-routes' ? `${MEANINGS[grant]} (${paths.join(', ')})` : MEANINGS[grant]))
    .join(', ')
  const all = [...new Set([...granted, ...missing])].join(',')
  const command = `npm run remotes -- grant ${candidate.name} ${all}`
  return [{ code: 'not-granted', message: `it asks for ${what}; an operator grants it with: ${command}` }]
}

/** The descriptor with what was granted alone, for the release: not even an overruled gate gives more. */
export const withGranted = (descriptor: Descriptor, granted: ReadonlySet<Grant>): Descriptor => {
  const routes = descriptor.routes.filter(
    (route) =>
      (granted.has('public-routes') || !isPublic(route)) &&
      (granted.has('catch-all-routes') || !isCatchAll(route)) &&
      (granted.has('any-address-routes') || !isAnyAddress(route)),
  )
  const token = descriptor.token && granted.has('token')
  const { widgets, ...facts } = descriptor
  const kept = granted.has('widgets') ? widgets : undefined
  const same = token === descriptor.token && routes.length === descriptor.routes.length && kept === widgets
  return same ? descriptor : { ...facts, token, routes, ...(kept && { widgets: kept }) }
}
