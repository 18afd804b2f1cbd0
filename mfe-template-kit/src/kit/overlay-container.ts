import { createContext, useContext, type RefObject } from 'react'

/** The element that contains tooltips and popovers: the kit's styles apply only inside of it. */
export const OverlayContainer = createContext<RefObject<HTMLElement | null> | null>(null)

export const useOverlayContainer = (): RefObject<HTMLElement | null> | null => useContext(OverlayContainer)
