import type { OrderProblem } from '@atalaia/artifact/rows'

/** An order that lost a race: the state changed, and its move is dropped. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** Throws when the change came too late. */
export const must = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Overtaken(`the ${what} has changed meanwhile`)
  return value
}

/** An order that does not fit the state. `problem` is for screens, `message` for English readers. */
export type Impossible = { readonly status: 'impossible'; readonly problem: OrderProblem; readonly message: string }

export const impossible = (problem: OrderProblem, message: string): Impossible => ({
  status: 'impossible',
  problem,
  message,
})
