import { CLOSED_STATES } from '@atalaia/contracts/cases'

/** SQL of the states of a case in which nothing is left to do. */
export const CLOSED = `(${CLOSED_STATES.map((state) => `'${state}'`).join()})`
