import { MINUTE_MS } from '../base/clock.ts'

export type KeptAnswer = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }

const MAX_BYTES = 16 * 1024 * 1024
const MAX_ANSWER_BYTES = 1024 * 1024
const KEPT_MS = 5 * MINUTE_MS
const sizeOf = (key: string, { body }: KeptAnswer) => body.length + 2 * key.length + 500

/** At most 16 MiB, each for 5 minutes; the oldest goes first. */
export const createKeptAnswers = (now: () => number = () => performance.now()) => {
  const answers = new Map<string, KeptAnswer & { readonly bytes: number; readonly until: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= answers.get(key)?.bytes ?? 0
    answers.delete(key)
  }
  const trim = () => {
    for (const [key, { until }] of answers) {
      if (total <= MAX_BYTES && until > now()) return
      remove(key)
    }
  }
  return {
    get: (key: string): KeptAnswer | undefined => {
      trim()
      return answers.get(key)
    },
    keep: (key: string, answer: KeptAnswer): void => {
      const bytes = sizeOf(key, answer)
      if (bytes > MAX_ANSWER_BYTES) return
      remove(key)
      answers.set(key, { ...answer, bytes, until: now() + KEPT_MS })
      total += bytes
      trim()
    },
  }
}
