import {
  array,
  boolean,
  enum as oneOf,
  int,
  maxLength,
  maximum,
  minLength,
  minimum,
  nullable,
  object,
  optional,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { countSchema as count } from './listing.ts'

export const NOTICE_LANGUAGES = ['pt', 'en', 'es'] as const
const language = oneOf(NOTICE_LANGUAGES)
export type NoticeLanguage = Infer<typeof language>

/** `conferida`: proved. `declarada`: the person says so. `vazada`: a leak still has the typed password. */
export const NOTICE_ANSWERS = ['conferida', 'declarada', 'vazada', 'nao-e-meu'] as const
const answer = oneOf(NOTICE_ANSWERS)
export type NoticeAnswer = Infer<typeof answer>

/**
 * `sem-prova`: neither domain nor mailbox is proved. `recente`: a notice within a day. `devolvido`:
 * the last mail bounced. `parado`: the person stopped notices.
 */
export const NOTICE_REFUSALS = ['sem-prova', 'recente', 'devolvido', 'parado', 'desconhecido', 'limite'] as const
const refusal = oneOf(NOTICE_REFUSALS)
export type NoticeRefusal = Infer<typeof refusal>

export const MAX_NOTICE_CASES = 200
/** Passwords that one link evaluates. */
export const MAX_EVALUATIONS = 10
const ownText = string().check(maxLength(2000))
/** Without `fonte`: all sources of the address. */
const noticedCase = object({
  email: string().check(maxLength(254)),
  fonte: optional(string().check(maxLength(200))),
})
export type NoticedCase = Infer<typeof noticedCase>
const cases = array(noticedCase).check(minLength(1), maxLength(MAX_NOTICE_CASES))

/** POST /avisos/previa. */
export const noticePreviewBodySchema = object({ casos: cases, idioma: language })
/** `acima` and `abaixo` can be edited, `fixo` cannot. */
export const noticePreviewSchema = object({
  assunto: string(),
  acima: string(),
  fixo: array(string()),
  abaixo: string(),
  pessoas: array(
    object({
      email: string(),
      fontes: array(string()),
      recusa: nullable(refusal),
      /** Of the last notice, ISO 8601. */
      ultimo_em: nullable(string()),
    }),
  ),
})
export type NoticePreview = Infer<typeof noticePreviewSchema>

/** POST /avisos. `repetir`: also people refused as `recente` or `devolvido`. */
export const noticeOrderSchema = object({
  casos: cases,
  idioma: language,
  acima: ownText,
  abaixo: ownText,
  repetir: boolean(),
  incidente: optional(string().check(regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/))),
})
export type NoticeOrder = Infer<typeof noticeOrderSchema>
export const noticeOutcomeSchema = object({
  enviados: count,
  recusados: array(object({ email: string(), motivo: refusal })),
})
export type NoticeOutcome = Infer<typeof noticeOutcomeSchema>

/** Instants are ISO 8601. */
export const sentNoticeSchema = object({
  id: string(),
  email: string(),
  fontes: array(string()),
  por: nullable(string()),
  enviado_em: string(),
  vale_ate: string(),
  devolvido_em: nullable(string()),
  aberto_em: nullable(string()),
  resposta: nullable(answer),
  respondido_em: nullable(string()),
  lembretes: count,
})
export type SentNotice = Infer<typeof sentNoticeSchema>
/** GET /avisos, newest first, at most 100. */
export const sentNoticesSchema = object({ avisos: array(sentNoticeSchema), total: count })

/** GET and PUT /avisos/lembretes. `null`: no reminders. */
export const noticeRemindersSchema = object({ dias: nullable(int().check(minimum(1), maximum(30))) })

/** A link's token. A portal's token with the person's mailbox needs none. */
const code = optional(string().check(regex(/^[\w-]{43}$/)))

/** Problem type: the link is unknown or has ended. */
export const NOTICE_ENDED_PROBLEM = 'urn:atalaia:problem:notice-ended'

/** POST /avisos/pessoa/abrir. */
export const noticeCodeSchema = object({ codigo: code })
export const personNoticeSchema = object({
  organizacao: string(),
  idioma: language,
  acima: string(),
  abaixo: string(),
  fontes: array(
    object({
      titulo: string(),
      /** `YYYY-MM-DD`; `null`: unknown. */
      dia: nullable(string()),
      /** Codes of `address-words`. */
      dados: array(string()),
      senha: boolean(),
    }),
  ),
  passos: array(object({ passo: string(), feito: boolean() })),
  /** Base64url. `null`: no row has a tag. `parcial`: some rows with passwords have none. */
  conferencia: nullable(
    object({
      endereco: string(),
      chave: string(),
      marcas: array(string()),
      restantes: count,
      parcial: boolean(),
    }),
  ),
  resposta: nullable(answer),
  /** Whether a question reaches somebody. */
  pergunta: boolean(),
  parado: boolean(),
  vale_ate: string(),
})
export type PersonNotice = Infer<typeof personNoticeSchema>

/** POST /avisos/pessoa/passos. */
export const noticeTicksSchema = object({
  codigo: code,
  feitos: array(string().check(maxLength(60))).check(maxLength(40)),
})
const element = string().check(regex(/^[\w-]{43}$/))
/** POST /avisos/pessoa/avaliar. `cego`: a blinded element of ristretto255, base64url. */
export const evaluationBodySchema = object({ codigo: code, cego: element })
/** `prova`: the proof of RFC 9497, 64 bytes in base64url. */
export const evaluationSchema = object({ avaliado: element, prova: string(), restantes: count })
/** POST /avisos/pessoa/resposta. */
export const noticeAnswerSchema = object({ codigo: code, resposta: answer })
/** POST /avisos/pessoa/pergunta. */
export const noticeQuestionSchema = object({
  codigo: code,
  texto: string().check(minLength(1), maxLength(1000)),
})
/** POST /avisos/pessoa/parar. */
export const noticeStopSchema = object({ codigo: code, parado: boolean() })
