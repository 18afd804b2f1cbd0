import { LIMIT_NAMES, type LimitName, type LimitsBody } from '@atalaia/contracts/operator'
import type { Database, Queryable } from '@atalaia/database'
import { createAccountsRepository, lockOrganisation, type Account } from '../../base/people/accounts-repository.ts'
import { factorMail } from '../second-factor/factor-mails.ts'
import { createFactorsRepository } from '../second-factor/factors-repository.ts'
import { normalAddress } from '../../base/address.ts'
import { recordAccountAudit, recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import { enqueueMail, type NewMail } from '../../base/mail/enqueue-mail.ts'
import { createMembersRepository } from '../../base/people/members-repository.ts'
import { createOperatedRepository, type OperatedRepository } from './operated-repository.ts'
import { operatorMail, resumedMail, suspendedMail, type MailTarget } from './operator-mails.ts'
import { createOperatorsRepository } from './operators-repository.ts'

export type ActTools = {
  readonly database: Database
  readonly origin: string
  readonly standards: Readonly<Record<LimitName, number>>
  readonly clock: Clock
}

export type ActOutcome =
  | 'done'
  | 'unknown-organisation'
  | 'unknown-person'
  | 'unchanged'
  /** Only the machine changes an operator's factors and sessions. */
  | 'is-operator'
  | 'no-factor'
  | 'no-mailbox'

type Act<Wanted> = (actor: AuditActor, wanted: Wanted) => Promise<ActOutcome>

/** Acts of operators, by command line or page. The audit log of the affected party has each. */
export type OperatorActs = {
  readonly setLimits: Act<{ readonly organisationId: string; readonly limits: LimitsBody }>
  readonly suspend: Act<{ readonly organisationId: string; readonly because: string }>
  readonly resume: Act<{ readonly organisationId: string }>
  readonly endSessions: Act<{ readonly email: string }>
  /** Removes a person's lost second factors. Informs the mailbox, and ends all sessions. */
  readonly removeFactors: Act<{ readonly email: string }>
  readonly addOperator: Act<{ readonly email: string }>
  readonly removeOperator: Act<{ readonly email: string }>
}

type Work = { readonly tx: Queryable; readonly at: Date; readonly actor: AuditActor }
type OrganisationWork = Work & { readonly organisationId: string; readonly operated: OperatedRepository }

const factsOf = (limits: LimitsBody) =>
  Object.fromEntries(LIMIT_NAMES.flatMap((name) => (limits[name] === undefined ? [] : [[name, limits[name]]])))

export const createOperatorActs = ({ database, origin, standards, clock }: ActTools): OperatorActs => {
  const mail = (at: Date, to: string): MailTarget => ({ to, origin, at })

  const onOrganisation = (
    actor: AuditActor,
    organisationId: string,
    work: (on: OrganisationWork) => Promise<ActOutcome>,
  ) =>
    database.transaction(async (tx) => {
      if (!/^[1-9]\d{0,17}$/.test(organisationId)) return 'unknown-organisation'
      await lockOrganisation(tx, organisationId)
      const operated = createOperatedRepository(tx, standards)
      if ((await operated.limits(organisationId)) === undefined) return 'unknown-organisation'
      return work({ tx, at: clock(), actor, organisationId, operated })
    })
  const tellOwners = async (
    { tx, organisationId, at }: OrganisationWork,
    compose: (told: MailTarget, name: string) => NewMail,
  ) => {
    const members = createMembersRepository(tx)
    const name = await members.nameOf(organisationId)
    for (const { email, role } of await members.list(organisationId))
      if (role === 'owner') await enqueueMail(tx, compose(mail(at, email), name))
  }

  const onPerson = (actor: AuditActor, email: string, work: (on: Work, account: Account) => Promise<ActOutcome>) =>
    database.transaction(async (tx) => {
      const account = await createAccountsRepository(tx).findByEmail(normalAddress(email))
      if (account === undefined) return 'unknown-person'
      if (actor.kind === 'account' && (await createOperatorsRepository(tx).has(account.id))) return 'is-operator'
      return work({ tx, at: clock(), actor }, account)
    })

  return {
    setLimits: (actor, { organisationId, limits }) =>
      onOrganisation(actor, organisationId, async ({ tx, operated, at }) => {
        const before = await operated.limits(organisationId)
        await operated.setLimits(organisationId, limits)
        const after = await operated.limits(organisationId)
        await recordAudit(tx, {
          organisationId,
          action: 'organisation.limited',
          actor,
          at,
          before: before && factsOf(before),
          after: after && factsOf(after),
        })
        return 'done'
      }),
    suspend: (actor, { organisationId, because }) =>
      onOrganisation(actor, organisationId, async (on) => {
        await on.operated.suspend(organisationId, { at: on.at, because })
        await tellOwners(on, (told, name) => suspendedMail(told, name, because))
        const after = { motivo: because }
        await recordAudit(on.tx, { organisationId, action: 'organisation.suspended', actor, at: on.at, after })
        return 'done'
      }),
    resume: (actor, { organisationId }) =>
      onOrganisation(actor, organisationId, async (on) => {
        if ((await on.operated.find(organisationId))?.suspensa === null) return 'unchanged'
        await on.operated.suspend(organisationId, undefined)
        await tellOwners(on, resumedMail)
        await recordAudit(on.tx, { organisationId, action: 'organisation.resumed', actor, at: on.at })
        return 'done'
      }),
    endSessions: (actor, { email }) =>
      onPerson(actor, email, async ({ tx, at }, account) => {
        await createAccountsRepository(tx).endSessions(account.id)
        const target = { kind: 'account', id: account.id, name: account.email } as const
        await recordAccountAudit(tx, account.id, { action: 'sessions.ended-by-operator', actor, at, target })
        return 'done'
      }),
    removeFactors: (actor, { email }) =>
      onPerson(actor, email, async ({ tx, at }, account) => {
        if (!(await createFactorsRepository(tx).removeAll(account.id))) return 'no-factor'
        await createAccountsRepository(tx).endSessions(account.id)
        const what =
          'Quem opera a instalação removeu as formas de segunda etapa da sua conta, como se pede quando elas se perdem. As sessões terminaram.'
        await enqueueMail(tx, factorMail({ ...mail(at, account.email), what }))
        const target = { kind: 'account', id: account.id, name: account.email } as const
        await recordAccountAudit(tx, account.id, { action: 'factors.removed-by-operator', actor, at, target })
        return 'done'
      }),
    addOperator: (actor, { email }) =>
      onPerson(actor, email, async ({ tx, at }, account) => {
        // Anybody can sign up with an address that is not theirs, and a factor of their own.
        if (!account.isMailboxProved) return 'no-mailbox'
        const { hasApp, passkeys } = await createFactorsRepository(tx).count(account.id)
        if (!hasApp && passkeys === 0) return 'no-factor'
        if (!(await createOperatorsRepository(tx).add(account.id, at))) return 'unchanged'
        // A session from before the second factor has shown the password alone.
        await createAccountsRepository(tx).endSessions(account.id)
        await enqueueMail(tx, operatorMail(mail(at, account.email), true))
        await recordAccountAudit(tx, account.id, { action: 'operator.added', actor, at })
        return 'done'
      }),
    removeOperator: (actor, { email }) =>
      onPerson(actor, email, async ({ tx, at }, account) => {
        if (!(await createOperatorsRepository(tx).remove(account.id))) return 'unchanged'
        await createAccountsRepository(tx).endSessions(account.id)
        await enqueueMail(tx, operatorMail(mail(at, account.email), false))
        await recordAccountAudit(tx, account.id, { action: 'operator.removed', actor, at })
        return 'done'
      }),
  }
}
