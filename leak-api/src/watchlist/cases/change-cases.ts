import { randomUUID } from 'node:crypto'
import type { CasesOutcome, CaseState } from '@atalaia/contracts/cases'
import { type Database, type Queryable, sql } from '@atalaia/database'
import { auditedAddresses } from '../../base/audit/audited-addresses.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import { changesOf, createCasesRepository, type ChangedCase, type CaseTarget } from './cases-repository.ts'
import { recountAddresses, undoBatch } from './undo-repository.ts'

/** Absent fields stay. */
export type WantedCase = {
  readonly estado?: CaseState | undefined
  readonly responsavel?: string | null | undefined
  readonly prazo?: string | null | undefined
  readonly nota?: string | undefined
}
/** Changes only this version, if given (P-CASE-3). */
export type CaseRef = { readonly endereco: string; readonly fonte: string; readonly versao?: number | undefined }

export type CaseAct = {
  readonly organisationId: string
  /** `null`: a portal or an API key. */
  readonly by: string | null
  readonly keyId?: string | undefined
  readonly actor: AuditActor
  readonly at: Date
}

const keyOf = (monitoredId: string, source: string) => `${monitoredId.toLowerCase()} ${source}`

const after = (target: CaseTarget, { estado, responsavel, prazo, nota }: WantedCase): ChangedCase => ({
  target,
  state: estado ?? target.state,
  ownerId: responsavel === undefined ? target.ownerId : responsavel,
  dueOn: prazo === undefined ? target.dueOn : prazo,
  note: nota === undefined ? target.note : nota.trim(),
})

type Sorted = { readonly changed: ChangedCase[]; same: number; readonly refused: CasesOutcome['recusados'] }

const sort = (targets: readonly CaseTarget[], refs: readonly CaseRef[], wanted: WantedCase): Sorted => {
  const byKey = new Map(targets.map((target) => [keyOf(target.monitoredId, target.source), target]))
  const sorted: Sorted = { changed: [], same: 0, refused: [] }
  const seen = new Set<string>()
  for (const { endereco, fonte, versao } of refs) {
    const key = keyOf(endereco, fonte)
    const target = byKey.get(key)
    const changed = target && after(target, wanted)
    if (!changed?.target.found) sorted.refused.push({ endereco, fonte, motivo: 'nao-existe' })
    else if (versao !== undefined && versao !== changed.target.version)
      sorted.refused.push({ endereco, fonte, motivo: 'mudou' })
    else if (seen.has(key) || changesOf(changed).length === 0) sorted.same += 1
    else sorted.changed.push(changed)
    seen.add(key)
  }
  return sorted
}

/** Excludes owners who acted themselves (P-CASE-17). */
const noteGiven = async (
  transaction: Queryable,
  { organisationId, by, at }: CaseAct,
  owner: string,
  changed: readonly ChangedCase[],
): Promise<void> => {
  const given = changed.filter(({ target }) => target.ownerId !== owner)
  if (owner === by || given.length === 0) return
  const ids = given.map(({ target }) => target.monitoredId)
  const sources = given.map(({ target }) => target.source)
  await transaction.execute(sql`INSERT INTO given_case (organisation_id, account_id, monitored_id, source, given_at)
  SELECT ${organisationId}, ${owner}::uuid, one.id, one.source, ${at.toISOString()} FROM unnest(${ids}::uuid[], ${sources}::text[]) AS one (id, source)
  ON CONFLICT (account_id, monitored_id, source) DO NOTHING`)
}

const isMember = async (transaction: Queryable, organisationId: string, accountId: string) =>
  (await createCasesRepository(transaction).people(organisationId)).some(({ id }) => id === accountId)

/**
 * Each case gets a line of history (P-CASE-2). The outcome adds up to the named cases. `undefined`:
 * the owner is no member.
 */
export const changeCases = (
  database: Database,
  act: CaseAct,
  refs: readonly CaseRef[],
  wanted: WantedCase,
): Promise<CasesOutcome | undefined> =>
  database.transaction(async (transaction) => {
    const { organisationId, by, keyId, actor, at } = act
    await lockOrganisation(transaction, organisationId)
    const { responsavel } = wanted
    if (typeof responsavel === 'string' && !(await isMember(transaction, organisationId, responsavel))) return undefined
    const cases = createCasesRepository(transaction)
    const named = refs.flatMap(({ endereco, fonte }) =>
      isUuid(endereco) ? [{ monitoredId: endereco, source: fonte }] : [],
    )
    const { changed, same, refused } = sort(await cases.targets(organisationId, named), refs, wanted)
    const batch = changed.length === 0 ? undefined : randomUUID()
    if (changed.length > 0) {
      await cases.write({ organisationId, by, keyId, at, batch }, changed)
      if (typeof responsavel === 'string') await noteGiven(transaction, act, responsavel, changed)
      await recountAddresses(transaction, [...new Set(changed.map(({ target }) => target.monitoredId))], at)
      const { target, after: told } = auditedAddresses([...new Set(changed.map((one) => one.target.address))])
      const facts = { cases: changed.length, ...(wanted.estado && { state: wanted.estado }) }
      await recordAudit(transaction, {
        organisationId,
        actor,
        at,
        action: 'cases.changed',
        target,
        after: { ...told, ...facts },
      })
    }
    return { mudados: changed.length, iguais: same, recusados: refused, lote: batch ?? null }
  })

/** Skips cases changed since. */
export const undoCases = (
  database: Database,
  { organisationId, by, actor, at }: CaseAct,
  batch: string,
): Promise<CasesOutcome> =>
  database.transaction(async (transaction) => {
    await lockOrganisation(transaction, organisationId)
    const done = await undoBatch(transaction, { organisationId, batch, by, at })
    const refused = done.filter(({ untouched }) => !untouched)
    if (done.length > refused.length)
      await recordAudit(transaction, {
        organisationId,
        actor,
        at,
        action: 'cases.undone',
        target: { kind: 'addresses' },
        after: { cases: done.length - refused.length },
      })
    return {
      mudados: done.length - refused.length,
      iguais: 0,
      recusados: refused.map(({ monitoredId, source }) => ({ endereco: monitoredId, fonte: source, motivo: 'mudou' })),
      lote: null,
    }
  })

export type MarkedStep = {
  readonly address: string
  readonly monitoredId: string
  readonly source: string
  readonly step: string
  readonly done: boolean
}

export const markStep = (
  database: Database,
  { organisationId, by, actor, at }: CaseAct,
  { address, ...marked }: MarkedStep,
): Promise<void> =>
  database.transaction(async (transaction) => {
    await lockOrganisation(transaction, organisationId)
    const isMarked = await createCasesRepository(transaction).mark({ organisationId, by, at, batch: undefined }, marked)
    await recountAddresses(transaction, [marked.monitoredId], at)
    if (!isMarked) return
    const { step, source, done } = marked
    const act = { action: 'steps.marked', actor, at, target: auditedAddresses([address]).target } as const
    await recordAudit(transaction, { organisationId, ...act, after: { step, source, done } })
  })
