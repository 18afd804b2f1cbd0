import type { Webhook } from '@atalaia/contracts/alerts'
import type { FastifyRequest } from 'fastify'
import { organisationOf } from '../../base/access/caller.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAudit, type AuditAct, type AuditTarget } from '../../base/audit/record-audit.ts'
import { unknownWebhook, type WebhookRouteParts } from './webhook-route-parts.ts'
import { createWebhooksRepository, type ListedWebhook, type WebhooksRepository } from './webhooks-repository.ts'

const SHOWN_END = 4

/** Origin and last characters (M-HOOK-5): the whole may be a secret. */
export const shownAddress = (address: string): string => {
  const { origin, pathname, search } = new URL(address)
  const rest = `${pathname}${search}`
  return rest.length <= 2 * SHOWN_END ? `${origin}${rest}` : `${origin}/…${rest.slice(-SHOWN_END)}`
}

export const toldWebhook = ({
  id,
  name,
  template,
  least,
  active,
  address,
  createdAt,
  oldSecretUntil,
  waiting,
  dead,
}: ListedWebhook): Webhook => ({
  id,
  nome: name,
  endereco: shownAddress(address),
  modelo: template,
  gravidade_minima: least,
  ativo: active,
  criado_em: createdAt,
  segredo_anterior_ate: oldSecretUntil,
  esperando: waiting,
  desistidas: dead,
})

export type WebhookChanging = {
  readonly webhooks: WebhooksRepository
  readonly organisationId: string
  readonly at: Date
  readonly before: ListedWebhook | undefined
  /** Call last: writes the audit log. */
  readonly record: (
    action: AuditAct['action'],
    target: Omit<AuditTarget, 'kind'>,
    facts?: Pick<AuditAct, 'before' | 'after'>,
  ) => Promise<void>
}

export const toldOf = async ({ webhooks, organisationId, at }: WebhookChanging, id: string): Promise<Webhook> => {
  const webhook = await webhooks.find(organisationId, id, at)
  if (webhook === undefined) throw unknownWebhook()
  return toldWebhook(webhook)
}

/** Throws a 404 for an absent webhook. */
export const createWebhookChange =
  ({ database, ring, clock }: Pick<WebhookRouteParts, 'database' | 'ring' | 'clock'>) =>
  <Value>(request: FastifyRequest, id: string | undefined, work: (change: WebhookChanging) => Promise<Value>) => {
    const organisationId = organisationOf(request)
    const at = clock()
    return database.transaction(async (transaction) => {
      await lockOrganisation(transaction, organisationId)
      const webhooks = createWebhooksRepository(transaction, ring)
      const before = id === undefined ? undefined : await webhooks.find(organisationId, id, at)
      if (id !== undefined && before === undefined) throw unknownWebhook()
      const record: WebhookChanging['record'] = (action, target, facts) =>
        recordAudit(transaction, {
          organisationId,
          actor: actorOf(request),
          at,
          action,
          target: { kind: 'webhook', ...target },
          ...facts,
        })
      return work({ webhooks, organisationId, at, before, record })
    })
  }
