import type { Answer } from '@atalaia/ui'

/** Milliseconds between two loads of the live state. */
export const LOOK_EVERY_MS = 3000

/** Turns a throwing call into a result. */
export const answerOf = async <Value>(call: () => Promise<Value>): Promise<Answer<Value, Error>> => {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    return { ok: false, failure: error instanceof Error ? error : new Error(String(error)) }
  }
}

export const doneBy = (order: () => Promise<void>) => answerOf(() => order().then(() => true))

export const messageOf = ({ message }: Error): string => message
