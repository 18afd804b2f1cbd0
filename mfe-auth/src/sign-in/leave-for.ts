/** Leaves the product's pages for an address of http or https. */
export const leaveFor = (address: string): void => {
  const { protocol, href } = new URL(address, location.href)
  if (protocol === 'https:' || protocol === 'http:') location.assign(href)
}
