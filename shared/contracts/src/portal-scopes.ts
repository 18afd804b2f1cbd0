import { API_SCOPES } from './api-scopes.ts'

/** Scopes of the embed's further views. An operator grants each to a portal's client. */
export const VIEW_SCOPES = ['addresses:read', 'cases:read', 'cases:change', 'alerts:read', 'alerts:change'] as const
export type ViewScope = (typeof VIEW_SCOPES)[number]

/** One person's own notices (M-NOTICE-6). */
export const PERSON_SCOPE = 'notices:own'

/** Scopes of a portal's client or token. */
export const PORTAL_SCOPES = [...API_SCOPES, ...VIEW_SCOPES, PERSON_SCOPE] as const
export type PortalScope = (typeof PORTAL_SCOPES)[number]

const isViewScope = (scope: string): scope is ViewScope => VIEW_SCOPES.some((own) => own === scope)

/** True for scopes that only portals' tokens have. */
export const isOfViews = (scope: PortalScope): boolean => scope === PERSON_SCOPE || isViewScope(scope)

/** True for scopes of the whole organisation, which no address limit narrows. */
export const isOfWholeOrganisation = (scope: string): boolean => scope === 'alerts:read' || scope === 'alerts:change'
