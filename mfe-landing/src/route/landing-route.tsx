import { useRemoteContext } from '@atalaia/react'
import { useNavigate } from '@atalaia/react/router'
import type { MouseEvent } from 'react'
import { LandingPage } from '../page/landing-page.tsx'
import { isPlainClick } from './plain-click.ts'

/** The route's screen. It renders what `prerender.tsx` put out, so that the shell can hydrate it as it stands. */
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
