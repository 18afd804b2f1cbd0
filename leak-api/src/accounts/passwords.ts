import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createFairQueue, type FairQueue } from '@atalaia/server'
import { busy } from '../base/problems.ts'

/** The work of a hash: KiB of memory, rounds, lanes. */
export type PasswordCost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number }

// OWASP's second choice for argon2id (the library's default algorithm): 19 MiB, two rounds, one lane.
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The one form of a password that can be typed in several (Unicode NFC, NIST SP 800-63B-4 section 3.1.1.2). */
const normalForm = (password: string) => password.normalize('NFC')

/** Hashes with argon2id and a salt of its own (M-PRIVACY-7). */
export const hashPassword = (password: string, cost = COST): Promise<string> => hash(normalForm(password), cost)

let decoy: Promise<string> | undefined

/**
 * True where `password` is the account's. Without an account (`undefined`) it takes the same time, so that the delay of
 * an answer tells nothing (P-API-8). Hashes that were made before passwords were normalised hold the form that was
 * typed then.
 */
export const checkPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password')
  const known = passwordHash ?? (await decoy)
  const normal = normalForm(password)
  const matches = (await verify(known, normal)) || (normal !== password && (await verify(known, password)))
  return matches && passwordHash !== undefined
}

/** libuv's threads, which argon2 shares with files and name look-ups; one is left to those. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4

/**
 * Some 40 ms of a core each: the waiting limit is well below the 15 s after which a page gives up (P-API-12). Clients
 * may be whole offices behind one address.
 */
const createWorkQueue = () =>
  createFairQueue({
    concurrency: Math.max(1, Math.min(availableParallelism(), THREADS) - 1),
    maxWaiting: 200,
    maxWaitingPerKey: 50,
    maxWaitMs: 5000,
  })

/** The network that asks, and whether the account was logged in to from there before. */
export type PasswordClient = { readonly network: string; readonly isKnown: boolean }

/** Password work of a server. Networks take turns, and those that are known to the account go first. */
export type Passwords = {
  /** See {@link hashPassword}; rejects with a 503 when too much work is waiting. */
  hash(client: PasswordClient, password: string): Promise<string>
  /** See {@link checkPassword}; rejects with a 503 when too much work is waiting. */
  check(client: PasswordClient, passwordHash: string | undefined, password: string): Promise<boolean>
}

export type PasswordsOptions = {
  /** Default: one for this process. */
  readonly queue?: FairQueue
  /** Default: what OWASP asks for. */
  readonly cost?: PasswordCost | undefined
}

/** Bounds the password work that runs and waits, so that a flood of logins leaves a core and memory to all other calls. */
export const createPasswords = ({ queue = createWorkQueue(), cost = COST }: PasswordsOptions = {}): Passwords => {
  const inTurn = async <Value>(client: PasswordClient, work: () => Promise<Value>): Promise<Value> => {
    const place = await queue.enter(client.network, { preferred: client.isKnown })
    if (!place.ok) throw busy(place)
    try {
      return await work()
    } finally {
      place.leave()
    }
  }
  return {
    hash: (client, password) => inTurn(client, () => hashPassword(password, cost)),
    check: (client, passwordHash, password) => inTurn(client, () => checkPassword(passwordHash, password)),
  }
}
