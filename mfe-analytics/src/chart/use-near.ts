import { useCallback, useEffect, useState, type RefCallback } from 'react'

/** Distance that counts as near: a scrolling person finds the chart drawn. */
const ROOT_MARGIN = '100px'

export type Near = {
  readonly near: boolean
  readonly watch: RefCallback<Element>
}

/** `near` stays true once the element is almost visible, or the page prints. */
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
