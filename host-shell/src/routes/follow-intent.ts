import { HOME_ALIASES, HOME_ROUTE, PRODUCT_ROUTES } from '@atalaia/contracts'
import type { Kernel } from '@atalaia/kernel'
import { SIDEBAR_ID } from '../layout/sidebar.tsx'

declare global {
  interface Navigator {
    readonly connection?: { readonly saveData?: boolean }
  }
}

const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * Prepares the page behind a sidebar link under pointer, finger or focus; the dashboard during
 * login (M-SPEED-5). Not for people who save data.
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
