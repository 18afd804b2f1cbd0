import { Button, TextField } from '@atalaia/ui'
import type { ReactNode } from 'react'

type SearchFormProps = {
  /** Tells the searches of the page apart. */
  readonly name: string
  readonly label: string
  readonly onSearch: (form: HTMLFormElement) => void
  /** Further fields. */
  readonly children?: ReactNode
}

/** A search that is sent by Enter or its button; its text is in the field `search`. */
export const SearchForm = ({ name, label, onSearch, children }: SearchFormProps) => (
  <form
    className="auth-search"
    role="search"
    aria-label={name}
    onSubmit={(event) => {
      event.preventDefault()
      onSearch(event.currentTarget)
    }}
  >
    <TextField label={label} name="search" type="search" maxLength={254} autoComplete="off" />
    {children}
    <Button type="submit">Procurar</Button>
  </form>
)
