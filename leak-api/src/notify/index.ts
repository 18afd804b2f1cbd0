import type { FastifyPluginAsync } from 'fastify'
import type { InSessions } from '../base/access/in-sessions.ts'
import type { CallRules } from '../base/called-address.ts'
import { logged, type JobParts, type Jobs, type RouteParts } from '../base/parts.ts'
import { alertRoutes, stopRoutes } from './alerts/alert-routes.ts'
import { remindOwners } from './alerts/remind-owners.ts'
import { startAlerts } from './alerts/send-alerts.ts'
import { createStopLinks } from './alerts/stop-link.ts'
import { sendAssignmentMails } from './alerts/assignment-mails.ts'
import { pushRoutes } from './push/push-routes.ts'
import { queuePushes } from './push/queue-pushes.ts'
import { createPusher } from './push/send-pushes.ts'
import { startSiems } from './siem/send-siem.ts'
import { startWebhooks } from './webhooks/send-webhooks.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

type Parts = RouteParts & { readonly inSessions: InSessions; readonly webhookRules?: CallRules | undefined }

/** Alerts by mail, by push and by webhook. */
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

export const notifyJobs: Jobs<NotifyJobParts> = (given) => {
  const { keys, webhookRules: rules, apiUrl, log } = given
  const parts = { ...given, ring: keys.token, rules }
  const pusher = createPusher(parts)
  pusher.start()
  return [
    startAlerts({
      ...parts,
      others: [queuePushes, remindOwners, sendAssignmentMails],
      stopLinks: createStopLinks(keys.link, apiUrl),
      onFailure: logged(parts, 'alerts are not sent'),
    }),
    startWebhooks({ ...parts, onFailure: logged(parts, 'webhooks are not called') }),
    startSiems({
      ...parts,
      onRefused: (refused) => log.warn(refused, 'a SIEM takes nothing'),
      onFailure: logged(parts, 'SIEMs are not sent to'),
    }),
    pusher,
  ]
}
