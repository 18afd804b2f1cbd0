import '@atalaia/ui/styles.css'
import './embed.css'
import { ANALYTICS_DEFAULT_THEME, ANALYTICS_PARTS, isThemeName, type DashboardModule } from '@atalaia/contracts'
import { createEmbedRoot } from './embed-root.tsx'
import { readApi, readRefresh } from './read-attributes.ts'

/** The module `./dashboard` of the container for portals that are federation hosts: `DashboardModule` of contracts. */
export const mount: DashboardModule['mount'] = (place, given) => {
  let context = given
  const root = createEmbedRoot(place, {
    api: () => readApi(context.api, place.ownerDocument.baseURI, place.ownerDocument.baseURI),
    theme: () => (isThemeName(context.theme) ? context.theme : ANALYTICS_DEFAULT_THEME),
    refresh: () => readRefresh(context.refresh === undefined ? null : String(Math.round(context.refresh))).value,
    parts: () => (context.show?.length ? context.show : ANALYTICS_PARTS),
    token: () => context.token ?? null,
    getToken: () => context.getToken ?? null,
    onReady: (detail) => context.onReady?.(detail),
    onProblem: (problem) => {
      // oxlint-disable-next-line no-console -- for the host's developers, who get no event
      console.error(`mfe_analytics/dashboard: ${problem.code}: ${problem.message}`)
      if (problem.code === 'session-expired') context.onSessionExpired?.()
      context.onError?.(problem)
    },
    onEmailAdded: (detail) => context.onEmailAdded?.(detail),
    onResize: (detail) => context.onResize?.(detail),
  })
  root.start()
  return {
    update: (changes) => {
      const before = context
      context = { ...context, ...changes }
      const isFirstGetToken = !before.getToken && Boolean(context.getToken) && !context.token
      const isAnother =
        isFirstGetToken || before.api !== context.api || (before.token ?? null) !== (context.token ?? null)
      if (isAnother) root.start()
      else root.refresh()
    },
    reload: root.reload,
    unmount: root.dispose,
  }
}
