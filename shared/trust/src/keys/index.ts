// The rights over remotes, as a gateway's database keeps them
export { createRights, DEFAULT_KEY_MINUTES, MAX_PERSON_KEY_MINUTES } from './rights.ts'
export type { By, KeyCheck, PersonOrder, Rights, RightsTools } from './rights.ts'
export { JOB_KEY_MINUTES } from './exchange.ts'
export type { ExchangeOrder, ExchangeResult } from './exchange.ts'
// Parts of a gateway's own transactions, and of its tests
export { recordAct } from './repository/acts.ts'
export { insertKey } from './repository/keys.ts'
export type { NewKey } from './repository/keys.ts'
// Rows, which answers to operators carry
export { actRow, exchangeRow, personRow, publisherRow, teamRow, tokenRow } from './rows.ts'
export type { ActRow, ExchangeRow, PersonRow, PublisherRow, TeamRow, TokenRow } from './rows.ts'
// Orders and their addresses
export { emailParams, idParams, personKeyOrder, personOrder, publisherOrder, remoteQuery } from './orders.ts'
export { teamOrder, teamParams, teamQuery, tokenOrder } from './orders.ts'
// Their answers
export { actsAnswer, newKeyAnswer, peopleAnswer, publisherAnswer, publishersAnswer, tokensAnswer } from './orders.ts'
