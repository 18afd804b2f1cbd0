import { Button, TextField } from '@atalaia/ui'
import type { ReactNode } from 'react'

type SearchFormProps = {
  readonly name: string
  readonly label: string
  readonly onSearch: (form: HTMLFormElement) => void
  readonly children?: ReactNode
}

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
