import type { WebhookTemplate } from '@atalaia/contracts/alerts'
import type { NoticeAnswer } from '@atalaia/contracts/notices'
import { alertContent, isReopened, listOf, othersText, pageOf, type AlertContent } from '../alerts/alert-content.ts'
import type { ReportedFinding } from '../alerts/new-findings.ts'
import { maskAddress } from '../../base/address.ts'
import { englishLevel } from '../../numbers/severity/severity.ts'

const FINDINGS_PER_CALL = 100

export const EVENT_TYPES = {
  findings: 'findings.new',
  reopened: 'findings.reopened',
  answer: 'notice.answered',
  ping: 'ping',
} as const
export const CALL_KINDS = ['findings', 'reopened', 'answer', 'ping'] as const
export type CallKind = (typeof CALL_KINDS)[number]

export type Message = {
  readonly template: WebhookTemplate
  readonly origin: string
  readonly at: Date
}

const event =
  (kind: CallKind, { at, origin }: Message, told: object) =>
  (id: string) =>
    JSON.stringify({ id, type: EVENT_TYPES[kind], created_at: at.toISOString(), url: listOf(origin), ...told })

const told = ({ monitoredId, address, source, title, severity, reopenedAt }: ReportedFinding, origin: string) => ({
  address: maskAddress(address),
  url: pageOf(origin, monitoredId),
  severity: englishLevel(severity.nivel),
  points: severity.pontos,
  source: { name: source, title },
  ...(reopenedAt !== null && { reopened_at: new Date(reopenedAt).toISOString() }),
})

/**
 * Slack's special signs (M-HOOK-4). Links and mentions have escapes; formatting signs have no
 * escapes, so lookalikes replace them.
 */
const SLACK_SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '*': '\u2217',
  _: '\u02CD',
  '~': '\u223C',
  '`': '\u02CB',
}
const slackText = (text: string) => text.replaceAll(/[&<>*_~`]/g, (sign) => SLACK_SIGNS[sign] ?? '')

/** `verbatim` keeps bare addresses of websites or mailboxes plain text. */
const slackLine = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })

type ChatContent = Omit<AlertContent, 'rows'> & {
  readonly rows: readonly Pick<AlertContent['rows'][number], 'text' | 'label' | 'link'>[]
}

/** A block holds 3,000 characters. */
const slack = ({ subject, lead, rows, others, place }: ChatContent) => {
  const lines = [
    `*${slackText(subject)}*`,
    slackText(lead),
    ...rows.map(({ text, label, link }) => `• ${slackText(text)} <${link}|${slackText(label)}>`),
    ...(others > 0 ? [`${othersText(others)} <${place}|Ver todos>`] : []),
  ]
  return { text: lines.join('\n'), blocks: lines.map(slackLine), unfurl_links: false, unfurl_media: false }
}

/** A text block would read Markdown, and links, in a source's name. */
const run = (text: string, more: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...more }],
})
const teams = ({ subject, lead, rows, others, place }: ChatContent) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          run(subject, { weight: 'Bolder', size: 'Medium' }),
          run(lead),
          ...rows.map(({ text }) => run(text)),
          ...(others > 0 ? [run(othersText(others))] : []),
        ],
        actions: [...rows, ...(others > 0 ? [{ label: 'Ver todos', link: place }] : [])].map(({ label, link }) => ({
          type: 'Action.OpenUrl',
          title: label,
          url: link,
        })),
      },
    },
  ],
})

const chat = (message: Message, content: ChatContent) => () =>
  JSON.stringify(message.template === 'slack' ? slack(content) : teams(content))

export type BodyOf = (id: string) => string

export type Call = { readonly kind: CallKind; readonly body: BodyOf }

const callsOf = (kind: CallKind, message: Message, findings: readonly ReportedFinding[]): Call[] =>
  Array.from({ length: Math.ceil(findings.length / FINDINGS_PER_CALL) }, (_, at) => {
    const some = findings.slice(at * FINDINGS_PER_CALL, (at + 1) * FINDINGS_PER_CALL)
    const listed = some.map((finding) => told(finding, message.origin))
    return { kind, body: event(kind, message, { findings: listed }) }
  })

/**
 * Shows an address's first letter and domain, and nothing of a password (M-HOOK-4). Reopened cases
 * have a separate type (M-ALERT-7); a chat has all in one message.
 */
export const findingCalls = (message: Message, findings: readonly ReportedFinding[]): Call[] => {
  const reopened = findings.filter(isReopened)
  const found = findings.filter((finding) => !isReopened(finding))
  if (message.template === 'atalaia')
    return [...callsOf('findings', message, found), ...callsOf('reopened', message, reopened)]
  const body = chat(message, alertContent(findings, message.origin))
  return [{ kind: found.length === 0 ? 'reopened' : 'findings', body }]
}

export type AnsweredNotice = {
  readonly monitoredId: string
  readonly address: string
  readonly sources: readonly string[]
  readonly answer: NoticeAnswer
}

/** English names, and the words of chats. */
export const ANSWERS: Readonly<Record<NoticeAnswer, readonly [name: string, words: string]>> = {
  conferida: ['changed_proved', 'trocada, conferida'],
  declarada: ['changed_declared', 'trocada, diz a pessoa'],
  vazada: ['still_leaked', 'ainda vazada'],
  'nao-e-meu': ['not_theirs', 'não é da pessoa'],
}

/** A person's answer, with the address's first letter and domain (M-NOTICE-10). */
export const answerCall = (message: Message, { monitoredId, address, sources, answer }: AnsweredNotice): Call => {
  const { template, origin } = message
  const [who, link] = [maskAddress(address), pageOf(origin, monitoredId)]
  const [name, words] = ANSWERS[answer]
  if (template === 'atalaia') {
    const notice = { address: who, url: link, sources, answer: name }
    return { kind: 'answer', body: event('answer', message, { notice }) }
  }
  const rows = [{ text: `${who}: ${words}`, label: 'Ver o endereço', link }]
  const content = { subject: 'Aviso respondido', lead: 'Uma pessoa respondeu a um aviso de vazamento.', rows }
  return { kind: 'answer', body: chat(message, { ...content, others: 0, place: listOf(origin) }) }
}

export const pingBody = (message: Message): BodyOf => {
  const { template, origin } = message
  if (template === 'atalaia') return event('ping', message, { findings: [] })
  const lead = 'Este canal recebe os avisos de vazamentos novos da sua organização.'
  return chat(message, { subject: 'Teste do webhook', lead, rows: [], others: 0, place: listOf(origin) })
}
