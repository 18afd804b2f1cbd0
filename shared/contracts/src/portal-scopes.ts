import { API_SCOPES } from './api-scopes.ts'

/**
 * The rights that open the further views of the embed, and no remote's: an operator grants each to a portal's client by name.
 * `read` and `change` are apart.
 */
export const VIEW_SCOPES = ['addresses:read', 'cases:read', 'cases:change', 'alerts:read', 'alerts:change'] as const
export type ViewScope = (typeof VIEW_SCOPES)[number]

/** The operations that a portal's client or token may have. */
export const PORTAL_SCOPES = [...API_SCOPES, ...VIEW_SCOPES] as const
export type PortalScope = (typeof PORTAL_SCOPES)[number]

const isViewScope = (scope: string): scope is ViewScope => VIEW_SCOPES.some((own) => own === scope)

/** Whether a scope is that of a view, which calls of portals' tokens alone have. */
export const isOfViews = (scope: PortalScope): boolean => isViewScope(scope)

/** Whether a scope reaches what is the organisation's as a whole: no limit of addresses goes with it. */
export const isOfWholeOrganisation = (scope: string): boolean => scope === 'alerts:read' || scope === 'alerts:change'
