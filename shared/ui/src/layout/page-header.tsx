import { useId } from 'react'
import { Icon } from '../icons/icon.tsx'

export interface PageHeaderProps {
  title: string
  /** Breadcrumb steps, this page last. */
  trail: string[]
}

/** Breadcrumb 'YOU ARE HERE' (P-HEADER-9) and the focusable `h1`. */
export const PageHeader = ({ title, trail }: PageHeaderProps) => {
  const labelId = useId()
  return (
    <header className="ui-page-header">
      <nav className="ui-breadcrumb" aria-labelledby={labelId}>
        <span className="ui-breadcrumb__label" id={labelId}>
          YOU ARE HERE
        </span>
        <ol className="ui-breadcrumb__trail">
          {trail.map((place, at) => (
            <li key={place} aria-current={at === trail.length - 1 ? 'page' : undefined}>
              <Icon name="chevron-right" />
              {place}
            </li>
          ))}
        </ol>
      </nav>
      <h1 className="ui-page-header__title" tabIndex={-1}>
        {title}
      </h1>
    </header>
  )
}
