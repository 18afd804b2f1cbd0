import type { Incident } from '@atalaia/contracts/incidents'
import { Badge } from '../controls/badge.tsx'
import { useIncidentsWords } from './incidents-words.ts'

export const IncidentState = ({ state }: { readonly state: Incident['situacao'] }) => {
  const { t } = useIncidentsWords()
  return <Badge icon={state === 'aberto' ? 'clock' : 'lock'}>{t(`state.${state}`)}</Badge>
}
