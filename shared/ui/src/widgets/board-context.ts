import { createContext } from 'react'

export interface ClosedWidget {
  id: string
  title: string
}

export interface Board {
  closed: readonly ClosedWidget[]
  close: (widget: ClosedWidget) => void
  /** Takes a widget off the list of closed ones: it shows again, or is gone for good. */
  release: (id: string) => void
}

/** The board a widget stands on; without one there is nobody to bring it back, so it cannot be closed. */
export const BoardContext = createContext<Board | undefined>(undefined)
