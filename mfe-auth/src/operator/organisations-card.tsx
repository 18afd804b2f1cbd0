import { OPERATED_PAGE_SIZE, operatedPageSchema, type OperatedOrganisation } from '@atalaia/contracts/operator'
import {
  Button,
  Card,
  DataTable,
  EmptyState,
  ErrorState,
  formatDate,
  formatNumber,
  Pagination,
  ScrollBox,
  Skeleton,
  type TableColumn,
} from '@atalaia/ui'
import { useState } from 'react'
import { useAnswer } from '../api-calls.ts'
import { formText } from '../frame/auth-form.tsx'
import { SearchForm } from './search-form.tsx'

type OrganisationsCardProps = {
  readonly round: number
  readonly opened: string | undefined
  readonly onOpen: (id: string) => void
}
type Query = { readonly text: string; readonly isSuspended: boolean; readonly page: number }

const addressOf = ({ text, isSuspended, page }: Query) =>
  `/operador/organizacoes?${new URLSearchParams({ busca: text, pagina: String(page), ...(isSuspended && { suspensas: 'sim' }) })}`

export const OrganisationsCard = ({ round, opened, onOpen }: OrganisationsCardProps) => {
  const [query, setQuery] = useState<Query>({ text: '', isSuspended: false, page: 1 })
  const path = addressOf(query)
  const { value, failure, isLoading, reload } = useAnswer(
    `${round} ${path}`,
    (http, signal) => http.get(path, operatedPageSchema, { signal }),
    { keeps: true },
  )
  return (
    <Card title="Organizações">
      <SearchForm
        name="Procurar organizações"
        label="Nome, número ou parte do e-mail de uma pessoa"
        onSearch={(form) =>
          setQuery({ text: formText(form, 'search').trim(), isSuspended: formText(form, 'suspended') !== '', page: 1 })
        }
      >
        <label className="auth-check">
          <input type="checkbox" name="suspended" /> Só suspensas
        </label>
      </SearchForm>
      {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
      {!value && isLoading && <Skeleton height={160} />}
      {value?.linhas.length === 0 && failure === undefined && (
        <EmptyState title="Nenhuma organização encontrada">
          <p>Procure por outra palavra.</p>
        </EmptyState>
      )}
      {value && value.linhas.length > 0 && (
        <div aria-busy={isLoading}>
          <p className="ui-muted" role="status">
            {value.encontradas === 1 ? '1 organização' : `${formatNumber(value.encontradas)} organizações`}
          </p>
          <Rows rows={value.linhas} opened={opened} onOpen={onOpen} />
          <Pagination
            label="Páginas das organizações"
            page={query.page}
            pages={Math.ceil(value.encontradas / OPERATED_PAGE_SIZE)}
            onPage={(page) => setQuery({ ...query, page })}
          />
        </div>
      )}
    </Card>
  )
}

type RowsProps = Pick<OrganisationsCardProps, 'opened' | 'onOpen'> & { readonly rows: readonly OperatedOrganisation[] }

const Rows = ({ rows, opened, onOpen }: RowsProps) => (
  <ScrollBox label="Organizações da instalação" role="group">
    <DataTable rows={rows} keyOf={({ id }) => id} columns={columnsOf(opened, onOpen)} />
  </ScrollBox>
)

const columnsOf = (
  opened: string | undefined,
  onOpen: (id: string) => void,
): readonly TableColumn<OperatedOrganisation>[] => [
  {
    key: 'name',
    title: 'Organização',
    cell: ({ id, nome }) => (
      <>
        {nome} <span className="ui-muted">nº {id}</span>
      </>
    ),
  },
  { key: 'people', title: 'Pessoas', align: 'end', cell: ({ limites }) => formatNumber(limites.pessoas.usados) },
  {
    key: 'addresses',
    title: 'Endereços',
    align: 'end',
    cell: ({ limites }) => formatNumber(limites.enderecos.usados),
  },
  { key: 'seen', title: 'Vista', cell: ({ visto_em: seen }) => (seen === null ? 'nunca' : formatDate(seen)) },
  {
    key: 'state',
    title: 'Estado',
    cell: ({ suspensa }) => (suspensa === null ? 'Ativa' : <strong className="auth-suspended">Suspensa</strong>),
  },
  {
    key: 'actions',
    title: 'Ações',
    align: 'end',
    cell: ({ id, nome }) => (
      <Button size="small" aria-pressed={opened === id} aria-label={`Abrir ${nome}`} onClick={() => onOpen(id)}>
        Abrir
      </Button>
    ),
  },
]
