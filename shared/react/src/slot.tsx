import { createContext, useContext, type ReactNode } from 'react'

const SlotContext = createContext<(slot: string) => ReactNode>(() => null)

/** Fills the slots below. The shell renders it around routes. */
export const SlotProvider = ({ render, children }: { render: (slot: string) => ReactNode; children: ReactNode }) => (
  <SlotContext value={render}>{children}</SlotContext>
)

/**
 * A place for other remotes' widgets (M-REMOTE-12). `name`: one of the route's `slots` in
 * `remote.json`. Empty without a widget, and in an embed.
 */
export const Slot = ({ name }: { name: string }) => useContext(SlotContext)(name)
