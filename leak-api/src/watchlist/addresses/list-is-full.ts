import { PROBLEM_TYPES } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import { limitOf } from '../../base/limits/limits-repository.ts'

/** The refusal of addresses for which the limit leaves no room. */
export const listIsFull = async (database: Queryable, organisationId: string, maxAddresses: number) => {
  const most = await limitOf(database, organisationId, 'enderecos', maxAddresses)
  return new Problem(422, `Sua organização pode monitorar ${most} endereços, e estes não cabem mais.`, {
    type: PROBLEM_TYPES['address-limit'],
  })
}
