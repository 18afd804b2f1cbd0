// The chunk of the route of the list: what its page shows.
import { CasesScreen as Screen } from './cases/cases-screen.tsx'
import { RouterListPlace } from './links/router-list-place.tsx'
import type { ListScreenProps } from './lists/use-list.ts'

export { createPage } from './screen/create-page.tsx'

export const CasesScreen = (props: ListScreenProps) => (
  <RouterListPlace>
    <Screen {...props} />
  </RouterListPlace>
)
