import { enum as oneOf } from 'zod/mini'
import { LOOKERS, ROLES, type Role } from './role-names.ts'

export const roleSchema = oneOf(ROLES)

const ADMINS: readonly Role[] = ['owner', 'admin']
const HANDLERS: readonly Role[] = ROLES.filter((role) => !LOOKERS.includes(role))

/**
 * The operations of sessions, and the roles that may carry each out (M-MEMBER-2). The API's routes name their operation,
 * screens ask for the same, and docs/roles.md is made from it. Tokens of portals and API keys have scopes instead.
 */
export const OPERATIONS = {
  /** One's own account and sessions, and the organisations that one is in. */
  'account:own': ROLES,
  /** The times and the findings of which one is told by mail. */
  'alerts:own': ROLES,
  'leaks:read': ROLES,
  'members:read': ROLES,
  'domains:read': ROLES,
  'origins:read': ROLES,
  /** Addresses, their labels and steps. */
  'addresses:write': HANDLERS,
  'cases:read': ROLES,
  /** States, owners, due days, notes and steps of cases. */
  'cases:change': HANDLERS,
  'incidents:read': ROLES,
  /** The register of incidents: facts, items, cases, the decision as people have made it. */
  'incidents:write': HANDLERS,
  /** The removal of incidents whose five years are over. */
  'incidents:remove': ['owner'],
  /** Documents about the organisation or an address, as they are known now. */
  'reports:make': ['owner', 'admin', 'analyst', 'auditor'],
  'domains:write': ADMINS,
  'origins:write': ADMINS,
  /** Webhooks of the organisation, and what they were told. */
  'webhooks:write': ADMINS,
  /** Members and invitations; `mayAssign` says which roles. */
  'members:write': ADMINS,
  'organisation:write': ADMINS,
  'ownership:write': ['owner'],
  'audit:read': ['owner', 'auditor'],
  /** No role of an organisation gives it: operators are named on the machine (M-OPER-3). */
  'installation:operate': [],
} as const satisfies Readonly<Record<string, readonly Role[]>>
export type Operation = keyof typeof OPERATIONS

/** The roles that may carry out an operation. */
export const rolesFor = (operation: Operation): readonly Role[] => OPERATIONS[operation]

export const mayDo = (role: Role, operation: Operation): boolean => rolesFor(operation).includes(role)

const SUPPORT_OPERATIONS: readonly Operation[] = ['account:own', 'leaks:read', 'domains:read', 'origins:read']

/** True where an operator to whom an organisation has given support access may carry out an operation: less than a reader, without its people. */
export const mayDoAsSupport = (operation: Operation): boolean => SUPPORT_OPERATIONS.includes(operation)

/** True where a member with the role `actor` may give a role to a member, change it or take it away: owners are made and unmade by owners alone. */
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
