import { TextField } from '@atalaia/ui'
import { useState, type ReactNode } from 'react'

type ListToolsProps = {
  /** Names the field of the search. */
  readonly label: string
  /** At the start. */
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Filters and actions. */
  readonly children: ReactNode
}

/** The search of a list, and what stands beside it. */
export const ListTools = ({ label, search, onSearch, children }: ListToolsProps) => {
  const [typed, setTyped] = useState(search)
  return (
    <div className="analytics-list__tools">
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onSearch(target.value)
        }}
      />
      {children}
    </div>
  )
}
