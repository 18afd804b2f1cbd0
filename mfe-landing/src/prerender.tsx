import { renderToString } from 'react-dom/server'
import { headTags } from './head/head-tags.tsx'
import { LandingPage } from './page/landing-page.tsx'

/**
 * Makes the page readable without JavaScript (P-LANDING-10). The gateway replaces `%BRAND%`,
 * `%ORIGIN%` and `%BASE%`.
 */
export const prerender = () => ({
  html: renderToString(<LandingPage brand="%BRAND%" />),
  head: headTags(),
})
