import { array, object, parse, string, type infer as Infer } from 'zod/mini'
import { alertContent, othersText } from '../alerts/alert-content.ts'
import type { ReportedFinding } from '../alerts/new-findings.ts'

/** A push has at most 4 KB. */
const MAX_ROWS = 2
const MAX_ROW = 200

const contentSchema = object({
  title: string(),
  lines: array(string()),
  path: string(),
})
/** No more than a mail has (M-ALERT-4, M-PUSH-3). */
export type PushContent = Infer<typeof contentSchema>

const cut = (text: string) => (text.length <= MAX_ROW ? text : `${text.slice(0, MAX_ROW - 1)}…`)

/** `told` is not empty. `organisation` '': unnamed. */
export const findingsPush = (told: readonly ReportedFinding[], origin: string, organisation: string): PushContent => {
  const { subject, rows, others, place } = alertContent(told, origin)
  const unnamed = others + Math.max(0, rows.length - MAX_ROWS)
  const [first, ...more] = rows
  const page = more.length === 0 && others === 0 ? (first?.link ?? place) : place
  return {
    title: subject,
    lines: [
      ...(organisation === '' ? [] : [cut(organisation)]),
      ...rows.slice(0, MAX_ROWS).map(({ text }) => cut(text)),
      ...(unnamed > 0 ? [othersText(unnamed)] : []),
    ],
    path: page.slice(origin.length),
  }
}

export const testPush = (page: string): PushContent => ({
  title: 'Aviso de teste',
  lines: ['Os avisos de vazamentos novos aparecem assim neste navegador.'],
  path: page,
})

/** Its id is the tag: a repeated push is one notification. */
export const payloadOf = ({ id, body }: { readonly id: string; readonly body: string }): string =>
  JSON.stringify({ ...parse(contentSchema, JSON.parse(body)), tag: id })
