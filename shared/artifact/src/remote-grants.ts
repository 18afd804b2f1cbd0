import {
  askedScopes,
  REMOTE_SCOPES,
  type Descriptor,
  type RemoteScope,
  type SourceDescriptor,
} from '@atalaia/contracts'
import { enum as zEnum, type infer as Infer } from 'zod/mini'
import { isAnyAddressRoute, isForeignTo, ownershipReasons, type OwnedPrefix } from './judge.ts'
import type { Reason } from './rows.ts'

/**
 * Rights that a remote has only if an operator grants them: the session's token, the API or parts of it, public routes, routes with `*`, routes
 * without a place of their own (`isAnyAddressRoute`), and widgets in pages of other remotes.
 */
export const grantSchema = zEnum([
  'token',
  'api',
  ...REMOTE_SCOPES.map((scope) => `api:${scope}` as const),
  'public-routes',
  'catch-all-routes',
  'any-address-routes',
  'widgets',
])
export type Grant = Infer<typeof grantSchema>
export type GrantedTo = { readonly remote: string; readonly grant: Grant }

/** The rights of one remote: what is granted to it, and the prefixes that operators reserved, to whichever remote. */
export type Rights = { readonly granted: ReadonlySet<Grant>; readonly owned: readonly OwnedPrefix[] }

type Asking = Pick<SourceDescriptor, 'token' | 'api' | 'apiScopes' | 'tokenScopes' | 'routes' | 'widgets'>

/** The grants that a remote's own file asks for. */
export const askedBy = ({ token, api, routes, widgets, ...parts }: Asking): readonly Grant[] => [
  ...(token ? (['token'] as const) : []),
  ...(api ? (askedScopes(parts)?.map((scope) => `api:${scope}` as const) ?? (['api'] as const)) : []),
  ...(routes.some(isPublic) ? (['public-routes'] as const) : []),
  ...(routes.some(isCatchAll) ? (['catch-all-routes'] as const) : []),
  ...(routes.some(isAnyAddress) ? (['any-address-routes'] as const) : []),
  ...(widgets?.length ? (['widgets'] as const) : []),
]

type Route = SourceDescriptor['routes'][number]
const isPublic = ({ access }: Route) => access === 'public'
const isCatchAll = ({ path }: Route) => path.includes('*')
const isAnyAddress = ({ path }: Route) => isAnyAddressRoute(path)

/** A grant of the whole API holds each part of it, and that of the dashboard's part the others. */
const holds = (granted: ReadonlySet<Grant>, grant: Grant): boolean =>
  granted.has(grant) || (grant.startsWith('api:') && (granted.has('api') || granted.has('api:dashboard')))

/** The parts of the API that a remote has, of those that its descriptor asks for; `undefined`: all that it asks for. */
export const grantedScopes = (asking: Asking, { granted }: Rights): RemoteScope[] | undefined => {
  if (!asking.api || granted.has('api')) return undefined
  const asked = askedScopes(asking)
  const scopes = (asked ?? REMOTE_SCOPES).filter((scope) => holds(granted, `api:${scope}`))
  return scopes.length === asked?.length ? undefined : scopes
}

const MEANINGS: Readonly<Record<Grant, string>> = {
  token: 'the session’s token',
  api: 'calls of the API',
  'api:leaks:read': 'calls of the API that read leaks',
  'api:emails:add': 'the call of the API that adds an address',
  'api:dashboard': 'the calls of the API that the dashboard makes',
  'public-routes': 'public routes',
  'catch-all-routes': 'routes with *',
  'any-address-routes': 'addresses that belong to the shell while no remote has them',
  widgets: 'widgets in pages of other remotes',
}

/** The grants and reservations of operators, for all remotes. */
export type GrantFacts = { readonly granted: readonly GrantedTo[]; readonly owned: readonly OwnedPrefix[] }

/**
 * The rights of `remote`. It has the grants of an operator, and those that the workspace's build of it asks for, since an
 * operator put that build there.
 */
export const rightsOf = (
  remote: string,
  { granted, owned }: GrantFacts,
  workspace: readonly (Asking & Pick<SourceDescriptor, 'name'>)[],
): Rights => {
  const build = workspace.find(({ name }) => name === remote)
  const own = granted.filter((each) => each.remote === remote).map(({ grant }) => grant)
  return { granted: new Set([...own, ...(build ? askedBy(build) : [])]), owned }
}

/** The gate's reasons against a version that asks for more than its remote may have, or takes addresses of another. */
export const rightsReasons = (candidate: Descriptor, { granted, owned }: Rights): Reason[] => [
  ...grantReasons(candidate, granted),
  ...ownershipReasons(candidate, owned, granted.has('any-address-routes')),
]

/** The reason against a version that asks for more, with the command that grants it (M-GRANT-3). */
const grantReasons = (candidate: Descriptor, granted: ReadonlySet<Grant>): Reason[] => {
  const missing = askedBy(candidate).filter((grant) => !holds(granted, grant))
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
export const withGranted = (descriptor: Descriptor, rights: Rights): Descriptor => {
  const { granted, owned } = rights
  const isForeign = isForeignTo(descriptor.name, owned, granted.has('any-address-routes'))
  const routes = descriptor.routes.filter(
    (route) =>
      (granted.has('public-routes') || !isPublic(route)) &&
      (granted.has('catch-all-routes') || !isCatchAll(route)) &&
      (granted.has('any-address-routes') || !isAnyAddress(route)) &&
      !isForeign(route.path),
  )
  const token = descriptor.token && granted.has('token')
  const tokenScopes = grantedScopes(descriptor, rights)
  const { widgets, ...facts } = descriptor
  const kept = granted.has('widgets') ? widgets : undefined
  const isWhole = token === descriptor.token && tokenScopes === undefined && kept === widgets
  if (isWhole && routes.length === descriptor.routes.length) return descriptor
  const api = tokenScopes && { api: tokenScopes.length > 0, tokenScopes }
  return { ...facts, token, ...api, routes, ...(kept && { widgets: kept }) }
}
