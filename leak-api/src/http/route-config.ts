import type { Scope } from '../portals/scopes.ts'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    /** How failures are told: JSON `{ message }` by default. */
    failures?: 'text'
    /** The answer when the request does not fit its schema. */
    invalid?: { readonly status: number; readonly message: string }
    /** What a portal's token must be good for; a route without it is for sessions alone. */
    scope?: Scope
  }
  interface FastifyRequest {
    /** Who calls; set where a token is asked for. */
    caller: Caller | null
  }
}
