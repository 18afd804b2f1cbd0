import { Problem } from '@atalaia/server'

const UNUSABLE = 'Este link já foi usado ou não vale mais. Peça outro.'

/** The refusal of a link that has been used or replaced, or has ended. */
export const linkUnusable = (): Problem => new Problem(422, UNUSABLE)

/** The configuration of a route that takes a link: one that cannot be one is refused in the same way. */
export const linkConfig = { invalid: { status: 422, message: UNUSABLE } }
