import { hash } from 'node:crypto'

const MAX_SECRETS = 10_000

/**
 * Secrets that recently worked in this process. Limits for invented secrets do not count them.
 * Keeps hashes of at most 10,000; callers check each secret again.
 */
export type KnownSecrets<Fact> = {
  get(secret: string): Fact | undefined
  learn(secret: string, fact: Fact): void
  forget(secret: string): void
}

const keyOf = (secret: string) => hash('sha256', secret)

export const createKnownSecrets = <Fact>(): KnownSecrets<Fact> => {
  const facts = new Map<string, Fact>()
  return {
    get: (secret) => facts.get(keyOf(secret)),
    learn: (secret, fact) => {
      facts.set(keyOf(secret), fact)
      const [oldest] = facts.keys()
      if (facts.size > MAX_SECRETS && oldest !== undefined) facts.delete(oldest)
    },
    forget: (secret) => void facts.delete(keyOf(secret)),
  }
}
