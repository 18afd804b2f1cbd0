import { Button } from '@atalaia/ui'
import { useState, type SubmitEvent } from 'react'
import { Navbar } from 'react-bootstrap'

export const title = 'Com busca'
export const wide = true

export const Example = () => {
  const [asked, setAsked] = useState('')
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(String(new FormData(event.currentTarget).get('busca') ?? ''))
  }
  return (
    <>
      <Navbar aria-label="Barra com busca">
        <Navbar.Brand as="span">Fontes</Navbar.Brand>
        <form className="kit-search" role="search" onSubmit={search}>
          <input className="form-control" type="search" name="busca" aria-label="Buscar fontes" placeholder="Buscar" />
          <Button type="submit" icon="search">
            Buscar
          </Button>
        </form>
      </Navbar>
      <p className="kit-note" role="status">
        {asked && `Você buscou “${asked}”.`}
      </p>
    </>
  )
}
