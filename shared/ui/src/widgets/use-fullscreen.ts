import { useEffect, useLayoutEffect, type RefObject } from 'react'

/** Announcements and toasts do not become inert. */
const spared = '[aria-live], .Toastify, script, style, link'

const othersOf = (element: Element): Element[] => {
  const others: Element[] = []
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement) {
    others.push(...[...at.parentElement.children].filter((sibling) => sibling !== at))
  }
  return others.filter((other) => !other.matches(spared) && !other.hasAttribute('inert'))
}

/**
 * Shows `element` in the top layer, makes everything else inert, and calls `leave` on Escape. Keeps
 * place, state and focus.
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
