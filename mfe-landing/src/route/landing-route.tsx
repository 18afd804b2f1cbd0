import { useRemoteContext } from '@atalaia/react'
import { useNavigate } from '@atalaia/react/router'
import type { MouseEvent } from 'react'
import { LandingPage } from '../page/landing-page.tsx'

/** Same markup as `prerender.tsx`, so that the shell can hydrate it. */
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

/** False for clicks that open tabs or windows, or save. */
const isPlainClick = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
