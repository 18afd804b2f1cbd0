/** The roles of people in an organisation (M-MEMBER-1), in the order in which screens list them. */
export const ROLES = ['owner', 'admin', 'analyst', 'reader', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/** The roles that change nothing of what is watched. The first screen asks for them alone, without the table of all operations. */
export const LOOKERS: readonly (Role | undefined)[] = ['reader', 'auditor']
