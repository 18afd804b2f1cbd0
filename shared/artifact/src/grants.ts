import type { Descriptor, SourceDescriptor } from '@atalaia/contracts'
import { enum as zEnum, type infer as Infer } from 'zod/mini'
import { isAnyAddressRoute, isForeignTo, ownershipReasons, type OwnedPrefix } from './judge.ts'
import type { Reason } from './rows.ts'

/**
 * Rights that a remote has only if an operator grants them: the session's token, public routes, routes with `*`, routes
 * without a place of their own (`isAnyAddressRoute`), and widgets in pages of other remotes.
 */
export const grantSchema = zEnum(['token', 'public-routes', 'catch-all-routes', 'any-address-routes', 'widgets'])
export type Grant = Infer<typeof grantSchema>
export type GrantedTo = { readonly remote: string; readonly grant: Grant }

/** The rights of one remote: what is granted to it, and the prefixes that operators reserved, to whichever remote. */
export type Rights = { readonly granted: ReadonlySet<Grant>; readonly owned: readonly OwnedPrefix[] }

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

/** What operators have granted and reserved, to all remotes. */
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

const grantReasons = (candidate: Descriptor, granted: ReadonlySet<Grant>): Reason[] => {
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
export const withGranted = (descriptor: Descriptor, { granted, owned }: Rights): Descriptor => {
  const isForeign = isForeignTo(descriptor.name, owned, granted.has('any-address-routes'))
  const routes = descriptor.routes.filter(
    (route) =>
      (granted.has('public-routes') || !isPublic(route)) &&
      (granted.has('catch-all-routes') || !isCatchAll(route)) &&
      (granted.has('any-address-routes') || !isAnyAddress(route)) &&
      !isForeign(route.path),
  )
  const token = descriptor.token && granted.has('token')
  const { widgets, ...facts } = descriptor
  const kept = granted.has('widgets') ? widgets : undefined
  const same = token === descriptor.token && routes.length === descriptor.routes.length && kept === widgets
  return same ? descriptor : { ...facts, token, routes, ...(kept && { widgets: kept }) }
}
