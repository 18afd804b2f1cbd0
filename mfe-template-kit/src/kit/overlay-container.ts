import { createContext, useContext, type RefObject } from 'react'

export const OverlayContainer = createContext<RefObject<HTMLElement | null> | null>(null)

export const useOverlayContainer = (): RefObject<HTMLElement | null> | null => useContext(OverlayContainer)
