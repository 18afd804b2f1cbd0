import type { OrderProblem } from '@atalaia/artifact/rows'

/** An order that came too late: what it is about is not as it was any more, and its move is given up. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** The value that a change has given back; throws where the change came too late. */
export const must = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Overtaken(`the ${what} has changed meanwhile`)
  return value
}

/** An order that does not fit what is there. `problem` is for screens, `message` for people who read English. */
export type Impossible = { readonly status: 'impossible'; readonly problem: OrderProblem; readonly message: string }

export const impossible = (problem: OrderProblem, message: string): Impossible => ({
  status: 'impossible',
  problem,
  message,
})
