import { enum as oneOf } from 'zod/mini'
import { LOOKERS, ROLES, type Role } from './role-names.ts'

export const roleSchema = oneOf(ROLES)

const ADMINS: readonly Role[] = ['owner', 'admin']
const HANDLERS: readonly Role[] = ROLES.filter((role) => !LOOKERS.includes(role))

/**
 * The proof of the person that a change needs beside the role (P-SESSION-28). `fresh`: a login, or a proof, of the last ten minutes.
 * `password`: the password of the account with each call.
 */
export type OperationProof = 'none' | 'fresh' | 'password'

type Demands = {
  readonly roles: readonly Role[]
  /** The proof that its changes need. Absent: it has none, and no route that changes something may name it. */
  readonly proof?: OperationProof
  /** True where its changes need an account whose mailbox is proved. */
  readonly provedMailbox?: true
}

/**
 * The operations of sessions, the roles that may carry each out (M-MEMBER-2), and what its changes need besides (P-SESSION-28). The
 * API's routes name their operation, screens ask for the same, and docs/roles.md is made from it. Tokens of portals and API keys have
 * scopes instead.
 */
export const OPERATIONS = {
  /** One's own account and sessions, and the organisations that one is in. */
  'account:own': { roles: ROLES, proof: 'none' },
  /** Acts on one's own account that shut somebody out, or stay when the session has ended. */
  'account:secure': { roles: ROLES, proof: 'fresh' },
  /** The ways into one's own account: password, address and factors. */
  'account:credentials': { roles: ROLES, proof: 'password' },
  /** The times and the findings of which one is told by mail. */
  'alerts:own': { roles: ROLES, proof: 'none' },
  /** The list of one's first steps in an organisation. */
  'first-steps:own': { roles: ROLES, proof: 'none' },
  'leaks:read': { roles: ROLES, proof: 'none' },
  'members:read': { roles: ROLES },
  'domains:read': { roles: ROLES },
  'origins:read': { roles: ROLES },
  /** Addresses, their labels and steps. */
  'addresses:write': { roles: HANDLERS, proof: 'none' },
  'cases:read': { roles: ROLES },
  /** States, owners, due days, notes and steps of cases. */
  'cases:change': { roles: HANDLERS, proof: 'none' },
  'incidents:read': { roles: ROLES },
  /** The register of incidents: facts, items, cases, the decision as people have made it. */
  'incidents:write': { roles: HANDLERS, proof: 'none' },
  /** The removal of incidents whose five years are over. */
  'incidents:remove': { roles: ['owner'], proof: 'none' },
  /** Documents about the organisation or an address, as they are known now. */
  'reports:make': { roles: ['owner', 'admin', 'analyst', 'auditor'], proof: 'none' },
  /** No session proves a domain by itself, and none lets anybody in. */
  'domains:write': { roles: ADMINS, proof: 'none' },
  'origins:write': { roles: ADMINS, proof: 'fresh' },
  /** Webhooks of the organisation, and what they were told. */
  'webhooks:write': { roles: ADMINS, proof: 'fresh' },
  /** Members, and the end of invitations; `mayAssign` says which roles. */
  'members:write': { roles: ADMINS, proof: 'fresh' },
  /** Mails to strangers, which name the person. */
  'members:invite': { roles: ADMINS, proof: 'fresh', provedMailbox: true },
  'organisation:write': { roles: ADMINS, proof: 'fresh' },
  /** The second factor that the organisation demands of its people. */
  'organisation:credentials': { roles: ADMINS, proof: 'password' },
  'ownership:write': { roles: ['owner'], proof: 'fresh' },
  'audit:read': { roles: ['owner', 'auditor'] },
  /** No role of an organisation gives it: operators are named on the machine (M-OPER-3). */
  'installation:operate': { roles: [], proof: 'fresh', provedMailbox: true },
} as const satisfies Readonly<Record<string, Demands>>
export type Operation = keyof typeof OPERATIONS

const demandsOf = (operation: Operation): Demands => OPERATIONS[operation]

/** The roles that may carry out an operation. */
export const rolesFor = (operation: Operation): readonly Role[] => demandsOf(operation).roles

export const mayDo = (role: Role, operation: Operation): boolean => rolesFor(operation).includes(role)

/** The proof that changes of an operation need; `undefined`: it changes nothing. */
export const proofFor = (operation: Operation): OperationProof | undefined => demandsOf(operation).proof

/** True where changes of an operation need an account whose mailbox is proved. */
export const needsProvedMailbox = (operation: Operation): boolean => demandsOf(operation).provedMailbox === true

/** True for operations on the caller's own account, whatever organisation the session is in. */
export const isOwnAccount = (operation: Operation): boolean => operation.startsWith('account:')

const SUPPORT_OPERATIONS: readonly Operation[] = ['leaks:read', 'domains:read', 'origins:read']

/** True where an operator to whom an organisation has given support access may carry out an operation: less than a reader, without its people. */
export const mayDoAsSupport = (operation: Operation): boolean =>
  isOwnAccount(operation) || SUPPORT_OPERATIONS.includes(operation)

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
