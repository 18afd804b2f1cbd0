import type { Database, Queryable } from '@atalaia/database'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import { enqueueMail, type NewMail } from '../../base/mail/enqueue-mail.ts'
import { createMembersRepository } from '../../base/people/members-repository.ts'
import type { MailTarget } from '../operators/operator-mails.ts'
import { createOperatorsRepository } from '../operators/operators-repository.ts'
import { supportAskedMail, supportBeganMail, supportDecidedMail } from './support-mails.ts'
import { createSupportRepository, type FoundSupport } from './support-repository.ts'

export type SupportTools = { readonly database: Database; readonly origin: string; readonly clock: Clock }

export type SupportActor = AuditActor & { readonly kind: 'account' }

export type SupportOutcome = 'done' | 'unknown' | 'over' | 'member' | 'open' | 'no-operator'

export type SupportWish = { readonly organisationId: string; readonly reason: string; readonly hours: number }

const ownersOf = async (tx: Queryable, organisationId: string) => {
  const members = createMembersRepository(tx)
  const owners = (await members.list(organisationId)).filter(({ role }) => role === 'owner')
  return { name: await members.nameOf(organisationId), owners: owners.map(({ email }) => email) }
}
const isMember = async (tx: Queryable, organisationId: string, accountId: string) =>
  (await createMembersRepository(tx).find(organisationId, accountId)) !== undefined
const targetOf = ({ operatorId, operator }: FoundSupport) =>
  ({ kind: 'account', id: operatorId, name: operator }) as const

/** Support access: an operator asks, an owner decides, and either ends it (M-SUPPORT-1 to M-SUPPORT-3). */
export const createSupportActs = ({ database, origin, clock }: SupportTools) => {
  const sendEach = async (tx: Queryable, to: readonly string[], compose: (told: MailTarget) => NewMail, at: Date) => {
    for (const each of to) await enqueueMail(tx, compose({ to: each, origin, at }))
  }

  return {
    ask: (actor: SupportActor, { organisationId, reason, hours }: SupportWish): Promise<SupportOutcome> =>
      database.transaction(async (tx) => {
        if (!/^[1-9]\d{0,17}$/.test(organisationId)) return 'unknown'
        await lockOrganisation(tx, organisationId)
        const { name, owners } = await ownersOf(tx, organisationId)
        if (owners.length === 0) return 'unknown'
        if (!(await createOperatorsRepository(tx).has(actor.id))) return 'no-operator'
        if (await isMember(tx, organisationId, actor.id)) return 'member'
        const at = clock()
        const asked = { organisationId, operatorId: actor.id, reason, hours, at }
        if ((await createSupportRepository(tx).ask(asked)) === undefined) return 'open'
        const told = { operator: actor.name, organisation: name, reason, hours }
        await sendEach(tx, owners, (mail) => supportAskedMail(mail, told), at)
        await recordAudit(tx, {
          organisationId,
          action: 'support.asked',
          actor,
          at,
          after: { motivo: reason, horas: hours },
        })
        return 'done'
      }),
    decide: (
      actor: SupportActor,
      { organisationId, id, isGranted }: { organisationId: string; id: string; isGranted: boolean },
    ): Promise<SupportOutcome> =>
      database.transaction(async (tx) => {
        await lockOrganisation(tx, organisationId)
        const at = clock()
        const support = createSupportRepository(tx)
        const found = await support.find(id, organisationId, at)
        if (found === undefined) return 'unknown'
        if (found.state !== 'pedido') return 'over'
        // Whoever has become a member since decides about no access of their own.
        if (await isMember(tx, organisationId, found.operatorId)) return 'member'
        const { name, owners } = await ownersOf(tx, organisationId)
        if (isGranted) {
          await support.grant(id, found.hours, at)
          const began = { operator: found.operator, organisation: name, reason: '', hours: found.hours }
          await sendEach(tx, owners, (mail) => supportBeganMail(mail, began), at)
        } else await support.end(id, 'refused', at)
        await sendEach(tx, [found.operator], (mail) => supportDecidedMail(mail, name, isGranted), at)
        const action = isGranted ? 'support.granted' : 'support.refused'
        const after = { horas: found.hours }
        await recordAudit(tx, { organisationId, action, actor, at, target: targetOf(found), after })
        return 'done'
      }),
    end: (
      actor: SupportActor,
      { id, organisationId: owned }: { id: string; organisationId?: string },
    ): Promise<SupportOutcome> =>
      database.transaction(async (tx) => {
        const organisationId = owned ?? (await createSupportRepository(tx).organisationOf(id))
        if (organisationId === undefined) return 'unknown'
        await lockOrganisation(tx, organisationId)
        const at = clock()
        const support = createSupportRepository(tx)
        const found = await support.find(id, organisationId, at)
        if (found === undefined || (owned === undefined && found.operatorId !== actor.id)) return 'unknown'
        if (found.state !== 'ativo' && found.state !== 'pedido') return 'over'
        await support.end(id, 'ended', at)
        await recordAudit(tx, { organisationId, action: 'support.ended', actor, at, target: targetOf(found) })
        return 'done'
      }),
  }
}
