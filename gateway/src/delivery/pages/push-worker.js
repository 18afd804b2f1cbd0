// The service worker that shows pushes (M-PUSH-7). Browsers take it as it stands here: plain JavaScript in one file.

const DASHBOARD = '/app/main/analytics'
const ALERTS = `${DASHBOARD}/alertas`
/** Browsers punish a push that shows nothing: one that cannot be read is shown like this. */
const NEUTRAL = { title: 'Aviso novo', lines: ['Abra o painel para ver o que há de novo.'], path: DASHBOARD }
const RENEW = {
  title: 'Avisos desligados neste navegador',
  lines: ['O navegador trocou o endereço dos avisos. Ligue os avisos de novo na página Avisos.'],
  path: ALERTS,
  tag: 'renew',
}

/** Shows a message. The tag makes one that comes twice one notification. */
const show = ({ title, lines, path, tag = 'neutral' }) =>
  self.registration.showNotification(title, { body: lines.join('\n'), lang: 'pt-BR', tag, data: { path } })

/** The message of a push; `undefined` where it is none of the API's. */
const messageIn = (data) => {
  try {
    const { title, lines, path, tag } = data.json()
    const isWhole = [title, tag, ...lines].every((text) => typeof text === 'string') && title.trim() !== ''
    return isWhole ? { title, lines, path, tag } : undefined
  } catch {
    return undefined
  }
}

/** The page that a click opens: one below /app of this origin, without its query, which could carry a token or an override. */
const pageOf = (path) => {
  const { origin } = self.location
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, origin)) return origin + DASHBOARD
  const page = new URL(path, origin)
  return origin + (page.origin === origin && page.pathname.startsWith('/app/') ? page.pathname : DASHBOARD)
}

/** Focuses the tab that shows the page, or opens one. No other tab is led away from what somebody does in it. */
const open = async (page) => {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ frameType, url }) => frameType !== 'nested' && url.replace(/[?#].*$/, '') === page)
  return tab ? tab.focus() : self.clients.openWindow(page)
}

self.addEventListener('push', (event) => event.waitUntil(show(messageIn(event.data) ?? NEUTRAL)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(pageOf(event.notification.data?.path)))
})

// Only a session can tell the API the new address, and a worker has none: its person turns the pushes on again.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(show(RENEW)))
