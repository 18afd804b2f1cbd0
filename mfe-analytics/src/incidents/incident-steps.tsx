import type { Incident } from '@atalaia/contracts/incidents'
import { Icon } from '@atalaia/ui'
import { useIncidentsWords } from './incidents-words.ts'

/** A step is done, is still to do, or is none of an incident that is not communicated. */
const stepsOf = ({ decisao, anpd_em, titulares_em, situacao }: Incident) => {
  const told = (moment: string | null) => {
    if (moment !== null) return 'done'
    return decisao === 'nao-comunicar' ? 'none' : 'left'
  }
  return [
    { name: 'registered', state: 'done' },
    { name: 'decided', state: decisao === 'pendente' ? 'left' : 'done' },
    { name: 'anpd', state: told(anpd_em) },
    { name: 'people', state: told(titulares_em) },
    { name: 'closed', state: situacao === 'encerrado' ? 'done' : 'left' },
  ] as const
}

const ICONS = { done: 'check-circle', left: 'clock', none: 'minus' } as const

/** Progress of an incident, from its registration to its end (P-INCIDENT-13). */
export const IncidentSteps = ({ incident }: { readonly incident: Incident }) => {
  const { t } = useIncidentsWords()
  const steps = stepsOf(incident)
  const next = steps.find(({ state }) => state === 'left')
  return (
    <ol className="analytics-incident__steps" aria-label={t('steps')}>
      {steps.map(({ name, state }) => (
        <li key={name} data-state={state} aria-current={name === next?.name ? 'step' : undefined}>
          <Icon name={ICONS[state]} />
          {t(`step.${name}`)}
          <span className="ui-visually-hidden">: {t(`step.is.${state}`)}</span>
        </li>
      ))}
    </ol>
  )
}
