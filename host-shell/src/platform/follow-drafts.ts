import { DRAFTS_PREFIX, draftsPrefixOf, type Bus } from '@atalaia/contracts'
import { attempt } from './browser.ts'

/**
 * Removes drafts at a log-out and when another account logs in (P-DRAFT-3). A session that expires
 * keeps them.
 */
export const followDrafts = (bus: Bus): void => {
  bus.subscribe('session:changed', (session) => {
    if (session.status !== 'active' && session.reason !== 'logout') return
    const own = session.status === 'active' ? draftsPrefixOf(session.user.email ?? '') : undefined
    attempt(() => {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(DRAFTS_PREFIX) && !(own && key.startsWith(own))) sessionStorage.removeItem(key)
    })
  })
}
