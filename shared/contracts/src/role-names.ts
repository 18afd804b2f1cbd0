/** Roles in an organisation (M-MEMBER-1), in the order of screens. */
export const ROLES = ['owner', 'admin', 'analyst', 'reader', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/**
 * Roles that cannot change watched data. The first screen needs these alone, without the table of
 * operations.
 */
export const LOOKERS: readonly (Role | undefined)[] = ['reader', 'auditor']
