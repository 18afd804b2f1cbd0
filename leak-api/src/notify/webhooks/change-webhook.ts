import type { Webhook } from '@atalaia/contracts/alerts'
import type { FastifyRequest } from 'fastify'
import { organisationOf } from '../../base/access/caller.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAudit, type AuditAct, type AuditTarget } from '../../base/audit/record-audit.ts'
import { unknownWebhook, type WebhookRouteParts } from './webhook-route-parts.ts'
import { createWebhooksRepository, type ListedWebhook, type WebhooksRepository } from './webhooks-repository.ts'

const SHOWN_END = 4

/** An address as people see it: its origin, and the last characters (M-HOOK-5). The whole may be a secret. */
export const shownAddress = (address: string): string => {
  const { origin, pathname, search } = new URL(address)
  const rest = `${pathname}${search}`
  return rest.length <= 2 * SHOWN_END ? `${origin}${rest}` : `${origin}/…${rest.slice(-SHOWN_END)}`
}

/** A webhook as the API tells it. */
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

/** A change of an organisation's webhooks, under way. */
export type WebhookChanging = {
  readonly webhooks: WebhooksRepository
  readonly organisationId: string
  readonly at: Date
  /** The webhook as it was, where the change is about one. */
  readonly before: ListedWebhook | undefined
  /** Writes the act into the audit log: as the last thing. */
  readonly record: (
    action: AuditAct['action'],
    target: Omit<AuditTarget, 'kind'>,
    facts?: Pick<AuditAct, 'before' | 'after'>,
  ) => Promise<void>
}

/** Tells a webhook as a change has left it. */
export const toldOf = async ({ webhooks, organisationId, at }: WebhookChanging, id: string): Promise<Webhook> => {
  const webhook = await webhooks.find(organisationId, id, at)
  if (webhook === undefined) throw unknownWebhook()
  return toldWebhook(webhook)
}

/**
 * Changes webhooks of the caller's organisation, in a transaction that holds the organisation: its runs, and its webhooks, stay as they
 * are. `id`: the webhook that the change is about. Throws a 404 when it is not there.
 */
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
