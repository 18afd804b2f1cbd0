import { PROBLEM_TYPES, type AddressesOutcome } from '@atalaia/contracts'
import type { Queryable, Database } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import { normalEmailAddress } from '@atalaia/contracts/email-address'
import { limitOf } from '../../base/limits/limits-repository.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { createMembersRepository } from '../../base/people/members-repository.ts'
import { auditedAddresses } from '../../base/audit/audited-addresses.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import { createMonitoredRepository } from '../../numbers/monitoring/monitored-repository.ts'
import { createAnalysisRepository } from '../../numbers/analysis-repository.ts'
import { createMarksRepository } from './marks-repository.ts'
import { createRemovedRepository } from './removed-repository.ts'

export const listIsFull = async (database: Queryable, organisationId: string, maxAddresses: number) => {
  const most = await limitOf(database, organisationId, 'enderecos', maxAddresses)
  return new Problem(422, `Sua organização pode monitorar ${most} endereços, e estes não cabem mais.`, {
    type: PROBLEM_TYPES['address-limit'],
  })
}

export type ListChange = {
  readonly organisationId: string
  readonly actor: AuditActor
  readonly at: Date
  /** True: watches an address only once it or its domain is proved (M-OWN-1). */
  readonly isOwnershipChecked: boolean
}

/** Sorts into new, known and invalid addresses (P-LIST-5). */
export const previewAddresses = async (
  database: Queryable,
  organisationId: string,
  sent: readonly string[],
): Promise<AddressesOutcome> => {
  const read = sent.map((text) => ({ text, address: normalEmailAddress(text) }))
  const valid = [...new Set(read.flatMap(({ address }) => address ?? []))]
  const known = new Set(await createMarksRepository(database).known(organisationId, valid))
  return {
    novos: valid.filter((address) => !known.has(address)),
    existentes: valid.filter((address) => known.has(address)),
    invalidos: read.flatMap(({ text, address }) => (address === undefined ? [text] : [])),
  }
}

/** `undefined`: the limit has no room for all. */
export const addAddresses = (
  database: Database,
  { organisationId, actor, at, isOwnershipChecked }: ListChange,
  sent: readonly string[],
  limit: number,
): Promise<AddressesOutcome | undefined> =>
  database.transaction(async (transaction) => {
    await lockOrganisation(transaction, organisationId)
    const outcome = await previewAddresses(transaction, organisationId, sent)
    if (outcome.novos.length === 0) return outcome
    const monitored = createMonitoredRepository(transaction)
    const most = await limitOf(transaction, organisationId, 'enderecos', limit)
    if ((await monitored.count(organisationId)) + outcome.novos.length > most) return undefined
    for (const address of outcome.novos) {
      const watched = !isOwnershipChecked || (await monitored.isProved(organisationId, address))
      await monitored.insert({ organisationId, address, at, watched })
    }
    await createAnalysisRepository(transaction).recordAdditions({ organisationId, addresses: outcome.novos, at })
    const act = { organisationId, actor, at, ...auditedAddresses(outcome.novos) }
    await recordAudit(transaction, { ...act, action: 'addresses.added' })
    return outcome
  })

/** Returns the number of changes; `undefined`: the owner is no member. */
export const assignAddresses = (
  database: Database,
  { organisationId, actor, at }: Omit<ListChange, 'isOwnershipChecked'>,
  ids: readonly string[],
  owner: string | null,
): Promise<number | undefined> =>
  database.transaction(async (transaction) => {
    await lockOrganisation(transaction, organisationId)
    const member = owner === null ? null : await createMembersRepository(transaction).find(organisationId, owner)
    if (member === undefined) return undefined
    const count = await createMarksRepository(transaction).assign(organisationId, ids.filter(isUuid), owner)
    const { accountId: id, email: name } = member ?? {}
    const target = id === undefined ? ({ kind: 'addresses' } as const) : ({ kind: 'account', id, name } as const)
    const act = { organisationId, actor, at, action: 'addresses.assigned', target } as const
    if (count > 0) await recordAudit(transaction, { ...act, after: { count } })
    return count
  })

export const removeAddresses = (
  database: Database,
  { organisationId, actor, at }: Omit<ListChange, 'isOwnershipChecked'>,
  ids: readonly string[],
): Promise<number> =>
  database.transaction(async (transaction) => {
    await lockOrganisation(transaction, organisationId)
    const by = actor.kind === 'account' ? actor.id : null
    const addresses = await createRemovedRepository(transaction).remove(organisationId, ids, { at, by })
    if (addresses.length === 0) return 0
    await createAnalysisRepository(transaction).recordLoss({ organisationId, addresses, at })
    const act = { organisationId, actor, at, ...auditedAddresses(addresses) }
    await recordAudit(transaction, { ...act, action: 'addresses.removed' })
    return addresses.length
  })

export type RestoredCounts = {
  readonly back: number
  readonly there: number
  /** Not removed within a day. */
  readonly refused: number
}

/** `undefined`: the limit has no room for all (P-LIST-6). */
export const restoreAddresses = (
  database: Database,
  { organisationId, actor, at, isOwnershipChecked }: ListChange,
  ids: readonly string[],
  limit: number,
): Promise<RestoredCounts | undefined> =>
  database.transaction(async (transaction) => {
    await lockOrganisation(transaction, organisationId)
    const removed = createRemovedRepository(transaction)
    const sent = [...new Set(ids.map((id) => id.toLowerCase()))]
    const named = sent.filter(isUuid)
    const restorable = await removed.restorable(organisationId, named, at)
    const monitored = await createMonitoredRepository(transaction).count(organisationId)
    const most = await limitOf(transaction, organisationId, 'enderecos', limit)
    if (restorable.length > 0 && monitored + restorable.length > most) return undefined
    const addresses = await removed.restore(organisationId, restorable, { at, isOwnershipChecked })
    const there = (await removed.countThere(organisationId, named)) - addresses.length
    const counts = { back: addresses.length, there, refused: sent.length - addresses.length - there }
    if (addresses.length === 0) return counts
    await createAnalysisRepository(transaction).recordAdditions({ organisationId, addresses, at })
    const act = { organisationId, actor, at, ...auditedAddresses(addresses) }
    await recordAudit(transaction, { ...act, action: 'addresses.restored' })
    return counts
  })
