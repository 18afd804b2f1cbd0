import type { HttpClient } from '@atalaia/contracts'
import {
  noticeOutcomeSchema,
  noticePreviewSchema,
  noticeRemindersSchema,
  sentNoticesSchema,
  type NoticeLanguage,
  type NoticeOrder,
} from '@atalaia/contracts/notices'
import type { NoticedCase } from '../links/address-link.tsx'

export const createNoticeCalls = (http: HttpClient) => ({
  preview: (casos: readonly NoticedCase[], idioma: NoticeLanguage, signal: AbortSignal) =>
    http.postJson('/avisos/previa', { casos, idioma }, noticePreviewSchema, { signal }),
  send: (order: NoticeOrder) => http.postJson('/avisos', order, noticeOutcomeSchema),
  ofIncident: (id: string, signal: AbortSignal) =>
    http.get(`/avisos?incidente=${encodeURIComponent(id)}`, sentNoticesSchema, { signal }),
  reminders: (signal: AbortSignal) => http.get('/avisos/lembretes', noticeRemindersSchema, { signal }),
  remind: (dias: number | null) => http.postJson('/avisos/lembretes', { dias }, noticeRemindersSchema),
})
