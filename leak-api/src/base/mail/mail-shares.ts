import type { RateLimit, RateLimits, Refusal } from '@atalaia/server'
import { DAY_MS } from '../clock.ts'

/** A limit, and the key by which it counts. */
export type Share = readonly [RateLimit, string]

export type PutOff = { readonly status: 'put-off'; readonly refusal: Refusal }

/**
 * Does `work` unless one of the shares is used up, and counts it in each where its outcome is `sent`. What sends nothing uses
 * nothing up. Calls that come at the same time send no more than one after the other would.
 */
export const sendWithin = async <Outcome extends { readonly status: string }>(
  shares: readonly Share[],
  work: () => Promise<Outcome>,
): Promise<Outcome | PutOff> => {
  const counted: Share[] = []
  let isSent = false
  try {
    for (const [limit, key] of shares) {
      counted.push([limit, key])
      const allowed = await limit.consume(key)
      if (!allowed.ok) return { status: 'put-off', refusal: allowed }
    }
    const outcome = await work()
    isSent = outcome.status === 'sent'
    return outcome
  } finally {
    if (!isSent) for (const [limit, key] of counted) await limit.takeBack(key)
  }
}

/** A mail that somebody asks for, to a mailbox whose reader did not. */
export type AskedMail = {
  /** The network, account or organisation that asks. */
  readonly asker: string
  readonly mailbox: string
  /** The asker has shown before that it belongs to the mailbox: strangers do not use its share up. Default: false. */
  readonly isKnown?: boolean
}

/**
 * Mails of one kind to one mailbox in a day: for one asker, more than a person asks for; and for all askers together that are
 * strangers to it, as many as a reader bears.
 */
const [OF_ONE, OF_ALL] = [5, 20]

/** Makes the shares of a mail, by asker and mailbox: no single stranger uses up what others may have sent there. */
export const createMailShares = (limits: RateLimits, kind: string): ((asked: AskedMail) => readonly Share[]) => {
  const ofOne = limits.window({ name: `${kind}-one`, points: OF_ONE, windowMs: DAY_MS })
  const ofAll = limits.window({ name: `${kind}-all`, points: OF_ALL, windowMs: DAY_MS })
  return ({ asker, mailbox, isKnown = false }) => {
    // The asker's own comes first: at no moment do its calls hold more of the strangers' share than that.
    const own: Share = [ofOne, `${asker} ${mailbox}`]
    return isKnown ? [own] : [own, [ofAll, mailbox]]
  }
}
