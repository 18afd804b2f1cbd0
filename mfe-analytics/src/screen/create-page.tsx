import type { HttpClient, Logger } from '@atalaia/contracts'
import { useSession } from '@atalaia/react'
import { useLocation } from '@atalaia/react/router'
import { lazy, Suspense, type ComponentType } from 'react'
import { SourcesButton } from '../covered-sources/sources-button.tsx'
import {
  AddressLinkContext,
  IncidentLinkContext,
  ListLinkContext,
  NoticeContext,
  type NoticedCase,
  ProveContext,
  SourcesContext,
} from '../links/address-link.tsx'
import { addressIdIn, listIn } from '../links/address-place.ts'
import { renderAddressLink, renderIncidentLink, renderListLink, RouterTotals } from '../links/router-address-link.tsx'
import type { ListScreenProps } from '../lists/use-list.ts'
import { SectionLinks } from '../sections/section-links.tsx'
import { LazyNotice } from '../notices/lazy-notices.tsx'
import { LazyProve } from '../ownership/lazy-prove.tsx'
import type { Dashboard } from '../state/dashboard.ts'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { DraftsContext, useSessionDrafts } from '../session/drafts.ts'
import { seerOf } from '../session/seer-of.ts'
import { TodayChips, type TodayChipsProps } from '../today/today-chips.tsx'
import { createScreen } from './create-screen.tsx'

type CallParts = { readonly http: HttpClient; readonly logger: Logger }
type DrawerProps = CallParts & { readonly id: string; readonly onChanged: () => void }

export type PageParts = CallParts & {
  readonly dashboard: Dashboard
  readonly loadList: () => Promise<{ readonly AddressesScreen: ComponentType<ListScreenProps> }>
  readonly loadCases: () => Promise<{ readonly CasesScreen: ComponentType<ListScreenProps> }>
  readonly loadDrawer: () => Promise<{ readonly AddressDrawer: ComponentType<DrawerProps> }>
}

const renderBelowTitle = ({ addresses, ...news }: TodayChipsProps & { readonly addresses: number | undefined }) => (
  <>
    <SectionLinks />
    <TodayChips {...news} />
    <FirstSteps addresses={addresses} />
  </>
)

/** Dashboard or list, which stays unchanged while an address lies over it. */
export const createPage = ({ dashboard, http, logger, loadList, loadCases, loadDrawer }: PageParts) => {
  const Screen = createScreen(dashboard)
  const Drawer = lazy(async () => ({ default: (await loadDrawer()).AddressDrawer }))
  const lists = {
    addresses: lazy(async () => ({ default: (await loadList()).AddressesScreen })),
    cases: lazy(async () => ({ default: (await loadCases()).CasesScreen })),
  }
  const renderProve = (email: string) => (
    <LazyProve email={email} http={http} onProved={() => void dashboard.reload()} />
  )
  const renderNotice = (cases: readonly NoticedCase[]) => <LazyNotice http={http} cases={cases} />
  const renderSources = (text: string) => (
    <SourcesButton http={http} logger={logger}>
      {text}
    </SourcesButton>
  )
  const Page = () => {
    const place = useLocation()
    const id = addressIdIn(place.pathname)
    const below = listIn(place)
    const seer = seerOf(useSession())
    const drafts = useSessionDrafts()
    const List = below && lists[below.list]
    return (
      <DraftsContext value={drafts}>
        <SourcesContext value={renderSources}>
          <AddressLinkContext value={renderAddressLink}>
            <NoticeContext value={renderNotice}>
              {!below || !List ? (
                <ListLinkContext value={renderListLink}>
                  <RouterTotals>
                    <ProveContext value={renderProve}>
                      <Screen renderBelowTitle={renderBelowTitle} />
                    </ProveContext>
                  </RouterTotals>
                </ListLinkContext>
              ) : (
                <Suspense fallback={null}>
                  <List
                    key={`${below.list} ${seer}`}
                    search={below.query}
                    isCovered={id !== undefined}
                    http={http}
                    logger={logger}
                  />
                </Suspense>
              )}
              <IncidentLinkContext value={renderIncidentLink}>
                {id !== undefined && seer !== undefined && (
                  <Suspense fallback={null}>
                    <Drawer
                      key={`${seer} ${id}`}
                      id={id}
                      http={http}
                      logger={logger}
                      onChanged={() => {
                        // A list loads again once it is no longer covered.
                        if (!below) void dashboard.reload()
                      }}
                    />
                  </Suspense>
                )}
              </IncidentLinkContext>
            </NoticeContext>
          </AddressLinkContext>
        </SourcesContext>
      </DraftsContext>
    )
  }
  return Page
}
