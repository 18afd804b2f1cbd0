import { CLOSED_STATES } from '@atalaia/contracts/cases'
import { sql } from '@atalaia/database'

/** SQL of the states of a case in which nothing is left to do. */
export const CLOSED = sql`(${sql.join(CLOSED_STATES.map((state) => sql.lit(state)))})`
