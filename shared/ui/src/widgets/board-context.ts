import { createContext } from 'react'

export interface ClosedWidget {
  id: string
  title: string
}

export interface Board {
  closed: readonly ClosedWidget[]
  close: (widget: ClosedWidget) => void
  /** Removes a widget from the list of closed ones: it is shown again, or has left the page. */
  release: (id: string) => void
}

/** The board around a widget. Without a board nothing could reopen the widget, so it cannot be closed. */
export const BoardContext = createContext<Board | undefined>(undefined)
