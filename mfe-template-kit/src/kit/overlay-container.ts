import { createContext, useContext, type RefObject } from 'react'

/** The page, where tooltips and popovers are put: the kit's styles hold inside of it only. */
export const OverlayContainer = createContext<RefObject<HTMLElement | null> | null>(null)

export const useOverlayContainer = (): RefObject<HTMLElement | null> | null => useContext(OverlayContainer)
