import { PageHeader } from '@atalaia/ui'
import type { ReactNode } from 'react'
import './kit.css'

export type KitPageProps = {
  readonly title: string
  /** Steps of the breadcrumb after the first, which is the kit itself. */
  readonly trail: readonly string[]
  /** One sentence on what the page is a model for. */
  readonly lead: string
  readonly children: ReactNode
}

/** The frame of every page of the kit: title, breadcrumb, and the sign that all of it is demonstration. */
export const KitPage = ({ title, trail, lead, children }: KitPageProps) => (
  <div className="kit-page">
    <div className="kit-head">
      <PageHeader title={title} trail={[...trail]} />
      <p className="kit-lead">
        <span className="kit-badge">Demonstração</span> {lead}
      </p>
    </div>
    {children}
  </div>
)
