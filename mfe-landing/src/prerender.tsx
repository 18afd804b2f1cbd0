import { renderToString } from 'react-dom/server'
import { headTags } from './head/head-tags.tsx'
import { LandingPage } from './page/landing-page.tsx'

/**
 * Renders the page at build time, so that it is read without JavaScript (P-LANDING-10). The gateway replaces `%BRAND%`,
 * `%ORIGIN%` and `%BASE%` when it serves the page.
 */
export const prerender = () => ({
  html: renderToString(<LandingPage brand="%BRAND%" />),
  head: headTags(),
})
