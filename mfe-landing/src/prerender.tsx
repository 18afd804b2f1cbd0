import { renderToString } from 'react-dom/server'
import { headTags } from './head/head-tags.tsx'
import { LandingPage } from './page/landing-page.tsx'

/** The page at build time. The gateway fills in `%BRAND%`, `%ORIGIN%` and `%BASE%` when it serves it. */
export const prerender = () => ({
  html: renderToString(<LandingPage brand="%BRAND%" />),
  head: headTags(),
})
