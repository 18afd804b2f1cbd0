import { mayDo } from '@atalaia/contracts'
import type { LeakCase } from '@atalaia/contracts/cases'
import type { Database } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { accountOrNone, organisationOf } from '../../base/access/caller.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { Clock } from '../../base/clock.ts'
import type { ExposureRepository } from '../../numbers/exposure/exposure-repository.ts'
import type { SummaryRepository } from '../../numbers/summary-repository.ts'
import type { Visits } from '../../numbers/visits.ts'
import { noticeOf } from './case-notice.ts'
import type { CaseRow, CasesRepository } from './cases-repository.ts'
import type { CaseAct } from './change-cases.ts'

export type CaseParts = {
  readonly database: Database
  readonly exposures: ExposureRepository
  readonly cases: CasesRepository
  readonly summary: Pick<SummaryRepository, 'coverage'>
  readonly visits: Visits
  readonly clock: Clock
}

export const INVALID_CHANGE = { status: 422, message: 'Confira o estado, o prazo e a nota: algum deles não serve.' }
export const NO_OWNER = () => new Problem(422, 'O responsável precisa ser uma pessoa da sua organização.')

export const mayChange = ({ caller }: FastifyRequest): boolean =>
  caller?.kind === 'session' ? mayDo(caller.role, 'cases:change') : (caller?.scopes.includes('cases:change') ?? false)

export const actOf = (request: FastifyRequest, at: Date): CaseAct => ({
  organisationId: organisationOf(request),
  by: accountOrNone(request),
  actor: actorOf(request),
  at,
})

export type CaseView = { readonly isOwnerShown: boolean; readonly now: Date }

export const caseOf = (row: CaseRow, { isOwnerShown, now }: CaseView): LeakCase => ({
  fonte: row.source,
  estado: row.state,
  responsavel: row.ownerId === null || !isOwnerShown ? null : { id: row.ownerId, email: row.owner ?? '' },
  prazo: row.dueOn,
  nota: row.note,
  versao: row.version,
  mudado_em: row.changedAt,
  reaberto_em: row.reopenedAt,
  aviso: noticeOf(row, now),
})
