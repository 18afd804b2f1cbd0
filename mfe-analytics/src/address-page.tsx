// The chunk of the route of an address: what its page shows, with the dashboard below it.
export { AddressDrawer } from './address-page/address-drawer.tsx'
export { createPage } from './screen/create-page.tsx'
