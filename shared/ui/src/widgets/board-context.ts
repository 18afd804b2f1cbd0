import { createContext } from 'react'

export interface ClosedWidget {
  readonly name: string
  readonly title: string
}

export interface Board {
  /** The names of the closed widgets. */
  closed: readonly string[]
  close: (name: string) => void
  /** Lists a closed widget that is on the page, so that it can be reopened. Returns the removal from the list. */
  offer: (widget: ClosedWidget) => () => void
}

/** The board around a widget. Without a board nothing could reopen the widget, so it cannot be closed. */
export const BoardContext = createContext<Board | undefined>(undefined)
