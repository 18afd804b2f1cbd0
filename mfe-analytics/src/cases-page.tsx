// The chunk of the route of the list: what its page shows.
import type { ListedCase } from '@atalaia/contracts/cases'
import { lazy, Suspense, useContext } from 'react'
import { CasesScreen as Screen } from './cases/cases-screen.tsx'
import { GatherMenu } from './cases/gather-menu.tsx'
import { isBySource } from './cases/source-query.ts'
import { NoticeContext } from './links/address-link.tsx'
import { RouterListPlace } from './sections/router-list-place.tsx'
import type { ListScreenProps } from './lists/use-list.ts'

export { createPage } from './screen/create-page.tsx'

const SourcesScreen = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ './cases/sources-screen.tsx')).SourcesScreen,
}))

const Actions = ({ chosen }: { readonly chosen: readonly ListedCase[] }) => {
  const renderNotice = useContext(NoticeContext)
  return (
    <>
      <GatherMenu chosen={chosen} />
      {renderNotice(chosen)}
    </>
  )
}

const renderActions = (chosen: readonly ListedCase[]) => <Actions chosen={chosen} />

export const CasesScreen = (props: ListScreenProps) => (
  <RouterListPlace>
    {isBySource(props.search) ? (
      <Suspense fallback={null}>
        <SourcesScreen {...props} renderActions={renderActions} />
      </Suspense>
    ) : (
      <Screen {...props} renderActions={renderActions} />
    )}
  </RouterListPlace>
)
