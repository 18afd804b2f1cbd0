import type { HttpClient } from '@atalaia/contracts'
import {
  MAX_NOTICE_CASES,
  NOTICE_LANGUAGES,
  type NoticeLanguage,
  type NoticeOutcome,
  type NoticePreview,
} from '@atalaia/contracts/notices'
import { Alert, Button, Dialog, ScrollBox, Skeleton, useLoaded } from '@atalaia/ui'
import { useMemo, useState } from 'react'
import { CheckField } from '../controls/check-field.tsx'
import { SelectField } from '../controls/select-field.tsx'
import { TextArea } from '../controls/text-area.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { useAction } from '../management/use-action.ts'
import type { NoticedCase } from '../links/address-link.tsx'
import { createNoticeCalls } from './notice-calls.ts'
import { NoticePeople } from './notice-people.tsx'
import { useNoticesWords } from './notices-words.ts'
import './notices.css'

export type NoticeButtonProps = {
  readonly http: HttpClient
  readonly cases: readonly NoticedCase[]
  /** Register that counts the notices, and its text. */
  readonly incident?: { readonly id: string; readonly text: string }
  readonly onSent?: () => void
}

type NoticeDialogProps = NoticeButtonProps & { readonly onClose: () => void }

const MAX_TEXT = 2000

/** A person whom only a yes notifies again. */
const yields = (refusal: NoticePreview['pessoas'][number]['recusa']) => refusal === 'recente' || refusal === 'devolvido'

/** Shows the whole mail and who gets it before it is sent (P-NOTICE-47). */
export const NoticeDialog = ({ http, cases, incident, onSent, onClose }: NoticeDialogProps) => {
  const { t } = useNoticesWords()
  const { reasonText } = useManagementWords()
  const calls = useMemo(() => createNoticeCalls(http), [http])
  const told = cases.slice(0, MAX_NOTICE_CASES).map(({ email, fonte }) => ({ email, fonte }))
  const [language, setLanguage] = useState<NoticeLanguage>('pt')
  const [typed, setTyped] = useState<{ readonly above?: string; readonly below?: string }>(
    incident && incident.text !== '' ? { above: incident.text } : {},
  )
  const [repeats, setRepeats] = useState(false)
  const [outcome, setOutcome] = useState<NoticeOutcome>()
  const { isBusy, problem, run } = useAction()
  const {
    value: preview,
    failure,
    reload,
  } = useLoaded(language, (signal) => calls.preview(told, language, signal), { keeps: true })
  const people = preview?.pessoas ?? []
  const reached = people.filter(({ recusa }) => recusa === null || (repeats && yields(recusa))).length
  const above = typed.above ?? preview?.acima ?? ''
  const below = typed.below ?? preview?.abaixo ?? ''
  const send = async () => {
    const order = { casos: told, idioma: language, acima: above, abaixo: below, repetir: repeats }
    const result = await run(() => calls.send({ ...order, ...(incident && { incidente: incident.id }) }))
    if (!result) return
    setOutcome(result)
    if (result.enviados > 0) onSent?.()
  }
  return (
    <Dialog
      open
      title={t(incident ? 'tell.people' : 'title')}
      isReadOut={false}
      onClose={onClose}
      actions={
        outcome ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button
              variant="primary"
              busy={isBusy}
              busyLabel={t('sending')}
              disabled={reached === 0}
              onClick={() => void send()}
            >
              {t('send', { count: reached })}
            </Button>
          </>
        )
      }
    >
      <div className="analytics-notice" aria-busy={isBusy}>
        {outcome ? (
          <Outcome outcome={outcome} />
        ) : (
          <>
            <p>{t('lead')}</p>
            {cases.length > MAX_NOTICE_CASES && <Alert kind="warning">{t('some', { most: MAX_NOTICE_CASES })}</Alert>}
            {!preview && failure && (
              <Alert kind="danger">
                {t('failed')} {reasonText(failure)}{' '}
                <Button size="small" icon="refresh" onClick={reload}>
                  {t('retry')}
                </Button>
              </Alert>
            )}
            {!preview && !failure && (
              <div role="status" aria-label={t('loading')}>
                <Skeleton height={48} lines={5} />
              </div>
            )}
            {preview && (
              <>
                <SelectField
                  label={t('language')}
                  value={language}
                  options={NOTICE_LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
                  onChange={setLanguage}
                />
                <p className="analytics-notice__subject">{t('subject', { subject: preview.assunto })}</p>
                <TextArea
                  label={t('above')}
                  value={above}
                  rows={4}
                  maxLength={MAX_TEXT}
                  onChange={(text) => setTyped({ ...typed, above: text })}
                />
                <div className="analytics-notice__fixed" role="group" aria-label={t('fixed')}>
                  {preview.fixo.map((text) => (
                    <p key={text}>{text}</p>
                  ))}
                </div>
                <TextArea
                  label={t('below')}
                  value={below}
                  rows={2}
                  maxLength={MAX_TEXT}
                  onChange={(text) => setTyped({ ...typed, below: text })}
                />
                <NoticePeople people={people} reached={reached} />
                {people.some(({ recusa }) => yields(recusa)) && (
                  <CheckField label={t('repeat')} checked={repeats} onChange={setRepeats} />
                )}
              </>
            )}
            {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
          </>
        )}
      </div>
    </Dialog>
  )
}

const Outcome = ({ outcome: { enviados, recusados } }: { readonly outcome: NoticeOutcome }) => {
  const { t } = useNoticesWords()
  return (
    <>
      <Alert kind={enviados > 0 ? 'success' : 'warning'}>{t('sent', { count: enviados })}</Alert>
      {recusados.length > 0 && (
        <>
          <p>{t('left')}</p>
          <ScrollBox label={t('left')} className="analytics-notice__people">
            <ul>
              {recusados.map(({ email, motivo }) => (
                <li key={email}>
                  <strong>{email}</strong>
                  <span>{t(`refusal.${motivo}`)}</span>
                </li>
              ))}
            </ul>
          </ScrollBox>
        </>
      )}
    </>
  )
}
