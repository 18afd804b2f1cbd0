import type { Account } from '../accounts/accounts-repository.ts'

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    /** How failures are told: JSON `{ message }` by default. */
    failures?: 'text'
    /** The answer when the request does not fit its schema. */
    invalid?: { readonly status: number; readonly message: string }
  }
  interface FastifyRequest {
    /** Who calls; set where a token is asked for. */
    account: Pick<Account, 'id' | 'organisationId' | 'email'> | null
  }
}
