import type { ListedCase } from '@atalaia/contracts/cases'
import { useNavigate } from '@atalaia/react/router'
import { Menu } from '@atalaia/ui'
import { ADD, INCIDENTS_PLACE, stateGathering } from '../links/incident-place.ts'
import { useCaseWords } from './case-words.ts'

type GatherMenuProps = { readonly chosen: readonly ListedCase[] }

/** The menu of the ways from chosen cases to the register of incidents: to begin one with them, or to add them to one (P-INCIDENT-10). */
export const GatherMenu = ({ chosen }: GatherMenuProps) => {
  const { t } = useCaseWords()
  const navigate = useNavigate()
  const go = (fragment: string) => void navigate(INCIDENTS_PLACE + fragment, { state: stateGathering(chosen) })
  return (
    <Menu
      label={t('incident')}
      align="start"
      className="analytics-case-menu"
      trigger={t('incident')}
      items={[
        { kind: 'action', id: 'register', label: t('incident.register'), icon: 'shield', onSelect: () => go('') },
        { kind: 'action', id: 'add', label: t('incident.add'), icon: 'plus', onSelect: () => go(ADD) },
      ]}
    />
  )
}
