import type { HttpClient } from '@atalaia/contracts'
import { BLANK, INCIDENT_ITEMS, type Incident } from '@atalaia/contracts/incidents'
import type { SentNotice } from '@atalaia/contracts/notices'
import { Alert, Card, DataTable, ScrollBox, Skeleton, useLoaded } from '@atalaia/ui'
import { useMemo } from 'react'
import { useManagementWords } from '../management/management-words.ts'
import { NoticeButton } from './notice-button.tsx'
import { createNoticeCalls } from './notice-calls.ts'
import { noticeState, useNoticeStates } from './notice-states.ts'
import { useNoticesWords } from './notices-words.ts'

const MAX_TEXT = 2000

/** The finished items of the communication to the people (art. 9º), as the text of a notice. */
export const peopleText = ({ itens }: Pick<Incident, 'itens'>): string => {
  const parts = INCIDENT_ITEMS.filter(({ parte }) => parte === 'titulares').flatMap(({ chave, texto }) => {
    const text = itens.find((item) => item.chave === chave)?.texto.trim() ?? ''
    return text === '' || text.includes(BLANK) ? [] : [`${texto}: ${text}`]
  })
  return parts.join('\n\n').slice(0, MAX_TEXT)
}

type IncidentNoticesProps = { readonly incident: Incident; readonly http: HttpClient; readonly isLocked: boolean }

/** Communication to the people of an incident, with the register of reads (P-NOTICE-49). */
export const IncidentNotices = ({ incident, http, isLocked }: IncidentNoticesProps) => {
  const { t } = useNoticesWords()
  const { noticeName } = useNoticeStates()
  const { momentText, reasonText } = useManagementWords()
  const calls = useMemo(() => createNoticeCalls(http), [http])
  const { id, casos } = incident
  const {
    value: sent,
    failure,
    reload,
  } = useLoaded(`avisos ${id}`, (signal) => calls.ofIncident(id, signal), { keeps: true })
  const cases = casos.map(({ email, fonte }) => ({ email, fonte }))
  const columns = [
    { key: 'address', title: t('register.address'), isRowHeader: true, cell: ({ email }: SentNotice) => email },
    { key: 'sent', title: t('register.sent'), cell: ({ enviado_em: at }: SentNotice) => momentText(at) },
    {
      key: 'opened',
      title: t('register.opened'),
      cell: ({ aberto_em: at }: SentNotice) => (at === null ? '—' : momentText(at)),
    },
    {
      key: 'answer',
      title: t('register.answer'),
      cell: (notice: SentNotice) => noticeName(noticeState(notice)),
    },
    { key: 'by', title: t('register.by'), cell: ({ por }: SentNotice) => por ?? '' },
  ]
  // An older API has no notices.
  if (failure?.kind === 'status' && failure.status === 404) return null
  return (
    <Card title={t('register.title')}>
      {failure && !sent && (
        <Alert kind="danger">
          {t('register.failed')} {reasonText(failure)}
        </Alert>
      )}
      {!failure && !sent && <Skeleton height={24} lines={2} />}
      {sent && (
        <p role="status">
          {sent.total === 0
            ? t('register.none')
            : t('register.count', {
                sent: sent.total,
                opened: sent.avisos.filter(({ aberto_em: at }) => at !== null).length,
                answered: sent.avisos.filter(({ resposta }) => resposta !== null).length,
              })}
        </p>
      )}
      {sent && sent.avisos.length > 0 && (
        <ScrollBox label={t('register.title')} role="group">
          <DataTable columns={columns} rows={sent.avisos} keyOf={(notice) => notice.id} />
        </ScrollBox>
      )}
      {!isLocked && (
        <p>
          <NoticeButton http={http} cases={cases} incident={{ id, text: peopleText(incident) }} onSent={reload} />
        </p>
      )}
    </Card>
  )
}
