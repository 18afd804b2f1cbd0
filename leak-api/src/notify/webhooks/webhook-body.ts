import type { WebhookTemplate } from '@atalaia/contracts/alerts'
import { alertContent, isReopened, listOf, othersText, pageOf, type AlertContent } from '../alerts/alert-content.ts'
import type { ReportedFinding } from '../alerts/new-findings.ts'
import { maskAddress } from '../../base/address.ts'
import { englishLevel } from '../../numbers/severity/severity.ts'

const FINDINGS_PER_CALL = 100

export const EVENT_TYPES = { findings: 'findings.new', reopened: 'findings.reopened', ping: 'ping' } as const
export const CALL_KINDS = ['findings', 'reopened', 'ping'] as const
export type CallKind = (typeof CALL_KINDS)[number]

export type Message = {
  readonly template: WebhookTemplate
  readonly origin: string
  readonly at: Date
}

const event =
  (kind: CallKind, { at, origin }: Message, findings: readonly object[]) =>
  (id: string) =>
    JSON.stringify({ id, type: EVENT_TYPES[kind], created_at: at.toISOString(), url: listOf(origin), findings })

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

/** A block holds 3,000 characters. */
const slack = ({ subject, lead, rows, others, place }: AlertContent) => {
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
const teams = ({ subject, lead, rows, others, place }: AlertContent) => ({
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

const chat = (message: Message, content: AlertContent) => () =>
  JSON.stringify(message.template === 'slack' ? slack(content) : teams(content))

export type BodyOf = (id: string) => string

export type Call = { readonly kind: CallKind; readonly body: BodyOf }

const callsOf = (kind: CallKind, message: Message, findings: readonly ReportedFinding[]): Call[] =>
  Array.from({ length: Math.ceil(findings.length / FINDINGS_PER_CALL) }, (_, at) => {
    const some = findings.slice(at * FINDINGS_PER_CALL, (at + 1) * FINDINGS_PER_CALL)
    const listed = some.map((finding) => told(finding, message.origin))
    return { kind, body: event(kind, message, listed) }
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

export const pingBody = (message: Message): BodyOf => {
  const { template, origin } = message
  if (template === 'atalaia') return event('ping', message, [])
  const lead = 'Este canal recebe os avisos de vazamentos novos da sua organização.'
  return chat(message, { subject: 'Teste do webhook', lead, rows: [], others: 0, place: listOf(origin) })
}
