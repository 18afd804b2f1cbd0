import { DRAFTS_PREFIX, draftsPrefixOf, type Bus } from '@atalaia/contracts'
import { attempt } from './browser.ts'

/**
 * Removes the drafts of this tab when its person logs out, and those of others when somebody signs in (P-DRAFT-3). A session that
 * ends by itself leaves them.
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
