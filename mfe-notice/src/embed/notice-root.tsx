import { API_BASE, ANALYTICS_DEFAULT_THEME, isThemeName } from '@atalaia/contracts'
import { createHttpClient } from '@atalaia/kernel/http'
import { createRoot } from 'react-dom/client'
import { createNoticeCalls } from '../notice-calls.ts'
import { NoticeView } from '../notice-view.tsx'
import { browserLanguage } from '../words/words.ts'
import { adoptStyles } from './styles.ts'

export type GetToken = (reason: 'initial' | 'expired') => string | Promise<string>

type NoticeRootOptions = {
  readonly api: () => string | null
  readonly theme: () => string | null
  readonly getToken: () => GetToken | null
  /** Address of the element's script: its server has the API, unless `api` names another. */
  readonly script: string
  readonly onError: (message: string) => void
}

export type NoticeRoot = { open(): void; refresh(): void; dispose(): void }

/** Keeps the token in memory alone. */
export const createNoticeRoot = (host: HTMLElement, options: NoticeRootOptions): NoticeRoot => {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const leaveStyles = adoptStyles(shadow)
  const container = host.ownerDocument.createElement('div')
  shadow.replaceChildren(container)
  const root = createRoot(container)
  let opened = 0
  let token: string | undefined
  const ask = async (reason: 'initial' | 'expired'): Promise<boolean> => {
    try {
      token = await options.getToken()?.(reason)
    } catch {
      token = undefined
    }
    if (!token) options.onError(`getToken('${reason}') gave no token`)
    return Boolean(token)
  }
  let calls: ReturnType<typeof createNoticeCalls> | undefined
  const open = () => {
    const given = options.api()
    const [address, base] = given ? [given, host.ownerDocument.baseURI] : [API_BASE, options.script]
    if (!URL.canParse(address, base)) return options.onError('the attribute api is no address')
    const http = createHttpClient({
      baseUrl: new URL(address, base).href.replace(/\/$/, ''),
      token: () => token,
      beforeCall: async () => token !== undefined || (await ask('initial')),
      renewToken: () => ask('expired'),
      onUnauthorized: () => options.onError('the API refused the token'),
    })
    calls = createNoticeCalls(http, undefined)
    opened += 1
    refresh()
  }
  const refresh = () => {
    if (!calls) return
    const theme = options.theme()
    root.render(
      <div className={`ui-theme ${isThemeName(theme) ? theme : ANALYTICS_DEFAULT_THEME}`}>
        <div className="atalaia-notice">
          <NoticeView
            key={opened}
            calls={calls}
            language={browserLanguage(navigator.languages)}
            isSealed={false}
            site={new URL('/', options.script).href}
          />
        </div>
      </div>,
    )
  }
  const dispose = () => {
    root.unmount()
    leaveStyles()
  }
  return { open, refresh, dispose }
}
