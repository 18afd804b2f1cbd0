import { Link, useLocation, useNavigate } from '@atalaia/react/router'
import { useLanguage } from '../language/use-language.ts'
import { useCallback, useContext, type ReactNode } from 'react'
import { OpenTotalContext, RowsContext, TotalLinkContext, type AddressLinkProps, type Total } from './address-link.tsx'
import { addressIdIn, addressPlace, LIST_PLACE, stateFrom, totalPlace } from './address-place.ts'
import { registerPlace } from './incident-place.ts'

const RouterAddressLink = ({ id = '', explained, source, children }: AddressLinkProps) => {
  const { t } = useLanguage()
  const { pathname, search, state } = useLocation()
  const rows = useContext(RowsContext)
  // From an address to another one: closing that one leads to where the first one was opened.
  const isOver = addressIdIn(pathname) !== undefined
  return (
    <Link
      to={addressPlace(id, explained, source)}
      state={isOver ? state : stateFrom(pathname + search, rows)}
      replace={isOver}
      preventScrollReset
      className="analytics-link"
      title={explained && t('explain')}
    >
      {children}
    </Link>
  )
}

/** Opens the address over the current page. */
export const renderAddressLink = (link: AddressLinkProps) => <RouterAddressLink {...link} />

const RegisterLink = ({ id, source }: { readonly id: string; readonly source: string }) => {
  const { t } = useLanguage()
  return <Link to={registerPlace({ endereco: id, fonte: source })}>{t('go.register')}</Link>
}

export const renderIncidentLink = (id: string, source: string) => <RegisterLink id={id} source={source} />

const TotalLink = ({ total, children }: { readonly total: Total; readonly children: ReactNode }) => {
  const { t, date } = useLanguage()
  const { of } = total
  const title = typeof of === 'object' ? t('explain.day', { day: date(of.day) }) : t('explain')
  return (
    <Link to={totalPlace(total)} className="analytics-link" title={title}>
      {children}
    </Link>
  )
}
const renderTotalLink = (total: Total, content: ReactNode) => <TotalLink total={total}>{content}</TotalLink>

/** P-ADDRESS-4 */
export const RouterTotals = ({ children }: { readonly children: ReactNode }) => {
  const navigate = useNavigate()
  const open = useCallback((total: Total) => void navigate(totalPlace(total)), [navigate])
  return (
    <TotalLinkContext value={renderTotalLink}>
      <OpenTotalContext value={open}>{children}</OpenTotalContext>
    </TotalLinkContext>
  )
}

const ListLink = ({ all }: { readonly all: number }) => {
  const { t } = useLanguage()
  return (
    <Link to={LIST_PLACE} className="analytics-emails__list">
      {t('go.addresses', { all })}
    </Link>
  )
}

/** A link to the list of all addresses, by their number (P-DASH-33). */
export const renderListLink = (all: number) => <ListLink all={all} />
