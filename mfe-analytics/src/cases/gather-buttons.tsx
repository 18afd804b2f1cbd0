import type { ListedCase } from '@atalaia/contracts/cases'
import { useNavigate } from '@atalaia/react/router'
import { Button } from '@atalaia/ui'
import { ADD, INCIDENTS_PLACE, stateGathering } from '../links/incident-place.ts'
import { useCaseWords } from './case-words.ts'

type GatherButtonsProps = { readonly chosen: readonly ListedCase[] }

/** The ways from chosen cases to the register of incidents: to begin one with them, or to add them to one (P-INCIDENT-10). */
export const GatherButtons = ({ chosen }: GatherButtonsProps) => {
  const { t } = useCaseWords()
  const navigate = useNavigate()
  const go = (fragment: string) => void navigate(INCIDENTS_PLACE + fragment, { state: stateGathering(chosen) })
  return (
    <>
      <Button icon="shield" onClick={() => go('')}>
        {t('incident.register')}
      </Button>
      <Button icon="plus" onClick={() => go(ADD)}>
        {t('incident.add')}
      </Button>
    </>
  )
}
