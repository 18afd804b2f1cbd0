import { renderToStaticMarkup } from 'react-dom/server'
import { WaitingPage } from './layout/waiting.tsx'
import { WaitingErrorPage } from './pages/error-page.tsx'
import { WaitingNotFoundPage } from './pages/not-found-page.tsx'

/** Runs at build time. The gateway replaces `%BRAND%` and `%TITLE%`. */
export const prerender = () => ({
  waiting: { html: renderToStaticMarkup(<WaitingPage brand="%BRAND%" title="%TITLE%" />) },
  error: { html: renderToStaticMarkup(<WaitingErrorPage />) },
  notFound: { html: renderToStaticMarkup(<WaitingNotFoundPage />) },
})
