import type { MouseEvent } from 'react'

/** A click that means "go there", not "open it in a tab, a window, or save it". */
export const isPlainClick = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
