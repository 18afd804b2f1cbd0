import { LIFETIMES } from '@atalaia/contracts'
import type { NoticeLanguage } from '@atalaia/contracts/notices'

type NoticeWords = {
  /** `from`: the organisation. */
  readonly above: (from: string) => string
  readonly subject: string
  readonly reminder: string
  readonly remind: string
  /** Sentences that nobody edits: before the link, and after it. */
  readonly before: readonly string[]
  readonly open: string
  readonly plain: string
  readonly after: readonly string[]
  readonly below: string
  /** An organisation without a name. */
  readonly unnamed: string
}

const DAYS = LIFETIMES.notice.hours / 24

export const NOTICE_WORDS: Readonly<Record<NoticeLanguage, NoticeWords>> = {
  pt: {
    subject: 'Dados seus apareceram em um vazamento',
    reminder: 'Lembrete: dados seus apareceram em um vazamento',
    remind: 'Ainda não recebemos a sua resposta ao aviso abaixo.',
    above: (from) => `Olá,\n\n${from} acompanha vazamentos de dados e encontrou neles o seu endereço de e-mail.`,
    before: [
      'O seu aviso diz quais serviços vazaram, quando, que tipos de dados e o que fazer. Ele não mostra nenhuma senha e não pede cadastro.',
    ],
    open: 'Ver o meu aviso',
    plain: 'Se a página não abrir, veja o aviso em uma página simples',
    after: [
      `Os links são só seus e valem por ${DAYS} dias. Não os encaminhe.`,
      'Nunca pediremos a sua senha por e-mail ou por telefone.',
    ],
    below: 'Se tiver dúvidas, responda a esta mensagem.',
    unnamed: 'A sua organização',
  },
  en: {
    subject: 'Your data appeared in a leak',
    reminder: 'Reminder: your data appeared in a leak',
    remind: 'We have not received your answer to the notice below yet.',
    above: (from) => `Hello,\n\n${from} watches data leaks and found your e-mail address in them.`,
    before: [
      'Your notice tells you which services leaked, when, which kinds of data, and what to do. It shows no password and needs no account.',
    ],
    open: 'Open my notice',
    plain: 'If the page does not open, see the notice on a plain page',
    after: [
      `The links are yours alone and work for ${DAYS} days. Do not forward them.`,
      'We will never ask for your password by e-mail or by phone.',
    ],
    below: 'If you have questions, reply to this message.',
    unnamed: 'Your organisation',
  },
  es: {
    subject: 'Sus datos aparecieron en una filtración',
    reminder: 'Recordatorio: sus datos aparecieron en una filtración',
    remind: 'Aún no hemos recibido su respuesta al aviso siguiente.',
    above: (from) => `Hola:\n\n${from} vigila filtraciones de datos y encontró en ellas su dirección de correo.`,
    before: [
      'Su aviso dice qué servicios filtraron datos, cuándo, qué tipos de datos y qué hacer. No muestra ninguna contraseña y no pide registro.',
    ],
    open: 'Ver mi aviso',
    plain: 'Si la página no se abre, vea el aviso en una página sencilla',
    after: [
      `Los enlaces son solo suyos y valen ${DAYS} días. No los reenvíe.`,
      'Nunca le pediremos su contraseña por correo ni por teléfono.',
    ],
    below: 'Si tiene dudas, responda a este mensaje.',
    unnamed: 'Su organización',
  },
}

/** Plain text of a person, without control characters but line ends. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{C}\n\u200D]/gu, '')
    .trim()

const MAX_PARAGRAPHS = 15

/** Paragraphs of a text: its lines. */
export const paragraphsOf = (text: string): string[] => {
  const lines = text.split(/\n+/).map((line) => line.trim())
  const some = lines.filter((line) => line !== '')
  return some.length <= MAX_PARAGRAPHS
    ? some
    : [...some.slice(0, MAX_PARAGRAPHS - 1), some.slice(MAX_PARAGRAPHS - 1).join(' ')]
}
