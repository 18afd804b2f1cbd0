import { enum as oneOf } from 'zod/mini'

/** The roles of people in an organisation (M-MEMBER-1), in the order in which screens list them. */
export const ROLES = ['owner', 'admin', 'analyst', 'reader', 'auditor'] as const
export type Role = (typeof ROLES)[number]
export const roleSchema = oneOf(ROLES)

const ADMINS: readonly Role[] = ['owner', 'admin']

/**
 * The operations of sessions, and the roles that may carry each out (M-MEMBER-2). The API's routes name their operation,
 * screens ask for the same, and docs/roles.md is made from it. Tokens of portals and API keys have scopes instead.
 */
export const OPERATIONS = {
  /** One's own account, sessions and alerts, and the organisations that one is in. */
  'account:own': ROLES,
  'leaks:read': ROLES,
  'members:read': ROLES,
  'domains:read': ROLES,
  'origins:read': ROLES,
  /** Addresses, their labels and steps. */
  'addresses:write': ['owner', 'admin', 'analyst'],
  'domains:write': ADMINS,
  'origins:write': ADMINS,
  /** Members and invitations; `mayAssign` says which roles. */
  'members:write': ADMINS,
  'organisation:write': ADMINS,
  'ownership:write': ['owner'],
  'audit:read': ['owner', 'auditor'],
} as const satisfies Readonly<Record<string, readonly Role[]>>
export type Operation = keyof typeof OPERATIONS

/** The roles that may carry out an operation. */
export const rolesFor = (operation: Operation): readonly Role[] => OPERATIONS[operation]

export const mayDo = (role: Role, operation: Operation): boolean => rolesFor(operation).includes(role)

/** Whether a member with the role `actor` may give a role to a member, change it or take it away: owners are made and unmade by owners alone. */
export const mayAssign = (actor: Role, role: Role): boolean =>
  mayDo(actor, 'members:write') && (role !== 'owner' || mayDo(actor, 'ownership:write'))

/** The roles as people read them. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Proprietário',
  admin: 'Administrador',
  analyst: 'Analista',
  reader: 'Leitor',
  auditor: 'Auditor',
}
