/** An order that came too late: what it is about is not as it was any more, and its move is given up. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** The value that a change has given back; throws where the change came too late. */
export const must = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Overtaken(`the ${what} has changed meanwhile`)
  return value
}
