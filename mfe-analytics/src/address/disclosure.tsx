import { Icon } from '@atalaia/ui'
import { Suspense, useState, type ReactNode } from 'react'

type DisclosureProps = {
  readonly summary: ReactNode
  readonly fallback: ReactNode
  readonly children: () => ReactNode
}

export const Disclosure = ({ summary, fallback, children }: DisclosureProps) => {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <details
      className="analytics-address__disclosure"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open) setOpened(true)
      }}
    >
      <summary>
        {summary} <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
      </summary>
      {wasOpened && (
        <div className="analytics-address__disclosed">
          <Suspense fallback={fallback}>{children()}</Suspense>
        </div>
      )}
    </details>
  )
}
