import { INCIDENT_PARTS, type Incident, type IncidentPart } from '@atalaia/contracts/incidents'
import { Icon } from '@atalaia/ui'
import type { MouseEvent, ReactNode } from 'react'
import { blanksOfPart, type IncidentDraft } from './incident-draft.ts'
import { useIncidentsWords } from './incidents-words.ts'

const SECTIONS = [
  'prazos',
  'fatos',
  'casos',
  'decisao',
  'comunicacoes',
  ...INCIDENT_PARTS,
  'dossie',
  'historico',
] as const
type SectionName = (typeof SECTIONS)[number]

const idOf = (name: SectionName) => `incidente-${name}`
const partOf = (name: SectionName): IncidentPart | undefined => INCIDENT_PARTS.find((part) => part === name)

type SectionProps = { readonly name: SectionName; readonly children: ReactNode }

export const Section = ({ name, children }: SectionProps) => (
  <div id={idOf(name)} className="analytics-incident__section" tabIndex={-1}>
    {children}
  </div>
)

const go = (event: MouseEvent, name: SectionName) => {
  const section = document.getElementById(idOf(name))
  if (!section) return
  // Without an entry in the browser's history for each look.
  event.preventDefault()
  section.scrollIntoView({ block: 'start' })
  section.focus({ preventScroll: true })
}

type IndexProps = { readonly incident: Incident; readonly drafts: IncidentDraft['items'] }

/** Index of the page with the blanks of each part (P-INCIDENT-13). */
export const IncidentIndex = ({ incident, drafts }: IndexProps) => {
  const { t } = useIncidentsWords()
  const countOf = (name: SectionName): ReactNode => {
    if (name === 'casos') return <span>{incident.numero_casos}</span>
    if (name === 'decisao')
      return incident.decisao === 'pendente' && <Missing count={1} text={t('decision.pendente')} />
    const part = partOf(name)
    const blanks = part ? blanksOfPart(part, incident.itens, drafts) : 0
    return blanks > 0 && <Missing count={blanks} text={t('blanks.count', { count: blanks })} />
  }
  return (
    <nav className="analytics-incident__index" aria-label={t('index')}>
      <ul>
        {SECTIONS.map((name) => (
          <li key={name}>
            <a href={`#${idOf(name)}`} onClick={(event) => go(event, name)}>
              {t(`index.${name}`)} {countOf(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Missing = ({ count, text }: { readonly count: number; readonly text: string }) => (
  <span className="analytics-incident__missing">
    <span aria-hidden="true">{count}</span>
    <Icon name="alert-triangle" />
    <span className="ui-visually-hidden">{text}</span>
  </span>
)
