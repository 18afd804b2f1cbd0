// The chunk of the route of the list: what its page shows.
import type { ListedCase } from '@atalaia/contracts/cases'
import { CasesScreen as Screen } from './cases/cases-screen.tsx'
import { GatherMenu } from './cases/gather-menu.tsx'
import { isBySource } from './cases/source-query.ts'
import { SourcesScreen } from './cases/sources-screen.tsx'
import { RouterListPlace } from './links/router-list-place.tsx'
import type { ListScreenProps } from './lists/use-list.ts'

export { createPage } from './screen/create-page.tsx'

const renderActions = (chosen: readonly ListedCase[]) => <GatherMenu chosen={chosen} />

export const CasesScreen = (props: ListScreenProps) => (
  <RouterListPlace>
    {isBySource(props.search) ? (
      <SourcesScreen {...props} renderActions={renderActions} />
    ) : (
      <Screen {...props} renderActions={renderActions} />
    )}
  </RouterListPlace>
)
