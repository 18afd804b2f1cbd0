const SHOWN_END = 4

/** An address as people see it: its origin, and the last characters (M-HOOK-5). The whole may be a secret. */
export const shownAddress = (address: string): string => {
  const { origin, pathname, search } = new URL(address)
  const rest = `${pathname}${search}`
  return rest.length <= 2 * SHOWN_END ? `${origin}${rest}` : `${origin}/…${rest.slice(-SHOWN_END)}`
}
