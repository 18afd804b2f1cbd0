import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createFairQueue, type FairQueue } from '@atalaia/server'
import { busy } from '../base/problems.ts'

/** KiB of memory, rounds, lanes. */
export type PasswordCost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number }

// OWASP's second choice for argon2id (the library's default algorithm): 19 MiB, two rounds, one lane.
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Unicode NFC (NIST SP 800-63B-4 section 3.1.1.2). */
const normalForm = (password: string) => password.normalize('NFC')

/** Hashes with argon2id and a fresh salt (M-PRIVACY-7). */
export const hashPassword = (password: string, cost = COST): Promise<string> => hash(normalForm(password), cost)

let decoy: Promise<string> | undefined

/**
 * Takes the same time without an account (`undefined`), so that delays reveal nothing. Hashes from
 * before normalisation hold the typed form (P-API-8).
 */
export const checkPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password')
  const known = passwordHash ?? (await decoy)
  const normal = normalForm(password)
  const matches = (await verify(known, normal)) || (normal !== password && (await verify(known, password)))
  return matches && passwordHash !== undefined
}

/** libuv's threads, which argon2 shares. One stays free for files and name look-ups. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4

/**
 * Each takes some 40 ms of a core. The waiting limit is well below a page's 15 s. Whole offices may
 * share an address (P-API-12).
 */
const createWorkQueue = () =>
  createFairQueue({
    concurrency: Math.max(1, Math.min(availableParallelism(), THREADS) - 1),
    maxWaiting: 200,
    maxWaitingPerKey: 50,
    maxWaitMs: 5000,
  })

export type PasswordClient = { readonly network: string; readonly isKnown: boolean }

/** Password work of a server. Networks take turns; networks known to the account go first. */
export type Passwords = {
  /** See {@link hashPassword}; rejects with a 503 when too much work waits. */
  hash(client: PasswordClient, password: string): Promise<string>
  check(client: PasswordClient, passwordHash: string | undefined, password: string): Promise<boolean>
}

export type PasswordsOptions = {
  readonly queue?: FairQueue
  readonly cost?: PasswordCost | undefined
}

/** Bounds running and waiting password work: a flood of logins leaves a core and memory to other calls. */
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
