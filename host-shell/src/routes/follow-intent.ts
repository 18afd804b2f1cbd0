import { HOME_ALIASES, HOME_ROUTE, PRODUCT_ROUTES } from '@atalaia/contracts'
import type { Kernel } from '@atalaia/kernel'
import { SIDEBAR_ID } from '../layout/sidebar.tsx'

declare global {
  interface Navigator {
    /** The Network Information API, in the browsers that have it. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * Makes the pages ready that the person is about to open (M-SPEED-5): the one behind the link of the sidebar under pointer,
 * finger or focus, and the dashboard while they type at the login. Nothing for people who ask to save data.
 */
export const followIntent = (page: Document, kernel: Pick<Kernel<unknown>, 'prepare'>): void => {
  const makeReady = (path: string) => {
    if (navigator.connection?.saveData === true) return
    void kernel.prepare(HOME_ALIASES.some((alias) => alias === path) ? HOME_ROUTE : path)
  }
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest(`#${SIDEBAR_ID} a`) : null
    if (link instanceof HTMLAnchorElement) makeReady(link.pathname)
  }
  for (const sign of SIGNS) page.addEventListener(sign, point, { passive: true })
  page.addEventListener('input', () => {
    if (location.pathname === PRODUCT_ROUTES.login) makeReady(HOME_ROUTE)
  })
}
