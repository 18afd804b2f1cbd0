import { Icon, type IconName } from '@atalaia/ui'
import { useCaseWords } from './case-words.ts'
import './case.css'

const ICONS: Readonly<Record<string, IconName>> = {
  novo: 'alert-circle',
  'em-andamento': 'clock',
  tratado: 'check-circle',
  'nao-e-nosso': 'x',
  aceito: 'scale',
}

export const StateBadge = ({ state }: { readonly state: string }) => {
  const { stateName } = useCaseWords()
  return (
    <span className={`analytics-case-state analytics-case-state--${state}`}>
      <Icon name={ICONS[state] ?? 'info'} />
      {stateName(state)}
    </span>
  )
}
