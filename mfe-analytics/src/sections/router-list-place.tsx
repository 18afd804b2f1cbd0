import { useSession } from '@atalaia/react'
import { useLocation, useNavigate } from '@atalaia/react/router'
import { PageHeader } from '@atalaia/ui'
import { useMemo, type ReactNode } from 'react'
import remote from '../../remote.json' with { type: 'json' }
import { ROWS } from '../links/address-place.ts'
import { ListPlaceContext, type ListPlace } from '../lists/list-place.ts'
import { fileName, saveRows } from '../lists/save-rows.ts'
import { SectionLinks } from './section-links.tsx'

const routeOf = (id: string) => remote.routes.find((route) => route.id === id)

const renderHead = (id: string) => {
  const title = routeOf(id)?.title ?? ''
  return (
    <>
      <PageHeader title={title} trail={['Dashboard', 'Analises', title]} />
      <SectionLinks />
    </>
  )
}

/** Place of lists with a page: the address holds their query. */
export const RouterListPlace = ({ children }: { readonly children: ReactNode }) => {
  const navigate = useNavigate()
  const isLedToRows = useLocation().hash === ROWS
  const session = useSession()
  const organisation = session.status === 'active' ? session.organisation?.name : undefined
  const place = useMemo(
    (): ListPlace => ({
      open: (id, query) =>
        void navigate(`${routeOf(id)?.path ?? ''}${query && `?${query}`}`, { replace: true, preventScrollReset: true }),
      renderHead,
      isLedToRows,
      saveRows: (rows, form, file) =>
        saveRows(rows, form, { ...file, name: fileName(file.name, new Date(), organisation) }),
    }),
    [navigate, isLedToRows, organisation],
  )
  return <ListPlaceContext value={place}>{children}</ListPlaceContext>
}
