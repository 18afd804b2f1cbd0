import { renderToStaticMarkup } from 'react-dom/server'
import { WaitingPage } from './layout/waiting.tsx'
import { WaitingErrorPage } from './pages/error-page.tsx'
import { WaitingNotFoundPage } from './pages/not-found-page.tsx'

/**
 * Renders at build time what stands in the page until the shell has started: the waiting page, and the words of the shell's
 * own pages. The gateway replaces `%BRAND%` and `%TITLE%` when it serves them.
 */
export const prerender = () => ({
  waiting: { html: renderToStaticMarkup(<WaitingPage brand="%BRAND%" title="%TITLE%" />) },
  error: { html: renderToStaticMarkup(<WaitingErrorPage />) },
  notFound: { html: renderToStaticMarkup(<WaitingNotFoundPage />) },
})
