import { INCIDENT_PARTS, type Incident } from '@atalaia/contracts/incidents'
import { useLocation } from '@atalaia/react/router'
import { useEffect, useRef } from 'react'
import { BLANKS } from '../links/incident-place.ts'
import { focusBlank } from './focus-blank.ts'
import { Section } from './incident-index.tsx'
import { ItemsCard, type ItemsCardProps } from './items-card.tsx'

type ItemsCardsProps = Pick<ItemsCardProps, 'drafts' | 'isLocked' | 'onChange'> & { readonly incident: Incident }

/** P-INCIDENT-4 */
export const ItemsCards = ({ incident, ...form }: ItemsCardsProps) => {
  const { hash } = useLocation()
  const all = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash === BLANKS) focusBlank(all.current)
  }, [hash])
  return (
    <div ref={all} className="analytics-incident__parts">
      {INCIDENT_PARTS.map((part) => (
        <Section key={part} name={part}>
          <ItemsCard {...form} part={part} items={incident.itens} />
        </Section>
      ))}
    </div>
  )
}
