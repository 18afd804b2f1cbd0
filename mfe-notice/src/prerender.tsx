import { renderToStaticMarkup } from 'react-dom/server'
import { NoticeFrame } from './notice-frame.tsx'
import { pt } from './words/pt.ts'

/**
 * Words until the code arrives, and the way without JavaScript (P-NOTICE-42). The gateway replaces
 * `%BRAND%`.
 */
export const prerender = () => ({
  html: renderToStaticMarkup(
    <div data-waiting="whole">
      <NoticeFrame brand="%BRAND%" isBusy>
        <div className="notice-card">
          <p className="notice-title">{pt.waiting}</p>
          <noscript>
            <p>{pt.noScript}</p>
          </noscript>
        </div>
      </NoticeFrame>
    </div>,
  ),
  head: '<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">',
})
