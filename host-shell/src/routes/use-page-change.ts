import { useLocation, useMatches } from '@atalaia/react/router'
import { useEffect, useRef } from 'react'
import { useShell } from '../platform/shell-context.ts'

const titleOf = (handle: unknown): string | undefined =>
  typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string'
    ? handle.title
    : undefined

/** Keeps the document's title, and moves the focus to the content when a navigation shows another page. */
export const usePageChange = (): void => {
  const { brand } = useShell().release.config
  const { pathname } = useLocation()
  const title = titleOf(useMatches().at(-1)?.handle)
  const shown = useRef(pathname)

  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand
  }, [title, brand])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const content = document.getElementById('conteudo') ?? document.querySelector('main')
    content?.focus({ preventScroll: true })
  }, [pathname])
}
