import type { FastifyPluginAsync } from 'fastify'
import type { InSessions } from '../base/access/in-sessions.ts'
import type { CallRules } from '../base/called-address.ts'
import type { Channel } from '../base/deliveries/send-deliveries.ts'
import { logged, type JobParts, type Jobs, type RouteParts } from '../base/parts.ts'
import { alertRoutes } from './alerts/alert-routes.ts'
import { stopRoutes } from './alerts/stop-routes.ts'
import { remindOwners } from './alerts/remind-owners.ts'
import { startAlerts } from './alerts/send-alerts.ts'
import { createStopLinks } from './alerts/stop-link.ts'
import { sendAssignmentMails } from './alerts/assignment-mails.ts'
import { pushRoutes } from './push/push-routes.ts'
import { queuePushes, createPushChannel } from './push/send-pushes.ts'
import { createSiemChannel } from './siem/send-siem.ts'
import { createWebhookChannel, queueWebhooks } from './webhooks/send-webhooks.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

type Parts = RouteParts & { readonly inSessions: InSessions; readonly webhookRules?: CallRules | undefined }

export const notifyRoutes: FastifyPluginAsync<Parts> = async (wing, { inSessions, ...given }) => {
  const { keys, publicUrl, clock } = given
  const parts = { ...given, ring: keys.token }
  await wing.register(stopRoutes, { ...parts, links: createStopLinks(keys.link, publicUrl), clock })
  await inSessions(wing, async (session) => {
    await session.register(alertRoutes, parts)
    await session.register(pushRoutes, parts)
    await session.register(webhookRoutes, parts)
  })
}

type NotifyJobParts = JobParts & { readonly webhookRules: CallRules; readonly mailFrom: string }

export const notifyChannels = (given: NotifyJobParts): readonly Channel[] => {
  const parts = { ...given, ring: given.keys.token, rules: given.webhookRules }
  return [createPushChannel(parts), createWebhookChannel(parts), createSiemChannel(parts)]
}

export const notifyJobs: Jobs = (parts) => [
  startAlerts({
    ...parts,
    others: [queuePushes, queueWebhooks, remindOwners, sendAssignmentMails],
    stopLinks: createStopLinks(parts.keys.link, parts.apiUrl),
    onFailure: logged(parts, 'alerts are not sent'),
  }),
]
