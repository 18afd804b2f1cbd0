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
 * Rights by an operator's grant: session token, API or parts, public routes, routes with `*` or
 * without a fixed place (`isAnyAddressRoute`), widgets elsewhere.
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

export type Rights = { readonly granted: ReadonlySet<Grant>; readonly owned: readonly OwnedPrefix[] }

type Asking = Pick<SourceDescriptor, 'token' | 'api' | 'apiScopes' | 'tokenScopes' | 'routes' | 'widgets'>

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

const holds = (granted: ReadonlySet<Grant>, grant: Grant): boolean =>
  granted.has(grant) || (grant.startsWith('api:') && (granted.has('api') || granted.has('api:dashboard')))

/** Granted parts of the requested API; `undefined`: all. */
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

export type GrantFacts = { readonly granted: readonly GrantedTo[]; readonly owned: readonly OwnedPrefix[] }

/** A remote has an operator's grants, and requests of its workspace build, which an operator installed. */
export const rightsOf = (
  remote: string,
  { granted, owned }: GrantFacts,
  workspace: readonly (Asking & Pick<SourceDescriptor, 'name'>)[],
): Rights => {
  const build = workspace.find(({ name }) => name === remote)
  const own = granted.filter((each) => each.remote === remote).map(({ grant }) => grant)
  return { granted: new Set([...own, ...(build ? askedBy(build) : [])]), owned }
}

/** Reasons against missing grants, or another remote's addresses. */
export const rightsReasons = (candidate: Descriptor, { granted, owned }: Rights): Reason[] => [
  ...grantReasons(candidate, granted),
  ...ownershipReasons(candidate, owned, granted.has('any-address-routes')),
]

/** M-GRANT-3 */
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

/** Keeps only granted rights for the release, even past an overruled gate. */
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
