import { closedWidgetsKey } from '@atalaia/contracts'

/** The titles of the widgets that an account has closed in this browser (P-DASH-28), a line each. */
export const readClosedWidgets = (email: string): readonly string[] => {
  try {
    return localStorage.getItem(closedWidgetsKey(email))?.split('\n') ?? []
  } catch {
    return []
  }
}

/** Stores the titles; does nothing where the storage is full or forbidden. */
export const storeClosedWidgets = (email: string, titles: readonly string[]): void => {
  try {
    localStorage.setItem(closedWidgetsKey(email), titles.join('\n'))
  } catch {
    // The widgets stay closed as long as the page.
  }
}
