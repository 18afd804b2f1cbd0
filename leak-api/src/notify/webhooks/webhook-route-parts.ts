import type { Database } from '@atalaia/database'
import { Problem, problemSchema, type RateLimits } from '@atalaia/server'
import { object, string } from 'zod/mini'
import { authenticationFailures } from '../../base/access/caller.ts'
import type { CallRules } from '../../base/called-address.ts'
import type { Clock } from '../../base/clock.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'

export type WebhookRouteParts = {
  readonly database: Database
  readonly limits: RateLimits
  readonly ring: KeyRing
  /** Default: the Internet, over https. */
  readonly webhookRules?: CallRules | undefined
  readonly origin: string
  readonly clock: Clock
}

export const webhookParams = object({ id: string() })
export const webhookFailures = { ...authenticationFailures, 404: problemSchema, 409: problemSchema, 422: problemSchema }
export const READS_WEBHOOKS = { operation: 'webhooks:write', scope: 'alerts:read' } as const
export const CHANGES_WEBHOOKS = {
  operation: 'webhooks:write',
  scope: 'alerts:change',
  invalid: { status: 422, message: 'Confira o nome e o endereço do webhook.' },
} as const

export const unknownWebhook = () => new Problem(404, 'Este webhook não está na lista da sua organização.')

/** Throws a 404 for an invalid id. */
export const idIn = ({ id }: { readonly id: string }): string => {
  if (!isUuid(id)) throw unknownWebhook()
  return id
}
