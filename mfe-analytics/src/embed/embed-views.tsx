import type { AnalyticsViewName } from '@atalaia/contracts'
import { Skeleton } from '@atalaia/ui'
import { lazy, Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { PeopleContext } from '../cases/people.ts'
import { AddressLinkContext, type AddressLinkProps } from '../links/address-link.tsx'
import { useView, type ViewStore } from '../state/view-store.ts'
import type { ViewProps } from './view-props.ts'

const AddressView = lazy(async () => ({
  default: (await import(/* webpackChunkName: "embed-address" */ './address-view.tsx')).AddressView,
}))
const CasesView = lazy(async () => ({
  default: (await import(/* webpackChunkName: "embed-cases" */ './cases-view.tsx')).CasesView,
}))
const AlertsView = lazy(async () => ({
  default: (await import(/* webpackChunkName: "embed-alerts" */ './alerts-view.tsx')).AlertsView,
}))

type EmbedViewsProps = ViewProps & {
  readonly name: AnalyticsViewName
  readonly address: string | undefined
  /** Another round reloads the views, but not the dashboard. */
  readonly round: number
  readonly chosen: ViewStore
  readonly renderDashboard: () => ReactNode
}

/** The requested view. An opened address lies over it without changing it (M-EMBED-43). */
export const EmbedViews = ({ name, address, round, chosen, renderDashboard, ...props }: EmbedViewsProps) => {
  const { view, change } = useView(chosen)
  const opened = view.open ?? (address === undefined ? undefined : { id: address })
  const below = address === undefined ? name : undefined
  const from = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const hasChanged = useRef(false)
  const isOpen = opened !== undefined
  useEffect(() => {
    if (isOpen) return
    // Back to the link that led there. The row of a case that was changed may go, and the focus with it.
    if (from.current) (hasChanged.current ? list : from).current?.focus()
    from.current = null
    hasChanged.current = false
  }, [isOpen])
  const opensAddresses = props.rights.views.includes('addresses:read')
  const renderLink = useMemo(
    () =>
      opensAddresses
        ? ({ id = '', explained, source, children }: AddressLinkProps) => (
            <button
              type="button"
              className="analytics-link atalaia__link"
              onClick={({ currentTarget }) => {
                from.current = currentTarget
                change({ open: { id, explained, source } })
              }}
            >
              {children}
            </button>
          )
        : (link: AddressLinkProps) => link.children,
    [opensAddresses, change],
  )
  return (
    <PeopleContext value={false}>
      <AddressLinkContext value={renderLink}>
        {opened && (
          <Suspense fallback={<Skeleton lines={6} />}>
            <AddressView
              key={JSON.stringify([opened, round])}
              {...props}
              onCaseChanged={(changed) => {
                hasChanged.current = name === 'cases'
                props.onCaseChanged(changed)
              }}
              address={opened}
              onBack={view.open && (() => change({ open: undefined }))}
            />
          </Suspense>
        )}
        <div ref={list} hidden={isOpen} tabIndex={name === 'cases' ? -1 : undefined}>
          {below === 'dashboard' && renderDashboard()}
          <Suspense fallback={<Skeleton lines={6} />}>
            {below === 'cases' && <CasesView key={round} {...props} chosen={chosen} isCovered={isOpen} />}
            {below === 'alerts' && <AlertsView key={round} {...props} />}
          </Suspense>
        </div>
      </AddressLinkContext>
    </PeopleContext>
  )
}
