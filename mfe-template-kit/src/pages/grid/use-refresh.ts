import { useCallback, useEffect, useRef, useState } from 'react'

/** P-KIT-6 */
export const LOADER_MS = 200

type Refreshing<Content> = {
  readonly content: Content
  readonly status: 'ready' | 'loading'
  readonly refresh: () => void
}

/** Rotates sample content after a loader, without a call (P-KIT-6). */
export const useRefresh = <Contents extends readonly [unknown, ...unknown[]]>(
  contents: Contents,
): Refreshing<Contents[number]> => {
  const [shown, setShown] = useState(0)
  const [status, setStatus] = useState<'ready' | 'loading'>('ready')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const refresh = useCallback(() => {
    clearTimeout(timer.current)
    setStatus('loading')
    timer.current = setTimeout(() => {
      setShown((before) => before + 1)
      setStatus('ready')
    }, LOADER_MS)
  }, [])

  useEffect(() => () => clearTimeout(timer.current), [])
  return { content: contents[shown % contents.length] ?? contents[0], status, refresh }
}
