import { CLOSED_STATES } from '@atalaia/contracts/cases'
import { sql } from '@atalaia/database'

export const CLOSED = sql`(${sql.join(CLOSED_STATES.map((state) => sql.lit(state)))})`
