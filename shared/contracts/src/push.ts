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

/** The times at which pushes are sent; there is no "never": without a browser there are none. */
export const PUSH_FREQUENCIES = ['imediata', 'diaria', 'semanal'] as const

/** Body of POST /alertas/push. */
export const pushSettingSchema = object({
  frequencia: oneOf(PUSH_FREQUENCIES),
  gravidade_minima: oneOf(ALERT_LEVELS),
})
export type PushSetting = Infer<typeof pushSettingSchema>

const base64Url = (characters: number) => string().check(regex(new RegExp(`^[\\w-]{${characters}}$`)))
/** Body of POST /alertas/push/navegadores: what `PushSubscription.toJSON()` has. */
export const newPushBrowserBodySchema = object({
  endereco: string().check(minLength(1), maxLength(1000)),
  /** The browser's key: 65 bytes in base64url. */
  p256dh: base64Url(87),
  /** 16 bytes in base64url. */
  auth: base64Url(22),
})
export type NewPushBrowser = Infer<typeof newPushBrowserBodySchema>

/** A browser that shows pushes. Instants are ISO 8601. */
const pushBrowserSchema = object({
  id: string(),
  aparelho: string(),
  desde: string(),
  ultimo_envio: nullable(string()),
  /** The SHA-256 of its address at the push service in base64url, by which a page knows its own browser. */
  marca: string(),
})
export type PushBrowser = Infer<typeof pushBrowserSchema>

/** GET /alertas/push, and the answer to each change: the public key of the installation, the setting, and one's browsers. */
export const ownPushSchema = object({
  chave: string(),
  ...pushSettingSchema.shape,
  navegadores: array(pushBrowserSchema),
})
export type OwnPush = Infer<typeof ownPushSchema>
