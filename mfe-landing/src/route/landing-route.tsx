import { useRemoteContext } from '@atalaia/react'
import { useNavigate } from '@atalaia/react/router'
import type { MouseEvent } from 'react'
import { LandingPage } from '../page/landing-page.tsx'

/** The route's screen. It renders the same markup as `prerender.tsx`, so that the shell can hydrate it. */
export const Component = () => {
  const { brand } = useRemoteContext().config
  const navigate = useNavigate()
  const onFollow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    void navigate(event.currentTarget.pathname)
  }
  return <LandingPage brand={brand} onFollow={onFollow} />
}

/** Whether a click follows the link here: not in a new tab or window, and not to save it. */
const isPlainClick = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
