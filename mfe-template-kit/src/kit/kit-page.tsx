import { PageHeader } from '@atalaia/ui'
import { useRef, type ReactNode } from 'react'
import { LateReference } from '../catalogue/late-reference.tsx'
import { places, type PlaceId } from '../catalogue/places.ts'
import { OverlayContainer } from './overlay-container.ts'
import './kit.css'

export type KitPageProps = {
  readonly title: string
  readonly trail: readonly string[]
  readonly lead: string
  readonly place?: PlaceId
  readonly children: ReactNode
}

/** Marks every page as a demonstration (P-KIT-2). */
export const KitPage = ({ title, trail, lead, place, children }: KitPageProps) => {
  const page = useRef<HTMLDivElement>(null)
  return (
    <div className="kit-page" ref={page}>
      <div className="kit-head">
        <PageHeader title={title} trail={[...trail]} />
        <p className="kit-lead">
          <span className="kit-badge">Demonstração</span> {lead}
        </p>
      </div>
      <OverlayContainer value={page}>{children}</OverlayContainer>
      {place && <LateReference names={places[place]} />}
    </div>
  )
}
