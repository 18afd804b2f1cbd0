import { enum as oneOf } from 'zod/mini'
import { LOOKERS, ROLES, type Role } from './role-names.ts'

export const roleSchema = oneOf(ROLES)

const ADMINS: readonly Role[] = ['owner', 'admin']
const HANDLERS: readonly Role[] = ROLES.filter((role) => !LOOKERS.includes(role))

/**
 * Proof of identity for a change (P-SESSION-28). `fresh`: a login or proof within ten minutes.
 * `password`: the password with each call.
 */
export type OperationProof = 'none' | 'fresh' | 'password'

type Demands = {
  readonly roles: readonly Role[]
  /** Absent: an operation without changes. */
  readonly proof?: OperationProof
  readonly provedMailbox?: true
}

/**
 * Operations of sessions with their roles (M-MEMBER-2) and proofs (P-SESSION-28). API routes name
 * them, screens use them, and docs/roles.md lists them. Tokens of portals and API keys have scopes
 * instead.
 */
export const OPERATIONS = {
  /** The person's account, sessions and organisations. */
  'account:own': { roles: ROLES, proof: 'none' },
  /** Acts on the account that lock somebody out or outlive the session. */
  'account:secure': { roles: ROLES, proof: 'fresh' },
  /** Password, address and factors of the account. */
  'account:credentials': { roles: ROLES, proof: 'password' },
  /** The person's alert settings. */
  'alerts:own': { roles: ROLES, proof: 'none' },
  /** The list of one's first steps in an organisation. */
  'first-steps:own': { roles: ROLES, proof: 'none' },
  'leaks:read': { roles: ROLES, proof: 'none' },
  'members:read': { roles: ROLES },
  'domains:read': { roles: ROLES },
  'origins:read': { roles: ROLES },
  'addresses:write': { roles: HANDLERS, proof: 'none' },
  'cases:read': { roles: ROLES },
  'cases:change': { roles: HANDLERS, proof: 'none' },
  /** Mails to the people of cases, who answer to the sender's mailbox. */
  'notices:send': { roles: HANDLERS, proof: 'none', provedMailbox: true },
  'incidents:read': { roles: ROLES },
  'incidents:write': { roles: HANDLERS, proof: 'none' },
  /** Removal after five years. */
  'incidents:remove': { roles: ['owner'], proof: 'none' },
  /** Documents about the organisation or an address. */
  'reports:make': { roles: ['owner', 'admin', 'analyst', 'auditor'], proof: 'none' },
  /** A session neither verifies a domain nor admits people. */
  'domains:write': { roles: ADMINS, proof: 'none' },
  'origins:write': { roles: ADMINS, proof: 'fresh' },
  /** Webhooks and their deliveries. */
  'webhooks:write': { roles: ADMINS, proof: 'fresh' },
  /** Members and invitations. `mayAssign` limits the roles. */
  'members:write': { roles: ADMINS, proof: 'fresh' },
  /** Mails to strangers with the person's name. */
  'members:invite': { roles: ADMINS, proof: 'fresh', provedMailbox: true },
  'organisation:write': { roles: ADMINS, proof: 'fresh' },
  /** The required second factor. */
  'organisation:credentials': { roles: ADMINS, proof: 'password' },
  'ownership:write': { roles: ['owner'], proof: 'fresh' },
  'audit:read': { roles: ['owner', 'auditor'] },
  /** No role has it: the machine's configuration names operators (M-OPER-3). */
  'installation:operate': { roles: [], proof: 'fresh', provedMailbox: true },
} as const satisfies Readonly<Record<string, Demands>>
export type Operation = keyof typeof OPERATIONS

const demandsOf = (operation: Operation): Demands => OPERATIONS[operation]

/** The roles that may carry out an operation. */
export const rolesFor = (operation: Operation): readonly Role[] => demandsOf(operation).roles

export const mayDo = (role: Role, operation: Operation): boolean => rolesFor(operation).includes(role)

/** `undefined`: the operation changes nothing. */
export const proofFor = (operation: Operation): OperationProof | undefined => demandsOf(operation).proof

/** True when changes need a confirmed mailbox. */
export const needsProvedMailbox = (operation: Operation): boolean => demandsOf(operation).provedMailbox === true

/** True for operations on the caller's account, in any organisation. */
export const isOwnAccount = (operation: Operation): boolean => operation.startsWith('account:')

const SUPPORT_OPERATIONS: readonly Operation[] = ['leaks:read', 'domains:read', 'origins:read']

/** True when an operator with support access may do it: less than a reader, without people. */
export const mayDoAsSupport = (operation: Operation): boolean =>
  isOwnAccount(operation) || SUPPORT_OPERATIONS.includes(operation)

/** True when `actor` may give or take the role. Only owners change owners. */
export const mayAssign = (actor: Role, role: Role): boolean =>
  mayDo(actor, 'members:write') && (role !== 'owner' || mayDo(actor, 'ownership:write'))

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Proprietário',
  admin: 'Administrador',
  analyst: 'Analista',
  reader: 'Leitor',
  auditor: 'Auditor',
}
