import { createContext } from 'react'

export interface ClosedWidget {
  readonly name: string
  readonly title: string
}

export interface Board {
  /** Closed widgets' names. */
  closed: readonly string[]
  close: (name: string) => void
  /** Lists a closed widget for reopening. Returns its removal. */
  offer: (widget: ClosedWidget) => () => void
}

/** Without a board, widgets cannot be closed. */
export const BoardContext = createContext<Board | undefined>(undefined)
