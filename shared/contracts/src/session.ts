import type { Role } from './role-names.ts'

/** The signed-in person. `name` and `avatar` come from the token. */
export type User = { readonly email?: string; readonly name?: string; readonly avatar?: string }

/** Why there is no session. `rejected`: an unusable token was offered. */
export type SessionEnd = 'none' | 'logout' | 'expired' | 'unauthorized' | 'rejected'

/** Organisation of the session. */
export type SessionOrganisation = { readonly id: string; readonly name: string }

/**
 * The session for a remote. `token`: for remotes with `token: true` and a contract before 1.13;
 * newer remotes get tokens by exchange. `expiresAt`: milliseconds since 1970. `organisation` and
 * `role` are for display; the API checks the current ones (M-MEMBER-2).
 */
export type SessionState =
  | {
      readonly status: 'active'
      readonly user: User
      readonly expiresAt: number
      readonly organisation?: SessionOrganisation
      readonly role?: Role
      /** True while the page shows the person's first steps in the organisation (P-START-1). Default: false. */
      readonly firstSteps?: boolean
      readonly token?: string
    }
  | { readonly status: 'anonymous'; readonly reason: SessionEnd }
