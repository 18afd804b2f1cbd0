/** Who is signed in. `name` and `avatar` come from the token when it has them. */
export type User = { readonly email?: string; readonly name?: string; readonly avatar?: string }

/** Why there is no session. `rejected`: a token was offered and is unusable. */
export type SessionEnd = 'none' | 'logout' | 'expired' | 'unauthorized' | 'rejected'

/**
 * The session as a remote sees it. `token` is there only for a remote whose descriptor says `token: true`.
 * `expiresAt` is in milliseconds since the epoch.
 */
export type SessionState =
  | { readonly status: 'active'; readonly user: User; readonly expiresAt: number; readonly token?: string }
  | { readonly status: 'anonymous'; readonly reason: SessionEnd }
