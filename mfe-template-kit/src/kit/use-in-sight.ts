import { useEffect, useState, type RefObject } from 'react'

/** Animations run only while this is true. */
export const useInSight = (element: RefObject<Element | null>): boolean => {
  const [inSight, setInSight] = useState(false)

  useEffect(() => {
    if (!element.current) return
    let crossing = false
    const tell = () => setInSight(crossing && !document.hidden)
    const observer = new IntersectionObserver((entries) => {
      crossing = entries.at(-1)?.isIntersecting ?? false
      tell()
    })
    observer.observe(element.current)
    document.addEventListener('visibilitychange', tell)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', tell)
    }
  }, [element])

  return inSight
}
