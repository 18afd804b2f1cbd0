import type { RateLimit, RateLimits, Refusal } from '@atalaia/server'
import { DAY_MS } from '../clock.ts'

export type Share = readonly [RateLimit, string]

export type PutOff = { readonly status: 'put-off'; readonly refusal: Refusal }

/**
 * Does `work` unless a share is used up. Only the outcome `sent` counts. Simultaneous calls keep
 * the limit.
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

/** A requested mail to a mailbox whose reader did not ask. */
export type AskedMail = {
  /** The asking network, account or organisation. */
  readonly asker: string
  readonly mailbox: string
  /** The asker has proved the mailbox: strangers do not use its share. Default: false. */
  readonly isKnown?: boolean
}

/** Mails of one kind to one mailbox in a day: by one asker, and by all strangers together. */
const [OF_ONE, OF_ALL] = [5, 20]

export const createMailShares = (limits: RateLimits, kind: string): ((asked: AskedMail) => readonly Share[]) => {
  const ofOne = limits.window({ name: `${kind}-one`, points: OF_ONE, windowMs: DAY_MS })
  const ofAll = limits.window({ name: `${kind}-all`, points: OF_ALL, windowMs: DAY_MS })
  return ({ asker, mailbox, isKnown = false }) => {
    // The asker's own comes first: at no moment do its calls hold more of the strangers' share than that.
    const own: Share = [ofOne, `${asker} ${mailbox}`]
    return isKnown ? [own] : [own, [ofAll, mailbox]]
  }
}
