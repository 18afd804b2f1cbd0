import { PageHeader } from '@atalaia/ui'
import { useRef, type ReactNode } from 'react'
import { LateReference } from '../catalogue/late-reference.tsx'
import { places, type PlaceId } from '../catalogue/places.ts'
import { OverlayContainer } from './overlay-container.ts'
import './kit.css'

export type KitPageProps = {
  readonly title: string
  /** The breadcrumb's steps after the first, which is the kit. */
  readonly trail: readonly string[]
  /** One sentence on what the page is a model for. */
  readonly lead: string
  /** The page's route, where the catalogue has parts for it: their reference stands at the page's end. */
  readonly place?: PlaceId
  readonly children: ReactNode
}

/**
 * The frame of every page of the kit: title, breadcrumb, and the mark that the content is a demonstration (P-KIT-2).
 */
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
