import { hash, verify } from '@node-rs/argon2'

// OWASP's second choice for argon2id (the library's default algorithm): 19 MiB, two rounds, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes with argon2id and a salt of its own. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | undefined

/**
 * Whether `password` is the account's. Without an account (`undefined`) it takes the same time, so that the delay of an
 * answer tells nothing.
 */
export const checkPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password')
  const matches = await verify(passwordHash ?? (await decoy), password)
  return matches && passwordHash !== undefined
}
