import {
  array,
  enum as oneOf,
  maxLength,
  minLength,
  nullable,
  object,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { ALERT_LEVELS } from './alerts.ts'

/** There is no "never": without a browser there is no push. */
export const PUSH_FREQUENCIES = ['imediata', 'diaria', 'semanal'] as const

/** Body of POST /alertas/push. */
export const pushSettingSchema = object({
  frequencia: oneOf(PUSH_FREQUENCIES),
  gravidade_minima: oneOf(ALERT_LEVELS),
})
export type PushSetting = Infer<typeof pushSettingSchema>

const base64Url = (characters: number) => string().check(regex(new RegExp(`^[\\w-]{${characters}}$`)))
/** Body of POST /alertas/push/navegadores: fields of `PushSubscription.toJSON()`. */
export const newPushBrowserBodySchema = object({
  endereco: string().check(minLength(1), maxLength(1000)),
  /** Key of the browser: 65 bytes in base64url. */
  p256dh: base64Url(87),
  /** 16 bytes in base64url. */
  auth: base64Url(22),
})
export type NewPushBrowser = Infer<typeof newPushBrowserBodySchema>

/** Instants are ISO 8601. */
const pushBrowserSchema = object({
  id: string(),
  aparelho: string(),
  desde: string(),
  ultimo_envio: nullable(string()),
  /** SHA-256 of its push address in base64url. A page finds its own browser by it. */
  marca: string(),
})
export type PushBrowser = Infer<typeof pushBrowserSchema>

/**
 * GET /alertas/push and its changes: the installation's public key, the setting, and the person's
 * browsers.
 */
export const ownPushSchema = object({
  chave: string(),
  ...pushSettingSchema.shape,
  navegadores: array(pushBrowserSchema),
})
export type OwnPush = Infer<typeof ownPushSchema>
