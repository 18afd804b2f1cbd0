import '@atalaia/ui/styles.css'
import './embed.css'
import { ANALYTICS_DEFAULT_THEME, ANALYTICS_PARTS, isThemeName, type DashboardModule } from '@atalaia/contracts'
import { createEmbedRoot } from './embed-root.tsx'
import { readAddress, readApi, readLocale, readMonths, readRefresh, readView } from './read-attributes.ts'

/** Module `./dashboard` for federation hosts: `DashboardModule` of contracts. */
export const mount: DashboardModule['mount'] = (place, given) => {
  let context = given
  const warned = new Set<string>()
  const warn = (warning: string) => {
    if (warned.has(warning)) return
    warned.add(warning)
    // oxlint-disable-next-line no-console -- for the host's developers
    console.warn(`mfe_analytics/dashboard: ${warning}`)
  }
  const root = createEmbedRoot(place, {
    api: () => readApi(context.api, place.ownerDocument.baseURI, place.ownerDocument.baseURI),
    theme: () => (isThemeName(context.theme) ? context.theme : ANALYTICS_DEFAULT_THEME),
    locale: () => {
      const { value, warnings } = readLocale(context.locale ?? null)
      for (const warning of warnings) warn(warning)
      return value
    },
    refresh: () => readRefresh(context.refresh === undefined ? null : String(Math.round(context.refresh))).value,
    parts: () => (context.show?.length ? context.show : ANALYTICS_PARTS),
    months: () => readMonths(context.period === undefined ? null : String(context.period)).value,
    view: () => readView(context.view ?? null).value,
    address: () => readAddress(context.address ?? null),
    filter: () => context.filter ?? null,
    place: () => context.place ?? null,
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
    onViewChange: (detail) => context.onViewChange?.(detail),
    onCaseChanged: (detail) => context.onCaseChanged?.(detail),
    onWarning: warn,
  })
  root.start()
  return {
    update: (changes) => {
      const before = context
      context = { ...context, ...changes }
      const isFirstGetToken = !before.getToken && Boolean(context.getToken) && !context.token
      const isAnother =
        isFirstGetToken || before.api !== context.api || (before.token ?? null) !== (context.token ?? null)
      for (const name of ['filter', 'place'] as const) if (before[name] !== context[name]) root.take(name)
      if (isAnother) root.start()
      else root.refresh()
    },
    reload: root.reload,
    unmount: root.dispose,
  }
}
