// The chunk of the route of the list: what its page shows.
export { AddressesScreen } from './addresses/addresses-screen.tsx'
export { createPage } from './screen/create-page.tsx'
