// The chunk of the route of the list: what its page shows.
import type { ListedCase } from '@atalaia/contracts/cases'
import { CasesScreen as Screen } from './cases/cases-screen.tsx'
import { GatherButtons } from './cases/gather-buttons.tsx'
import { RouterListPlace } from './links/router-list-place.tsx'
import type { ListScreenProps } from './lists/use-list.ts'

export { createPage } from './screen/create-page.tsx'

const renderActions = (chosen: readonly ListedCase[]) => <GatherButtons chosen={chosen} />

export const CasesScreen = (props: ListScreenProps) => (
  <RouterListPlace>
    <Screen {...props} renderActions={renderActions} />
  </RouterListPlace>
)
