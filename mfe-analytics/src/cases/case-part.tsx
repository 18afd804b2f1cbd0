import type { FoundSource, HttpClient } from '@atalaia/contracts'
import { newCase, type AddressCases, type LeakCase } from '@atalaia/contracts/cases'
import { Button } from '@atalaia/ui'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { sourceTitle } from '../address/address-words.ts'
import { IncidentLinkContext, NoticeContext } from '../links/address-link.tsx'
import { CaseEditor } from './case-editor.tsx'
import { isLate, useCaseWords } from './case-words.ts'
import { useKnowsPeople } from './people.ts'
import { PersonMessage } from './person-message.tsx'
import { useNoticeStates } from '../notices/notice-states.ts'
import { StateBadge } from './state-badge.tsx'

export type CasePartProps = {
  readonly http: HttpClient
  readonly id: string
  readonly address: string
  readonly found: FoundSource
  readonly cases: AddressCases
  /** Counts visits to this case; 0: never, 1: by the opening link. From 1 on the case takes the focus, unless the person has moved it. */
  readonly led: number
  readonly onChanged: (changed: LeakCase) => void
}

/** P-CASE-2 */
export const CasePart = ({ http, id, address, found, cases, led, onChanged }: CasePartProps) => {
  const { fonte: source } = found
  const knowsPeople = useKnowsPeople()
  const { t, date } = useCaseWords()
  const { noticeName } = useNoticeStates()
  const { casos, responsavel, pessoas, pode_mudar: mayChange } = cases
  const renderIncidentLink = useContext(IncidentLinkContext)
  const renderNotice = useContext(NoticeContext)
  const shown = casos.find(({ fonte }) => fonte === source) ?? newCase(source, responsavel)
  const [isOpen, setOpen] = useState(led > 0)
  const [followed, setFollowed] = useState(led)
  if (led !== followed) {
    setFollowed(led)
    setOpen(isOpen || led > 0)
  }
  const bodyId = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (led === 0) return
    box.current?.scrollIntoView({ block: 'center' })
    // A page that has just opened has the focus at its heading, or has none yet.
    const isAtStart = document.activeElement === document.body || document.activeElement?.matches('h2') === true
    if (led > 1 || isAtStart) box.current?.focus({ preventScroll: true })
  }, [led])
  return (
    <div
      ref={box}
      className="analytics-case"
      role="group"
      tabIndex={-1}
      aria-label={t('case.of', { source: sourceTitle(found) })}
    >
      <div className="analytics-case__line">
        <StateBadge state={shown.estado} />
        {shown.aviso != null && <span className="analytics-case__who">{noticeName(shown.aviso)}</span>}
        {knowsPeople && (
          <span className="analytics-case__who">
            {shown.responsavel ? t('owner.of', { person: shown.responsavel.email }) : t('owner.none')}
          </span>
        )}
        {shown.prazo !== null && (
          <span className={isLate(shown) ? 'analytics-case__late' : undefined}>
            {t(isLate(shown) ? 'due.late' : 'due.on', { day: date(shown.prazo) })}
          </span>
        )}
        {mayChange && renderIncidentLink(id, source)}
        {mayChange && renderNotice([{ email: address, fonte: source }])}
        <Button
          size="small"
          icon={isOpen ? 'chevron-up' : 'chevron-down'}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('close') : t(mayChange ? 'open' : 'open.read')}
        </Button>
      </div>
      {shown.reaberto_em !== null && shown.estado === 'novo' && (
        <p className="analytics-case__reopened">{t('reopened', { day: date(shown.reaberto_em) })}</p>
      )}
      <div id={bodyId}>
        {isOpen && (
          <CaseEditor
            http={http}
            id={id}
            source={source}
            people={pessoas}
            mayChange={mayChange}
            renderMessage={(steps) => <PersonMessage address={address} source={found} steps={steps} />}
            onChanged={onChanged}
          />
        )}
      </div>
    </div>
  )
}
