import type { Answer } from '@atalaia/ui'

/** Milliseconds between two looks at what is live. */
export const LOOK_EVERY_MS = 3000

/** The result of a call of the gateway, whose methods throw. */
export const answerOf = async <Value>(call: () => Promise<Value>): Promise<Answer<Value, Error>> => {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    return { ok: false, failure: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** Carries out an order that has no answer. */
export const doneBy = (order: () => Promise<void>) => answerOf(() => order().then(() => true))

export const messageOf = ({ message }: Error): string => message
