import { createHash } from 'node:crypto'
import { contentPolicy } from '@atalaia/server'
import { BRAND_MARK, COLOURS } from './brand-looks.ts'
import { escape } from './mail/mail-frame.ts'

const ACCENT = `light-dark(${COLOURS.accent},#8cc4ea)`
const STYLE =
  `:root{color-scheme:light dark;font:16px/1.5 Inter,system-ui,sans-serif}body{margin:0;background:light-dark(${COLOURS.pale},#0a0e16)}` +
  `header{display:flex;gap:12px;align-items:center;padding:16px 24px;background:${COLOURS.night};color:#fff;font-size:18px;font-weight:600}` +
  'main{max-width:32rem;margin:8vh auto 0;padding:0 24px 24px;overflow-wrap:anywhere}h1{font-size:22px}h2{font-size:18px;margin:32px 0 8px}' +
  'form{display:flex;flex-wrap:wrap;gap:12px;margin:12px 0}' +
  `button{font:inherit;font-weight:600;padding:12px 20px;border:1px solid ${ACCENT};border-radius:6px;background:none;color:${ACCENT}}` +
  `button:last-child:not(.quiet){border-color:${COLOURS.accent};background:${COLOURS.accent};color:#fff}` +
  'label{display:flex;gap:12px;flex-basis:100%}label.field{flex-direction:column;gap:4px}' +
  'input{flex:none;width:20px;height:20px;margin:2px 0}textarea{font:inherit;min-height:6em;padding:8px}' +
  '@media print{button,.act{display:none}}'

export const PLAIN_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': contentPolicy({
    'default-src': ["'none'"],
    'style-src': [`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  }),
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
}

const MARK =
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">' +
  `<path fill="${COLOURS.beam}" d="${BRAND_MARK.beam}"/><path fill="#fff" d="${BRAND_MARK.tower}"/></svg>`

type PlainPage = {
  readonly lang?: string
  readonly brand: string
  readonly title: string
  readonly html: string
}

export const paragraph = (text: string): string => `<p>${escape(text)}</p>`

export const plainPage = ({ lang = 'pt-BR', brand, title, html }: PlainPage): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escape(title)} · ${escape(brand)}</title><style>${STYLE}</style></head><body><header>${MARK}${escape(brand)}</header>` +
  `<main><h1>${escape(title)}</h1>${html}</main></body></html>`
