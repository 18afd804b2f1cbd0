import { Link } from '@atalaia/react/router'
import { Card, EmptyState, ScrollBox, TextField } from '@atalaia/ui'
import { useState } from 'react'
import descriptor from '../../../remote.json'
import { parts, type Part } from '../../catalogue/parts.ts'
import { placeOf } from '../../catalogue/places.ts'
import { KitPage } from '../../kit/kit-page.tsx'
import './ui-catalog.css'

const kinds: Readonly<Record<Part['kind'], string>> = {
  component: 'Componente',
  function: 'Função',
  type: 'Tipo',
  value: 'Valor',
  library: 'Biblioteca',
}

const pages = new Map(descriptor.routes.map(({ id, path, title }) => [id, { path, title }]))

const rows = parts.flatMap((part) => {
  const page = pages.get(placeOf(part.name) ?? '')
  return page ? [{ ...part, page }] : []
})

const matches = ({ name, from, text = '' }: Part, words: readonly string[]) =>
  words.every((word) => `${name} ${from} ${text}`.toLowerCase().includes(word))

/** P-KIT-34 */
export const Component = () => {
  const [search, setSearch] = useState('')
  const found = rows.filter((row) => matches(row, search.toLowerCase().split(/\s+/)))
  return (
    <KitPage
      title="UI - Catálogo"
      trail={['UI', 'Catálogo']}
      lead="Tudo o que @atalaia/ui e @atalaia/react oferecem, e a página que o mostra com estados, propriedades, teclado e código. As descrições vêm do código, em inglês."
    >
      <Card>
        <TextField label="Buscar" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        <p className="kit-note" role="status">
          {found.length === 1 ? '1 nome' : `${found.length} nomes`}
        </p>
        {found.length === 0 ? (
          <EmptyState icon="search" title="Nada corresponde à busca" />
        ) : (
          <ScrollBox label="Nomes do catálogo">
            <table className="ui-table kit-catalog" aria-label="Nomes do catálogo">
              <thead>
                <tr>
                  <th scope="col">Nome</th>
                  <th scope="col">O que é</th>
                  <th scope="col">Importe de</th>
                  <th scope="col">Página</th>
                </tr>
              </thead>
              <tbody>
                {found.map(({ name, from, kind, text, page }) => (
                  <tr key={`${from} ${name}`}>
                    <th scope="row">
                      <Link to={`${page.path}#${name}`}>{name}</Link>
                    </th>
                    <td>
                      {kinds[kind]}
                      {text && (
                        <span className="kit-catalog__text" lang="en">
                          {text.split(/(?<=[.:]) /)[0]}
                        </span>
                      )}
                    </td>
                    <td>
                      <code>{from}</code>
                    </td>
                    <td>{page.title}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )}
      </Card>
    </KitPage>
  )
}
