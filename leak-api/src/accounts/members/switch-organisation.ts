import type { Database } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountOf, SESSION_ENDED, sessionOf } from '../../base/access/caller.ts'
import { createAccountsRepository } from '../../base/people/accounts-repository.ts'
import type { Sessions } from '../sessions.ts'

type GoOnParts = { readonly database: Database; readonly sessions: Pick<Sessions, 'goOn'> }

export const switchOrganisation = async (
  organisationId: string,
  { database, sessions }: GoOnParts,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<{ readonly access_token: string }> => {
  const account = await createAccountsRepository(database).find(accountOf(call.request))
  if (account === undefined) throw new Problem(401, SESSION_ENDED)
  return { access_token: await sessions.goOn(account, sessionOf(call.request), { ...call, organisationId }) }
}
