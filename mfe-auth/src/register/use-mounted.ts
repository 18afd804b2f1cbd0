import { useEffect, useRef } from 'react'

/** Is the component still on the page? For what follows an await. */
export const useMounted = () => {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
