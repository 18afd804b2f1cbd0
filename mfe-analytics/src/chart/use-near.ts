import { useCallback, useEffect, useState, type RefCallback } from 'react'

/** The distance from the window that counts as near, so that a person who scrolls finds the chart drawn. */
const ROOT_MARGIN = '100px'

export type Near = {
  readonly near: boolean
  /** The ref of the watched element; it may move from one element to another. */
  readonly watch: RefCallback<Element>
}

/** `near` turns true, and stays so, once the element is in the window or nearly, or the page is to be printed. */
export const useNear = (): Near => {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined')

  const watch = useCallback((element: Element) => {
    if (typeof IntersectionObserver === 'undefined') return
    const seen = (entries: readonly IntersectionObserverEntry[]) =>
      entries.some(({ isIntersecting }) => isIntersecting) && setNear(true)
    const observer = new IntersectionObserver(seen, { rootMargin: ROOT_MARGIN })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const print = () => setNear(true)
    addEventListener('beforeprint', print)
    return () => removeEventListener('beforeprint', print)
  }, [])
  return { near, watch }
}
