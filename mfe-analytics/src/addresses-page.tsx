// The chunk of the route of the list: what its page shows.
import { AddressesScreen as Screen } from './addresses/addresses-screen.tsx'
import { RouterListPlace } from './sections/router-list-place.tsx'
import type { ListScreenProps } from './lists/use-list.ts'

export { createPage } from './screen/create-page.tsx'

export const AddressesScreen = (props: ListScreenProps) => (
  <RouterListPlace>
    <Screen {...props} />
  </RouterListPlace>
)
