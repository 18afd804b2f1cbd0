import { createContext, useContext, type ReactNode } from 'react'

const SlotContext = createContext<(slot: string) => ReactNode>(() => null)

/** Provides what the slots below show. The shell renders it around each route of a remote. */
export const SlotProvider = ({ render, children }: { render: (slot: string) => ReactNode; children: ReactNode }) => (
  <SlotContext value={render}>{children}</SlotContext>
)

/**
 * A place in a remote's page for widgets of other remotes (M-REMOTE-12). `name` is one of the route's `slots` in
 * `remote.json`. Shows nothing without a widget, and in an embed, which has no shell.
 */
export const Slot = ({ name }: { name: string }) => useContext(SlotContext)(name)
