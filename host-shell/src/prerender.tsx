import { renderToStaticMarkup } from 'react-dom/server'
import { WaitingPage } from './layout/waiting.tsx'

/** Renders the waiting page at build time. The gateway replaces `%BRAND%` and `%TITLE%` when it serves the page. */
export const prerender = () => ({ html: renderToStaticMarkup(<WaitingPage brand="%BRAND%" title="%TITLE%" />) })
