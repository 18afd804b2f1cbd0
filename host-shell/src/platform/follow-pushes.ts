import { accountMark, PUSH_WORKER, PUSH_OWNER_KEY, type Bus } from '@atalaia/contracts'
import type { PageStorage } from '@atalaia/kernel'

/**
 * Ends this browser's pushes at a logout or another login (M-PUSH-9), even without the API: the
 * worker's address goes. A session that ends alone keeps them.
 */
export const followPushes = (bus: Bus, storage: PageStorage): void => {
  const end = async () => {
    const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER.scope)
    await registration?.unregister()
    storage.remove(PUSH_OWNER_KEY)
  }
  bus.subscribe('session:changed', (session) => {
    const owner = storage.read(PUSH_OWNER_KEY)
    if (owner === undefined) return
    const isKept =
      session.status === 'active' ? accountMark(session.user.email ?? '') === owner : session.reason !== 'logout'
    // What fails now is tried again with the next change of the session.
    if (!isKept) end().catch(() => undefined)
  })
}
