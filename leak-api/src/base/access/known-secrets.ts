import { hash } from 'node:crypto'

const MAX_SECRETS = 10_000

/** Secrets that worked a while ago in this process, with a fact of each: limits for invented ones do not count them. */
export type KnownSecrets<Fact> = {
  get(secret: string): Fact | undefined
  learn(secret: string, fact: Fact): void
  forget(secret: string): void
}

const keyOf = (secret: string) => hash('sha256', secret)

/** Keeps hashes alone, of at most 10,000 secrets. Whether one works still is asked each time. */
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
