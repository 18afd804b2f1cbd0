import type { Problem } from './problem.ts'
import { askForToken, expiryOf, hasExpired, type GetToken, type TokenReason } from './portal-token.ts'

export type AccessOptions = {
  /** The token that the portal set, if it did. */
  readonly token: string | null
  readonly getToken: () => GetToken | null
  /** The access is over, and nobody gave another one. */
  readonly onLost: (problem: Problem) => void
  readonly signal: AbortSignal
}

/** The token in use, renewed when it ends or is refused. Nothing of it is kept anywhere else. */
export type Access = {
  /** `true` when there is a token to begin with. */
  begin(): Promise<boolean>
  current(): string | undefined
  /** Before a call: renews what has expired meanwhile. */
  refresh(): Promise<boolean>
  /** After a 401: another token, once for all calls that ran into it. `false`: it is over. */
  renewAfter(refused: string | undefined): Promise<boolean>
  /** The token was accepted. */
  accepted(): void
}

/** `setTimeout` counts no further. */
const longestTimer = 2 ** 31 - 1

const lost: Readonly<Record<'fresh' | 'used', Problem>> = {
  fresh: { code: 'invalid-token', message: 'the API refused the token (401)' },
  used: { code: 'session-expired', message: 'the token is not valid any more, and there is no other' },
}

export const createAccess = (options: AccessOptions): Access => {
  const { onLost, signal } = options
  let token = options.token ?? undefined
  let worked = false
  let renewing: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })

  const lose = (problem: Problem): false => {
    token = undefined
    clearTimeout(timer)
    if (!signal.aborted) onLost(problem)
    return false
  }

  const adopt = (next: string): true => {
    token = next
    clearTimeout(timer)
    const ends = expiryOf(next)
    if (ends !== undefined)
      timer = setTimeout(() => void renew('expired'), Math.min(Math.max(ends - Date.now(), 0), longestTimer))
    return true
  }

  const ask = async (reason: TokenReason): Promise<boolean> => {
    const outcome = await askForToken(options.getToken(), reason)
    if (signal.aborted) return false
    if (outcome.ok && !hasExpired(outcome.token)) return adopt(outcome.token)
    const detail = outcome.ok ? `getToken('${reason}') gave a token that has expired` : outcome.message
    if (reason === 'initial') return lose({ code: 'missing-token', message: detail })
    const problem = reason === 'unauthorized' && !worked ? lost.fresh : lost.used
    return lose({ ...problem, message: `${problem.message}; ${detail}` })
  }

  const renew = (reason: TokenReason): Promise<boolean> => {
    renewing ??= ask(reason).finally(() => {
      renewing = undefined
    })
    return renewing
  }

  return {
    begin: async () => {
      if (token === undefined) {
        if (options.getToken()) return renew('initial')
        return lose({ code: 'missing-token', message: 'set the property token or getToken' })
      }
      return hasExpired(token) ? renew('expired') : adopt(token)
    },
    current: () => token,
    refresh: async () => {
      if (renewing) return renewing
      return token !== undefined && hasExpired(token) ? renew('expired') : token !== undefined
    },
    renewAfter: async (refused) => {
      if (token !== undefined && token !== refused && !renewing) return true
      return renew('unauthorized')
    },
    accepted: () => {
      worked = true
    },
  }
}
