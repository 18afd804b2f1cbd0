import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface CardProps {
  /** Heading; makes the card a named region. */
  title?: string
  children: ReactNode
  className?: string
}

/** A surface for one subject. */
export const Card = ({ title, children, className }: CardProps) => {
  const titleId = useId()
  return (
    <section className={cx('ui-card', className)} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <h2 className="ui-card__title" id={titleId}>
          {title}
        </h2>
      )}
      {children}
    </section>
  )
}
