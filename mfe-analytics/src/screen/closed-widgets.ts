import { closedWidgetsKey } from '@atalaia/contracts'

/** One title a line (P-DASH-28). */
export const readClosedWidgets = (email: string): readonly string[] => {
  try {
    return localStorage.getItem(closedWidgetsKey(email))?.split('\n') ?? []
  } catch {
    return []
  }
}

/** Does nothing where the storage is full or forbidden. */
export const storeClosedWidgets = (email: string, titles: readonly string[]): void => {
  try {
    localStorage.setItem(closedWidgetsKey(email), titles.join('\n'))
  } catch {
    // The widgets stay closed as long as the page.
  }
}
