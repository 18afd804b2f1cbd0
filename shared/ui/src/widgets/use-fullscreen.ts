import { useEffect, useLayoutEffect, type RefObject } from 'react'

/** Announcements must still be heard, and a toast still be closed, while the page behind is inert. */
const spared = '[aria-live], .Toastify, script, style, link'

const othersOf = (element: Element): Element[] => {
  const others: Element[] = []
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement) {
    others.push(...[...at.parentElement.children].filter((sibling) => sibling !== at))
  }
  return others.filter((other) => !other.matches(spared) && !other.hasAttribute('inert'))
}

/**
 * While `active`, `element` lies over the whole page (in the browser's top layer, so no stacking context holds it
 * down), all else is inert, and Escape calls `leave`. The element stays where it is in the tree: its state and its
 * focus are kept.
 */
export const useFullscreen = (element: RefObject<HTMLElement | null>, active: boolean, leave: () => void): void => {
  useLayoutEffect(() => {
    const widget = element.current
    if (!active || !widget) return
    const others = othersOf(widget)
    widget.setAttribute('popover', 'manual')
    if ('showPopover' in widget) widget.showPopover()
    for (const other of others) other.setAttribute('inert', '')
    return () => {
      for (const other of others) other.removeAttribute('inert')
      widget.removeAttribute('popover')
    }
  }, [element, active])

  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active, leave])
}
