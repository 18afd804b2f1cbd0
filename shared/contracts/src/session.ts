import type { Role } from './role-names.ts'

/** The signed-in person. `name` and `avatar` are those of the token, if it has them. */
export type User = { readonly email?: string; readonly name?: string; readonly avatar?: string }

/** The reason why there is no session. `rejected`: an offered token was unusable. */
export type SessionEnd = 'none' | 'logout' | 'expired' | 'unauthorized' | 'rejected'

/** The organisation that a session is in. */
export type SessionOrganisation = { readonly id: string; readonly name: string }

/**
 * The session as a remote sees it. `token` is there only for a remote whose descriptor says `token: true`, and that was
 * built for a contract before 1.13: later ones ask the bus for a token of their own.
 * `expiresAt` is in milliseconds since the epoch. `organisation` and `role` are those of the token, if it names any: they
 * are for what a page shows, and the API decides by what holds when it is called (M-MEMBER-2).
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
